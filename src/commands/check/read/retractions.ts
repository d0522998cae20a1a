import { contentsInHistory } from '../../../adapters/git/ancestry.ts';
import type { Repository, WantedFile } from '../../../adapters/git/repository.ts';
import { CommitSnapshot, entryAt, NO_COMMIT, type Snapshot } from '../../../adapters/git/snapshot.ts';
import { sha256 } from '../../../core/digest.ts';
import { type Entry, isFile } from '../../../core/ledger.ts';
import type { Path } from '../../../core/path.ts';
import type { Reading } from '../../../core/reading.ts';
import type { Retraction } from '../../../core/retraction.ts';
import { POLICY_FILE, type Policy } from '../../../policy/policy.ts';
import { hasFolders, ledgerDirectory, seriesOf } from '../../../policy/series.ts';
import type { RecordSubject } from '../../../rules/subject.ts';
import { readingOf, seriesFiles } from '../../compare/predecessor.ts';
import { type KnownRetraction, setAsideBy, unmetMetrics } from '../judge/retractions.ts';
import type { CheckContext } from './context.ts';
import type { Range } from './range.ts';
import { readWithin } from './record.ts';

/** Results of a series that are opened in search of the newest. */
const MOST_OPENED = 20;

/** Gathers what the rules of retractions look at. One whose record cannot be read is noted, and judged by none of them. */
export async function readRetractions(
  context: CheckContext,
  retractions: readonly Retraction[],
): Promise<readonly KnownRetraction[]> {
  const { unread } = context.repository;
  const facts: KnownRetraction[] = [];
  for (const retraction of retractions) {
    const known = await unread.attempt(() => factsOf(context, retraction), null);
    if (known !== null) facts.push(known);
  }
  return context.range.mode === 'all' ? facts : withSetAside(context, facts);
}

/** What is published: the retraction of anything else frees nothing. */
function published(range: Range): readonly Snapshot[] {
  if (range.mode === 'all') return [range.policyAt ?? range.head];
  return [...range.frozen, ...range.tips, ...(range.unrelated ?? [])];
}

async function factsOf(
  { repository, range, policy }: CheckContext,
  retraction: Retraction,
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
  if (here !== null && (ledgerDirectory(of.path, policy.ledger) === null || of.path === POLICY_FILE)) {
    return { subject: { ...known, target: 'outside', digests: [] }, oid: null };
  }
  if (held !== null && (await isPart(policy, held.snapshot, of.path))) {
    return { subject: { ...known, target: 'part', digests: [] }, oid: null };
  }
  if (held !== null) {
    const found = await contents([held.oid], held.snapshot);
    if (found === null || found.includes(of.sha256) || !seriesOf(of.path, policy)?.grows) {
      return found && { subject: { ...known, target: 'held', digests: found }, oid: held.oid };
    }
    // It is of what the file was before it grew: that is known, and says nothing of what stands there now.
    const earlier = await contents(await contentsBefore(repository, of.path, snapshots), range.head);
    return earlier && { subject: { ...known, target: 'held', digests: [...found, ...earlier] }, oid: null };
  }
  if ((await firstEntry([range.head], of.path)) !== null) {
    return { subject: { ...known, target: 'added', digests: [] }, oid: null };
  }
  const lost = await contentsBefore(repository, of.path, snapshots);
  const target = lost.length === 0 ? 'missing' : 'lost';
  const found = await contents(lost, range.head);
  return found && { subject: { ...known, target, digests: found }, oid: null };
}

function contentsBefore(
  repository: Repository,
  path: Path,
  snapshots: readonly Snapshot[],
): Promise<readonly string[]> {
  const commits = snapshots
    .filter((one) => one instanceof CommitSnapshot && one.id !== NO_COMMIT)
    .map(({ id }) => id);
  return contentsInHistory(repository, path, commits);
}

/** Whether a file is only a part of a result; what knows that is loaded only where a result can be a folder. */
async function isPart(policy: Policy, snapshot: Snapshot, path: Path): Promise<boolean> {
  if (!hasFolders(policy)) return false;
  const { Folders } = await import('./folder-runs.ts');
  return (await new Folders(snapshot, policy).wholeOf(path)) !== null;
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
    found.push(sha256(object.bytes));
  }
  return found;
}

/**
 * Retractions with what they set aside: the newest run of a series that missed, so that an older one is judged in its
 * place. Only new retractions are asked: one that has landed was reported when it did.
 */
async function withSetAside(
  context: CheckContext,
  known: readonly KnownRetraction[],
): Promise<readonly KnownRetraction[]> {
  const { repository, range, policy } = context;
  const retracted = new Set(known.map(({ subject }) => subject.retraction.of.path));
  return Promise.all(
    known.map(async (one) => {
      const { subject, oid } = one;
      const { path, sha256 } = subject.retraction.of;
      if (oid === null || !subject.digests.includes(sha256)) return one;
      const object = await repository.objects.read(oid, policy.max_bytes);
      if (typeof object === 'string' || object.bytes === null) return one;
      const entry = { oid, kind: 'file' } as const;
      const record = await readWithin(
        repository,
        range.head,
        { path, entry },
        { bytes: object.bytes },
        policy,
      );
      if (record === null) return one;
      const metrics = unmetMetrics(record);
      const setsAside =
        metrics.length === 0
          ? null
          : setAsideBy(record, metrics, await othersOfSeries(context, record, retracted));
      return { ...one, subject: { ...subject, setsAside } };
    }),
  );
}

/** What could be judged in the place of a retracted result: a reading of each of the results near it. */
async function othersOfSeries(
  { repository, range, policy }: CheckContext,
  { path, series }: RecordSubject,
  excluded: ReadonlySet<Path>,
) {
  const others: { readonly path: Path; readonly reading: Reading }[] = [];
  if (series === null) return others;
  const search = { repository, snapshot: range.head, excluded, policy };
  let opened = 0;
  for await (const candidate of seriesFiles(search, series, path)) {
    const reading = await readingOf(search, candidate, null);
    if (reading !== null) others.push({ path: candidate.path, reading });
    opened += 1;
    if (opened === MOST_OPENED) break;
  }
  return others;
}
