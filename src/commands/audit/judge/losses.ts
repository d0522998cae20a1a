import { type AuditedRecord, type CommitReport, type LossReport, recordStatus } from '../../../core/audit.ts';
import { type Break, contentKey, type Entry, type LostContent, type LostRow } from '../../../core/ledger.ts';
import { baseName, comparePaths, directoryName, type Path } from '../../../core/path.ts';
import { namesRetraction } from '../../../core/retraction.ts';
import { showCommand } from '../../../core/shell.ts';
import { describeDifference } from '../../../rules/shared/changes.ts';
import type { RecordDifference } from '../../../rules/subject.ts';

/** What is known of the records that a history broke, sorted by path. */
export interface Losses {
  readonly records: readonly (readonly [Path, readonly Loss[]])[];
  /** Where head holds a content, by its key. */
  readonly byContent: ReadonlyMap<string, readonly Path[]>;
  readonly mentions: Mentions;
}

/** A content that was taken from a record's path, and what is known of that. */
export interface Loss {
  readonly lost: LostContent;
  /** The digest of the content; `null` where it is no file, too large or unreadable. */
  readonly sha256: string | null;
  readonly readable: boolean;
  /** The commit that took it, and the parent that still holds it. */
  readonly commit: LossCommit;
  readonly parent: string;
  readonly difference: RecordDifference | null;
  /** The retraction that acknowledges the loss. */
  readonly acknowledgedBy: Path | null;
  /** The commit that put the content back, where it stands again. */
  readonly restoredBy: LossCommit | null;
}

interface LossCommit {
  readonly oid: string;
  /** Seconds since 1970. */
  readonly committed: number;
  readonly subject: string;
}

/** What head's records say about lost contents. */
export interface Mentions {
  readonly retractions: readonly HeldRetraction[];
  /** Results that say they were made from a lost content, by its digest. */
  readonly copies: ReadonlyMap<string, readonly Path[]>;
  /** Of the paths that were looked for: those that a retraction or a result names. */
  readonly named: ReadonlySet<Path>;
  /** Files named like retractions that could not be read. */
  readonly unread: readonly Path[];
}

/** A retraction that head's ledger holds: the digest of what it retracts. */
export interface HeldRetraction {
  readonly path: Path;
  readonly entry: Entry;
  readonly sha256: string;
}

/** Says what became of each record that a history broke. */
export function judgeLosses(losses: Losses): readonly AuditedRecord[] {
  return losses.records.map(([path, all]) => {
    const reports = all.map((loss) => lossReport(path, loss, losses));
    return { path, status: recordStatus(reports), losses: reports };
  });
}

function lossReport(path: Path, loss: Loss, { byContent, mentions }: Losses): LossReport {
  const { lost, sha256, parent, difference, acknowledgedBy, restoredBy } = loss;
  const { content, removal, now } = lost;
  const same = byContent.get(contentKey(content)) ?? [];
  const made = sha256 === null ? [] : (mentions.copies.get(sha256) ?? []);
  const held = [...new Set([...same, ...made])].filter((other) => other !== path).sort(comparePaths);
  const open = held.length > 0 ? 'elsewhere' : 'lost';
  const perhaps = mayBeAcknowledged(path, loss, mentions) ? 'unread' : open;
  const gone = acknowledgedBy !== null ? 'acknowledged' : perhaps;
  return {
    status: now === 'stands' ? 'restored' : now === 'meanwhile' ? 'meanwhile' : gone,
    rule: removal.ungrown === undefined ? ruleOf(removal.change) : 'ledger/row-changed',
    commit: commitReport(loss.commit),
    before: content.oid,
    after: 'after' in removal.change ? removal.change.after.oid : null,
    moved_to: removal.change.kind === 'renamed' ? removal.change.path : null,
    message: `${sentenceOf(removal.change)}${describeDifference(difference)}`,
    changed: valuesOf(difference),
    sha256,
    source: parent,
    show: showCommand(parent, path, content.kind),
    held_by: held,
    restored_by: restoredBy === null ? null : commitReport(restoredBy),
    acknowledged_by: acknowledgedBy,
  };
}

/** What may acknowledge the loss, or the lost content itself, could not be read: nobody is accused. */
function mayBeAcknowledged(path: Path, { readable }: Loss, { named, unread }: Mentions): boolean {
  return (
    (!readable && named.has(path)) ||
    unread.some(
      (file) => directoryName(file) === directoryName(path) && namesRetraction(baseName(file), path),
    )
  );
}

function commitReport({ oid, committed, subject }: LossCommit): CommitReport {
  return { oid, committed: new Date(committed * 1000).toISOString().replace('.000Z', 'Z'), subject };
}

function ruleOf(change: Break): LossReport['rule'] {
  return change.kind === 'type' ? 'ledger/not-a-file' : `ledger/${change.kind}`;
}

function sentenceOf(change: Break): string {
  switch (change.kind) {
    case 'modified':
      return 'It changed this record.';
    case 'deleted':
      return 'It deleted this record.';
    case 'renamed':
      return `It moved this record to ${change.path}, content identical.`;
    case 'type':
      return `It replaced this record by a ${change.after.kind}.`;
  }
}

function valuesOf(difference: RecordDifference | null): LossReport['changed'] {
  if (difference?.kind === 'ungrown') return difference.lost.flatMap(rowValues);
  if (difference?.kind !== 'values') return [];
  return difference.metrics.length > 0 ? difference.metrics : difference.values;
}

/** The columns of a row that changed, under its key; one that went as a whole has its key alone. */
function rowValues({ name, changes }: LostRow): LossReport['changed'] {
  if (changes.length === 0) return [{ name, before: null, after: null, absent: 'after' }];
  return changes.map(({ column, before, after }) => ({
    name: column === '' ? name : `${name} ${column}`,
    before,
    after,
    absent: before === null ? 'before' : after === null ? 'after' : null,
  }));
}
