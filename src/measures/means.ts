import { memoized } from '../core/maps.ts';
import { shortList } from '../core/text.ts';
import { exactMean, exactSum } from './exact-sum.ts';
import {
  type CaseSamples,
  type Measured,
  measured,
  measuredValues,
  type Observation,
  ratioOf,
  samplesByCase,
  type Unmeasured,
  unmeasured,
  whyNothing,
} from './observation.ts';

/** What is averaged: cases, each by the mean of its samples (the default), or all rows alike. */
export type MeanOver = 'cases' | 'rows';

/**
 * The mean over cases of each case's mean over its measured samples: repeats of one case are not independent, so a
 * case counts once however often it ran (Miller, "Adding Error Bars to Evals", 2024, section 2.2).
 * `over: 'rows'` weighs each row alike. Unmeasured samples are left out; null where none is measured.
 */
export function mean(observations: readonly Observation[], over: MeanOver = 'cases'): Measured {
  const values = measuredValues(observations);
  if (values.length === 0) return whyNothing(observations);
  return measured(over === 'rows' ? exactMean(values) : meanOfCases(observations, values));
}

const LARGEST = 1e280;

/** The mean of the cases' means without rounding these first: 0.1 + 0.2 in one case and 0.3 in another are two equal cases. */
function meanOfCases(observations: readonly Observation[], values: readonly number[]): number {
  const cases = samplesByCase(observations).filter((each) => each.values.length > 0);
  const size = cases[0]!.values.length;
  if (cases.every((each) => each.values.length === size)) return exactMean(values);
  // Products of these would leave the range.
  if (values.some((value) => Math.abs(value) > LARGEST)) return exactMean(caseMeans(observations));
  const parts: number[] = [];
  for (const { values: mine } of cases) {
    const own = exactMean(mine);
    // What the rounded mean leaves over, by Dekker's exact product with a number of samples.
    const rest = exactSum([...mine, ...exactProduct(own, mine.length).map((part) => -part)]);
    parts.push(own, rest / mine.length);
  }
  const sum = exactSum(parts);
  const quotient = sum / cases.length;
  return (
    quotient +
    exactSum([...parts, ...exactProduct(quotient, cases.length).map((part) => -part)]) / cases.length
  );
}

/** A product as two numbers that sum to it exactly (Dekker, 1971). */
function exactProduct(a: number, b: number): readonly [number, number] {
  const product = a * b;
  const [high, low] = halves(a);
  const [upper, lower] = halves(b);
  const error = low * lower - (product - high * upper - low * upper - high * lower);
  return [product, error];
}

function halves(value: number): readonly [number, number] {
  const scaled = 134_217_729 * value;
  const high = scaled - (scaled - value);
  return [high, value - high];
}

/** The mean of each case that was measured, computed once for each grouping: a mean and its interval ask for the same. */
export function caseMeans(observations: readonly Observation[]): readonly number[] {
  return meansOf(samplesByCase(observations));
}

const meansOf = memoized((cases: readonly CaseSamples[]): readonly number[] =>
  cases.flatMap(({ values }) => (values.length > 0 ? [exactMean(values)] : [])),
);

/**
 * The share of passes, 1 for a pass and 0 for a fail, in [0, 1]: over cases as `mean` is, or over rows. Where every
 * case has the same number of measured samples both are one ratio of counts, which is kept. Null where nothing is
 * measured, and `inconclusive` where a value is neither 0 nor 1.
 */
export function rate(observations: readonly Observation[], over: MeanOver = 'cases'): Measured {
  const strange = notBinary(observations);
  if (strange !== null) return strange;
  const cases = samplesByCase(observations).filter(({ values }) => values.length > 0);
  const [first] = cases;
  if (first === undefined) return whyNothing(observations);
  const even = cases.every(({ values }) => values.length === first.values.length);
  if (over === 'cases' && !even) return mean(observations);
  let passes = 0;
  let rows = 0;
  for (const { values } of cases) {
    rows += values.length;
    for (const value of values) passes += value;
  }
  return ratioOf(passes, rows);
}

/** The first value that is neither a pass (1) nor a fail (0), as the reason why there is no rate; else null. */
function notBinary(observations: readonly Observation[]): Unmeasured | null {
  const strange = observations.find(({ value }) => value !== null && value !== 0 && value !== 1);
  if (strange === undefined) return null;
  return unmeasured('inconclusive', `case ${strange.case} has ${strange.value}; a pass is 1 and a fail is 0`);
}

/** The largest integer below which all products are exact. */
const EXACT = Number.MAX_SAFE_INTEGER;
const NAMED_CASES = 5;

/**
 * pass^k: the chance that k samples of a case, drawn without replacement, all pass; the mean over cases of
 * C(c, k) / C(n, k) with c passes among n measured samples (Yao et al., "tau-bench", 2024, section 3). In [0, 1].
 * A case with fewer than k measured samples makes the metric unmeasured, and is named.
 * @throws RangeError where k is no positive integer.
 */
export function passHatK(observations: readonly Observation[], k: number): Measured {
  return overCases(observations, k, (passes, samples) => chooseRatio(passes, samples, k));
}

/**
 * pass@k: the chance that at least one of k samples passes; the mean over cases of 1 - C(n - c, k) / C(n, k), which
 * is unbiased (Chen et al., "Evaluating Large Language Models Trained on Code", 2021, equation 1). In [0, 1].
 * Unmeasured as pass^k is.
 * @throws RangeError where k is no positive integer.
 */
export function passAtK(observations: readonly Observation[], k: number): Measured {
  return overCases(observations, k, (passes, samples) => 1 - chooseRatio(samples - passes, samples, k));
}

/**
 * C(c, k) / C(n, k) = product of (c - i) / (n - i) for 0 <= i < k, with 0 <= c <= n and k <= n. No factorial, so that
 * n may be large; numerator and denominator stay whole numbers as long as a double holds them exactly.
 */
export function chooseRatio(c: number, n: number, k: number): number {
  if (c < k) return 0;
  let ratio = 1;
  let numerator = 1;
  let denominator = 1;
  for (let i = 0; i < k; i++) {
    if (denominator * (n - i) > EXACT) {
      ratio *= numerator / denominator;
      numerator = 1;
      denominator = 1;
    }
    numerator *= c - i;
    denominator *= n - i;
  }
  return ratio * (numerator / denominator);
}

function overCases(
  observations: readonly Observation[],
  k: number,
  chance: (passes: number, samples: number) => number,
): Measured {
  if (!Number.isSafeInteger(k) || k < 1) throw new RangeError(`k must be a positive integer, not ${k}`);
  const strange = notBinary(observations);
  if (strange !== null) return strange;
  const cases = samplesByCase(observations);
  if (cases.length === 0) return whyNothing(observations);
  const short = cases.filter(({ values }) => values.length < k);
  if (short.length > 0) return unmeasured('too_few_samples', named(short, k));
  return measured(
    exactMean(
      cases.map(({ values }) =>
        chance(
          values.reduce((passes, value) => passes + value, 0),
          values.length,
        ),
      ),
    ),
  );
}

function named(short: readonly CaseSamples[], k: number): string {
  const names = short.map(({ case: id, values }) => `${id} (${values.length})`).sort();
  return `${k} measured samples are needed of each case: ${shortList(names, NAMED_CASES)}`;
}
