import { type Entry, type Ledger } from '../../core/ledger.js';
import { type Path } from '../../core/path.js';
import { Tree, type TreeLine } from './tree.js';
import type { TreeReader } from './trees.js';
import type { Unread } from './unread.js';
/** The id of a snapshot of no commit. */
export declare const NO_COMMIT = "empty";
/** The files of a commit, of the index, or of nothing, looked at only where they are asked for. */
export interface Snapshot {
    /** A commit id, `index`, or {@link NO_COMMIT}. */
    readonly id: string;
    /** What stands directly in a directory (`''` is the root); nothing where there is no such directory. */
    children(directory: Path): Promise<Directory>;
}
/** What stands at a path (a directory too), or `null`. */
export declare function entryAt(snapshot: Snapshot, path: Path): Promise<Entry | null>;
/**
 * Every file, link and submodule below the given directories. A directory that cannot be read is noted in `unread`, left
 * out, and put into `closed`.
 */
export declare function ledgerOf(snapshot: Snapshot, directories: readonly Path[], unread: Unread, closed?: Set<Path>): Promise<Ledger>;
/** A path of a snapshot that some system takes for another one, or for a directory on the way to it. */
export interface AlikePath {
    readonly path: Path;
    /** What it is taken for: the path that was asked about, or its beginning. */
    readonly of: Path;
}
/** Other paths of the snapshot that some file system would take for `path` or for a directory on the way to it. */
export declare function pathsAlike(snapshot: Snapshot, path: Path): Promise<readonly AlikePath[]>;
/** The tree of a commit, read lazily through `git cat-file`. */
export declare class CommitSnapshot implements Snapshot {
    #private;
    readonly id: string;
    readonly tree: string;
    private readonly trees;
    constructor(id: string, tree: string, trees: TreeReader);
    children(directory: Path): Promise<Directory>;
}
/** A snapshot of files that are known at once: the index, or nothing at all. */
export declare class ListedSnapshot implements Snapshot {
    #private;
    readonly id: string;
    readonly files: Ledger;
    constructor(id: string, files: Ledger);
    children(path: Path): Promise<Directory>;
}
/** The part of a path that is a link or a submodule, so that nothing below it can be looked at; `null` where all is well. */
export declare function linkOnTheWay(snapshot: Snapshot, directory: Path): Promise<{
    readonly path: Path;
    readonly entry: Entry;
} | null>;
/** What stands directly in a directory. Look-ups build their index once, since a flat ledger has many lines. */
export declare class Directory {
    #private;
    private readonly source;
    static readonly EMPTY: Directory;
    constructor(source: readonly TreeLine[] | Tree);
    get lines(): readonly TreeLine[];
    /** The directories in it, and what has one of these ids. */
    pick(ids: ReadonlySet<string>): readonly TreeLine[];
    /** How many lines it has. */
    get length(): number;
    get(name: Path): Entry | null;
    /** The lines whose names fold to `folded`. */
    foldingTo(folded: string): readonly TreeLine[];
    /** The lines that some system takes for a name, the name itself among them. */
    alike(name: Path): readonly TreeLine[];
    /** The lines that are paths of several parts on Windows: their names hold a `\`. */
    get paths(): readonly TreeLine[];
}
