import type { Bounds } from './verdict.ts';

/**
 * Where the value would lie over all cases that could have been asked, as far as those that were tell: the interval, its
 * level (0.95), and how it was made: Wilson's for shares, Student's t over cases, or the standard error that a file states.
 */
export interface SamplingInterval {
  readonly low: number;
  readonly high: number;
  readonly level: number;
  readonly method: 'wilson' | 't' | 'standard_error';
}

/** How far a value speaks for more than the cases that were asked. */
export interface Sampling {
  /** Independent units that were measured: cases, not their repeats; `null` where nothing says how many. */
  readonly n: number | null;
  /** Whether they are so few that even a flawless score could be chance. */
  readonly few: boolean;
  readonly interval: SamplingInterval | null;
}

export const UNKNOWN_SAMPLING: Sampling = { n: null, few: false, interval: null };

/**
 * The most cases that are few: Wilson's interval of n passes among n begins at n / (n + 1.96^2), which is below one half
 * up to three. So even a flawless score over three cases cannot be told from tossing a coin.
 */
export const FEW = 3;

/** Whether a bound lies inside the interval: the next run of the same system may well come out on the other side of it. */
export function isWithinNoise({ interval }: Sampling, { min, max }: Bounds): boolean {
  if (interval === null) return false;
  return [min, max].some((bound) => bound !== null && bound > interval.low && bound < interval.high);
}
