import { dateIn, daysBetween } from '../../core/calendar.ts';
import { changesBetweenRuns, reasonsAgainst, reasonsAgainstMetric } from '../../core/comparability.ts';
import type { Comparison, ComparisonVerdict, Difference, MetricComparison } from '../../core/comparison.ts';
import { baseName, type Path } from '../../core/path.ts';
import type { JudgePolicy } from '../../core/policy.ts';
import type { Reading } from '../../core/reading.ts';
import type { JudgedMetric } from '../../core/thresholds.ts';
import type { Bounds } from '../../core/verdict.ts';
import { judgedMetrics } from '../evidence/metrics.ts';
import { judgedScores } from '../evidence/observed.ts';
import { planOf } from '../evidence/plan.ts';
import { holm } from '../holm.ts';
import { ALPHA } from '../interval.ts';
import { caseValues } from './case-values.ts';
import { type Paired, pairUp } from './paired.ts';
import { splitComparisons } from './split.ts';
import { turnedCases } from './turned.ts';

/** With fewer cases that differ no two-sided exact test can reach 5 %: 2 / 2^5 is more. */
export const LEAST_UNTIED = 6;

/** A result to be compared: where it stands, and what it says. */
export interface Side {
  readonly path: Path;
  readonly reading: Reading;
}

export interface CompareOptions {
  readonly judge: JudgePolicy;
  /** Reasons not to compare that the user overrides by name. */
  readonly allow: readonly string[];
  /** The widest interval, either way, that still tells enough, in the metric's unit; `null`: no such demand. */
  readonly margin: number | null;
  /** Bounds that the policy sets on metrics: they give a direction where a result does not. */
  readonly bounds: ReadonlyMap<string, Bounds>;
}

/** Compares two results metric by metric, paired by case; or refuses, with the two values that forbid it. */
export function compareReadings(base: Side, head: Side, options: CompareOptions): Comparison {
  const [older, newer] = [base.reading, head.reading];
  const standing = (reasons: readonly Difference[]) =>
    reasons.filter(({ key }) => !options.allow.includes(key));
  const all = reasonsAgainst(older, newer);
  const whole = standing(all);
  const judged = new Set([...judgedNames(older), ...judgedNames(newer)]);
  const values = new Map(judgedMetrics(older).map((metric) => [metric.name, metric]));
  const drafts = judgedMetrics(newer).map((metric) => {
    const against = reasonsAgainstMetric(metric.name, older, newer, judged.has(metric.name), options.judge);
    const before = values.get(metric.name) ?? null;
    const pair = [...whole, ...standing(against)].length > 0 ? null : paired(older, newer, metric.name);
    return { metric, before, against, forbidden: [...whole, ...standing(against)], pair };
  });
  const gone = [...values.values()].filter(({ name }) => !drafts.some(({ metric }) => metric.name === name));
  const adjusted = adjustedPs(drafts.map(({ pair }) => pair));
  const metrics = drafts.map((draft, index) =>
    metricComparison(draft, adjusted[index] ?? null, older, newer, options),
  );
  const reasons = distinct([...all, ...drafts.flatMap(({ against }) => against)]);
  return {
    base: { path: base.path, arm: older.arm, date: dateOf(base) },
    head: { path: head.path, arm: newer.arm, date: dateOf(head) },
    age_days: daysBetween(dateOf(base), dateOf(head)),
    newest: null,
    comparable: whole.length === 0 && metrics.some(({ verdict }) => verdict !== 'incomparable'),
    reasons: standing(reasons),
    allowed: reasons
      .map(({ key }) => key)
      .filter((key, index, keys) => options.allow.includes(key) && keys.indexOf(key) === index),
    changed: changesBetweenRuns(older, newer),
    metrics: [...metrics, ...gone.map(goneMetric)],
    splits: whole.length === 0 ? splitComparisons(older, newer) : [],
    ...(whole.length === 0 ? turnedCases(older, newer) : { newly_failing: [], newly_passing: [] }),
    trend: null,
    seed: drafts.find(({ pair }) => pair !== null && pair.seed !== null)?.pair?.seed ?? null,
  };
}

/** The day of a run: as it is stated, else as the file's name has it. */
export function dateOf({ path, reading }: Side): string | null {
  return reading.run.date ?? dateIn(baseName(path));
}

interface Draft {
  readonly metric: JudgedMetric;
  readonly before: JudgedMetric | null;
  readonly forbidden: readonly Difference[];
  readonly pair: Paired | null;
}

function paired(base: Reading, head: Reading, name: string): Paired | null {
  const [one, other] = [caseValues(base, name), caseValues(head, name)];
  return one === null || other === null ? null : pairUp(one, other);
}

function metricComparison(
  { metric, before, forbidden, pair }: Draft,
  adjusted: number | null,
  base: Reading,
  head: Reading,
  options: CompareOptions,
): MetricComparison {
  const direction = directionOf(metric.name, base, head, options);
  const [from, to] = [before?.value ?? null, metric.value];
  const { verdict, reason } = verdictOf({
    from,
    to,
    before,
    metric,
    forbidden,
    pair,
    adjusted,
    direction,
    margin: options.margin,
  });
  const shown = forbidden.length === 0 ? pair : null;
  return {
    name: metric.name,
    base: from,
    head: to,
    difference:
      forbidden.length > 0 || from === null || to === null ? null : (shown?.difference ?? to - from),
    interval: shown?.interval ?? null,
    test: shown?.test ?? null,
    p: shown?.p ?? null,
    p_adjusted: shown === null ? null : adjusted,
    cases: shown?.cases ?? null,
    untied: shown?.untied ?? null,
    b: shown?.b ?? null,
    c: shown?.c ?? null,
    mde: shown?.mde ?? null,
    lost: shown?.lost ?? 0,
    low: shown?.bounds?.[0] ?? null,
    high: shown?.bounds?.[1] ?? null,
    direction,
    verdict,
    reason,
  };
}

interface Facts extends Draft {
  readonly from: number | null;
  readonly to: number | null;
  readonly adjusted: number | null;
  readonly direction: 'higher' | 'lower' | null;
  readonly margin: number | null;
}

interface Said {
  readonly verdict: ComparisonVerdict;
  readonly reason: string | null;
}

function verdictOf({ from, to, before, metric, forbidden, pair, adjusted, direction, margin }: Facts): Said {
  if (forbidden.length > 0)
    return say('incomparable', `${forbidden.map(({ key }) => key).join(', ')} differ or are not known`);
  if (from === null)
    return say(
      'unmeasured',
      `base: ${before === null ? 'the result does not state it' : (before.reason ?? 'no reason is stated')}`,
    );
  if (to === null) return say('unmeasured', `head: ${metric.reason ?? 'no reason is stated'}`);
  if (pair === null)
    return say('insufficient', 'nothing pairs it by case: it has no rows, or is no mean over cases');
  if (direction === null)
    return say('unmeasured', 'no direction is declared, so no difference is better or worse');
  if (pair.untied < LEAST_UNTIED) {
    return say('insufficient', `fewer than ${LEAST_UNTIED} cases differ, and so few tell nothing`);
  }
  if (adjusted !== null && adjusted <= ALPHA) return significant(pair, direction);
  const [low, high] = pair.interval ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  return margin !== null && (high - low) / 2 > margin
    ? say('insufficient', 'the interval is wider than the margin')
    : say('no_difference', null);
}

/** A difference that the test finds; told only where the cases that one side lost could not turn it. */
function significant({ difference, lost, bounds }: Paired, direction: 'higher' | 'lower'): Said {
  const better = difference !== null && difference > 0 === (direction === 'higher');
  if (lost > 0) {
    const worst = bounds?.[direction === 'higher' ? 0 : 1] ?? null;
    const best = bounds?.[direction === 'higher' ? 1 : 0] ?? null;
    const end = better ? worst : best;
    const holds = end !== null && end !== 0 && end > 0 === (difference ?? 0) > 0;
    if (!holds)
      return say(
        'unmeasured',
        `${lost} cases were measured on one side alone, and could turn the difference`,
      );
  }
  return say(better ? 'improved' : 'regressed', null);
}

function say(verdict: ComparisonVerdict, reason: string | null): Said {
  return { verdict, reason };
}

/** Holm's correction over the metrics that are tested together; `null` where nothing was tested. */
function adjustedPs(pairs: readonly (Paired | null)[]): readonly (number | null)[] {
  const tested = pairs.filter((pair) => pair !== null);
  const adjusted = holm(tested.map(({ p }) => p));
  let next = 0;
  return pairs.map((pair) => (pair === null ? null : (adjusted[next++] ?? null)));
}

/** Means of which nobody says which way is better have none; a rate of passes has. */
const UPWARD = new Set(['rate', 'pass_hat_k', 'pass_at_k', 'win_rate', 'ratio']);

function directionOf(
  name: string,
  base: Reading,
  head: Reading,
  { bounds }: CompareOptions,
): 'higher' | 'lower' | null {
  for (const reading of [head, base]) {
    const stated =
      reading.claims.find((claim) => claim.name === name)?.direction ??
      reading.definitions.get(name)?.['direction'];
    if (stated === 'higher' || stated === 'lower') return stated;
    const bound = bounds.get(name) ?? reading.stated.find(({ metric }) => metric === name);
    if (bound !== undefined) return bound.min === null && bound.max !== null ? 'lower' : 'higher';
  }
  const definition = head.definitions.get(name);
  if (definition === undefined) return null;
  return UPWARD.has(definition.aggregate) || typeof definition['measure'] === 'string' ? 'higher' : null;
}

/** The metrics that hang on a judge, by their definitions. */
export function judgedNames(reading: Reading): readonly string[] {
  const judged = judgedScores(reading);
  return [...reading.definitions].flatMap(([name, definition]) => {
    const plan = planOf(name, definition);
    const scores =
      plan.kind === 'values' && plan.source.kind === 'pass_if'
        ? plan.source.conditions.map(([score]) => score)
        : plan.kind === 'values' && plan.source.kind !== 'pass_if'
          ? [plan.source.score]
          : plan.kind === 'games'
            ? [plan.score]
            : [];
    return definition['judged'] === true || scores.some((score) => judged.has(score)) ? [name] : [];
  });
}

function goneMetric({ name, value }: JudgedMetric): MetricComparison {
  const nothing = {
    difference: null,
    interval: null,
    test: null,
    p: null,
    p_adjusted: null,
    cases: null,
    untied: null,
  };
  const empty = { b: null, c: null, mde: null, lost: 0, low: null, high: null, direction: null };
  return {
    name,
    base: value,
    head: null,
    ...nothing,
    ...empty,
    verdict: 'unmeasured',
    reason: 'head: the result does not state it',
  };
}

function distinct(reasons: readonly Difference[]): readonly Difference[] {
  const seen = new Set<string>();
  return reasons.filter((reason) => {
    const key = JSON.stringify(reason);
    return !seen.has(key) && seen.add(key);
  });
}
