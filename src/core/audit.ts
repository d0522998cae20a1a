import type { ValueChange } from './ledger.ts';
import type { Path } from './path.ts';
import { type Incomplete, type Outcome, outcomeOf } from './report.ts';

/** A commit as an audit names it. `committed` is an RFC 3339 instant, UTC; `subject` is the message's first line. */
export interface CommitReport {
  readonly oid: string;
  readonly committed: string;
  readonly subject: string;
}

/**
 * The state of a content that a record's path once held.
 *
 * - `lost`: no record of head holds it; history alone does
 * - `elsewhere`: another record of head holds it, under another path
 * - `restored`: it stands at its path again
 * - `meanwhile`: it stood there only while what was restored was away
 * - `acknowledged`: it is gone from its path, and a retraction that landed since says so
 * - `unread`: it is gone from its path, and whether a retraction says so could not be read
 */
export type LossStatus = 'lost' | 'elsewhere' | 'restored' | 'meanwhile' | 'acknowledged' | 'unread';

/** One content that a commit took from a record's path. */
export interface LossReport {
  readonly status: LossStatus;
  /** The rule that the commit broke: `evalguard explain` has it. */
  readonly rule:
    | 'ledger/modified'
    | 'ledger/row-changed'
    | 'ledger/deleted'
    | 'ledger/renamed'
    | 'ledger/not-a-file';
  readonly commit: CommitReport;
  /** The ids of what stood there before and after; `null` where nothing did. */
  readonly before: string;
  readonly after: string | null;
  readonly moved_to: Path | null;
  /** A sentence that says what the commit did. */
  readonly message: string;
  readonly changed: readonly ValueChange[];
  /** SHA-256 of the lost bytes: what a retraction names; `null` where they are no file or too large to be read. */
  readonly sha256: string | null;
  /** The last commit that held the content at this path before it was taken away. */
  readonly source: string;
  /** The command that shows the lost content. */
  readonly show: string;
  /** Records of head that hold the content: the same bytes, or a result whose `source` names their digest. */
  readonly held_by: readonly Path[];
  /** The commit that put it back; `null` where none did, or the commit is not among those looked at. */
  readonly restored_by: CommitReport | null;
  readonly acknowledged_by: Path | null;
}

export type RecordStatus = 'broken' | 'unread' | 'acknowledged' | 'restored';

/** A record that did not stay what it was. Losses are in the order in which the contents were taken away. */
export interface AuditedRecord {
  readonly path: Path;
  readonly status: RecordStatus;
  readonly losses: readonly LossReport[];
}

/** The commits and the ledger that an audit looked at. */
export interface AuditRange {
  readonly head: string | null;
  readonly since: string | null;
  /** `landed`: along first parents. `every`: each commit of the history. */
  readonly commits: 'landed' | 'every';
  /** The number of commits that were looked at. */
  readonly count: number;
  readonly ledger: readonly Path[];
  readonly policy: string;
}

/** A file of the ledger that the policy exempts, and that changed or went: no loss, but nobody kept what it said. */
export interface ExemptFile {
  readonly path: Path;
  /** The number of commits that changed it. */
  readonly changes: number;
  /** The id of the last of them. */
  readonly last: string;
}

export type AuditCounts = Readonly<Record<RecordStatus, number>>;

/** The report of `evalguard audit` (`schemas/audit.v1.schema.json`). */
export interface Audit {
  readonly schema: 'evalguard.audit/v1';
  readonly outcome: Outcome;
  readonly exit_code: 0 | 1 | 3;
  readonly incomplete: readonly Incomplete[];
  /** Sentences that a reader should know and need not act on. */
  readonly notes: readonly string[];
  readonly range: AuditRange;
  readonly counts: AuditCounts;
  readonly records: readonly AuditedRecord[];
  /** Exempt files that changed, sorted by path. */
  readonly exempt: readonly ExemptFile[];
}

/** Derives outcome, exit code and counts. A broken record wins over what could not be looked at. */
export function auditReport(
  parts: Pick<Audit, 'incomplete' | 'range' | 'records'> & Partial<Pick<Audit, 'notes' | 'exempt'>>,
): Audit {
  const count = (status: RecordStatus) => parts.records.filter((record) => record.status === status).length;
  const counts = {
    broken: count('broken'),
    unread: count('unread'),
    acknowledged: count('acknowledged'),
    restored: count('restored'),
  };
  return {
    schema: 'evalguard.audit/v1',
    ...outcomeOf(counts.broken > 0, parts.incomplete.length > 0),
    incomplete: parts.incomplete,
    notes: parts.notes ?? [],
    range: parts.range,
    counts,
    records: parts.records,
    exempt: parts.exempt ?? [],
  };
}

/** A record is broken while one of its contents is gone and nobody said so. */
export function recordStatus(losses: readonly Pick<LossReport, 'status'>[]): RecordStatus {
  const has = (...statuses: readonly LossStatus[]) => losses.some(({ status }) => statuses.includes(status));
  if (has('lost', 'elsewhere')) return 'broken';
  if (has('unread')) return 'unread';
  return has('acknowledged') ? 'acknowledged' : 'restored';
}
