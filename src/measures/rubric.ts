import { exactSum } from './exact-sum.ts';
import { type Measured, ratioOf, unmeasured } from './measured.ts';
import { whyNothing } from './observation.ts';

/** One criterion and its verdict; skipped by its condition is `not_applicable`. Weights are 0 or more. */
export interface Criterion {
  readonly name: string;
  readonly weight: number;
  readonly verdict: Measured;
}

/** A rubric's score with the weight that was judged, of the weight that applied. */
export type RubricScore = Measured & { readonly judgedWeight: number; readonly expectedWeight: number };

/**
 * The weighted mean of the criteria that were judged, on the rubric's own scale: sum of weight x verdict / sum of
 * weight. A skipped criterion leaves the denominator; one that the judge did not reach does too, but shows in
 * `judgedWeight`. A verdict outside the scale is no verdict (`judge_off_scale`). Null where nothing was judged, and
 * `not_applicable` where all was skipped.
 * @throws RangeError where a weight is negative or not finite.
 */
export function rubricScore(
  criteria: readonly Criterion[],
  scale: readonly [low: number, high: number],
): RubricScore {
  const checked = criteria.map((criterion) => ({ ...criterion, verdict: onScale(criterion, scale) }));
  const applied = checked.filter(
    ({ verdict }) => !(verdict.value === null && verdict.reason === 'not_applicable'),
  );
  const judged = applied.flatMap(({ weight, verdict }) =>
    verdict.value === null ? [] : [{ weight, value: verdict.value }],
  );
  const judgedWeight = exactSum(judged.map(({ weight }) => weight));
  const expectedWeight = exactSum(applied.map(({ weight }) => weight));
  const score =
    judged.length === 0
      ? whyNothing(checked.map(({ verdict }) => verdict))
      : ratioOf(
          exactSum(judged.map(({ weight, value }) => weight * value)),
          judgedWeight,
          'all weights are 0',
        );
  return { ...score, judgedWeight, expectedWeight };
}

function onScale({ name, weight, verdict }: Criterion, [low, high]: readonly [number, number]): Measured {
  if (!(Number.isFinite(weight) && weight >= 0)) {
    throw new RangeError(`the weight of ${name} must be 0 or more, not ${weight}`);
  }
  if (verdict.value === null || (verdict.value >= low && verdict.value <= high)) return verdict;
  return unmeasured('judge_off_scale', `${name} is ${verdict.value}, the scale is ${low} to ${high}`);
}
