import type { Aggregation } from './aggregate.ts';
import { exactMean } from './exact-sum.ts';
import { chooseRatio } from './pass-k.ts';

/** What the measured samples of one case come to, at least one of them; `null` where they are too few. */
export type CaseEstimate = (values: readonly number[]) => number | null;

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
