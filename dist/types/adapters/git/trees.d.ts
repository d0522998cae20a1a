import { type Entry } from '../../core/ledger.js';
import type { Path } from '../../core/path.js';
import type { ObjectReader } from './objects.js';
import { Tree } from './tree.js';
import type { ObjectPlace, OddMode, Unread } from './unread.js';
/** A tree, and the commit that it is the root of. */
export interface Root {
    readonly tree: string;
    readonly commit: string;
}
/** Which directories are opened in a comparison; `''` is the root. */
type DirectoryFilter = (directory: Path) => boolean;
/** Whether a directory is one of those given, lies in one of them, or leads to one. */
export declare function leadsInto(directories: readonly Path[]): DirectoryFilter;
/** A commit and what it is compared with; `null` is a commit that holds nothing. */
export interface Pair {
    readonly base: Root | null;
    readonly head: Root | null;
}
/** Reads trees, each once, and compares them: the one place that says what stands in a commit. */
export declare class TreeReader {
    #private;
    private readonly objects;
    private readonly unread;
    constructor(objects: ObjectReader, unread: Unread);
    /** The tree with this id. Throws `incomplete` where it cannot be read or is malformed; `place` is for the message. */
    read(oid: string, place: ObjectPlace): Promise<Tree>;
    /** Modes inside the directories, or on the way to them, that are spelled unlike git spells them. */
    oddIn(directories: readonly Path[]): readonly OddMode[];
    /**
     * What differs between the commits of each pair, file by file, without renames. Only what differs is opened, level by
     * level, so that git is asked for many trees at a time. Below a directory that cannot be read nothing is said: it is
     * noted.
     */
    compare(pairs: readonly Pair[], wanted?: DirectoryFilter): Promise<readonly (readonly RawChange[])[]>;
}
/** What stood at a path before and after, `null` for nothing. */
export interface RawChange {
    readonly path: Path;
    readonly before: Entry | null;
    readonly after: Entry | null;
}
/** Parses what `diff-index --raw -z --no-abbrev` prints: `:mode mode id id status NUL path NUL`. */
export declare function parseRaw(bytes: Buffer): readonly RawChange[];
export {};
