import { type Path } from './path.js';
/** The kind of thing at a path: git's file modes, in words. */
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
/** One difference between two ledgers. */
export type Change = {
    readonly kind: 'added';
    readonly path: Path;
    readonly after: Entry;
} | {
    readonly kind: 'modified';
    readonly path: Path;
    readonly before: Entry;
    readonly after: Entry;
} | {
    readonly kind: 'deleted';
    readonly path: Path;
    readonly before: Entry;
} | {
    readonly kind: 'renamed';
    readonly path: Path;
    readonly from: Path;
    readonly before: Entry;
    readonly after: Entry;
} | {
    readonly kind: 'type';
    readonly path: Path;
    readonly before: Entry;
    readonly after: Entry;
} | {
    readonly kind: 'mode';
    readonly path: Path;
    readonly before: Entry;
    readonly after: Entry;
};
/**
 * The changes from `base` to `head`, sorted by path. Write-once is set inclusion: everything but
 * `added` and `mode` breaks it. A deletion and an addition of equal content are one rename; nothing is guessed
 * from similar content. Entries that both ledgers hold alike may be left out of both.
 */
export declare function changesBetween(base: Ledger, head: Ledger): readonly Change[];
/** The changes that break write-once, as a history tells them. */
export type Break = Exclude<Change, {
    readonly kind: 'added' | 'mode';
}>;
/** One commit that took a record's content away. */
export interface Removal {
    readonly commit: string;
    /** The parent of the commit that held the content, counted from 0. */
    readonly parent: number;
    readonly change: Break;
}
/** A content that a path once held, and the commit that first took it away. */
export interface LostContent {
    readonly content: Entry;
    readonly removal: Removal;
    /** `stands`: the path holds it again. `meanwhile`: it came and went while what stands again was away. `gone`: neither. */
    readonly now: 'stands' | 'meanwhile' | 'gone';
}
/** Whether a change breaks write-once. A link that gives way to a file is no loss: what it pointed at was never here. */
export declare function breaksWriteOnce(change: Change): change is Break;
/**
 * The state of each content that a path held, given its removals, oldest first, and what stands there now. The first
 * of them is what landed first. Where a content stands again, what replaced it meanwhile never had a right to the path.
 */
export declare function lostContents(removals: readonly Removal[], now: Entry | null): readonly LostContent[];
/** Two entries of one key hold the same: the executable bit is no content. */
export declare function contentKey({ oid, kind }: Entry): string;
