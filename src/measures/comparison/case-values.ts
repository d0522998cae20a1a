import { aggregateNamed } from '../../core/definition.ts';
import type { Reading } from '../../core/reading.ts';
import { caseEstimate, type Scale } from '../aggregate.ts';
import { decidedEarly } from '../evidence/cases.ts';
import { expectedOf } from '../evidence/missing-samples.ts';
import { judgedScores, type Observed, observe } from '../evidence/observed.ts';
import { type Plan, planOf, scaleOf } from '../evidence/plan.ts';
import { placesOf } from '../evidence/recompute.ts';
import { exactMean } from '../exact-sum.ts';
import { type Observation, samplesByCase } from '../observation.ts';
import type { Direction } from './verdict.ts';

/** What one metric comes to case by case: the unit that two runs are paired on. */
export interface CaseValues {
  /** The value of each case that was measured. */
  readonly values: ReadonlyMap<string, number>;
  /** How many samples of each case were measured, and how many should have been; of cases without a value too. */
  readonly samples: ReadonlyMap<string, CaseCount>;
  /** Where the value of a case would lie with so many more samples, at the ends of the scale; `null` where it has none. */
  readonly ends: (id: string, more: number) => ValueRange | null;
  /** Cases that were measured and have no value: pairs that neither arm won. Nothing of them is lost. */
  readonly undecided: ReadonlySet<string>;
  /** The ends of a case's value, where they are known. */
  readonly scale: Scale | null;
  /** Whether each case is one sample that passes or fails. */
  readonly binary: boolean;
}

export type ValueRange = readonly [low: number, high: number];

interface CaseCount {
  readonly measured: number;
  readonly expected: number;
  /** Whether it stopped early because its verdict was decided: what it left out is not lost. */
  readonly settled: boolean;
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
  const places = placesOf(reading, name);
  const scoring = { judged: judgedScores(reading), rubric: reading.rubric, places };
  const observed = observe(reading.rows, plan, scoring);
  const own = plan.kind === 'games' ? ofPairs(observed, plan) : observed.observations;
  const observations = expectedOf(reading, plan, own);
  const early = decidedEarly(reading);
  const values = new Map<string, number>();
  const samples = new Map<string, CaseCount>();
  const measured = new Map<string, readonly number[]>();
  let binary = plan.kind === 'games' || plan.how.aggregate === 'rate';
  for (const { case: id, values: mine, unmeasured } of samplesByCase(observations)) {
    const value = mine.length === 0 ? null : estimate(mine);
    if (value !== null) values.set(id, value);
    measured.set(id, mine);
    samples.set(id, { measured: mine.length, expected: mine.length + unmeasured, settled: early.has(id) });
    binary &&= mine.length + unmeasured === 1;
  }
  const scale = plan.kind === 'games' ? { low: 0, high: 1 } : scaleOf(plan, observed.rows, reading.rubric);
  const undecided = new Set(observations.flatMap(({ case: id }) => (samples.has(id) ? [] : [id])));
  const ends = (id: string, more: number): ValueRange | null => {
    if (scale === null) return null;
    const [low, high] = [scale.low, scale.high].map((end) =>
      estimate([...(measured.get(id) ?? []), ...Array<number>(more).fill(end)]),
    );
    return [low ?? scale.low, high ?? scale.high];
  };
  return { values, samples, ends, undecided, binary, scale };
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

/** Cases that passed and now fail, and the other way round. */
export interface ChangedCases {
  readonly newly_failing: readonly string[];
  readonly newly_passing: readonly string[];
}

/**
 * The cases that changed by one metric; `null` where cases do not pass or fail by it. A case passes where all its
 * samples do (where less is better: where none has what is counted); one that a side did not measure has not changed.
 */
export function changedCases(
  base: Reading,
  head: Reading,
  name: string,
  direction: Direction | null,
): ChangedCases | null {
  if (aggregateNamed(head.definitions.get(name)?.aggregate)?.passes !== 'all') return null;
  const [one, other] = [caseValues(base, name), caseValues(head, name)];
  if (one === null || other === null) return null;
  const good = direction === 'lower' ? 0 : 1;
  const shared = [...one.values.keys()].filter((id) => other.values.has(id)).sort();
  const passes = (values: ReadonlyMap<string, number>, id: string) => values.get(id) === good;
  return {
    newly_failing: shared.filter((id) => passes(one.values, id) && !passes(other.values, id)),
    newly_passing: shared.filter((id) => !passes(one.values, id) && passes(other.values, id)),
  };
}
