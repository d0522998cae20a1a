import type { Entry, LedgerFile } from '../../../core/ledger.ts';
import { isPattern, placeOf } from '../../../core/ledger-entry.ts';
import { baseName, comparePaths, directoryName, type Path } from '../../../core/path.ts';
import { namedAsRetraction, namesRetraction } from '../../../core/retraction.ts';
import { hasEnforcedThresholds, ledgerDirectory } from '../../../policy/series.ts';
import type { RecordSubject } from '../../../rules/subject.ts';
import { isRetracted, seriesFiles } from '../../compare/predecessor.ts';
import type { DuplicateSource } from '../judge/duplicates.ts';
import type { RecordSource } from '../judge/records.ts';
import { isNamedAhead } from '../judge/results.ts';
import type { CheckContext } from './context.ts';
import { readWithin } from './record.ts';
import type { ReferenceRuns } from './reference-runs.ts';

/** Reads the records at these places, and what they are compared with, as the judging of them asks for it. */
export function recordSource(
  context: CheckContext,
  { entries, parts }: Pick<RecordSource, 'entries' | 'parts'>,
): RecordSource {
  const { repository, range, policy, judging } = context;
  const { budget, unread } = repository;
  let runs: Promise<ReferenceRuns | null> | null = null;
  return {
    policy,
    proposed: judging.proposed,
    whole: range.mode === 'all',
    until: range.until,
    entries,
    parts,
    duplicates: duplicateSource(context),
    records: (some) => recordsAt(context, some, range.committed),
    attempt: (work) => unread.attempt(work, null),
    drawnBy(work, path) {
      if (path !== undefined) budget.open(path);
      return budget.drawnBy(work);
    },
    async referenceRun(series, judged, older) {
      runs ??= referenceRuns(context, entries);
      return (await runs)?.of(series, judged, older) ?? null;
    },
    async retractions(retractions) {
      if (retractions.length === 0) return [];
      return (await import('./retractions.ts')).readRetractions(context, retractions);
    },
    predecessors: (added) => predecessors(context, added),
  };
}

async function* recordsAt(
  { repository, range, policy }: CheckContext,
  entries: ReadonlyMap<Path, Entry>,
  committed: number | null,
): AsyncGenerator<RecordSubject> {
  const list = [...entries];
  const files = list.map(([path, { oid }]) => ({ path, oid, commit: range.head.id }));
  let at = 0;
  for await (const object of repository.contents(files, policy.max_bytes)) {
    const [path, entry] = list[at++]!;
    if (object === null) continue;
    const read = object.bytes === null ? { size: object.size } : { bytes: object.bytes };
    const record = await readWithin(repository, range.head, { path, entry }, read, policy, committed);
    if (record !== null) yield record;
  }
}

/** What an added record's evidence is compared with; nothing where there is no base, or nothing is enforced. */
async function referenceRuns(
  context: CheckContext,
  entries: ReadonlyMap<Path, Entry>,
): Promise<ReferenceRuns | null> {
  const { tips, frozen, head, mode } = context.range;
  // They stand at the tip that the range will land on, else where it begins.
  const base = mode === 'all' ? head : (tips[0] ?? frozen[0] ?? null);
  if (base === null || !context.policy.series.some(hasEnforcedThresholds)) return null;
  const { ReferenceRuns } = await import('./reference-runs.ts');
  return new ReferenceRuns(context, base, mode === 'all' ? entries : null);
}

/**
 * The newest record of each added record's series that stood before, read: an added definition is compared with its own. It
 * is looked for where the added records lie, then in the folders beside them: cost follows the change.
 */
async function predecessors(
  context: CheckContext,
  added: readonly RecordSubject[],
): Promise<readonly RecordSubject[]> {
  const { repository, range, policy } = context;
  if (range.mode === 'all') return [];
  const excluded = new Set(added.map(({ path }) => path));
  const search = { repository, snapshot: range.head, excluded, policy };
  const found = new Map<Path, Entry>();
  const asked = new Set<string>();
  for (const { path, series } of added) {
    const key = JSON.stringify([series?.id, directoryName(path)]);
    if (series === null || asked.has(key)) continue;
    asked.add(key);
    for await (const newest of seriesFiles(search, series, path)) {
      if (isNamedAhead(newest.path, range.until)) continue;
      found.set(newest.path, newest.entry);
      break;
    }
  }
  const records: RecordSubject[] = [];
  for await (const record of recordsAt(context, found, null)) records.push(record);
  return records;
}

/** Lines of trees that are looked through for equal blobs: a ledger of this many records is looked through as a whole. */
const MOST_LINES = 10_000;

/** Reads what the search for duplicates asks of head's ledger. */
function duplicateSource(context: CheckContext): DuplicateSource {
  const { repository, range, policy } = context;
  return {
    async readings(file) {
      const bytes = await bytesOf(context, file);
      const record = bytes && (await readWithin(repository, range.head, file, { bytes }, policy));
      return record?.readings ?? null;
    },
    isRetracted: (file) => isRetractedBeside(context, file),
    holding: (oids, near) => filesHolding(context, oids, near),
  };
}

async function bytesOf({ repository, range, policy }: CheckContext, { path, entry: { oid } }: LedgerFile) {
  const object = await repository.content({ path, oid, commit: range.head.id }, policy.max_bytes);
  return object?.bytes ?? null;
}

async function isRetractedBeside(context: CheckContext, { path, entry }: LedgerFile): Promise<boolean> {
  const { repository, policy } = context;
  const snapshot = context.range.head;
  const folder = directoryName(path);
  const retractions = (await snapshot.children(folder)).lines
    .map((line) => ({ path: folder === '' ? line.name : `${folder}/${line.name}`, entry: line.entry }))
    .filter((one) => namedAsRetraction(one.path) && namesRetraction(baseName(one.path), path));
  if (retractions.length === 0) return false;
  const bytes = await bytesOf(context, { path, entry });
  const search = { repository, snapshot, excluded: new Set<Path>(), policy };
  return bytes !== null && isRetracted(search, { path, entry, retractions }, bytes);
}

/** Where the ledger holds one of these blobs: in the folders of the paths, then around them, as far as few lines go. */
async function filesHolding(
  { repository, range, policy }: CheckContext,
  oids: ReadonlySet<string>,
  near: readonly Path[],
): Promise<readonly LedgerFile[]> {
  const found: LedgerFile[] = [];
  const visited = new Set<Path>();
  let lines = 0;
  const visit = async (folder: Path, deep = true): Promise<void> => {
    if (visited.has(folder) || lines > MOST_LINES) return;
    visited.add(folder);
    const directory = await repository.unread.attempt(() => range.head.children(folder), null);
    if (directory === null) return;
    lines += directory.length;
    for (const { name, entry } of [...directory.pick(oids)].reverse()) {
      const path = folder === '' ? name : `${folder}/${name}`;
      if (entry.kind === 'directory') await (deep && visit(path));
      else found.push({ path, entry });
    }
  };
  for (const folder of [...new Set(near.map(directoryName))].sort(comparePaths)) {
    for (let around = folder; around !== '' && ledgerDirectory(`${around}/x`, policy.ledger) !== null; ) {
      await visit(around);
      around = directoryName(around);
    }
  }
  for (const entry of policy.ledger) {
    const place = placeOf(entry);
    await visit(place === '.' ? '' : place, !isPattern(entry));
  }
  return found;
}
