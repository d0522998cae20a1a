import type { Path } from '../../core/path.js';
/** Which paths the ledger holds. */
export interface LedgerScope {
    readonly directories: readonly Path[];
    readonly exempt: readonly string[];
    /** Exemptions that free only paths at which no record stands yet. */
    readonly exemptIfNew: readonly string[];
}
/** Whether a path is a record: in the ledger and not exempt. */
export declare function isRecord(path: Path, scope: LedgerScope, stands: boolean): boolean;
