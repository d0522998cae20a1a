import type { Path } from '../../core/path.ts';
import { isExempt, ledgerDirectory } from '../../policy/series.ts';

/** Which paths the ledger holds. */
export interface LedgerScope {
  readonly directories: readonly Path[];
  readonly exempt: readonly string[];
  /** Exemptions that free only paths at which no record stands yet. */
  readonly exemptIfNew: readonly string[];
}

/** Whether a path is a record: in the ledger and not exempt. */
export function isRecord(path: Path, scope: LedgerScope, stands: boolean): boolean {
  if (ledgerDirectory(path, scope.directories) === null) return false;
  return !isExempt(path, stands ? scope.exempt : [...scope.exempt, ...scope.exemptIfNew]);
}
