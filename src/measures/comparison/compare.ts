import { attributionOf } from '../../core/attribution.ts';
import { dateIn, daysBetween } from '../../core/calendar.ts';
import { changesBetweenRuns, reasonsAgainst, reasonsAgainstMetric } from '../../core/comparability.ts';
import type { Comparison, Difference } from '../../core/comparison.ts';
import { baseName, type Path } from '../../core/path.ts';
import type { Reading } from '../../core/reading.ts';
import type { Bounds } from '../../core/verdict.ts';
import type { JudgePolicy } from '../../policy/policy.ts';
import { judgedMetrics } from '../evidence/metrics.ts';
import { type Direction, directionsOf } from './direction.ts';
import { judgedNames } from './judged.ts';
import { type ComparedMetric, compareByCases, metricComparisons, nameOf, seedOf } from './metric.ts';
import { splitComparisons } from './split.ts';

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
export function dateOf({ path, reading }: Side): string | null {
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
