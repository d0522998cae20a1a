import { type Entry, type Ledger } from './ledger.js';
import type { Path } from './path.js';
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
 * What was added to, changed in or lost from `base`, sorted by path. Write-once is set inclusion: everything but
 * `added` and `mode` breaks it. A deletion and an addition of equal content are told as one rename; nothing is guessed
 * from similar content. Entries that both ledgers hold alike may be left out of both.
 */
export declare function changesBetween(base: Ledger, head: Ledger): readonly Change[];
/** Orders paths by code unit: the same on every machine, whatever its locale. */
export declare function comparePaths(a: Path, b: Path): number;
