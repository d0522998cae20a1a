import type { Entry } from '../../core/ledger.js';
import { type Path } from '../../core/path.js';
/** One line of a tree: a name inside its directory, and what stands there. */
export interface TreeLine {
    readonly name: Path;
    readonly entry: Entry;
}
/**
 * A tree object that is well formed: each name once, in git's order, none that stands for another place. `mode SP name
 * NUL id`, over and over. Its lines are spelled out when they are asked for: of a large directory few ever are.
 */
export declare class Tree {
    #private;
    private readonly bytes;
    private readonly idBytes;
    /** A name whose mode is spelled unlike git spells it (`040000`, `100664`), or `null`. It counts as the number that it is. */
    oddMode: Path | null;
    private constructor();
    /**
     * Parses a tree object. Gives what is wrong with it, as the end of a sentence, where it is malformed. `like` is a tree
     * that it may have most of its lines in common with: those are not looked at again.
     */
    static parse(bytes: Buffer, idLength: number, like?: Tree | null): Tree | string;
    /** How many bytes the object has. */
    get size(): number;
    get length(): number;
    lines(): readonly TreeLine[];
    /** The directories, and what has one of these ids, without spelling out the other lines. */
    pick(ids: ReadonlySet<string>): readonly TreeLine[];
    /** What stands under a name: two look-ups, since a directory is sorted as if its name ended in a slash. */
    get(name: Path): Entry | null;
    /** Every line in which two trees differ: what stands before and after, `null` for nothing. */
    static differences(before: Tree | null, after: Tree | null): readonly TreeDifference[];
}
/** One line in which two trees differ. */
export interface TreeDifference {
    readonly name: Path;
    readonly before: Entry | null;
    readonly after: Entry | null;
}
