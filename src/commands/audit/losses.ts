import type { Commit, Repository } from '../../adapters/git/repository.ts';
import { entryAt, type Snapshot } from '../../adapters/git/snapshot.ts';
import { type AuditedRecord, type CommitReport, type LossReport, recordStatus } from '../../core/audit.ts';
import { incomplete } from '../../core/error.ts';
import {
  type Break,
  contentKey,
  type Entry,
  isFile,
  type LostContent,
  lostContents,
  type Removal,
} from '../../core/ledger.ts';
import { baseName, comparePaths, directoryName, type Path } from '../../core/path.ts';
import { namesRetraction } from '../../core/retraction.ts';
import { showCommand } from '../../core/shell.ts';
import type { Policy } from '../../policy/policy.ts';
import { describeDifference } from '../../rules/shared/changes.ts';
import type { RecordDifference } from '../../rules/subject.ts';
import { difference } from '../check/read/facts.ts';
import type { HeadLedger } from './head-ledger.ts';
import { digestsOf, type Retraction, type Witnesses, witnessesOf } from './witnesses.ts';

/** How many changed records are looked into, so that a history that rewrites whole ledgers is told in bounded time. */
const LOOKED_INTO = 100;

/** Tells what became of each record that a history broke. One for each audit: it counts what it has looked into. */
export class LossTeller {
  readonly #commits = new Map<string, Commit>();
  readonly #snapshots = new Map<string, Snapshot>();
  #lookedInto = 0;

  constructor(
    private readonly repository: Repository,
    /** The audited commit. */
    private readonly head: string,
    private readonly policy: Policy,
    private readonly ledger: HeadLedger,
    /** The commits that put back what stands again. */
    private readonly returns: ReadonlyMap<Path, string>,
  ) {}

  /** Every record with each content that was taken from its path, sorted by path. `removals`: oldest first. */
  async tell(removals: ReadonlyMap<Path, readonly Removal[]>): Promise<readonly AuditedRecord[]> {
    const paths = [...removals].sort(([a], [b]) => comparePaths(a, b));
    const lost = paths.map(([path, all]) => [path, lostContents(all, this.#now(path))] as const);
    const limit = this.policy.max_bytes;
    const all = lost
      .flatMap(([path, contents]) => contents.map((one) => ({ ...one, path })))
      .filter(({ content }) => isFile(content.kind));
    const files = all.map(({ content: { oid }, path, removal }) => ({
      ...{ oid, path, commit: `${removal.commit}^${removal.parent + 1}` },
    }));
    const digests = await digestsOf(this.repository, files, limit);
    const open = all.filter(({ now }) => now !== 'stands');
    const sought = {
      digests: new Set(open.flatMap(({ content }) => digests.get(content.oid) ?? [])),
      paths: new Set(open.flatMap(({ path, content }) => (digests.has(content.oid) ? [] : [path]))),
    };
    const witnesses = await witnessesOf(this.repository, this.ledger, sought, limit, this.head);
    const records: AuditedRecord[] = [];
    for (const [path, contents] of lost) {
      const losses: LossReport[] = [];
      for (const one of contents) {
        const digest = isFile(one.content.kind) ? digests.get(one.content.oid) : null;
        losses.push(await this.#loss(path, one, digest, witnesses));
      }
      records.push({ path, status: recordStatus(losses), losses });
    }
    return records;
  }

  #now(path: Path): Entry | null {
    return this.ledger.records.get(path) ?? null;
  }

  async #loss(
    path: Path,
    lost: LostContent,
    /** `undefined` where the content could not be read. */
    digest: string | null | undefined,
    { retractions, copies, named, unread }: Witnesses,
  ): Promise<LossReport> {
    const sha256 = digest ?? null;
    const { content, removal } = lost;
    const commit = await this.#commit(removal.commit);
    const parent = commit.parents[removal.parent] ?? commit.oid;
    const changed = await this.#difference(removal.change, { before: parent, after: commit.oid });
    const same = this.ledger.byContent.get(contentKey(content)) ?? [];
    const made = sha256 === null ? [] : (copies.get(sha256) ?? []);
    const held = [...new Set([...same, ...made])].filter((other) => other !== path).sort(comparePaths);
    const acknowledged =
      lost.now === 'gone' ? await this.#acknowledgement(retractions, sha256, parent) : null;
    const open = held.length > 0 ? 'elsewhere' : 'lost';
    // What may acknowledge the loss, or the lost content itself, could not be read: nobody is accused.
    const perhaps =
      (digest === undefined && named.has(path)) ||
      unread.some(
        (file) => directoryName(file) === directoryName(path) && namesRetraction(baseName(file), path),
      );
    const gone = acknowledged !== null ? 'acknowledged' : perhaps ? 'unread' : open;
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
      source: parent,
      show: showCommand(parent, path, content.kind),
      held_by: held,
      restored_by: lost.now === 'stands' ? await this.#restorer(path) : null,
      acknowledged_by: acknowledged,
    };
  }

  /** A retraction that stood before the loss says that a result does not count, not that its record may go. */
  async #acknowledgement(
    retractions: readonly Retraction[],
    sha256: string | null,
    parent: string,
  ): Promise<Path | null> {
    for (const { path, entry, sha256: digest } of retractions) {
      if (digest !== sha256) continue;
      const { unread } = this.repository;
      const before = await unread.attempt(async () => entryAt(await this.#snapshot(parent), path), null);
      if (before?.oid !== entry.oid) return path;
    }
    return null;
  }

  async #restorer(path: Path): Promise<CommitReport | null> {
    const oid = this.returns.get(path);
    return oid === undefined ? null : commitReport(await this.#commit(oid));
  }

  async #difference(
    change: Break,
    commits: { readonly before: string; readonly after: string },
  ): Promise<RecordDifference | null> {
    if (change.kind !== 'modified' || this.#lookedInto >= LOOKED_INTO) return null;
    this.#lookedInto += 1;
    return difference(this.repository, change, this.policy, commits);
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

function valuesOf(difference: RecordDifference | null): LossReport['changed'] {
  if (difference?.kind !== 'values') return [];
  return difference.metrics.length > 0 ? difference.metrics : difference.values;
}
