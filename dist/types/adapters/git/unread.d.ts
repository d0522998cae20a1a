import { EvalguardError } from '../../core/error.js';
import type { Path } from '../../core/path.js';
import type { Incomplete } from '../../core/report.js';
import type { Absence } from './objects.js';
import type { Git } from './process.js';
/** Where an object stands: a path (`''` is the root) of a commit, or of the index. */
export interface ObjectPlace {
    readonly path: Path;
    readonly commit: string;
}
/** A mode that is spelled unlike git spells it (`040000`, `100664`): where, and under which name. */
export interface OddMode extends ObjectPlace {
    readonly name: Path;
}
/** What is wrong with an object: it is not there, or not what the tree that names it says. */
export type Unreadable = Absence | {
    readonly not: 'file' | 'directory';
} | {
    readonly malformed: string;
};
/**
 * What a command could not read. Each is noted here and the work goes on with the rest; whoever prints a result says
 * what is listed here, so that nothing passes which was not looked at.
 */
export declare class Unread {
    #private;
    private readonly git;
    private readonly shallow;
    constructor(git: Git, shallow: boolean);
    /** Everything that was noted: the first ones one by one, the rest as a number. */
    list(): readonly Incomplete[];
    note({ code, message, remedy, path }: EvalguardError): void;
    /** Does some work. Where it cannot look, that is noted, and the answer is `otherwise`. */
    attempt<T, Other>(work: () => Promise<T>, otherwise: Other): Promise<T | Other>;
    /** Notes modes that are spelled unlike git spells them, where a tree must be as git writes it. */
    noteOdd(modes: readonly OddMode[]): Promise<void>;
    /** Remembers why objects could not be fetched: that is why they are missing. */
    fetchFailed(cause: EvalguardError): void;
    /** The error for an object that cannot be read. */
    error(oid: string, why: Unreadable, { path, commit }: ObjectPlace): Promise<EvalguardError>;
}
