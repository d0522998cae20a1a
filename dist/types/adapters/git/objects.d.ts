import { type Git } from './process.js';
/** An object as git stores it. `bytes` is `null` where it is larger than the reader was ready to take. */
export interface GitObject {
    readonly oid: string;
    readonly type: 'blob' | 'tree' | 'commit' | 'tag';
    readonly size: number;
    readonly bytes: Buffer | null;
}
/** Why a name gave no object. `damaged`: it is there, and is not what its id says. */
export type Absence = 'missing' | 'ambiguous' | 'damaged';
/**
 * Reads objects through one `git cat-file`. Every object is hashed again, so that a damaged or exchanged one is never
 * judged. git ends at an object that it cannot unpack or fetch: the reader goes on behind it with a new process.
 */
export declare class ObjectReader {
    #private;
    private readonly git;
    constructor(git: Git);
    /** The object that a name (an id, or a revision spelled out in full) stands for. Content above `limit` bytes is left out. */
    read(name: string, limit?: number): Promise<GitObject | Absence>;
    /** Many objects in order, at once: for small ones, such as directories. */
    readTogether(names: readonly string[]): Promise<readonly (GitObject | Absence)[]>;
    /** Reads many objects in order, a window at a time, so that memory does not grow with their number. */
    readAll(names: readonly string[], limit: number): AsyncGenerator<GitObject | Absence>;
    /** Lets the git process end, without waiting for it. */
    close(): void;
}
