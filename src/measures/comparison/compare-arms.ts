import { reasonsAgainst } from '../../core/comparability.ts';
import type { Comparison, Difference } from '../../core/comparison.ts';
import type { JudgedMetric } from '../../core/judged-metric.ts';
import type { Reading } from '../../core/reading.ts';
import { judgedMetrics } from '../evidence/metrics.ts';
import { planOf } from '../evidence/plan.ts';
import { recomputeOver } from '../evidence/recompute.ts';
import {
  type ArmPair,
  armMetrics,
  pinnedArm,
  readingNamed,
  readingOfArm,
  type Side,
  type TwoArms,
} from './arms.ts';
import { assemble, type CompareOptions, compareReadings, metricsByCases } from './compare.ts';
import { type ComparedMetric, nameOf } from './metric.ts';
import { type UncomparedMetric, uncompared } from './verdict.ts';
import { compareByPairs } from './win-rate.ts';

/** Compares two arms of one file. */
export function compareTwoArms(two: TwoArms, options: CompareOptions): Comparison {
  return two.kind === 'rows'
    ? compareArms(two.side, two.arms, options)
    : compareReadings(two.base, two.head, options);
}

/**
 * Compares two arms of one result: each metric carried out on either arm's rows and paired by case, each win rate against
 * 0.5. What has no value for an arm says so. One run made both, so that what it does not state (a version, a judge) is
 * the same for both.
 */
export function compareArms({ path, reading }: Side, arms: ArmPair, options: CompareOptions): Comparison {
  const names = new Map(armMetrics(reading, arms));
  const others = new Map<string, ComparedMetric>();
  for (const metric of judgedMetrics(reading)) {
    const other = notByCases(reading, metric, arms, names, options);
    if (other === null) continue;
    others.set(metric.name, other);
    names.delete(metric.name);
  }
  const [older, newer] = arms.map((arm) => readingOfArm(reading, arm, names)) as [Reading, Reading];
  const stated = (reasons: readonly Difference[]) =>
    reasons.filter(({ base, head }) => base !== null || head !== null);
  const whole = stated(reasonsAgainst(older, newer));
  const bounds = new Map([...options.bounds].map(([name, bound]) => [names.get(name) ?? name, bound]));
  const values = metricsByCases(older, newer, whole, { ...options, bounds }, stated);
  const order = judgedMetrics(reading).map(({ name }) => names.get(name) ?? name);
  const metrics = [...values, ...others.values()].sort(
    (one, other) => order.indexOf(nameOf(one)) - order.indexOf(nameOf(other)),
  );
  const sides = [older, newer].map((each) => ({ path, reading: each })) as [Side, Side];
  const compared = assemble(...sides, whole, metrics, options);
  return { ...compared, changed: [...configured(reading, arms), ...compared.changed] };
}

/** A metric that is none of two arms with a value each; `null` where it is. */
function notByCases(
  reading: Reading,
  metric: JudgedMetric,
  arms: ArmPair,
  names: ReadonlyMap<string, string>,
  { margin }: CompareOptions,
): ComparedMetric | null {
  const { name } = metric;
  const definition = reading.definitions.get(name);
  const refused = (why: string, decides = false) => uncompared(metric, why, decides);
  if (definition !== undefined) {
    const plan = planOf(name, definition);
    if (plan.kind === 'games' && plan.how === 'win_rate')
      return compareByPairs(reading, metric, plan, arms, margin);
    if (plan.kind === 'games')
      return refused('it tells of the judge, who prefers a place: both arms share one value');
    if (!names.has(name))
      return refused(`it counts the rows of ${pinnedArm(definition)}, which is neither of the two`);
    if (isOfPairs(reading, name, arms))
      return refused('its rows are pairs of both arms, which share one value');
    if (reading.rows !== null || pinnedArm(definition) !== null) return null;
  }
  const split = reading.splits.some(({ by, metric: of }) => by === 'arm' && of === name);
  if (split) return null;
  return refused(
    'the file states it for all arms together, and not how it follows from the rows of one',
    true,
  );
}

/** Whether a metric has a value over the rows that are of no single arm, and none over those of either. */
function isOfPairs(reading: Reading, name: string, [base, head]: ArmPair): boolean {
  const { rows } = reading;
  const definition = reading.definitions.get(name);
  if (rows === null || definition === undefined || pinnedArm(definition) !== null) return false;
  const over = (arm: string | null) =>
    recomputeOver(
      reading,
      name,
      definition,
      rows.filter((row) => row.arm === arm),
    )?.value.value ?? null;
  return over(null) !== null && over(base) === null && over(head) === null;
}

/** What sets the two arms apart, as the result configures them. */
function configured({ arms: stated }: Reading, [base, head]: ArmPair): readonly Difference[] {
  const [one, other] = [stated.get(base) ?? {}, stated.get(head) ?? {}];
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])].sort();
  const value = (arm: typeof one, key: string) => (Object.hasOwn(arm, key) ? (arm[key] ?? null) : null);
  return keys
    .map((key) => ({ key: `arms.${key}`, base: value(one, key), head: value(other, key) }))
    .filter((difference) => JSON.stringify(difference.base) !== JSON.stringify(difference.head));
}

/** The metrics of a file that one arm of it has no value of, each with the reason: what is left out is said. */
export function leftOut(readings: readonly Reading[], arm: string): readonly UncomparedMetric[] {
  const own = readingNamed(readings, arm);
  const [only] = readings;
  if (own === null || only === undefined || readings.includes(own)) return [];
  const kept = new Set(judgedMetrics(own).map(({ name }) => name));
  return judgedMetrics(only)
    .filter(({ name }) => !kept.has(name))
    .map((metric) => {
      const definition = only.definitions.get(metric.name);
      const pinned = definition === undefined ? null : pinnedArm(definition);
      if (definition === undefined)
        return uncompared(metric, 'the file states it for all arms together', true);
      const why =
        pinned === null
          ? `it is of pairs, and not of ${arm} alone`
          : `it counts the rows of ${pinned}, and not of ${arm}`;
      return uncompared(metric, why, false);
    });
}
