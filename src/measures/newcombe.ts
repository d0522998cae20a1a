import { CONFIDENCE, type Interval } from './interval.ts';
import { wilson } from './wilson.ts';

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
