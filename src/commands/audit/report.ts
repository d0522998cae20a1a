import { type Audit, type AuditRange, auditReport } from '../../core/audit.ts';
import type { EvalguardError } from '../../core/error.ts';
import type { Incomplete } from '../../core/report.ts';

/** A mode that is spelled unlike git spells it, and where. */
interface OddMode {
  readonly name: string;
  readonly path: string;
  readonly commit: string;
}

/** What an audit came to. */
interface AuditResult extends Pick<Audit, 'incomplete' | 'range' | 'records' | 'exempt'> {
  readonly oddModes: readonly OddMode[];
}

/** Builds the report of an audit. */
export function reportOf({ oddModes, ...result }: AuditResult): Audit {
  return auditReport({ ...result, notes: oddModeNotes(oddModes) });
}

/** Builds the report of an audit that could not be made. */
export function couldNotLook(
  commits: AuditRange['commits'],
  { message, remedy, path }: EvalguardError,
  noted: readonly Incomplete[] = [],
): Audit {
  return auditReport({
    incomplete: [...noted, { code: 'could-not-look', message, remedy, path }],
    range: { head: null, since: null, commits, count: 0, ledger: [], policy: 'defaults' },
    records: [],
  });
}

/** Modes that are spelled unlike git spells them: read as the numbers that they are, and noted once. */
function oddModeNotes([first, ...rest]: readonly OddMode[]): readonly string[] {
  if (first === undefined) return [];
  const place = `${JSON.stringify(first.path === '' ? first.name : `${first.path}/${first.name}`)} in commit ${first.commit}`;
  const others = rest.length === 0 ? '' : ` and ${rest.length} more`;
  return [`Some trees spell a mode unlike git does, and were read all the same: ${place}${others}.`];
}
