import { CONFIDENCE, type Interval } from './interval.ts';
import { normalQuantile } from './normal.ts';

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
