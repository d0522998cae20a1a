import type { PairsCompared } from '../../core/comparison.ts';
import { whereMatches } from '../../core/definition.ts';
import type { JudgedMetric } from '../../core/judged-metric.ts';
import type { Reading, Row } from '../../core/reading.ts';
import { counted } from '../../core/wording.ts';
import { detectableMean, detectableRate } from '../detectable-effect.ts';
import type { Plan } from '../evidence/plan.ts';
import { rowOutcome } from '../evidence/row-value.ts';
import { wilson, wilsonOfShare } from '../intervals.ts';
import { splitBy } from '../observation.ts';
import { type FlipInterval, mcnemar, signFlip } from '../significance.ts';
import { type ArmPair, armsOf } from './arms.ts';
import { differenceInterval } from './paired.ts';
import { type Direction, type Effect, type UncomparedMetric, uncompared } from './verdict.ts';

/** The win rate of one arm over the other, compared with 0.5: a pair has one ruling, so that there is no difference of two. */
export interface MetricByPairs {
  readonly kind: 'pairs';
  readonly metric: JudgedMetric;
  /** The rate over the pairs of these two; without pairs as the file states it. */
  readonly value: number | null;
  readonly direction: Direction;
  readonly winRate: WinRate;
  /** Whether the file keeps pairs; a rate without any is a number alone. */
  readonly kept: boolean;
  readonly effect: Effect;
  readonly tested: string;
}

/** A win rate without a preference. */
export const EVEN = 0.5;

/** Compares the win rate of one arm over the other with 0.5; or says why this file's pairs do not tell it. */
export function compareByPairs(
  reading: Reading,
  metric: JudgedMetric,
  games: PairsPlan,
  [base, head]: ArmPair,
  margin: number | null,
): MetricByPairs | UncomparedMetric {
  const refused = (why: string, decides: boolean) => uncompared(metric, why, decides);
  if (games.arm !== base && games.arm !== head)
    return refused(`it counts the wins of ${games.arm}, which is neither of the two`, false);
  const rows = reading.rows === null ? [] : pairsOf(reading.rows, games, new Set([base, head]));
  if (rows === null)
    return refused('its rows do not say which two arms each pair is of, and a third arm won some', true);
  if (reading.rows === null && armsOf(reading).length > 2)
    return refused('the file keeps no pairs, and does not say over which arm the wins are', true);
  const kept = rows.length > 0;
  if (!kept && reading.rows !== null && metric.value !== null)
    return refused('no pair of these two was judged', false);
  const winRate = winRateOver(rows, games, games.arm);
  const direction = games.arm === head ? 'higher' : 'lower';
  return {
    kind: 'pairs',
    metric,
    value: metric.value === null || !kept ? metric.value : winRate.rate,
    direction,
    winRate,
    kept,
    effect: effectByPairs(winRate, direction, margin),
    // Wins of the one arm are losses of the other: both rates are one test.
    tested: JSON.stringify([games.score, games.where]),
  };
}

function effectByPairs(
  { rate, untied, interval, pairs, bounds }: WinRate,
  direction: Direction,
  margin: number | null,
): Effect {
  return {
    untied,
    untiedDid: 'were decided',
    difference: rate === null ? null : rate - EVEN,
    interval,
    direction,
    margin,
    missing:
      pairs.unmeasured === 0 ? null : `${counted(pairs.unmeasured, 'pair was', 'pairs were')} not measured`,
    bounds: bounds === null ? null : [bounds[0] - EVEN, bounds[1] - EVEN],
    // Two arms of one run: neither is the earlier one, that a loss could be hidden from.
    hides: false,
  };
}

type PairsPlan = Extract<Plan, { readonly kind: 'games' }>;

/** An interval this narrow is a point, but for rounding. */
const ALIKE = 1e-12;

/** How often one arm beat another, and what a test says of it against 0.5. */
export interface WinRate {
  readonly pairs: PairsCompared;
  /** Won of decided pairs, in [0, 1]; `null` where no pair was decided. */
  readonly rate: number | null;
  readonly interval: readonly [low: number, high: number] | null;
  readonly test: 'sign' | 'sign_flip';
  readonly p: number;
  /** Cases with a pair that both orders ruled on, and those that one arm won more of. */
  readonly cases: number;
  readonly untied: number;
  readonly mde: number | null;
  /** The rate with every unmeasured pair lost, and won. */
  readonly bounds: readonly [low: number, high: number] | null;
  readonly seed: number | null;
  /** Whether no case has two decided pairs. */
  readonly single: boolean;
}

/** The pairs of a metric that two arms played; `null` where the rows do not say who played and a third arm won some. */
function pairsOf(
  rows: readonly Row[],
  { score, where }: PairsPlan,
  arms: ReadonlySet<string>,
): readonly Row[] | null {
  const played: Row[] = [];
  let unnamed = false;
  let third = false;
  for (const row of where === null ? rows : rows.filter(whereMatches(where))) {
    const orders = row.judgments.flatMap((judgment) =>
      judgment.score === score ? (judgment.order ?? []) : [],
    );
    const { outcome } = rowOutcome(row, score);
    if (orders.length > 0) {
      if (orders.every((arm) => arms.has(arm))) played.push(row);
      continue;
    }
    // Rows of single arms state no winner and are no pairs.
    if (row.arm !== null && !row.scores.has(score)) continue;
    unnamed = true;
    third ||= outcome.kind === 'win' && !arms.has(outcome.arm);
    played.push(row);
  }
  return unnamed && third ? null : played;
}

/**
 * The win rate of `arm` over the pairs, against 0.5. Ties and flips stand apart. Cases are the units: where each has one
 * decided pair by the exact sign test (two-sided binomial) with Wilson's interval; else by the sign-flip permutation test
 * on won minus lost in each case, with the interval that it would not reject of the ratio of sums, linearised (Cochran,
 * "Sampling Techniques", 1977, section 6.3); where all cases came out alike, Wilson's interval for as many cases.
 */
function winRateOver(rows: readonly Row[], { score }: PairsPlan, arm: string): WinRate {
  const pairs = { arm, won: 0, lost: 0, ties: 0, flips: 0, unmeasured: 0 };
  // A winner alone, without the two rulings, does not say whether a tie was one in both orders.
  const ruled = rows.some((row) => row.judgments.some((judgment) => judgment.score === score));
  const tallies: { won: number; lost: number; ruled: number }[] = [];
  for (const mine of splitBy(rows, ({ id }) => id).values()) {
    const tally = { won: 0, lost: 0, ruled: 0 };
    for (const row of mine) {
      const { outcome } = rowOutcome(row, score);
      if (outcome.kind === 'unmeasured') pairs.unmeasured += 1;
      else tally.ruled += 1;
      if (outcome.kind === 'tie') pairs.ties += 1;
      if (outcome.kind === 'flip') pairs.flips += 1;
      if (outcome.kind === 'win') tally[outcome.arm === arm ? 'won' : 'lost'] += 1;
    }
    pairs.won += tally.won;
    pairs.lost += tally.lost;
    tallies.push(tally);
  }
  const decided = tallies.filter(({ won, lost }) => won + lost > 0);
  const single = decided.every(({ won, lost }) => won + lost === 1);
  const { won, lost, unmeasured } = pairs;
  const all = won + lost + unmeasured;
  return {
    pairs: ruled || pairs.flips > 0 ? pairs : { ...pairs, flips: null },
    rate: won + lost === 0 ? null : won / (won + lost),
    cases: tallies.filter(({ ruled }) => ruled > 0).length,
    untied: decided.filter((tally) => tally.won !== tally.lost).length,
    bounds: all === 0 ? null : [won / all, (won + unmeasured) / all],
    single,
    ...(single ? overPairs(won, lost) : overCases(decided, won, lost)),
  };
}

type Tested = Pick<WinRate, 'interval' | 'test' | 'p' | 'mde' | 'seed'>;

function overPairs(won: number, lost: number): Tested {
  const decided = won + lost;
  const interval = wilson(won, decided);
  // Of pairs that are all decided, won minus lost is twice as far from 0 as the rate is from 0.5.
  const effect = decided === 0 ? null : detectableRate(decided, 1).value;
  return {
    interval: interval === null ? null : [interval.low, interval.high],
    test: 'sign',
    p: mcnemar(lost, won),
    mde: effect === null ? null : effect / 2,
    seed: null,
  };
}

function overCases(
  decided: readonly { readonly won: number; readonly lost: number }[],
  won: number,
  lost: number,
): Tested {
  // All apart from 0.5, so that swapping the two arms mirrors them to the last bit.
  const lead = (won - lost) / (2 * (won + lost));
  const usual = (won + lost) / decided.length;
  const apart = decided.map(
    (tally) => lead + ((tally.won - tally.lost) / 2 - lead * (tally.won + tally.lost)) / usual,
  );
  const flip = signFlip(decided.map((tally) => tally.won - tally.lost));
  const interval = intervalOf(apart, 0.5 + lead, flip.p);
  return {
    interval: interval === null ? null : [interval.low, interval.high],
    test: 'sign_flip',
    p: flip.p,
    mde: detectableMean(apart).value,
    seed: interval?.seed ?? flip.seed,
  };
}

/** Cases that all came out alike say nothing of how they vary: then the interval is Wilson's for as many cases. */
function intervalOf(apart: readonly number[], rate: number, p: number): FlipInterval | null {
  if (apart.length < 2) return null;
  const [first = 0] = apart;
  if (apart.every((each) => Math.abs(each - first) <= ALIKE))
    return { ...wilsonOfShare(rate, apart.length), seed: null };
  const found = differenceInterval(apart, null, p, 0.5);
  return found === null ? null : { low: 0.5 + found.low, high: 0.5 + found.high, seed: found.seed };
}
