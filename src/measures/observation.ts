import { groupBy, memoized } from '../core/maps.ts';
import type { Reason } from '../core/verdict.ts';

/** A finite number, or no number and the reason why: a missing value cannot be averaged by mistake. */
export type Measured = Value | Unmeasured;

interface Value {
  readonly value: number;
  readonly ratio?: Ratio;
}

export interface Unmeasured {
  readonly value: null;
  readonly reason: Reason;
  readonly detail?: string;
}

/** The two sums behind a value, kept so that a threshold can compare them as a rational number. */
interface Ratio {
  readonly numerator: number;
  readonly denominator: number;
}

/** Wraps a number that was measured. @throws RangeError where it is not finite: that is a bug of the caller. */
export function measured(value: number): Value {
  if (!Number.isFinite(value)) throw new RangeError(`a measured value must be finite, not ${value}`);
  // -0 is 0: which of the two comes out must not depend on the order of the rows.
  return { value: value === 0 ? 0 : value };
}

/** Says that there is no number, and why. */
export function unmeasured(reason: Reason, detail?: string): Unmeasured {
  return detail === undefined ? { value: null, reason } : { value: null, reason, detail };
}

/**
 * numerator / denominator with both kept, the denominator positive. `no_cases` over nothing: never 0, never NaN.
 * @throws RangeError where a part is not finite.
 */
export function ratioOf(numerator: number, denominator: number, detail?: string): Measured {
  if (denominator === 0) return unmeasured('no_cases', detail);
  // A rational compares by cross-multiplication, which wants a positive denominator.
  const sign = Math.sign(denominator);
  const ratio = { numerator: measured(numerator * sign).value, denominator: Math.abs(denominator) };
  return { ...measured(ratio.numerator / ratio.denominator), ratio };
}

/** One sample of one case: its value, or why there is none. A hole in the grid is one too: `evidence_missing`. */
export type Observation = { readonly case: string } & Measured;

/** A case with the values of its measured samples. */
export interface CaseSamples {
  readonly case: string;
  readonly values: readonly number[];
  readonly unmeasured: number;
}

/** The observations by case, in order of first appearance, without those that are not applicable. */
export function samplesByCase(observations: readonly Observation[]): readonly CaseSamples[] {
  return groupsOf(observations).cases;
}

/** How much of what was expected was measured. What is `not_applicable` was not expected. */
export interface Coverage {
  readonly measured: number;
  readonly expected: number;
  readonly measuredCases: number;
  readonly expectedCases: number;
}

/** Counts rows and cases; a case is measured with its first measured sample. */
export function coverageOf(observations: readonly Observation[]): Coverage {
  return groupsOf(observations).coverage;
}

/** The values that were measured, in the order of the rows. */
export function measuredValues(observations: readonly Measured[]): readonly number[] {
  const values: number[] = [];
  for (const { value } of observations) if (value !== null) values.push(value);
  return values;
}

/**
 * Why nothing at all was measured: `no_cases` where nothing was expected, `not_applicable` where all rows are,
 * else the commonest reason of the rows (of equals, the first by name).
 */
export function whyNothing(observations: readonly Measured[]): Unmeasured {
  const reasons = observations.flatMap((each) =>
    each.value !== null || each.reason === 'not_applicable' ? [] : [each.reason],
  );
  const counts = commonestFirst(reasons);
  const [first] = counts.keys();
  if (first === undefined) return unmeasured(observations.length === 0 ? 'no_cases' : 'not_applicable');
  const listed = Array.from(counts, ([reason, count]) => `${count} ${reason}`).join(', ');
  return unmeasured(first, `none of ${reasons.length} was measured: ${listed}`);
}

/** How often each text is there, the commonest first; of equals, the first by name. */
export function commonestFirst<Text extends string>(texts: readonly Text[]): ReadonlyMap<Text, number> {
  return new Map([...countEach(texts)].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)));
}

/** How often each item is there, in order of first appearance. */
export function countEach<Item>(items: Iterable<Item>): Map<Item, number> {
  const counts = new Map<Item, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/**
 * The rows of each group, sorted by the group's name: a headline by category or provenance is the same aggregation on
 * each of them. Rows without a group (null) are in none.
 */
export function splitBy<Row>(
  rows: readonly Row[],
  groupOf: (row: Row) => string | null,
): ReadonlyMap<string, readonly Row[]> {
  const groups = [...groupBy(rows, groupOf)].flatMap(([name, group]) =>
    name === null ? [] : [[name, group] as const],
  );
  return new Map(groups.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Grouped once for each list: a headline, its coverage and its interval ask for the same, and grouping is what costs. */
const groupsOf = memoized((observations: readonly Observation[]) => {
  const cases = groupByCase(observations);
  return { cases, coverage: coverageOfCases(cases) };
});

function groupByCase(observations: readonly Observation[]): readonly CaseSamples[] {
  const cases = new Map<string, { case: string; values: number[]; unmeasured: number }>();
  let samples: { case: string; values: number[]; unmeasured: number } | undefined;
  for (const observation of observations) {
    if (observation.value === null && observation.reason === 'not_applicable') continue;
    // The samples of a case mostly stand together.
    if (samples?.case !== observation.case) samples = cases.get(observation.case);
    if (samples === undefined) {
      samples = { case: observation.case, values: [], unmeasured: 0 };
      cases.set(observation.case, samples);
    }
    if (observation.value === null) samples.unmeasured += 1;
    else samples.values.push(observation.value);
  }
  return [...cases.values()];
}

function coverageOfCases(cases: readonly CaseSamples[]): Coverage {
  let measured = 0;
  let expected = 0;
  let measuredCases = 0;
  for (const { values, unmeasured: missing } of cases) {
    measured += values.length;
    expected += values.length + missing;
    if (values.length > 0) measuredCases += 1;
  }
  return { measured, expected, measuredCases, expectedCases: cases.length };
}

export type { Reason };
