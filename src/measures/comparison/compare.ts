import { dateIn, daysBetween } from '../../core/calendar.ts';
import { changesBetweenRuns, reasonsAgainst, reasonsAgainstMetric } from '../../core/comparability.ts';
import type {
  Attribution,
  Comparison,
  Difference,
  NewestResult,
  SelfComparison,
  SplitComparison,
} from '../../core/comparison.ts';
import { answerOf, independentRows } from '../../core/independence.ts';
import { groupBy } from '../../core/maps.ts';
import { baseName } from '../../core/path.ts';
import type { Reading, Row } from '../../core/reading.ts';
import type { Bounds } from '../../core/verdict.ts';
import type { JudgePolicy } from '../../policy/policy.ts';
import { judgedMetrics } from '../evidence/metrics.ts';
import { judgedScores } from '../evidence/observed.ts';
import { type Plan, planOf } from '../evidence/plan.ts';
import { recomputeOver } from '../evidence/recompute.ts';
import { ALPHA } from '../intervals.ts';
import { random, SEED } from '../random.ts';
import { holm } from '../significance.ts';
import type { Side } from './arms.ts';
import { caseValues } from './case-values.ts';
import { type ComparedMetric, metricComparisons, nameOf, seedOf } from './metric.ts';
import { compareByCases, pairUp } from './paired.ts';
import { type Direction, directionsOf, LEAST_UNTIED } from './verdict.ts';

export interface CompareOptions {
  readonly judge: JudgePolicy;
  /** Reasons not to compare that the user overrides by name. */
  readonly allow: readonly string[];
  /** The widest interval, either way, that still tells enough, in the metric's unit; `null`: no such demand. */
  readonly margin: number | null;
  /** Bounds that the policy sets on metrics: they give a direction where a result does not. */
  readonly bounds: ReadonlyMap<string, Bounds>;
  /** The metrics that a requirement decides by, which are corrected among themselves; `null` or absent: none. */
  readonly deciding?: ReadonlySet<string> | null;
}

/**
 * Compares two results metric by metric, paired by case; or refuses, with the two values that forbid it. `others` are
 * metrics that are listed too and that no two sides have.
 */
export function compareReadings(
  base: Side,
  head: Side,
  options: CompareOptions,
  others: readonly ComparedMetric[] = [],
): Comparison {
  const [older, newer] = [base.reading, head.reading];
  const whole = reasonsAgainst(older, newer);
  const metrics = [...metricsByCases(older, newer, whole, options), ...others];
  return assemble(base, head, whole, metrics, options);
}

/** The metrics of either side: those of head in its order, then those that only base has. */
export function metricsByCases(
  base: Reading,
  head: Reading,
  whole: readonly Difference[],
  { judge, allow, margin, bounds }: CompareOptions,
  counting: (reasons: readonly Difference[]) => readonly Difference[] = (reasons) => reasons,
): readonly ComparedMetric[] {
  const judged = new Set([...judgedNames(base), ...judgedNames(head)]);
  const before = new Map(judgedMetrics(base).map((metric) => [metric.name, metric]));
  const after = new Map(judgedMetrics(head).map((metric) => [metric.name, metric]));
  return [...new Set([...after.keys(), ...before.keys()])].map((name) => {
    const [was, is] = [before.get(name) ?? null, after.get(name) ?? null];
    const [older, newer] = directionsOf(name, base, head, bounds);
    // What one side does not state is unmeasured there, however the other defines it.
    const reasons =
      was === null || is === null
        ? []
        : [
            ...counting(reasonsAgainstMetric(name, base, head, judged.has(name), judge)),
            ...opposite(name, older, newer),
          ];
    const forbidding = distinct([...whole, ...reasons]).filter(({ key }) => !allow.includes(key));
    const metric = { name, base: was, head: is, reasons, forbidding, direction: newer ?? older };
    return compareByCases(base, head, metric, margin);
  });
}

/** Which way is better is part of what a metric means: a new result must not call a loss a gain by turning it round. */
function opposite(name: string, base: Direction | null, head: Direction | null): readonly Difference[] {
  if (base === null || head === null || base === head) return [];
  return [{ key: 'definition', metric: name, base: `${base} is better`, head: `${head} is better` }];
}

/** The comparison that finished metrics make up. `whole`: what forbids every metric that each side has a value of. */
export function assemble(
  base: Side,
  head: Side,
  whole: readonly Difference[],
  compared: readonly ComparedMetric[],
  { allow, deciding = null }: CompareOptions,
): Comparison {
  const [older, newer] = [base.reading, head.reading];
  const metrics = metricComparisons(compared, deciding);
  const own = compared.flatMap((metric) => (metric.kind === 'cases' ? metric.reasons : []));
  const all = distinct([...whole, ...own]);
  const reasons = all.filter(({ key }) => !allow.includes(key));
  const usable = compared.filter((metric) => metric.kind !== 'cases' || metric.forbidding.length === 0);
  return {
    base: { path: base.path, arm: older.arm, date: dateOf(base) },
    head: { path: head.path, arm: newer.arm, date: dateOf(head) },
    age_days: daysBetween(dateOf(base), dateOf(head)),
    newest: null,
    comparable: metrics.some(({ verdict }) => verdict !== 'incomparable'),
    reasons,
    allowed: [...new Set(all.map(({ key }) => key))].filter((key) => allow.includes(key)),
    changed: changesBetweenRuns(older, newer).filter(
      (change) => !reasons.some(({ key, metric }) => key === change.key && metric === undefined),
    ),
    attribution: attributionOf(older, newer, all),
    metrics,
    splits: splitComparisons(older, newer, usable.map(nameOf)),
    newly_failing: union(metrics.map(({ newly_failing }) => newly_failing)),
    newly_passing: union(metrics.map(({ newly_passing }) => newly_passing)),
    trend: null,
    seed: compared.map(seedOf).find((seed) => seed !== null) ?? null,
  };
}

/** The day of a run: as it is stated, else as the file's name has it. */
function dateOf({ path, reading }: Side): string | null {
  return reading.run.date ?? dateIn(baseName(path));
}

function union(lists: readonly (readonly string[] | null)[]): readonly string[] {
  return [...new Set(lists.flatMap((list) => list ?? []))].sort();
}

function distinct(reasons: readonly Difference[]): readonly Difference[] {
  const seen = new Set<string>();
  return reasons.filter((reason) => {
    const key = JSON.stringify(reason);
    return !seen.has(key) && seen.add(key);
  });
}

/**
 * The newest result of a series, compared with the base that head is compared with; `null` where there is none, or it is
 * that base. Numbers are compared only where both mean the same; else the reasons stand alone.
 */
export function newestResult(
  newest: Side | null,
  base: Side,
  head: Side,
  judge: JudgePolicy,
): NewestResult | null {
  if (newest === null || newest === base) return null;
  const { reading } = newest;
  const reasons = reasonsAgainst(reading, head.reading);
  const sound = reasons.length === 0 && reasonsAgainst(reading, base.reading).length === 0;
  return {
    path: newest.path,
    arm: reading.arm,
    date: dateOf(newest),
    days_newer: daysBetween(dateOf(base), dateOf(newest)),
    reasons,
    gaps: sound ? gapsBetween(base, newest, judge) : [],
  };
}

function gapsBetween(base: Side, newest: Side, judge: JudgePolicy): NewestResult['gaps'] {
  const judged = new Set([...judgedNames(base.reading), ...judgedNames(newest.reading)]);
  const stated = new Map(judgedMetrics(base.reading).map(({ name, value }) => [name, value]));
  return judgedMetrics(newest.reading).flatMap(({ name, value }) => {
    const before = stated.get(name) ?? null;
    if (value === null || before === null || value === before) return [];
    const against = reasonsAgainstMetric(name, base.reading, newest.reading, judged.has(name), judge);
    return against.length > 0 ? [] : [{ name, base: before, newest: value }];
  });
}

/** The metrics of a reading that hang on its judge: those called judged, and those over a score that a judge gives. */
function judgedNames(reading: Reading): readonly string[] {
  const judged = judgedScores(reading);
  return [...reading.definitions].flatMap(([name, definition]) => {
    const scores = scoresOf(planOf(name, definition));
    return definition['judged'] === true || scores.some((score) => judged.has(score)) ? [name] : [];
  });
}

function scoresOf(plan: Plan): readonly string[] {
  if (plan.kind === 'games') return [plan.score];
  if (plan.kind !== 'values') return [];
  const { source } = plan;
  return source.kind === 'pass_if' ? source.conditions.map(([score]) => score) : [source.score];
}

const WAYS = ['category', 'provenance'] as const;

/**
 * The metrics that may be compared, over each category and provenance, side by side; nothing where all rows are of one
 * group.
 */
function splitComparisons(
  base: Reading,
  head: Reading,
  metrics: readonly string[],
): readonly SplitComparison[] {
  const { rows: older } = base;
  const { rows: newer } = head;
  if (older === null || newer === null) return [];
  const defined = metrics.filter((name) => base.definitions.has(name) && head.definitions.has(name));
  return WAYS.flatMap((by) => {
    const groups = [...new Set([...older, ...newer].map((row) => row[by]))].filter((group) => group !== null);
    if (groups.length < 2) return [];
    return groups.sort().flatMap((group) =>
      defined.flatMap((name) => {
        const from = valueOver(base, name, older, by, group);
        const to = valueOver(head, name, newer, by, group);
        if (from === null && to === null) return [];
        const difference = from === null || to === null ? null : to - from;
        return [{ by, group, name, base: from, head: to, difference }];
      }),
    );
  });
}

function valueOver(
  reading: Reading,
  name: string,
  rows: readonly Row[],
  by: (typeof WAYS)[number],
  group: string,
): number | null {
  const definition = reading.definitions.get(name);
  if (definition === undefined) return null;
  const part = rows.filter((row) => row[by] === group);
  return recomputeOver(reading, name, definition, part)?.value.value ?? null;
}

/**
 * What two runs with different judges (or prompts of the judge) say about the answers that were judged: `null` where the
 * judge is the same. Only where every answer is kept on both sides, and is the same, is a difference the judge's.
 */
function attributionOf(base: Reading, head: Reading, reasons: readonly Difference[]): Attribution | null {
  if (!reasons.some(({ key }) => key === 'judge' || key === 'rubric')) return null;
  const before = new Map((base.rows ?? []).map((row) => [keyOf(row), answerOf(row)]));
  const after = new Map((head.rows ?? []).map((row) => [keyOf(row), answerOf(row)]));
  const counts = { same: 0, changed: 0, unknown: 0 };
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(key) ?? null, after.get(key) ?? null];
    if (was === null || is === null) counts.unknown += 1;
    else if (was === is) counts.same += 1;
    else counts.changed += 1;
  }
  return counts;
}

function keyOf({ id, arm, sample, turn }: Row): string {
  return JSON.stringify([id, arm, sample, turn]);
}

const SPLITS = 200;

/**
 * Splits each case's samples in two at random, again and again, and compares the halves as if they were two runs: what
 * it finds is noise. `null` where no case has two samples.
 */
export function compareWithItself(reading: Reading, splits = SPLITS, seed = SEED): SelfComparison | null {
  // A cached answer beside the one that it repeats differs in nothing: such halves would vouch for any run.
  const rows = reading.rows === null ? null : independentRows(reading.rows);
  if (rows === null) return null;
  // Samples of two arms are no samples of one thing, so that each half has as many of either.
  const byCase = groupBy(rows.keys(), (index) => JSON.stringify([rows[index]!.id, rows[index]!.arm]));
  const repeated = [...byCase.values()].filter((indices) => indices.length > 1);
  if (repeated.length === 0) return null;
  const { next } = random(seed);
  let alarms = 0;
  for (let split = 0; split < splits; split += 1) {
    const first = new Set<number>();
    for (const indices of repeated) {
      const shuffled = indices.map((index) => ({ index, key: next() })).sort((a, b) => a.key - b.key);
      for (const { index } of shuffled.slice(0, shuffled.length >> 1)) first.add(index);
    }
    const kept = new Set(repeated.flat());
    const half = (mine: boolean): Reading => ({
      ...reading,
      // Half of a run was not planned as a whole one.
      samples: null,
      cases: new Map(),
      rows: rows.filter((_, index) => kept.has(index) && first.has(index) === mine),
    });
    if (findsDifference(half(true), half(false))) alarms += 1;
  }
  const cases = new Set(repeated.map(([first]) => rows[first!]!.id)).size;
  return { splits, alarms, cases, seed };
}

function findsDifference(one: Reading, other: Reading): boolean {
  const pairs = [...one.definitions.keys()].flatMap((name) => {
    const [a, b] = [caseValues(one, name), caseValues(other, name)];
    return a === null || b === null ? [] : (pairUp(a, b) ?? []);
  });
  const tested = pairs.filter(({ untied }) => untied >= LEAST_UNTIED);
  return holm(tested.map(({ p }) => p)).some((p) => p <= ALPHA);
}
