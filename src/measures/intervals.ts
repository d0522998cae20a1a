import { normalQuantile } from './distributions.ts';
import { exactMean, exactSum } from './exact-sum.ts';
import { type Measured, measured, unmeasured } from './observation.ts';

/** A closed interval, low <= high. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The level of every interval and test unless said otherwise: 95 % confidence, 5 % false alarms. */
export const CONFIDENCE = 0.95;
export const ALPHA = 0.05;

/**
 * The score interval of a share x/n, within [0, 1]: Wilson, "Probable Inference, the Law of Succession, and
 * Statistical Inference", 1927. Null where n is 0.
 * @throws RangeError where x and n are no counts with x <= n.
 */
export function wilson(x: number, n: number, confidence = CONFIDENCE): Interval | null {
  if (!(Number.isSafeInteger(x) && Number.isSafeInteger(n) && x >= 0 && x <= n)) {
    throw new RangeError(`${x} of ${n} is no share of counts`);
  }
  return n === 0 ? null : wilsonOfShare(x / n, n, confidence);
}

/**
 * The same for a share p over n units, each of which lies between 0 and 1: no such mean varies more than that of passes
 * and fails, so the interval is wide enough for all of them.
 */
export function wilsonOfShare(p: number, n: number, confidence = CONFIDENCE): Interval {
  return scoreInterval(p, n, normalQuantile((1 + confidence) / 2));
}

/** The score interval at a quantile of one's own: of Student's t where the spread of the units was estimated. */
export function scoreInterval(p: number, n: number, z: number): Interval {
  const centre = p + (z * z) / (2 * n);
  const half = z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n));
  const whole = 1 + (z * z) / n;
  return {
    low: p === 0 ? 0 : Math.max(0, (centre - half) / whole),
    high: p === 1 ? 1 : Math.min(1, (centre + half) / whole),
  };
}

/** Passes among trials. */
interface Share {
  readonly x: number;
  readonly n: number;
}

/**
 * The interval of the difference p1 - p2 of two unpaired shares, within [-1, 1]: the hybrid score interval, method 10
 * of Newcombe, "Interval Estimation for the Difference Between Independent Proportions", 1998. Not for two runs over
 * the same cases: those are paired. Null where either n is 0.
 * @throws RangeError where the parts are no counts.
 * @internal Not shown yet: two unpaired runs will be compared by it.
 */
export function newcombe(first: Share, second: Share, confidence = CONFIDENCE): Interval | null {
  const one = wilson(first.x, first.n, confidence);
  const two = wilson(second.x, second.n, confidence);
  if (one === null || two === null) return null;
  const p1 = first.x / first.n;
  const p2 = second.x / second.n;
  return {
    low: p1 - p2 - Math.hypot(p1 - one.low, two.high - p2),
    high: p1 - p2 + Math.hypot(one.high - p1, p2 - two.low),
  };
}

/**
 * The interval of the difference c/n - b/n of two paired shares, where b of n pairs changed one way and c the other: each
 * share's own score interval, put together with their correlation (Newcombe, "Improved Confidence Intervals for the
 * Difference Between Binomial Proportions Based on Paired Data", 1998; the correlation of two cells of one table). n > 0.
 */
export function pairedShares(b: number, c: number, n: number, confidence = CONFIDENCE): Interval {
  const [p, q] = [c / n, b / n];
  const [gain, loss] = [wilsonOfShare(p, n, confidence), wilsonOfShare(q, n, confidence)];
  // Ordered so that swapping the two sides mirrors the interval to the last bit.
  const variances = p * (1 - p) * (q * (1 - q));
  const correlation = variances === 0 ? 0 : (-p * q) / Math.sqrt(variances);
  const room = (one: number, other: number) =>
    Math.sqrt(Math.max(0, one ** 2 + other ** 2 - 2 * correlation * (one * other)));
  return {
    low: Math.max(-1, p - q - room(p - gain.low, loss.high - q)),
    high: Math.min(1, p - q + room(gain.high - p, q - loss.low)),
  };
}

/**
 * The sample standard deviation, with n - 1, in the unit of the values; at least 0. Null (`too_few_samples`) for fewer
 * than two.
 */
export function standardDeviation(values: readonly number[]): Measured {
  if (values.length < 2) return unmeasured('too_few_samples', 'a spread needs at least two values');
  const mean = exactMean(values);
  const squares = exactSum(values.map((value) => (value - mean) ** 2));
  return measured(Math.sqrt(squares / (values.length - 1)));
}

/**
 * The standard error of the mean of independent values, s / sqrt(n) with the sample deviation (n - 1). Give one value
 * a case: repeats are not independent. Null for fewer than two.
 */
export function standardError(values: readonly number[]): Measured {
  const spread = standardDeviation(values);
  return spread.value === null ? spread : measured(spread.value / Math.sqrt(values.length));
}

/** What each case adds to the numerator and to the denominator of a quotient of sums; no denominators: 1 each. */
export interface QuotientParts {
  readonly numerators: readonly number[];
  readonly denominators: readonly number[] | null;
}

/**
 * The standard error of a quotient of sums, `value`, over at least two cases: by the residual of each case, so that what
 * belongs to one case counts as one piece of evidence (Cochran, "Sampling Techniques", 1977, section 6.4, without the
 * correction for a finite population). With all denominators 1 it is s / sqrt(n), the clustered error of a mean (Miller,
 * "Adding Error Bars to Evals", 2024, section 2.2). `null` where the denominators sum to 0 or the sums leave the range.
 */
export function clusteredError({ numerators, denominators }: QuotientParts, value: number): number | null {
  const n = numerators.length;
  const whole = denominators === null ? n : exactSum(denominators);
  const squares = numerators.map((part, index) => (part - value * (denominators?.[index] ?? 1)) ** 2);
  if (n < 2 || whole === 0 || !squares.every(Number.isFinite)) return null;
  const error = Math.sqrt((n / (n - 1)) * exactSum(squares)) / Math.abs(whole);
  return Number.isFinite(error) ? error : null;
}
