import type { Repository } from '../../adapters/git/repository.ts';
import type { Snapshot } from '../../adapters/git/snapshot.ts';
import { type Entry, isFile } from '../../core/ledger.ts';
import { directoryName, type Path } from '../../core/path.ts';
import type { Policy } from '../../core/policy.ts';
import { seriesOf } from '../../core/series.ts';
import type { RecordSubject } from '../../rules/subject.ts';
import { unreadable } from './facts.ts';
import type { Range } from './range.ts';
import { readRecord } from './record.ts';

/** How many folders beside an added record's own are looked into for an older one of its series. */
const NEIGHBOURS = 12;

/**
 * The newest record of each added record's series that base holds, read: what an added definition is held against. It is
 * looked for where the added records lie, then in the folders beside them, the last first: cost follows the change.
 */
export async function predecessors(
  repository: Repository,
  range: Range,
  added: readonly RecordSubject[],
  policy: Policy,
): Promise<readonly RecordSubject[]> {
  const found = new Map<Path, Entry>();
  const asked = new Set<string>();
  for (const { path, series } of added) {
    const folder = directoryName(path);
    const key = JSON.stringify([series?.id, folder]);
    if (series === null || asked.has(key)) continue;
    asked.add(key);
    for (const snapshot of range.frozen) {
      const newest = await newestOf(snapshot, series.id, folder, policy);
      if (newest !== null) found.set(newest.path, newest.entry);
    }
  }
  const list = [...found];
  const records: RecordSubject[] = [];
  const oids = list.map(([, { oid }]) => oid);
  for await (const object of repository.objects.readAll(oids, policy.max_bytes)) {
    const [path, entry] = list[records.length]!;
    if (typeof object === 'string') throw unreadable(entry.oid);
    const read = object.bytes === null ? { size: object.size } : { bytes: object.bytes };
    records.push(await readRecord(path, entry, read, policy, null));
  }
  return records;
}

interface Placed {
  readonly path: Path;
  readonly entry: Entry;
}

async function newestOf(
  snapshot: Snapshot,
  series: string,
  folder: Path,
  policy: Policy,
): Promise<Placed | null> {
  const here = await lastIn(snapshot, series, folder, policy);
  if (here !== null) return here;
  const parent = directoryName(folder);
  if (folder === '' || policy.ledger.includes(folder)) return null;
  const beside = (await snapshot.children(parent)).lines
    .filter(({ entry }) => entry.kind === 'directory')
    .map(({ name }) => (parent === '' ? name : `${parent}/${name}`))
    .filter((path) => path !== folder)
    .sort(byName)
    .slice(-NEIGHBOURS);
  for (const path of beside.reverse()) {
    const found = await lastIn(snapshot, series, path, policy);
    if (found !== null) return found;
  }
  return lastIn(snapshot, series, parent, policy);
}

/** The record of a series whose name sorts last in a folder: names hold the date, then the run. */
async function lastIn(
  snapshot: Snapshot,
  series: string,
  folder: Path,
  policy: Policy,
): Promise<Placed | null> {
  let last: Placed | null = null;
  for (const { name, entry } of (await snapshot.children(folder)).lines) {
    if (!isFile(entry.kind)) continue;
    const path = folder === '' ? name : `${folder}/${name}`;
    if (last !== null && byName(path, last.path) < 0) continue;
    if (seriesOf(path, policy)?.id === series) last = { path, entry };
  }
  return last;
}

/** Numbers in names by value: run10 comes after run9. The same on every machine, whatever its language. */
function byName(a: string, b: string): number {
  return NATURAL.compare(a, b);
}

const NATURAL = new Intl.Collator('en', { numeric: true });
