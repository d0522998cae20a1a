import { daysBetween } from '../../core/calendar.ts';
import { reasonsAgainst, reasonsAgainstMetric } from '../../core/comparability.ts';
import type { NewestResult } from '../../core/comparison.ts';
import type { JudgePolicy } from '../../policy/policy.ts';
import { judgedMetrics } from '../evidence/metrics.ts';
import { dateOf, type Side } from './compare.ts';
import { judgedNames } from './judged.ts';

/**
 * What the newest result of a series says beside the base that a head is held against; `null` where there is none, or it
 * is that base. Numbers are set beside each other only where both mean the same; else the reasons stand alone.
 */
export function newestBeside(
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
