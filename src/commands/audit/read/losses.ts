import type { Commit, WantedFile } from '../../../adapters/git/repository.ts';
import { entryAt, type Snapshot } from '../../../adapters/git/snapshot.ts';
import { sha256 } from '../../../core/digest.ts';
import { incomplete } from '../../../core/error.ts';
import { isFile, type LostContent, lostContents, type Removal } from '../../../core/ledger.ts';
import { comparePaths, type Path } from '../../../core/path.ts';
import type { RecordDifference } from '../../../rules/subject.ts';
import { readDifference } from '../../check/read/ledger.ts';
import type { HeldRetraction, Loss, Losses } from '../judge/losses.ts';
import type { AuditContext } from './context.ts';
import { readHeadLedger, readMentions } from './head-ledger.ts';
import { readRestoringCommits } from './history.ts';

/** How many changed records are looked into, so that a history that rewrites whole ledgers is read in bounded time. */
const LOOKED_INTO = 100;

/** Reads what became of each record that lost a content, by path. `removals`: oldest first. */
export async function readLosses(
  context: AuditContext,
  removals: ReadonlyMap<Path, readonly Removal[]>,
): Promise<Losses> {
  const ledger = await readHeadLedger(context);
  const restorers = await readRestoringCommits(context, removals, ledger.records);
  const lost = [...removals]
    .sort(([a], [b]) => comparePaths(a, b))
    .map(([path, all]) => [path, lostContents(all, ledger.records.get(path) ?? null)] as const);
  const all = lost
    .flatMap(([path, contents]) => contents.map((one) => ({ ...one, path })))
    .filter(({ content }) => isFile(content.kind));
  const files = all.map(({ content: { oid }, path, removal }) => ({
    ...{ oid, path, commit: `${removal.commit}^${removal.parent + 1}` },
  }));
  const digests = await readDigests(context, files);
  const open = all.filter(({ now }) => now !== 'stands');
  const mentions = await readMentions(context, ledger, {
    digests: new Set(open.flatMap(({ content }) => digests.get(content.oid) ?? [])),
    paths: new Set(open.flatMap(({ path, content }) => (digests.has(content.oid) ? [] : [path]))),
  });
  const reader = new LossReader(context, mentions.retractions, restorers);
  const records: [Path, readonly Loss[]][] = [];
  for (const [path, contents] of lost) {
    const losses: Loss[] = [];
    for (const one of contents) {
      const digest = isFile(one.content.kind) ? digests.get(one.content.oid) : null;
      losses.push(await reader.loss(path, one, digest));
    }
    records.push([path, losses]);
  }
  return { records, byContent: ledger.byContent, mentions };
}

/**
 * The SHA-256 of each blob; `null` where it is larger than the policy allows, none where it cannot be read, which is noted.
 * One at a time, however many there are.
 */
export async function readDigests(
  { repository, policy }: AuditContext,
  files: readonly WantedFile[],
): Promise<ReadonlyMap<string, string | null>> {
  const unique = [...new Map(files.map((file) => [file.oid, file])).values()];
  const digests = new Map<string, string | null>();
  let at = 0;
  for await (const object of repository.contents(unique, policy.max_bytes)) {
    const { oid } = unique[at++]!;
    if (object === null) continue;
    const { bytes } = object;
    digests.set(oid, bytes === null ? null : sha256(bytes));
  }
  return digests;
}

/** Reads the circumstances of losses. One for each audit: it counts what it has looked into. */
class LossReader {
  readonly #commits = new Map<string, Commit>();
  readonly #snapshots = new Map<string, Snapshot>();
  #lookedInto = 0;

  constructor(
    private readonly context: AuditContext,
    private readonly retractions: readonly HeldRetraction[],
    /** The commits that put back what stands again. */
    private readonly restorers: ReadonlyMap<Path, string>,
  ) {}

  async loss(path: Path, lost: LostContent, digest: string | null | undefined): Promise<Loss> {
    const { removal, now } = lost;
    const commit = await this.#commit(removal.commit);
    const parent = commit.parents[removal.parent] ?? commit.oid;
    const sha256 = digest ?? null;
    return {
      lost,
      sha256,
      readable: digest !== undefined,
      commit,
      parent,
      difference: await this.#difference(removal, { before: parent, after: commit.oid }),
      acknowledgedBy: now === 'gone' ? await this.#acknowledgement(sha256, parent) : null,
      restoredBy: now === 'stands' ? await this.#restorer(path) : null,
    };
  }

  /** A retraction that stood before the loss says that a result does not count, not that its record may go. */
  async #acknowledgement(sha256: string | null, parent: string): Promise<Path | null> {
    const { unread } = this.context.repository;
    for (const { path, entry, sha256: digest } of this.retractions) {
      if (digest !== sha256) continue;
      const before = await unread.attempt(async () => entryAt(await this.#snapshot(parent), path), null);
      if (before?.oid !== entry.oid) return path;
    }
    return null;
  }

  async #restorer(path: Path): Promise<Commit | null> {
    const oid = this.restorers.get(path);
    return oid === undefined ? null : this.#commit(oid);
  }

  async #difference(
    { change }: Removal,
    commits: { readonly before: string; readonly after: string },
  ): Promise<RecordDifference | null> {
    if (change.kind !== 'modified' || this.#lookedInto >= LOOKED_INTO) return null;
    this.#lookedInto += 1;
    return readDifference(this.context.repository, change, this.context.policy, commits);
  }

  async #commit(oid: string): Promise<Commit> {
    const known = this.#commits.get(oid);
    if (known !== undefined) return known;
    const commit = await this.context.repository.commit(oid);
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
    const snapshot = this.context.repository.snapshot(await this.#commit(oid));
    this.#snapshots.set(oid, snapshot);
    return snapshot;
  }
}
