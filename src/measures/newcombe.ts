import { CONFIDENCE, type Interval } from './interval.ts';
import { wilson, wilsonOfShare } from './wilson.ts';

/** Passes among trials. */
export interface Share {
  readonly x: number;
  readonly n: number;
}

/**
 * The interval of the difference p1 - p2 of two unpaired shares, within [-1, 1]: the hybrid score interval, method 10
 * of Newcombe, "Interval Estimation for the Difference Between Independent Proportions", 1998. Not for two runs over
 * the same cases: those are paired. Null where either n is 0.
 * @throws RangeError where the parts are no counts.
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
