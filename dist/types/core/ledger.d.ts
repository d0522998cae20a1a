import type { Path } from './path.js';
/** What stands at a path: git's file modes, in words. */
export type Kind = 'file' | 'executable' | 'symlink' | 'submodule' | 'directory';
/** The content at a path: its object id (hexadecimal, SHA-1 or SHA-256) and kind. */
export interface Entry {
    readonly oid: string;
    readonly kind: Kind;
}
/** A ledger is a map from path to content. A commit, the index and the empty tree all have this shape. */
export type Ledger = ReadonlyMap<Path, Entry>;
/** The kind that a mode of git's trees stands for, read as the octal number that it is; `null` where git knows none such. */
export declare function kindOfMode(mode: string): Kind | null;
/** Whether the kind is a plain file, executable or not: the only kind that a record may have. */
export declare function isFile(kind: Kind): boolean;
