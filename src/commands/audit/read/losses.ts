import type { Commit, WantedFile } from '../../../adapters/git/repository.ts';
import { entryAt, ledgerOf, type Snapshot } from '../../../adapters/git/snapshot.ts';
import { sha256 } from '../../../core/digest.ts';
import { incomplete } from '../../../core/error.ts';
import {
  contentKey,
  type Entry,
  isFile,
  type LostContent,
  lostContents,
  type Removal,
} from '../../../core/ledger.ts';
import { RESULT_SCHEMA, RETRACTION_SCHEMA } from '../../../core/native.ts';
import { baseName, comparePaths, type Path } from '../../../core/path.ts';
import { decodeJson } from '../../../document/json.ts';
import { isRecord } from '../../../policy/series.ts';
import type { RecordDifference } from '../../../rules/subject.ts';
import { readDifference } from '../../check/read/ledger.ts';
import { nativeFacts } from '../../check/read/record.ts';
import type { HeldRetraction, Loss, Losses, Mentions } from '../judge/losses.ts';
import { type AuditContext, readRestoringCommits } from './history.ts';

/** How many changed records are looked into, so that a history that rewrites whole ledgers is read in bounded time. */
const LOOKED_INTO = 100;

/** Reads what became of each record that lost a content, by path. `removals`: oldest first. */
export async function readLosses(
  context: AuditContext,
  removals: ReadonlyMap<Path, readonly Removal[]>,
): Promise<Losses> {
  const ledger = await readHeadLedger(context);
  const restorers = await readRestoringCommits(context, removals, ledger.records);
  const lost: (readonly [Path, readonly LostContent[]])[] = [];
  for (const [path, all] of [...removals].sort(([a], [b]) => comparePaths(a, b))) {
    const now = ledger.records.get(path) ?? null;
    lost.push([path, lostContents(all, now, await keptIn(context, path, all, now))]);
  }
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

/** The contents of a path that may grow which stand in what is there now, by their keys. */
async function keptIn(
  { growth, head }: AuditContext,
  path: Path,
  removals: readonly Removal[],
  now: Entry | null,
): Promise<ReadonlySet<string>> {
  const kept = new Set<string>();
  if (growth === null || now === null) return kept;
  for (const { commit, parent, change } of removals) {
    const key = contentKey(change.before);
    if (kept.has(key)) continue;
    const commits = { before: `${commit}^${parent + 1}`, after: head.id };
    const became = await growth.of({ path, before: change.before, after: now, commits, merge: true });
    if (became !== null && became !== 'unread' && became.kind === 'grown') kept.add(key);
  }
  return kept;
}

/** The records of head by their content, and where they stand, by path. */
interface HeadLedger {
  readonly records: ReadonlyMap<Path, Entry>;
  readonly byContent: ReadonlyMap<string, readonly Path[]>;
}

/** Reads which records head holds: needed only where something was lost. */
async function readHeadLedger({ repository, head, scope }: AuditContext): Promise<HeadLedger> {
  const records = [...(await ledgerOf(head, scope.directories, repository.unread))]
    .filter(([path]) => isRecord(path, scope, true))
    .sort(([a], [b]) => comparePaths(a, b));
  const byContent = new Map<string, Path[]>();
  for (const [path, entry] of records) {
    const known = byContent.get(contentKey(entry));
    if (known === undefined) byContent.set(contentKey(entry), [path]);
    else known.push(path);
  }
  return { records: new Map(records), byContent };
}

/**
 * The SHA-256 of each blob; `null` where it is larger than the policy allows, none where it cannot be read, which is noted.
 * One at a time, however many there are.
 */
async function readDigests(
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

/** Contents that are looked for: by their digests; by their paths those that could not be read. */
interface LostContents {
  readonly digests: ReadonlySet<string>;
  readonly paths: ReadonlySet<Path>;
}

/**
 * Looks for what head's records say about the contents of these digests. What a file is follows from its content, but
 * retractions by their usual names are read first: where they account for everything, the rest need not be read.
 */
async function readMentions(
  { repository, head, policy }: AuditContext,
  { records }: HeadLedger,
  lost: LostContents,
): Promise<Mentions> {
  const retractions: HeldRetraction[] = [];
  const copies = new Map<string, Path[]>();
  const matched = new Set<Path>();
  const unread: Path[] = [];
  const open = new Set([...lost.digests, ...lost.paths]);
  const files = [...records].filter(([, { kind }]) => isFile(kind));
  const named = files.filter(([path]) => baseName(path).includes('.retraction-'));
  const others = files.filter(([path]) => !baseName(path).includes('.retraction-'));
  for (const group of [named, others]) {
    if (open.size === 0) break;
    let at = 0;
    const wanted = group.map(([path, { oid }]) => ({ path, oid, commit: head.id }));
    for await (const object of repository.contents(wanted, policy.max_bytes)) {
      const [path, entry] = group[at++]!;
      if (object === null && group === named) unread.push(path);
      const mention = object?.bytes ? await mentionIn(object.bytes, lost) : null;
      if (mention === null) continue;
      if (lost.paths.has(mention.of)) matched.add(mention.of);
      if (mention.kind === 'copy') copies.set(mention.sha256, [...(copies.get(mention.sha256) ?? []), path]);
      else {
        retractions.push({ path, entry, sha256: mention.sha256 });
        open.delete(mention.sha256);
      }
    }
  }
  return { retractions, copies, named: matched, unread };
}

interface Mention {
  readonly kind: 'retraction' | 'copy';
  readonly sha256: string;
  /** The path that it names. */
  readonly of: Path;
}

/** A valid retraction of, or a result made from, one of the contents. Most files name no digest and are not parsed. */
async function mentionIn(bytes: Buffer, { digests, paths }: LostContents): Promise<Mention | null> {
  const named = bytes.toString('latin1').match(/"[0-9a-f]{64}"/g) ?? [];
  if (named.length === 0 || (paths.size === 0 && !named.some((one) => digests.has(one.slice(1, -1)))))
    return null;
  const decoded = decodeJson(bytes);
  if (!decoded.ok) return null;
  const { value } = decoded.document;
  const native = await nativeFacts(value, null);
  if (native === null || native.faults.length > 0) return null;
  const kind =
    native.schema === RETRACTION_SCHEMA ? 'retraction' : native.schema === RESULT_SCHEMA ? 'copy' : null;
  if (kind === null) return null;
  // The schema has vouched for the shape.
  const { of, source } = value as { readonly of?: Named; readonly source?: Named };
  const { sha256 = '', path = '', file = '' } = (kind === 'retraction' ? of : source) ?? {};
  const mention = { kind, sha256, of: kind === 'retraction' ? path : file } as const;
  return digests.has(sha256) || paths.has(mention.of) ? mention : null;
}

interface Named {
  readonly sha256?: string;
  readonly path?: Path;
  readonly file?: Path;
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
      difference: removal.ungrown ?? (await this.#difference(removal, { before: parent, after: commit.oid })),
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
