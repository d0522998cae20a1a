import type { Reading } from '../../core/reading.ts';
import type { Scale } from '../bounds.ts';
import { caseEstimate } from '../case-estimate.ts';
import { judgedScores, observe } from '../evidence/observed.ts';
import { planOf } from '../evidence/plan.ts';
import { scaleOf } from '../evidence/scale.ts';
import { exactMean } from '../exact-sum.ts';
import { samplesByCase } from '../observation.ts';

/** What one metric comes to case by case: the unit that two runs are paired on. */
export interface CaseValues {
  /** The value of each case that was measured. */
  readonly values: ReadonlyMap<string, number>;
  /** Cases that should have been measured and were not. */
  readonly missing: ReadonlySet<string>;
  /** Whether each case is one sample that passes or fails. */
  readonly binary: boolean;
  /** The ends of a case's value, where they are known. */
  readonly scale: Scale | null;
}

/**
 * A metric's value for each case: the mean of its samples, or for pass^k and pass@k the unbiased estimate from them, so
 * that the mean over cases is the headline. `null` where the metric has no rows, or is no mean over cases: a sum, a
 * median or a ratio of sums does not pair.
 */
export function caseValues(reading: Reading, name: string): CaseValues | null {
  const definition = reading.definitions.get(name);
  if (definition === undefined || reading.rows === null) return null;
  const plan = planOf(name, definition);
  if (plan.kind === 'none' || plan.kind === 'ratio') return null;
  const estimate = plan.kind === 'games' ? exactMean : caseEstimate(plan.how);
  if (estimate === null) return null;
  const places = reading.claims.find((claim) => claim.name === name)?.places;
  const scoring = { judged: judgedScores(reading), rubric: reading.rubric, places };
  const observed = observe(reading.rows, plan, scoring);
  const values = new Map<string, number>();
  const missing = new Set<string>();
  let binary = plan.kind === 'games' || plan.how.aggregate === 'rate';
  for (const samples of samplesByCase(observed.observations)) {
    const value = samples.values.length === 0 ? null : estimate(samples.values);
    if (value === null) missing.add(samples.case);
    else values.set(samples.case, value);
    binary &&= samples.values.length + samples.unmeasured === 1;
  }
  const scale = plan.kind === 'games' ? { low: 0, high: 1 } : scaleOf(plan, observed.rows, reading.rubric);
  return { values, missing, binary, scale };
}
