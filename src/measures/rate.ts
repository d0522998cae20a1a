import { mean, type Over } from './mean.ts';
import { type Measured, ratioOf, type Unmeasured, unmeasured } from './measured.ts';
import { type Observation, samplesByCase, whyNothing } from './observation.ts';

/**
 * The share of passes, 1 for a pass and 0 for a fail, in [0, 1]: over cases as `mean` is, or over rows. Where every
 * case has the same number of measured samples both are one ratio of counts, which is kept. Null where nothing is
 * measured, and `inconclusive` where a value is neither 0 nor 1.
 */
export function rate(observations: readonly Observation[], over: Over = 'cases'): Measured {
  const strange = notBinary(observations);
  if (strange !== null) return strange;
  const cases = samplesByCase(observations).filter(({ values }) => values.length > 0);
  const first = cases[0];
  if (first === undefined) return whyNothing(observations);
  const even = cases.every(({ values }) => values.length === first.values.length);
  if (over === 'cases' && !even) return mean(observations);
  let passes = 0;
  let rows = 0;
  for (const { values } of cases) {
    rows += values.length;
    for (const value of values) passes += value;
  }
  return ratioOf(passes, rows);
}

/** The first value that is neither a pass (1) nor a fail (0), as the reason why there is no rate; else null. */
export function notBinary(observations: readonly Observation[]): Unmeasured | null {
  const strange = observations.find(({ value }) => value !== null && value !== 0 && value !== 1);
  if (strange === undefined) return null;
  return unmeasured('inconclusive', `case ${strange.case} has ${strange.value}; a pass is 1 and a fail is 0`);
}
