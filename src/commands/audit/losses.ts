import { createHash } from 'node:crypto';
import type { Commit, Repository } from '../../adapters/git/repository.ts';
import { entryAt, type Snapshot } from '../../adapters/git/snapshot.ts';
import { type AuditedRecord, type CommitReport, type LossReport, recordStatus } from '../../core/audit.ts';
import { incomplete } from '../../core/error.ts';
import { isFile } from '../../core/ledger.ts';
import type { Path } from '../../core/path.ts';
import type { Policy } from '../../core/policy.ts';
import { showCommand } from '../../core/shell.ts';
import {
  type Break,
  contentKey,
  type LostContent,
  lostContents,
  type Removal,
} from '../../core/write-once.ts';
import { describeDifference } from '../../rules/part/difference.ts';
import type { Difference } from '../../rules/subject.ts';
import { difference, unreadable } from '../check/facts.ts';
import type { HeadLedger, Retraction } from './head-ledger.ts';

/** How many changed records are looked into, so that a history that rewrites whole ledgers is told in bounded time. */
const LOOKED_INTO = 100;

/** Tells what became of each record that a history broke. One for each audit: it counts what it has looked into. */
export class LossTeller {
  readonly #commits = new Map<string, Commit>();
  readonly #snapshots = new Map<string, Snapshot>();
  #lookedInto = 0;

  constructor(
    private readonly repository: Repository,
    private readonly ledger: HeadLedger,
    private readonly retractions: readonly Retraction[],
    /** The commits that put back what stands again. */
    private readonly returns: ReadonlyMap<Path, string>,
    private readonly policy: Policy,
  ) {}

  /** A record with each content that was taken from its path. `removals`: oldest first. */
  async record(path: Path, removals: readonly Removal[]): Promise<AuditedRecord> {
    const now = this.ledger.records.get(path) ?? null;
    const losses: LossReport[] = [];
    for (const lost of lostContents(removals, now)) losses.push(await this.#loss(path, lost));
    return { path, status: recordStatus(losses), losses };
  }

  async #loss(path: Path, lost: LostContent): Promise<LossReport> {
    const { content, removal } = lost;
    const commit = await this.#commit(removal.commit);
    const parent = commit.parents[removal.parent] ?? commit.oid;
    const changed = await this.#difference(removal.change);
    const sha256 = isFile(content.kind) ? await this.#sha256(content.oid) : null;
    const held = (this.ledger.byContent.get(contentKey(content)) ?? []).filter((other) => other !== path);
    const acknowledged = lost.now === 'gone' ? await this.#acknowledgement(sha256, parent) : null;
    const gone = acknowledged !== null ? 'acknowledged' : held.length > 0 ? 'elsewhere' : 'lost';
    return {
      status: lost.now === 'stands' ? 'restored' : lost.now === 'meanwhile' ? 'meanwhile' : gone,
      rule: ruleOf(removal.change),
      commit: commitReport(commit),
      before: content.oid,
      after: 'after' in removal.change ? removal.change.after.oid : null,
      moved_to: removal.change.kind === 'renamed' ? removal.change.path : null,
      message: `${sentenceOf(removal.change)}${describeDifference(changed)}`,
      changed: valuesOf(changed),
      sha256,
      show: showCommand(parent, path, content.kind),
      held_by: held,
      restored_by: lost.now === 'stands' ? await this.#restorer(path) : null,
      acknowledged_by: acknowledged,
    };
  }

  /** A retraction that stood before the loss says that a result does not count, not that its record may go. */
  async #acknowledgement(sha256: string | null, parent: string): Promise<Path | null> {
    for (const { path, entry, sha256: digest } of this.retractions) {
      if (digest !== sha256) continue;
      const before = await entryAt(await this.#snapshot(parent), path);
      if (before?.oid !== entry.oid) return path;
    }
    return null;
  }

  async #restorer(path: Path): Promise<CommitReport | null> {
    const oid = this.returns.get(path);
    return oid === undefined ? null : commitReport(await this.#commit(oid));
  }

  async #difference(change: Break): Promise<Difference | null> {
    if (change.kind !== 'modified' || this.#lookedInto >= LOOKED_INTO) return null;
    this.#lookedInto += 1;
    return difference(this.repository, change, this.policy);
  }

  async #sha256(oid: string): Promise<string | null> {
    const object = await this.repository.objects.read(oid, this.policy.max_bytes);
    if (typeof object === 'string') throw unreadable(oid);
    return object.bytes === null ? null : createHash('sha256').update(object.bytes).digest('hex');
  }

  async #commit(oid: string): Promise<Commit> {
    const known = this.#commits.get(oid);
    if (known !== undefined) return known;
    const commit = await this.repository.commit(oid);
    if (typeof commit === 'string') {
      throw incomplete(
        `The commit ${oid} is not in this clone, so what it did could not be told.`,
        'Fetch the whole history (`git fetch --unshallow`), and audit again.',
      );
    }
    this.#commits.set(oid, commit);
    return commit;
  }

  async #snapshot(oid: string): Promise<Snapshot> {
    const known = this.#snapshots.get(oid);
    if (known !== undefined) return known;
    const snapshot = this.repository.snapshot(await this.#commit(oid));
    this.#snapshots.set(oid, snapshot);
    return snapshot;
  }
}

function commitReport({ oid, committed, subject }: Commit): CommitReport {
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

function valuesOf(difference: Difference | null): LossReport['changed'] {
  if (difference?.kind !== 'values') return [];
  return difference.metrics.length > 0 ? difference.metrics : difference.values;
}
