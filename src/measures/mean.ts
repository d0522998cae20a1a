import { exactMean } from './exact-sum.ts';
import { type Measured, measured } from './measured.ts';
import {
  type CaseSamples,
  measuredValues,
  type Observation,
  samplesByCase,
  whyNothing,
} from './observation.ts';

/** What is averaged: cases, each by the mean of its samples (the default), or all rows alike. */
export type Over = 'cases' | 'rows';

/**
 * The mean over cases of each case's mean over its measured samples: repeats of one case are not independent, so a
 * case counts once however often it ran (Miller, "Adding Error Bars to Evals", 2024, section 2.2).
 * `over: 'rows'` weighs each row alike. Unmeasured samples are left out; null where none is measured.
 */
export function mean(observations: readonly Observation[], over: Over = 'cases'): Measured {
  const values = over === 'rows' ? measuredValues(observations) : caseMeans(observations);
  return values.length === 0 ? whyNothing(observations) : measured(exactMean(values));
}

const known = new WeakMap<readonly CaseSamples[], readonly number[]>();

/** The mean of each case that was measured, computed once for each grouping: a mean and its interval ask for the same. */
export function caseMeans(observations: readonly Observation[]): readonly number[] {
  const cases = samplesByCase(observations);
  const before = known.get(cases);
  if (before !== undefined) return before;
  const means: number[] = [];
  for (const { values } of cases) if (values.length > 0) means.push(exactMean(values));
  known.set(cases, means);
  return means;
}
