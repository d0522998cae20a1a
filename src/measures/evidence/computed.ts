import { repeatsText } from '../../core/independence.ts';
import type { Unit } from '../../core/judged-metric.ts';
import { headline, type Scale, worstCase } from '../aggregate.ts';
import { exactMean } from '../exact-sum.ts';
import type { Interval } from '../intervals.ts';
import { flipRate, type PairOutcome, tally, winRate } from '../judgments.ts';
import {
  commonestFirst,
  coverageOf,
  type Measured,
  type Observation,
  samplesByCase,
  unmeasured,
} from '../observation.ts';
import { ratio } from '../totals.ts';
import type { Observed } from './observed.ts';
import type { UsablePlan } from './plan.ts';

/** A metric as its rows give it. */
export interface Computed {
  readonly value: Measured;
  /** Samples (of cases that have one each: cases), or pairs. */
  readonly measured: number;
  readonly expected: number;
  readonly unit: Unit;
  /** The share of the evidence that was measured: of rows where rows weigh alike, else of each case by its own samples. */
  readonly coverage: number;
  /** What the value would be with everything unmeasured at the bad end, and at the good one; null where no end is known. */
  readonly interval: Interval | null;
  /** Unmeasured rows by reason, the commonest first. */
  readonly reasons: ReadonlyMap<string, number>;
}

/** Aggregates what the rows came to. `all` are their observations and those of expected cases without a row; `scale` is that of a row's score, if known. */
export function compute(
  plan: UsablePlan,
  observed: Observed,
  all: readonly Observation[],
  scale: () => Scale | null,
): Computed {
  const { measured, expected, expectedCases } = coverageOf(all);
  const missing = expected - measured;
  const unit = plan.kind === 'games' ? 'pairs' : expected === expectedCases ? 'cases' : 'samples';
  const coverage = missing === 0 ? 1 : overRows(plan) ? measured / expected : shareOfCases(all);
  const value = headlineOf(plan, observed, all);
  const point = value.value === null ? null : { low: value.value, high: value.value };
  const interval = missing === 0 ? point : intervalOf(plan, observed, all, missing, scale);
  const reasons = missing === 0 ? NONE : reasonsOf(all);
  return { value, measured, expected, unit, coverage, interval, reasons };
}

const NONE: ReadonlyMap<string, number> = new Map();

function overRows(plan: UsablePlan): boolean {
  if (plan.kind !== 'values') return true;
  const { how } = plan;
  if (how.aggregate === 'mean' || how.aggregate === 'rate') return how.over === 'rows';
  return how.aggregate !== 'pass_hat_k' && how.aggregate !== 'pass_at_k';
}

function shareOfCases(all: readonly Observation[]): number {
  const cases = samplesByCase(all);
  return exactMean(cases.map(({ values, unmeasured: lost }) => values.length / (values.length + lost)));
}

function headlineOf(plan: UsablePlan, observed: Observed, all: readonly Observation[]): Measured {
  switch (plan.kind) {
    case 'values':
      return withRepeatsNoted(headline(plan.how, all), observed.repeats);
    case 'ratio':
      return ratio(observed.ratio ?? []);
    case 'games': {
      const outcomes = observed.outcomes ?? [];
      return plan.how === 'win_rate' ? winRate(outcomes, plan.arm) : flipRate(outcomes);
    }
  }
}

/** Samples that are missing because they came from a cache are missing for another reason than that they never ran. */
function withRepeatsNoted(value: Measured, repeats: number): Measured {
  if (repeats === 0 || value.value !== null || value.reason !== 'too_few_samples') return value;
  return unmeasured(value.reason, `${value.detail ?? ''}; ${repeatsText(repeats)}`);
}

function intervalOf(
  plan: UsablePlan,
  observed: Observed,
  all: readonly Observation[],
  missing: number,
  scale: () => Scale | null,
): Interval | null {
  if (plan.kind === 'ratio') return null;
  if (plan.kind === 'games') return shareOfGames(plan, observed.outcomes ?? [], missing);
  const { aggregate } = plan.how;
  if (aggregate === 'count') return worstCase(plan.how, all);
  const ends = scale();
  return ends === null || aggregate === 'sum' ? null : worstCase(plan.how, all, ends);
}

/** A win rate is over decided pairs: each unmeasured pair could be lost, or won. */
function shareOfGames(
  plan: Extract<UsablePlan, { readonly kind: 'games' }>,
  outcomes: readonly PairOutcome[],
  missing: number,
): Interval | null {
  const { wins, flips, decided, pairs } = tally(outcomes);
  const [hits, of] = plan.how === 'win_rate' ? [wins.get(plan.arm) ?? 0, decided] : [flips, pairs];
  return of + missing === 0 ? null : { low: hits / (of + missing), high: (hits + missing) / (of + missing) };
}

function reasonsOf(observations: readonly Observation[]): ReadonlyMap<string, number> {
  return commonestFirst(observations.flatMap((each) => (each.value === null ? [each.reason] : [])));
}
