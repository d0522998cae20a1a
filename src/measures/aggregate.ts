import { mean, type Over } from './mean.ts';
import type { Measured } from './measured.ts';
import { type Coverage, coverageOf, type Observation } from './observation.ts';
import { passAtK, passHatK } from './pass-k.ts';
import { max, median, min, percentile } from './quantile.ts';
import { rate } from './rate.ts';
import { count, sum } from './total.ts';

/** How one number follows from the rows of one score. Ratios and pairwise games have inputs of their own. */
export type Aggregation =
  | { readonly aggregate: 'mean' | 'rate'; readonly over?: Over }
  | { readonly aggregate: 'sum' | 'count' | 'min' | 'max' | 'median' }
  | { readonly aggregate: 'percentile'; readonly p: number }
  | { readonly aggregate: 'pass_hat_k' | 'pass_at_k'; readonly k: number };

/** A headline and how much of what was expected it rests on. */
export type Aggregated = Measured & { readonly coverage: Coverage };

/**
 * Computes a headline. The order of the rows changes no bit of it. Sum, count and the order statistics are over
 * rows, the others over cases unless said.
 * @throws RangeError where k or p is out of range.
 */
export function aggregate(how: Aggregation, observations: readonly Observation[]): Aggregated {
  return { ...headline(how, observations), coverage: coverageOf(observations) };
}

/** The headline alone. */
export function headline(how: Aggregation, observations: readonly Observation[]): Measured {
  switch (how.aggregate) {
    case 'mean':
      return mean(observations, how.over);
    case 'rate':
      return rate(observations, how.over);
    case 'sum':
      return sum(observations);
    case 'count':
      return count(observations);
    case 'min':
      return min(observations);
    case 'max':
      return max(observations);
    case 'median':
      return median(observations);
    case 'percentile':
      return percentile(observations, how.p);
    case 'pass_hat_k':
      return passHatK(observations, how.k);
    case 'pass_at_k':
      return passAtK(observations, how.k);
  }
}
