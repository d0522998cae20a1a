import { exactSum } from './exact-sum.ts';
import { type Measured, ratioOf } from './measured.ts';
import { measuredValues, whyNothing } from './observation.ts';

/** A judge's rulings on the items of one row (claims, criteria): how many it ruled on, and how many it did not reach. */
export type VerdictRate = Measured & { readonly ruled: number; readonly unreached: number };

/**
 * The mean of the rulings that a judge made, 1 for supported and 0 for not (or graded). What the judge did not reach
 * is neither: it is left out and counted. Null where it ruled on nothing, `no_cases` where there was nothing to rule
 * on.
 */
export function verdictRate(judgments: readonly Measured[]): VerdictRate {
  const values = measuredValues(judgments);
  const unreached = judgments.filter(
    (judgment) => judgment.value === null && judgment.reason !== 'not_applicable',
  ).length;
  const rate = values.length === 0 ? whyNothing(judgments) : ratioOf(exactSum(values), values.length);
  return { ...rate, ruled: values.length, unreached };
}
