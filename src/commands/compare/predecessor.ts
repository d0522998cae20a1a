import type { WorkTree } from '../../adapters/git/nearby.ts';
import type { ObjectReader } from '../../adapters/git/objects.ts';
import { ledgerOf, type Snapshot } from '../../adapters/git/snapshot.ts';
import { reasonsAgainst } from '../../core/comparability.ts';
import type { Entry } from '../../core/ledger.ts';
import { parseNamePattern, readName } from '../../core/name.ts';
import { RESULT_NAME } from '../../core/native.ts';
import { baseName, type Path } from '../../core/path.ts';
import type { Policy, Series } from '../../core/policy.ts';
import type { Reading } from '../../core/reading.ts';
import { isExempt, seriesOf } from '../../core/series.ts';
import type { Side } from '../../measures/comparison/compare.ts';
import type { RecordSubject } from '../../rules/subject.ts';
import { readRecord } from '../check/record.ts';

/** Results that are opened in search of a comparable one, newest first: a series that never compares costs no more. */
const OPENED = 20;

/** What is known of a result that may be compared with: where it stands, and how old its name says it is. */
interface Candidate {
  readonly path: Path;
  readonly entry: Entry;
  readonly age: string;
}

/** The newest result of the series, among those of HEAD, that is older than `head` and comparable to it. */
export async function predecessorOnDisk(
  workTree: WorkTree,
  record: RecordSubject,
  head: Side,
  policy: Policy,
): Promise<Side | null> {
  const commit = await workTree.commit('HEAD');
  if (record.series === null || typeof commit === 'string') return null;
  return (await predecessor(workTree.objects, workTree.snapshot(commit), record.series, head, policy)).side;
}

/** A predecessor, or why there is none. */
export interface Predecessor {
  readonly side: Side | null;
  /** The newest earlier result that is not comparable, where no comparable one was found. */
  readonly nearest: Side | null;
}

/**
 * The newest result of a series in `base` that is comparable to `head` (equal metrics_version, dataset, judge, samples,
 * mode). Candidates are ordered by the date and run number in their names, so that few of them have to be opened.
 */
export async function predecessor(
  objects: ObjectReader,
  base: Snapshot,
  series: Series,
  head: Side,
  policy: Policy,
): Promise<Predecessor> {
  const candidates = await candidatesIn(base, series, head.path, policy);
  let nearest: Side | null = null;
  const newest = candidates.slice(0, OPENED);
  let index = 0;
  for await (const object of objects.readAll(
    newest.map(({ entry }) => entry.oid),
    policy.max_bytes,
  )) {
    const { path, entry } = newest[index++]!;
    if (typeof object === 'string' || object.bytes === null) continue;
    const { readings } = await readRecord(path, entry, { bytes: object.bytes }, policy, null);
    const reading = readings.find(({ arm }) => arm === head.reading.arm) ?? readings[0];
    if (reading === undefined || reading.mode === 'scripted' || !isEarlier(reading, head.reading)) continue;
    if (reasonsAgainst(reading, head.reading).length === 0) return { side: { path, reading }, nearest: null };
    nearest ??= { path, reading };
  }
  return { side: null, nearest };
}

function isEarlier(one: Reading, other: Reading): boolean {
  const [a, b] = [one.run, other.run];
  if (a.date === null || b.date === null || a.date !== b.date) return (a.date ?? '') <= (b.date ?? '\uffff');
  return (a.run ?? 0) <= (b.run ?? Number.POSITIVE_INFINITY);
}

async function candidatesIn(
  base: Snapshot,
  series: Series,
  own: Path,
  policy: Policy,
): Promise<readonly Candidate[]> {
  const parsed = parseNamePattern(series.name ?? RESULT_NAME);
  const ledger = await ledgerOf(base, policy.ledger);
  const found: Candidate[] = [];
  for (const [path, entry] of ledger) {
    if (
      path === own ||
      entry.kind !== 'file' ||
      seriesOf(path, policy)?.id !== series.id ||
      isExempt(path, policy.exempt)
    )
      continue;
    const named = 'wrong' in parsed ? { date: null, run: null } : readName(parsed, baseName(path));
    found.push({
      path,
      entry,
      age: `${named.date ?? ''} ${String(named.run ?? 0).padStart(9, '0')} ${path}`,
    });
  }
  return found.sort((a, b) => (a.age < b.age ? 1 : -1));
}
