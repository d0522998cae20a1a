import type { Repository } from '../../adapters/git/repository.ts';
import type { Snapshot } from '../../adapters/git/snapshot.ts';
import { reasonsAgainst } from '../../core/comparability.ts';
import { sha256 } from '../../core/digest.ts';
import type { LedgerFile } from '../../core/ledger.ts';
import { placeOf } from '../../core/ledger-entry.ts';
import { type NamePattern, parseNamePattern, readName } from '../../core/name-pattern.ts';
import { RESULT_NAME } from '../../core/native.ts';
import { baseName, comparePaths, directoryName, type Path, pathIn } from '../../core/path.ts';
import type { Reading } from '../../core/reading.ts';
import { namedAsRetraction, namesRetraction } from '../../core/retraction.ts';
import { readingNamed, type Side } from '../../measures/comparison/arms.ts';
import type { Policy, Series } from '../../policy/policy.ts';
import { isWholeRun } from '../../policy/reference-run.ts';
import { isExempt, ledgerDirectory, seriesOf } from '../../policy/series.ts';
import { retractionIn } from '../check/judge/retractions.ts';
import { readWithin } from '../check/read/record.ts';

/** Results that are opened in search of comparable ones: a series in which nothing compares costs no more. */
const MOST_OPENED = 20;

/** Directories that are looked into, so that the cost follows the change and not the ledger. */
const MOST_DIRECTORIES = 40;

/** Where predecessors are looked for. */
export interface EarlierSearch {
  /** Reads its files and notes those that cannot be read. */
  readonly repository: Repository;
  /** The ledger as it stands; it holds every record of base, or the check has failed already. */
  readonly snapshot: Snapshot;
  /** Paths that the range adds or changes: no predecessors. */
  readonly excluded: ReadonlySet<Path>;
  readonly policy: Policy;
}

/** Earlier results of a series, newest first. */
export interface EarlierResults {
  /** Comparable ones, at most as many as were asked for. */
  readonly comparable: readonly Side[];
  /** The newest one that is not comparable, where it is newer than every comparable one. */
  readonly refused: Side | null;
}

/** Finds the newest results of the series that are earlier than `head` and comparable to it. */
export async function earlierResults(
  search: EarlierSearch,
  series: Series,
  head: Side,
  wanted: number,
): Promise<EarlierResults> {
  const comparable: Side[] = [];
  let refused: Side | null = null;
  const newest: SeriesFile[] = [];
  for await (const file of seriesFiles(search, series, head.path)) {
    if (newest.push(file) === MOST_OPENED) break;
  }
  const entries = newest.flatMap(({ entry, retractions }) => [entry, ...retractions.map((one) => one.entry)]);
  await search.repository.prefetchFiles(entries.map(({ oid }) => oid));
  for (const file of newest) {
    if (comparable.length >= wanted) break;
    const { path } = file;
    const reading = await readingOf(search, file, head.reading.arm);
    if (reading === null || !isWholeRun(reading) || !isEarlier(reading, head.reading)) continue;
    if (reasonsAgainst(reading, head.reading).length === 0) comparable.push({ path, reading });
    else if (comparable.length === 0) refused ??= { path, reading };
  }
  return { comparable, refused };
}

/** What a candidate says; `null` where it cannot be read, or is retracted and counts for nothing. */
export async function readingOf(
  search: EarlierSearch,
  file: SeriesFile,
  arm: string | null,
): Promise<Reading | null> {
  const { repository, snapshot, policy } = search;
  const bytes = await bytesOf(search, file);
  if (bytes === null || (await isRetracted(search, file, bytes))) return null;
  const readings = (await readWithin(repository, snapshot, file, { bytes }, policy))?.readings;
  if (readings === undefined) return null;
  // A candidate is compared with an earlier run that has none; an arm of any other name only with itself.
  const whole = arm === null || arm === 'candidate' ? (readings[0] ?? null) : null;
  return readingNamed(readings, arm) ?? whole;
}

/** The content of a file; `null` where it is too large or cannot be read. */
async function bytesOf(
  { repository, snapshot, policy }: EarlierSearch,
  { path, entry: { oid } }: LedgerFile,
): Promise<Buffer | null> {
  const object = await repository.content({ path, oid, commit: snapshot.id }, policy.max_bytes);
  return object?.bytes ?? null;
}

/** Whether a retraction in the same directory names the record and these very bytes. */
export async function isRetracted(
  search: EarlierSearch,
  { path, retractions }: SeriesFile,
  bytes: Uint8Array,
): Promise<boolean> {
  if (retractions.length === 0) return false;
  const digest = sha256(bytes);
  for (const beside of retractions) {
    const read = await bytesOf(search, beside);
    if (read === null) continue;
    const { repository, snapshot, policy } = search;
    const record = await readWithin(repository, snapshot, beside, { bytes: read }, policy);
    const retraction = record === null ? null : retractionIn(record);
    if (retraction?.of.path === path && retraction.of.sha256 === digest) return true;
  }
  return false;
}

function isEarlier({ run: one }: Reading, { run: other }: Reading): boolean {
  if (one.date !== other.date && one.date !== null && other.date !== null) return one.date < other.date;
  return one.run === null || other.run === null || one.run <= other.run;
}

/** A file that a series claims, with the files that are named as its retractions. */
export interface SeriesFile extends LedgerFile {
  readonly retractions: readonly LedgerFile[];
}

/** The files of a series, nearest folder first and newest name first within each: `results/<suite>/<yyyy-mm>/` backwards. */
export async function* seriesFiles(
  search: EarlierSearch,
  series: Series,
  own: Path,
): AsyncGenerator<SeriesFile> {
  const root = ledgerDirectory(own, search.policy.ledger);
  if (root === null) return;
  const pattern = parseNamePattern(series.name ?? RESULT_NAME);
  const visited = new Set<Path>();
  for (let directory = directoryName(own); ; directory = directoryName(directory)) {
    yield* below(search, series, 'wrong' in pattern ? null : pattern, directory, own, visited);
    if (directory === root || directory === '' || visited.size >= MOST_DIRECTORIES) return;
  }
}

async function* below(
  search: EarlierSearch,
  series: Series,
  pattern: NamePattern | null,
  directory: Path,
  own: Path,
  visited: Set<Path>,
): AsyncGenerator<SeriesFile> {
  if (visited.has(directory) || visited.size >= MOST_DIRECTORIES) return;
  visited.add(directory);
  const { unread } = search.repository;
  const found = await unread.attempt(() => search.snapshot.children(directory), null);
  const lines = found?.lines ?? [];
  const isExcluded = (path: Path) => path === own || search.excluded.has(path);
  const inFolders = series.folder !== null && !search.policy.ledger.map(placeOf).includes(directory || '.');
  const files: (LedgerFile & { readonly age: string })[] = [];
  const folders: Path[] = [];
  const retractions: LedgerFile[] = [];
  // Trees are sorted by name, and names hold the date first: the last ones are the newest, but for run 10 before run 9.
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const { name, entry } = lines[at]!;
    const path = pathIn(directory, name);
    if (entry.kind === 'directory') folders.push(path);
    // A series' glob often claims the retractions of its results too: they are no results.
    else if (namedAsRetraction(name)) retractions.push({ path, entry });
    else if (
      (files.length < MOST_OPENED || inFolders) &&
      entry.kind === 'file' &&
      (inFolders || !isExcluded(path)) &&
      isOf(search, series, path)
    ) {
      files.push({ path, entry, age: age(name, pattern) });
    }
  }
  // A folder that is one result has one headline, the first by name, and holds no other result.
  const isRun = inFolders && files.length > 0;
  if (isRun) files.splice(0, files.length - 1);
  for (const { path, entry } of files.sort((a, b) => comparePaths(b.age, a.age))) {
    if (isExcluded(path)) continue;
    const beside = retractions.filter((one) => namesRetraction(baseName(one.path), path));
    yield { path, entry, retractions: beside };
  }
  if (isRun) return;
  for (const folder of folders) yield* below(search, series, pattern, folder, own, visited);
}

function isOf({ policy }: EarlierSearch, series: Series, path: Path): boolean {
  return seriesOf(path, policy)?.id === series.id && !isExempt(path, policy.exempt);
}

/** What orders names: the date and the run number in them, then the whole name. */
function age(name: string, pattern: NamePattern | null): string {
  const read = pattern === null ? null : readName(pattern, name);
  return read === null || read.date === null
    ? name
    : `${read.date} ${String(read.run ?? 0).padStart(9, '0')} ${name}`;
}
