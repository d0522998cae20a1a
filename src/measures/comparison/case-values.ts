import type { Reading } from '../../core/reading.ts';
import type { Scale } from '../bounds.ts';
import { caseEstimate } from '../case-estimate.ts';
import { judgedScores, type Observed, observe } from '../evidence/observed.ts';
import { type Plan, planOf } from '../evidence/plan.ts';
import { scaleOf } from '../evidence/scale.ts';
import { exactMean } from '../exact-sum.ts';
import { type Observation, samplesByCase } from '../observation.ts';

/** What one metric comes to case by case: the unit that two runs are paired on. */
export interface CaseValues {
  /** The value of each case that was measured. */
  readonly values: ReadonlyMap<string, number>;
  /** Cases that should have been measured and were not. */
  readonly missing: ReadonlySet<string>;
  /** Cases that were measured and have no value: pairs that neither arm won. Nothing of them is lost. */
  readonly undecided: ReadonlySet<string>;
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
  const observations = plan.kind === 'games' ? ofPairs(observed, plan) : observed.observations;
  const values = new Map<string, number>();
  const missing = new Set<string>();
  let binary = plan.kind === 'games' || plan.how.aggregate === 'rate';
  for (const samples of samplesByCase(observations)) {
    const value = samples.values.length === 0 ? null : estimate(samples.values);
    if (value === null) missing.add(samples.case);
    else values.set(samples.case, value);
    binary &&= samples.values.length + samples.unmeasured === 1;
  }
  const scale = plan.kind === 'games' ? { low: 0, high: 1 } : scaleOf(plan, observed.rows, reading.rubric);
  const undecided = new Set(
    observations.flatMap(({ case: id }) => (values.has(id) || missing.has(id) ? [] : [id])),
  );
  return { values, missing, undecided, binary, scale };
}

/** Pairs as the rate counts them: a tie or a flip is no win of either arm, and a flip is what a flip rate counts. */
function ofPairs(observed: Observed, { how, arm }: Extract<Plan, { kind: 'games' }>): readonly Observation[] {
  return observed.observations.map((observation, index) => {
    const outcome = observed.outcomes?.[index];
    if (outcome === undefined || outcome.kind === 'unmeasured') return observation;
    const { case: id } = observation;
    if (how === 'flip_rate') return { case: id, value: outcome.kind === 'flip' ? 1 : 0 };
    return outcome.kind === 'win'
      ? { case: id, value: outcome.arm === arm ? 1 : 0 }
      : { case: id, value: null, reason: 'not_applicable' };
  });
}
