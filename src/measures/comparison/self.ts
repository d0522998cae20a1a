import type { SelfComparison } from '../../core/comparison.ts';
import { independentRows } from '../../core/independence.ts';
import { groupBy } from '../../core/maps.ts';
import type { Reading } from '../../core/reading.ts';
import { ALPHA } from '../intervals.ts';
import { random, SEED } from '../random.ts';
import { holm } from '../significance.ts';
import { caseValues } from './case-values.ts';
import { pairUp } from './paired.ts';
import { LEAST_UNTIED } from './verdict.ts';

const SPLITS = 200;

/**
 * Splits each case's samples in two at random, again and again, and compares the halves as if they were two runs: what
 * it finds is noise. `null` where no case has two samples.
 */
export function compareWithItself(reading: Reading, splits = SPLITS, seed = SEED): SelfComparison | null {
  // A cached answer beside the one that it repeats differs in nothing: such halves would vouch for any run.
  const rows = reading.rows === null ? null : independentRows(reading.rows);
  if (rows === null) return null;
  // Samples of two arms are no samples of one thing, so that each half has as many of either.
  const byCase = groupBy(rows.keys(), (index) => JSON.stringify([rows[index]!.id, rows[index]!.arm]));
  const repeated = [...byCase.values()].filter((indices) => indices.length > 1);
  if (repeated.length === 0) return null;
  const { next } = random(seed);
  let alarms = 0;
  for (let split = 0; split < splits; split += 1) {
    const first = new Set<number>();
    for (const indices of repeated) {
      const shuffled = indices.map((index) => ({ index, key: next() })).sort((a, b) => a.key - b.key);
      for (const { index } of shuffled.slice(0, shuffled.length >> 1)) first.add(index);
    }
    const kept = new Set(repeated.flat());
    const half = (mine: boolean): Reading => ({
      ...reading,
      // Half of a run was not planned as a whole one.
      samples: null,
      cases: new Map(),
      rows: rows.filter((_, index) => kept.has(index) && first.has(index) === mine),
    });
    if (findsDifference(half(true), half(false))) alarms += 1;
  }
  const cases = new Set(repeated.map(([first]) => rows[first!]!.id)).size;
  return { splits, alarms, cases, seed };
}

function findsDifference(one: Reading, other: Reading): boolean {
  const pairs = [...one.definitions.keys()].flatMap((name) => {
    const [a, b] = [caseValues(one, name), caseValues(other, name)];
    return a === null || b === null ? [] : (pairUp(a, b) ?? []);
  });
  const tested = pairs.filter(({ untied }) => untied >= LEAST_UNTIED);
  return holm(tested.map(({ p }) => p)).some((p) => p <= ALPHA);
}
