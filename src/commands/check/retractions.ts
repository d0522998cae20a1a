import { createHash } from 'node:crypto';
import { contentsInHistory } from '../../adapters/git/contents.ts';
import type { Repository, WantedFile } from '../../adapters/git/repository.ts';
import { CommitSnapshot, entryAt, NO_COMMIT, type Snapshot } from '../../adapters/git/snapshot.ts';
import { type Entry, isFile } from '../../core/ledger.ts';
import type { Path } from '../../core/path.ts';
import type { ResultReport } from '../../core/report.ts';
import { type Retraction, readRetraction } from '../../core/retraction.ts';
import { POLICY_FILE } from '../../policy/policy.ts';
import { ledgerDirectory } from '../../policy/series.ts';
import type { RecordSubject, RetractionSubject } from '../../rules/subject.ts';
import type { Range } from './read/range.ts';

/** The retraction that a record is, or `null` where it is something else or breaks the schema. */
export function retractionIn({ path, native, content }: RecordSubject): Retraction | null {
  if (native === null || native.faults.length > 0 || content.kind !== 'document') return null;
  return readRetraction(path, content.document.value);
}

/** A retraction, what its rules look at, and the object that the base holds at the path that it names. */
export interface KnownRetraction {
  readonly subject: RetractionSubject;
  readonly oid: string | null;
}

/** Gathers what the rules of retractions look at. One whose record cannot be read is noted, and judged by none of them. */
export async function retractionFacts(
  repository: Repository,
  range: Range,
  retractions: readonly Retraction[],
  ledger: readonly Path[],
): Promise<readonly KnownRetraction[]> {
  const facts: KnownRetraction[] = [];
  for (const retraction of retractions) {
    const known = await repository.unread.attempt(() => factsOf(repository, range, retraction, ledger), null);
    if (known !== null) facts.push(known);
  }
  return facts;
}

/** What is published: the retraction of anything else frees nothing. */
function published(range: Range): readonly Snapshot[] {
  if (range.mode === 'all') return [range.policyAt ?? range.head];
  return [...range.frozen, ...range.tips, ...(range.unrelated ?? [])];
}

async function factsOf(
  repository: Repository,
  range: Range,
  retraction: Retraction,
  ledger: readonly Path[],
): Promise<KnownRetraction | null> {
  const { of, superseded_by: successor } = retraction;
  const snapshots = published(range);
  const held = await firstEntry(snapshots, of.path);
  const contents = (oids: readonly string[], { id }: Snapshot) =>
    digests(
      repository,
      oids.map((oid) => ({ oid, path: of.path, commit: id })),
    );
  const known = {
    retraction,
    successor: successor === null || (await firstEntry([range.head, ...snapshots], successor)) !== null,
    setsAside: null,
  };
  const here = held === null ? await kindAt([...snapshots, range.head], of.path) : 'file';
  if (here === 'directory') return { subject: { ...known, target: 'folder', digests: [] }, oid: null };
  if (here !== null && (ledgerDirectory(of.path, ledger) === null || of.path === POLICY_FILE)) {
    return { subject: { ...known, target: 'outside', digests: [] }, oid: null };
  }
  if (held !== null) {
    const found = await contents([held.oid], held.snapshot);
    return found && { subject: { ...known, target: 'held', digests: found }, oid: held.oid };
  }
  if ((await firstEntry([range.head], of.path)) !== null) {
    return { subject: { ...known, target: 'added', digests: [] }, oid: null };
  }
  const commits = snapshots
    .filter((one) => one instanceof CommitSnapshot && one.id !== NO_COMMIT)
    .map(({ id }) => id);
  const lost = await contentsInHistory(repository, of.path, commits);
  const target = lost.length === 0 ? 'missing' : 'lost';
  const found = await contents(lost, range.head);
  return found && { subject: { ...known, target, digests: found }, oid: null };
}

async function firstEntry(
  snapshots: readonly Snapshot[],
  path: Path,
): Promise<{ readonly oid: string; readonly snapshot: Snapshot } | null> {
  for (const snapshot of snapshots) {
    const entry = await entryAt(snapshot, path);
    if (entry !== null && isFile(entry.kind)) return { oid: entry.oid, snapshot };
  }
  return null;
}

async function kindAt(snapshots: readonly Snapshot[], path: Path): Promise<Entry['kind'] | null> {
  for (const snapshot of snapshots) {
    const entry = await entryAt(snapshot, path);
    if (entry !== null) return entry.kind;
  }
  return null;
}

/** SHA-256 of contents; `null` where one cannot be read, which is noted. */
async function digests(
  repository: Repository,
  files: readonly WantedFile[],
): Promise<readonly string[] | null> {
  const found: string[] = [];
  for await (const object of repository.contents(files, Number.POSITIVE_INFINITY)) {
    if (!object?.bytes) return null;
    found.push(createHash('sha256').update(object.bytes).digest('hex'));
  }
  return found;
}

/**
 * The retractions that hold, by the path of the record: published, and of the very bytes that stand there now. Another
 * content under the same name is not freed by it.
 */
export function effective(
  known: readonly KnownRetraction[],
  records: ReadonlyMap<Path, Entry>,
): ReadonlyMap<Path, Retraction> {
  return new Map(
    known
      .filter(({ subject: { retraction, digests }, oid }) => {
        const { path, sha256 } = retraction.of;
        return oid !== null && records.get(path)?.oid === oid && digests.includes(sha256);
      })
      .map(({ subject: { retraction } }) => [retraction.of.path, retraction]),
  );
}

/** A result as it is reported once it has been retracted. */
export function marked(result: ResultReport, retracted: ReadonlyMap<Path, Retraction>): ResultReport {
  const retraction = retracted.get(result.path);
  if (retraction === undefined) return result;
  const { path, reason } = retraction;
  return { ...result, status: 'retracted', reason, retraction: path };
}
