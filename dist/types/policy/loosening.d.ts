import type { Path } from '../core/path.js';
import { type Policy } from './policy.js';
import type { Loosening } from './relaxed.js';
export type { Loosening } from './relaxed.js';
/**
 * What `after` is not provably as strict in as `before`: whatever `before` would block and `after` might let pass.
 * `null` stands for the defaults. Sorted by setting; empty where every record is guarded at least as well as before.
 */
export declare function loosenings(before: Policy | null, after: Policy | null): readonly Loosening[];
/**
 * What joins a series without having been judged as an addition: files that stood already, outside the ledger or exempt.
 * One of them can be newer than a run that missed.
 */
export declare function joining(before: Policy | null, after: Policy | null, paths: Iterable<Path>): readonly Loosening[];
