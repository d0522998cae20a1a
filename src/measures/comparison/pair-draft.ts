import type { MetricComparison } from '../../core/comparison.ts';
import type { JudgedMetric } from '../../core/judged-metric.ts';
import type { Reading } from '../../core/reading.ts';
import { counted } from '../../core/wording.ts';
import { type ArmPair, armsOf } from './arms.ts';
import type { Draft } from './draft.ts';
import { canConclude, type Found, type Said, say, verdictOf } from './verdict.ts';
import { type Games, pairsOf, type WinRate, winRateOver } from './win-rate.ts';

/** A win rate without a preference. */
const EVEN = 0.5;

/** The win rate of one arm over the other, against 0.5: a pair has one ruling, so that there is no difference of two. */
export function winRateDraft(
  reading: Reading,
  metric: JudgedMetric,
  games: Games,
  [base, head]: ArmPair,
  margin: number | null,
): Draft {
  const { name } = metric;
  if (games.arm !== base && games.arm !== head)
    return fixedDraft(metric, `it counts the wins of ${games.arm}, which is neither of the two`, false);
  const rows = reading.rows === null ? [] : pairsOf(reading.rows, games, new Set([base, head]));
  if (rows === null)
    return fixedDraft(
      metric,
      'its rows do not say which two arms each pair is of, and a third arm won some',
      true,
    );
  if (reading.rows === null && armsOf(reading).length > 2)
    return fixedDraft(metric, 'the file keeps no pairs, and does not say over which arm the wins are', true);
  if (rows.length === 0 && reading.rows !== null && metric.value !== null)
    return fixedDraft(metric, 'no pair of these two was judged', false);
  const won = winRateOver(rows, games, games.arm);
  const value = metric.value === null || rows.length === 0 ? metric.value : won.rate;
  const tested = value !== null && won.rate !== null;
  const effect = foundIn(won, games.arm === head, margin);
  return {
    name,
    against: [],
    forbidden: [],
    // Wins of the one arm are losses of the other: both rates are one test.
    test: tested
      ? { p: won.p, of: JSON.stringify([games.score, games.where]), concludes: canConclude(effect) }
      : null,
    seed: tested ? won.seed : null,
    finish: (adjusted) => ({
      ...NOTHING,
      name,
      head: value,
      against: EVEN,
      pairs: rows.length === 0 ? null : won.pairs,
      direction: games.arm === head ? 'higher' : 'lower',
      cases: rows.length === 0 ? null : won.cases,
      untied: rows.length === 0 ? null : won.untied,
      ...(tested ? found(won, games.arm === head, adjusted) : {}),
      ...said(metric, won, effect, adjusted),
    }),
  };
}

/** A metric that no two arms have a value each of, and why. `decides`: whether a gate that asks for it cannot tell. */
export function fixedDraft({ name, value }: JudgedMetric, why: string, decides: boolean): Draft {
  return {
    name,
    against: [],
    forbidden: [],
    test: null,
    seed: null,
    finish: () => ({
      ...NOTHING,
      name,
      base: decides ? value : null,
      head: value,
      decides,
      ...say('incomparable', why),
    }),
  };
}

function found(
  { interval, test, p, single, pairs, mde, bounds }: WinRate,
  ofHead: boolean,
  adjusted: number | null,
) {
  const [c, b] = ofHead ? [pairs.won, pairs.lost] : [pairs.lost, pairs.won];
  return {
    interval,
    test,
    p,
    p_adjusted: adjusted,
    b: single ? b : null,
    c: single ? c : null,
    mde,
    low: bounds?.[0] ?? null,
    high: bounds?.[1] ?? null,
  };
}

function foundIn(
  { rate, untied, interval, pairs, bounds }: WinRate,
  ofHead: boolean,
  margin: number | null,
): Found {
  return {
    untied,
    few: 'were decided',
    effect: rate === null ? null : rate - EVEN,
    interval,
    direction: ofHead ? 'higher' : 'lower',
    margin,
    missing:
      pairs.unmeasured === 0 ? null : `${counted(pairs.unmeasured, 'pair was', 'pairs were')} not measured`,
    bounds: bounds === null ? null : [bounds[0] - EVEN, bounds[1] - EVEN],
    // Two arms of one run: neither is the earlier one, that a loss could be hidden from.
    hides: false,
  };
}

function said(
  { value, reason }: JudgedMetric,
  { rate }: WinRate,
  found: Found,
  adjusted: number | null,
): Said {
  if (value === null) return say('unmeasured', reason ?? 'no reason is stated');
  return rate === null
    ? say('insufficient', 'the file keeps no pairs, so nothing says how sure its rate is')
    : verdictOf(found, adjusted);
}

const NOTHING = {
  base: null,
  head: null,
  difference: null,
  interval: null,
  test: null,
  p: null,
  p_adjusted: null,
  cases: null,
  untied: null,
  b: null,
  c: null,
  mde: null,
  lost: 0,
  low: null,
  high: null,
  direction: null,
  newly_failing: null,
  newly_passing: null,
  against: null,
  pairs: null,
  decides: true,
} satisfies Partial<MetricComparison>;
