import { exactMean } from './exact-sum.ts';
import type { Interval } from './intervals.ts';
import { chooseRatio, type MeanOver, mean, passAtK, passHatK, rate } from './means.ts';
import { type Coverage, coverageOf, type Measured, type Observation } from './observation.ts';
import { count, max, median, min, percentile, sum } from './totals.ts';

/** How one number follows from the rows of one score. Ratios and pairwise games have inputs of their own. */
export type Aggregation =
  | { readonly aggregate: 'mean' | 'rate'; readonly over?: MeanOver }
  | { readonly aggregate: 'sum' | 'count' | 'min' | 'max' | 'median' }
  | { readonly aggregate: 'percentile'; readonly p: number }
  | { readonly aggregate: 'pass_hat_k' | 'pass_at_k'; readonly k: number };

/** A headline and how much of what was expected it rests on. */
type Aggregated = Measured & { readonly coverage: Coverage };

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

/** The ends between which a score can lie. */
export interface Scale {
  readonly low: number;
  readonly high: number;
}

/**
 * What the headline would be if everything unmeasured had come out at the bad end, and at the good end: the worst-case
 * bounds of Manski, "Partial Identification of Probability Distributions", 2003, chapter 1. Every aggregation here
 * rises with each of its values, so the two ends bound it. For a rate this is x/N to (x + m)/N. Null where the rows
 * would not make a headline even if all were measured (no case at all, fewer samples than k).
 */
export function worstCase(
  how: Aggregation,
  observations: readonly Observation[],
  scale: Scale = { low: 0, high: 1 },
): Interval | null {
  // A row that is measured counts, whatever its value: the scale has no say.
  const least = how.aggregate === 'count' ? observations : filled(observations, scale.low);
  const low = headline(how, least).value;
  const high = headline(how, filled(observations, scale.high)).value;
  return low === null || high === null ? null : { low, high };
}

function filled(observations: readonly Observation[], value: number): readonly Observation[] {
  return observations.map((observation) =>
    observation.value === null && observation.reason !== 'not_applicable'
      ? { case: observation.case, value }
      : observation,
  );
}

/** What the measured samples of one case come to, at least one of them; `null` where they are too few. */
type CaseEstimate = (values: readonly number[]) => number | null;

/**
 * The estimate of each case whose mean over cases is the headline: the mean of its samples, or the unbiased chance of
 * pass^k and pass@k. `null` where a headline is no mean over cases.
 */
export function caseEstimate(how: Aggregation): CaseEstimate | null {
  switch (how.aggregate) {
    case 'mean':
    case 'rate':
      return how.over === 'rows' ? null : exactMean;
    case 'pass_hat_k':
      return ofPasses(how.k, (passes, n) => chooseRatio(passes, n, how.k));
    case 'pass_at_k':
      return ofPasses(how.k, (passes, n) => 1 - chooseRatio(n - passes, n, how.k));
    case 'sum':
    case 'count':
    case 'min':
    case 'max':
    case 'median':
    case 'percentile':
      return null;
  }
}

function ofPasses(k: number, chance: (passes: number, samples: number) => number): CaseEstimate {
  return (values) =>
    values.length < k ? null : chance(values.filter((value) => value === 1).length, values.length);
}
