import type { MetricComparison } from '../../core/comparison.ts';
import type { JudgedMetric } from '../../core/judged-metric.ts';
import { holm } from '../significance.ts';
import { type MetricByCases, type MetricOfBoth, measuredValue } from './paired.ts';
import {
  type Conclusion,
  canConclude,
  concluded,
  type Direction,
  type Effect,
  incomparable,
  type UncomparedMetric,
  verdictOf,
} from './verdict.ts';
import { EVEN, type MetricByPairs, type WinRate } from './win-rate.ts';

/** A metric of two sides as it was compared: by case, by pairs that both sides are in, or not at all. */
export type ComparedMetric = MetricByCases | MetricByPairs | UncomparedMetric;

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

function isTested({ value, winRate }: MetricByPairs): boolean {
  return value !== null && winRate.rate !== null;
}

function adjustedPs(metrics: readonly ComparedMetric[]): ReadonlyMap<string, number> {
  const tests = new Map(
    metrics.map(testOf).flatMap((test) => (test?.concludes === true ? [[test.tested, test.p] as const] : [])),
  );
  const adjusted = holm([...tests.values()]);
  return new Map([...tests].map(([tested, p], index) => [tested, adjusted[index] ?? p]));
}

export function nameOf(compared: ComparedMetric): string {
  return compared.kind === 'cases' ? compared.name : compared.metric.name;
}

/** The seed of what was drawn at random; `null` where nothing was. */
export function seedOf(compared: ComparedMetric): number | null {
  if (compared.kind === 'cases') return compared.paired?.seed ?? null;
  return compared.kind === 'pairs' && isTested(compared) ? compared.winRate.seed : null;
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
  const bothMeasured = forbidding.length === 0 && from !== null && to !== null;
  // Where a side has no value there is no difference that anything could be said of.
  const test = bothMeasured ? paired : null;
  return {
    name,
    base: from,
    head: to,
    difference: bothMeasured ? (paired?.difference ?? to - from) : null,
    interval: test?.interval ?? null,
    test: test?.test ?? null,
    p: test?.p ?? null,
    p_adjusted: bothMeasured ? adjusted : null,
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
