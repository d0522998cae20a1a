import { definitionText, samplesOf } from '../../core/comparability.ts';
import type { Difference, MetricComparison } from '../../core/comparison.ts';
import type { JudgedMetric } from '../../core/judged-metric.ts';
import type { Reading } from '../../core/reading.ts';
import { counted } from '../../core/wording.ts';
import { holm } from '../significance.ts';
import { type ArmPair, armsOf } from './arms.ts';
import { caseValues } from './case-values.ts';
import { type ChangedCases, changedCases } from './changed-cases.ts';
import type { Direction } from './direction.ts';
import { type Paired, pairUp } from './paired.ts';
import { type Conclusion, canConclude, concluded, type Effect, incomparable, verdictOf } from './verdict.ts';
import { type Games, pairsOf, type WinRate, winRateOver } from './win-rate.ts';

/** A metric of two sides as it was compared: by case, by pairs that both sides are in, or not at all. */
export type ComparedMetric = MetricByCases | MetricByPairs | UncomparedMetric;

/** A metric that each side has a value of, paired by case where its definition says how. */
interface MetricByCases extends MetricOfBoth {
  readonly kind: 'cases';
  /** `null` where something forbids it, or nothing pairs. */
  readonly paired: Paired | null;
  /** `null` too where a side has no value. */
  readonly effect: Effect | null;
  readonly changed: ChangedCases | null;
  /** What is tested: two metrics over the very same evidence are one test. */
  readonly tested: string;
}

/** A metric as both sides have it; `null` where one does not state it. */
interface MetricOfBoth {
  readonly name: string;
  readonly base: JudgedMetric | null;
  readonly head: JudgedMetric | null;
  /** Reasons not to compare it, and those of them that no `--allow` overrides. */
  readonly reasons: readonly Difference[];
  readonly forbidding: readonly Difference[];
  readonly direction: Direction | null;
}

/** The win rate of one arm over the other, compared with 0.5: a pair has one ruling, so that there is no difference of two. */
interface MetricByPairs {
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

/** A metric that no two arms have a value each of, and why. */
export interface UncomparedMetric {
  readonly kind: 'none';
  readonly metric: JudgedMetric;
  readonly why: string;
  /** Whether a gate that asks for it waits for it. */
  readonly decides: boolean;
}

/** A win rate without a preference. */
const EVEN = 0.5;

/** Pairs a metric of two results by case. */
export function compareByCases(
  base: Reading,
  head: Reading,
  metric: MetricOfBoth,
  margin: number | null,
): MetricByCases {
  const { name, direction, forbidding } = metric;
  const forbidden = forbidding.length > 0;
  const paired = forbidden ? null : pairedOf(base, head, name);
  return {
    ...metric,
    kind: 'cases',
    paired,
    effect: effectByCases(metric, paired, margin),
    changed: forbidden ? null : changedCases(base, head, name, direction),
    tested: testedBy(head, name),
  };
}

function pairedOf(base: Reading, head: Reading, name: string): Paired | null {
  const [one, other] = [caseValues(base, name), caseValues(head, name)];
  return one === null || other === null ? null : pairUp(one, other, samplesOf(base) === samplesOf(head));
}

/** What is tested: two metrics of one and the same definition are one test. */
function testedBy({ definitions }: Reading, name: string): string {
  const definition = definitions.get(name);
  const namesScore = definition !== undefined && typeof definition['score'] === 'string';
  return namesScore ? definitionText(definition) : name;
}

function effectByCases(
  { base, head, direction }: MetricOfBoth,
  paired: Paired | null,
  margin: number | null,
): Effect | null {
  if (paired === null || measuredValue(base) === null || measuredValue(head) === null) return null;
  const { untied, difference, interval, lost, unit, bounds, hidden } = paired;
  const hides = direction === 'lower' ? hidden.above : hidden.below;
  const missing =
    lost === 0 ? null : `${lost} ${lost === 1 ? `${unit} was` : `${unit}s were`} measured on one side alone`;
  return { untied, untiedDid: 'differ', difference, interval, direction, margin, missing, bounds, hides };
}

function measuredValue(metric: JudgedMetric | null): number | null {
  return metric?.value ?? null;
}

/** Compares the win rate of one arm over the other with 0.5; or says why this file's pairs do not tell it. */
export function compareByPairs(
  reading: Reading,
  metric: JudgedMetric,
  games: Games,
  [base, head]: ArmPair,
  margin: number | null,
): MetricByPairs | UncomparedMetric {
  if (games.arm !== base && games.arm !== head)
    return uncompared(metric, `it counts the wins of ${games.arm}, which is neither of the two`, false);
  const rows = reading.rows === null ? [] : pairsOf(reading.rows, games, new Set([base, head]));
  if (rows === null)
    return uncompared(
      metric,
      'its rows do not say which two arms each pair is of, and a third arm won some',
      true,
    );
  if (reading.rows === null && armsOf(reading).length > 2)
    return uncompared(metric, 'the file keeps no pairs, and does not say over which arm the wins are', true);
  const kept = rows.length > 0;
  if (!kept && reading.rows !== null && metric.value !== null)
    return uncompared(metric, 'no pair of these two was judged', false);
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

export function uncompared(metric: JudgedMetric, why: string, decides: boolean): UncomparedMetric {
  return { kind: 'none', metric, why, decides };
}

export function nameOf(compared: ComparedMetric): string {
  return compared.kind === 'cases' ? compared.name : compared.metric.name;
}

/** The seed of what was drawn at random; `null` where nothing was. */
export function seedOf(compared: ComparedMetric): number | null {
  if (compared.kind === 'cases') return compared.paired?.seed ?? null;
  return compared.kind === 'pairs' && isTested(compared) ? compared.winRate.seed : null;
}

function isTested({ value, winRate }: MetricByPairs): boolean {
  return value !== null && winRate.rate !== null;
}

interface Test {
  readonly p: number;
  readonly tested: string;
  /** Whether it could find a difference: what can get no verdict is no second chance for a false alarm. */
  readonly concludes: boolean;
}

/** `null` where nothing is tested. */
function testOf(compared: ComparedMetric): Test | null {
  if (compared.kind === 'none') return null;
  const { effect, tested } = compared;
  const concludes = effect !== null && canConclude(effect);
  if (compared.kind === 'cases')
    return compared.paired === null ? null : { p: compared.paired.p, tested, concludes };
  return isTested(compared) ? { p: compared.winRate.p, tested, concludes } : null;
}

/**
 * The metrics with their verdicts. Holm's correction is for the tests that can find a difference, each counted once; what
 * none can be found in keeps its own p. Where some metrics decide (those that a requirement asks for) they are corrected
 * among themselves, so that no other metric hides what they find.
 */
export function metricComparisons(
  metrics: readonly ComparedMetric[],
  deciding: ReadonlySet<string> | null = null,
): readonly MetricComparison[] {
  const all = adjustedPs(metrics);
  const own = deciding === null ? null : adjustedPs(metrics.filter((metric) => deciding.has(nameOf(metric))));
  return metrics.map((metric) => {
    const test = testOf(metric);
    if (test === null) return metricComparison(metric, null);
    const adjusted = deciding?.has(nameOf(metric)) === true ? own : all;
    return metricComparison(metric, test.concludes ? (adjusted?.get(test.tested) ?? test.p) : test.p);
  });
}

function adjustedPs(metrics: readonly ComparedMetric[]): ReadonlyMap<string, number> {
  const tests = new Map(
    metrics.map(testOf).flatMap((test) => (test?.concludes === true ? [[test.tested, test.p] as const] : [])),
  );
  const adjusted = holm([...tests.values()]);
  return new Map([...tests].map(([tested, p], index) => [tested, adjusted[index] ?? p]));
}

/** The flat shape that is printed: the keys of the three kinds, `null` where a kind has none. */
function metricComparison(compared: ComparedMetric, adjusted: number | null): MetricComparison {
  switch (compared.kind) {
    case 'cases':
      return ofCases(compared, adjusted);
    case 'pairs':
      return ofPairs(compared, adjusted);
    case 'none': {
      const { metric, why, decides } = compared;
      const { name, value } = metric;
      return {
        ...NOTHING,
        name,
        base: decides ? value : null,
        head: value,
        decides,
        ...concluded('incomparable', why),
      };
    }
    default:
      return compared satisfies never;
  }
}

function ofCases(compared: MetricByCases, adjusted: number | null): MetricComparison {
  const { name, base, head, forbidding, direction, paired, effect, changed } = compared;
  const [from, to] = [measuredValue(base), measuredValue(head)];
  const bothTold = forbidding.length === 0 && from !== null && to !== null;
  // Where a side has no value there is no difference that anything could be said of.
  const test = bothTold ? paired : null;
  return {
    name,
    base: from,
    head: to,
    difference: bothTold ? (paired?.difference ?? to - from) : null,
    interval: test?.interval ?? null,
    test: test?.test ?? null,
    p: test?.p ?? null,
    p_adjusted: bothTold ? adjusted : null,
    cases: paired?.cases ?? null,
    untied: paired?.untied ?? null,
    b: paired?.b ?? null,
    c: paired?.c ?? null,
    mde: test?.mde ?? null,
    lost: paired?.lost ?? 0,
    low: test?.bounds?.[0] ?? null,
    high: test?.bounds?.[1] ?? null,
    direction,
    ...conclusionByCases({ base, head, forbidding }, effect, adjusted),
    newly_failing: changed?.newly_failing ?? null,
    newly_passing: changed?.newly_passing ?? null,
    against: null,
    pairs: null,
    decides: true,
  };
}

function conclusionByCases(
  { base, head, forbidding }: Pick<MetricOfBoth, 'base' | 'head' | 'forbidding'>,
  effect: Effect | null,
  adjusted: number | null,
): Conclusion {
  if (forbidding.length > 0) return incomparable(forbidding);
  if (measuredValue(base) === null) return absent('base', base);
  if (measuredValue(head) === null) return absent('head', head);
  return effect === null
    ? concluded(
        'insufficient',
        'nothing pairs it by case: it has no rows, is no mean over cases, or differs by more than can be tested',
      )
    : verdictOf(effect, adjusted);
}

function absent(side: 'base' | 'head', metric: JudgedMetric | null): Conclusion {
  const why = metric === null ? 'the result does not state it' : (metric.reason ?? 'no reason is stated');
  return concluded('unmeasured', `${side}: ${why}`);
}

function ofPairs(compared: MetricByPairs, adjusted: number | null): MetricComparison {
  const { metric, value, direction, winRate, kept, effect } = compared;
  return {
    ...NOTHING,
    name: metric.name,
    head: value,
    against: EVEN,
    pairs: kept ? winRate.pairs : null,
    direction,
    cases: kept ? winRate.cases : null,
    untied: kept ? winRate.untied : null,
    ...(isTested(compared) ? testedPairs(winRate, direction, adjusted) : {}),
    ...conclusionByPairs(metric, winRate, effect, adjusted),
  };
}

function testedPairs(
  { interval, test, p, single, pairs, mde, bounds }: WinRate,
  direction: Direction,
  adjusted: number | null,
) {
  const [c, b] = direction === 'higher' ? [pairs.won, pairs.lost] : [pairs.lost, pairs.won];
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

function conclusionByPairs(
  { value, reason }: JudgedMetric,
  { rate }: WinRate,
  effect: Effect,
  adjusted: number | null,
): Conclusion {
  if (value === null) return concluded('unmeasured', reason ?? 'no reason is stated');
  return rate === null
    ? concluded('insufficient', 'the file keeps no pairs, so nothing says how sure its rate is')
    : verdictOf(effect, adjusted);
}

/** A metric without two values. Its keys are printed before its name, as they have always been. */
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
