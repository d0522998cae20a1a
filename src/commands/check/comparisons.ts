import type { Comparison, Trend } from '../../core/comparison.ts';
import type { Path } from '../../core/path.ts';
import {
  type CompareOptions,
  compareReadings,
  newestResult,
  type Side,
} from '../../measures/comparison/compare.ts';
import { compareTwoArms, findArms, sidesOf, type TwoArms } from '../../measures/comparison/compare-arms.ts';
import { judgedMetrics } from '../../measures/evidence/metrics.ts';
import type { Policy, Series } from '../../policy/policy.ts';
import { boundsOf } from '../../policy/series.ts';
import type { RecordSubject } from '../../rules/subject.ts';
import { earlierResults, type Shelf } from '../compare/predecessor.ts';

/** Results that are compared in one check: more than a person reads. */
const MOST_COMPARED = 20;
/** Earlier results in a trend. */
const MOST_POINTS = 12;

/**
 * Compares each added result of a series with the newest comparable one that base holds; with one that refuses, where none
 * is. A result that holds two arms and says which is its base is compared with itself too, where there is room left. Of a
 * `required` series, or one in which a regression is more than a note, no result is left out: what is not looked at would
 * hide a regression.
 */
export async function compareAdded(
  shelf: Shelf,
  added: readonly RecordSubject[],
  required: ReadonlySet<string>,
): Promise<readonly Comparison[]> {
  const comparisons = new Map(added.map((record) => [record, [] as Comparison[]]));
  let room = MOST_COMPARED;
  for (const [record, found] of comparisons) {
    const { path, series, readings } = record;
    for (const reading of readings) {
      if (series === null || reading.mode === 'scripted') continue;
      if (room <= 0 && series.regressed === 'note' && !required.has(series.id)) continue;
      const comparison = await compareOne(shelf, series, { path, reading }, required.has(series.id));
      if (comparison === null) continue;
      found.push(comparison);
      room -= 1;
    }
  }
  for (const [record, found] of comparisons) {
    const own = room <= 0 || isScripted(record) ? null : findArms(record.path, record.readings);
    if (own?.kind !== 'two') continue;
    found.push(await compareOwnArms(shelf, record.series, own.arms));
    room -= 1;
  }
  return [...comparisons.values()].flat();
}

/** A file states its own baseline, which may be an old one: the newest result that base holds is told beside it. */
async function compareOwnArms(shelf: Shelf, series: Series | null, two: TwoArms): Promise<Comparison> {
  const comparison = compareTwoArms(two, optionsFor(shelf, series));
  if (series === null) return comparison;
  const [baseline, candidate] = sidesOf(two);
  const { comparable, refused } = await earlierResults(shelf, series, candidate, 1);
  const newest = newestResult(comparable[0] ?? refused, baseline, candidate, shelf.policy.judge);
  return { ...comparison, newest };
}

async function compareOne(
  shelf: Shelf,
  series: Series,
  head: Side,
  required: boolean,
): Promise<Comparison | null> {
  const { comparable, refused } = await earlierResults(shelf, series, head, MOST_POINTS);
  const base = comparable[0] ?? refused;
  if (base === null) return null;
  return {
    ...compareReadings(base, head, {
      ...optionsFor(shelf, series),
      deciding: required ? decidingOf(series) : null,
    }),
    // A newer one that is not comparable is told of: an old base must not pass for the latest that is known.
    newest: newestResult(refused, base, head, shelf.policy.judge),
    trend: trendOf(series, comparable, head),
  };
}

function optionsFor({ policy }: Shelf, series: Series | null): CompareOptions {
  return { judge: policy.judge, allow: [], margin: null, bounds: boundsOf(series) };
}

/** The metrics that a requirement decides by: those with a threshold, or all where there is none. */
function decidingOf({ thresholds }: Series): ReadonlySet<string> | null {
  return thresholds.length === 0 ? null : new Set(thresholds.map(({ metric }) => metric));
}

function isScripted({ readings }: RecordSubject): boolean {
  return readings.some(({ mode }) => mode === 'scripted');
}

function trendOf(series: Series, earlier: readonly Side[], head: Side): Trend | null {
  const metric = series.headline ?? series.thresholds[0]?.metric ?? judgedMetrics(head.reading)[0]?.name;
  if (metric === undefined || earlier.length < 2) return null;
  const points = [...earlier]
    .reverse()
    .concat(head)
    .map((side) => ({
      label: labelOf(side),
      value: judgedMetrics(side.reading).find(({ name }) => name === metric)?.value ?? null,
    }));
  return { metric, points };
}

function labelOf({ path, reading: { run } }: Side): string {
  if (run.date === null) return path.slice(path.lastIndexOf('/') + 1);
  return run.run === null ? run.date : `${run.date} #${run.run}`;
}

/** The shelf of a range: what head holds but for what the range itself adds or changes. */
export function shelfOf(
  parts: Pick<Shelf, 'repository' | 'snapshot'>,
  changed: Iterable<Path>,
  policy: Policy,
): Shelf {
  return { ...parts, excluded: new Set(changed), policy };
}
