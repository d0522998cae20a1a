import { exactMean, exactSum } from './exact-sum.ts';
import { type Measured, measured, ratioOf, unmeasured } from './measured.ts';
import { measuredValues, whyNothing } from './observation.ts';

/** The score of a test that was planned to run several times and may have stopped early. */
export interface PlannedScore {
  /** Sum of the measured scores over the planned runs: what did not run or broke counts as 0. quack-test's own score. */
  readonly overPlanned: Measured;
  /** Mean of the runs that were measured: what did not run says nothing. */
  readonly overExecuted: Measured;
}

/**
 * The two scores of a test by quack-test's column rules. `runs` are the executed runs; one that ended in an exception
 * is unmeasured. Null where nothing was planned, or nothing measured.
 * @throws RangeError where fewer runs were planned than executed.
 */
export function plannedScore(runs: readonly Measured[], planned: number): PlannedScore {
  if (!Number.isSafeInteger(planned) || planned < runs.length) {
    throw new RangeError(`${runs.length} runs were executed, so ${planned} cannot be the plan`);
  }
  const values = measuredValues(runs);
  return {
    overPlanned: planned === 0 ? unmeasured('no_cases') : ratioOf(exactSum(values), planned),
    overExecuted: values.length === 0 ? whyNothing(runs) : measured(exactMean(values)),
  };
}

/**
 * Whether a test passed as quack-test decides it: at or above the threshold, or below it where the test should fail.
 * Unrounded, as that tool compares; it checks a stored verdict and is no threshold of evalguard's. Null where the
 * score is unmeasured: a test that should fail does not pass because nothing was measured.
 */
export function plannedVerdict(score: Measured, threshold: number, expect: 'pass' | 'fail'): boolean | null {
  if (score.value === null) return null;
  return expect === 'fail' ? score.value < threshold : score.value >= threshold;
}
