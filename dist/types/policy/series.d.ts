import { type Path } from '../core/path.js';
import type { Bounds } from '../core/verdict.js';
import type { Policy, SecretsPolicy, Series } from './policy.js';
/** Whether the policy says that secrets of this kind in this file are none. */
export declare function isAllowedSecret({ allow }: SecretsPolicy, path: Path, kind: string): boolean;
/** Whether the path may change by design. */
export declare function isExempt(path: Path, globs: readonly string[]): boolean;
/** The ledger directory that holds a path, or `null`. The longest one wins where directories are nested. */
export declare function ledgerDirectory(path: Path, directories: readonly string[]): string | null;
/** The first series whose `files` match the path, or `null`. */
export declare function seriesOf(path: Path, policy: Policy): Series | null;
/** Whether a threshold or a condition on rows of the series blocks. */
export declare function enforces({ thresholds, hard_fail }: Series): boolean;
/** Whether a result of the series can fail the check by what was measured. */
export declare function isEnforced(series: Series): boolean;
/** The folders below which the files of a series lie, one for each ledger directory: the parts of its glob that are plain. */
export declare function foldersOf({ files }: Series, { ledger }: Policy): readonly Path[];
/** Whether files of the series can lie in the folder of the path, or above it, whatever they are called. */
export declare function isOfFolder(series: Series, path: Path, policy: Policy): boolean;
/** The bounds that a series sets on metrics: they say which way is better where a result does not. */
export declare function boundsOf(series: Series | null): ReadonlyMap<string, Bounds>;
/** The first series that would claim the path on a file system that ignores case and Unicode form, or `null`. */
export declare function nearSeriesOf(path: Path, policy: Policy): Series | null;
/** Which paths the ledger holds. */
export interface LedgerScope {
    readonly directories: readonly Path[];
    readonly exempt: readonly string[];
    /** Exemptions that free only paths at which no record stands yet. */
    readonly exemptIfNew: readonly string[];
}
/** Whether a path is a record: in the ledger and not exempt. */
export declare function isRecord(path: Path, scope: LedgerScope, stands: boolean): boolean;
