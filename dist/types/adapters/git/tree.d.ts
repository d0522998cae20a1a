import { type Entry } from '../../core/ledger.js';
import { type Path } from '../../core/path.js';
import type { TreeLine } from './directory.js';
/** Parses a raw tree object: `mode SP name NUL id`, over and over. */
export declare function parseTree(bytes: Buffer, idLength: number): readonly TreeLine[];
/** One record of git's raw output: what stood at a path before and after, `null` for nothing. */
export interface RawChange {
    readonly path: Path;
    readonly before: Entry | null;
    readonly after: Entry | null;
}
/**
 * Parses `--raw -z --no-abbrev` output of diff-tree and diff-index: `:mode mode id id status NUL path NUL`. With
 * `--stdin`, each pair of trees begins with a line of its own; the answer has one list for each.
 */
export declare function parseRaw(bytes: Buffer, headers: boolean): readonly (readonly RawChange[])[];
