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
/**
 * Works on many things in order and gives the answers in order. Up to `most` are under way at a time, so that whoever
 * answers is kept busy and memory stays flat.
 */
export declare function ahead<From, To>(source: Iterable<From> | AsyncIterable<From>, most: number, work: (one: From) => Promise<To>): AsyncGenerator<To>;
