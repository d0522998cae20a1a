import type { JudgedMetric } from './judged-metric.ts';
import type { HardFail, Series } from './policy.ts';
import { compareToBound, formatBeside } from './quantity.ts';
import { isDoubted, type Reading, type Row } from './reading.ts';
import { judge } from './verdict.ts';
import { isStated, placeOfRow } from './where.ts';

/** What a condition on single rows came to: the rows that fail the run, or why that cannot be said. */
export interface Gate {
  /** The condition in words, which stands where a threshold has its metric. */
  readonly condition: string;
  /** The cases of the first rows that fail the run, and how many rows do. */
  readonly cases: readonly string[];
  readonly count: number;
  readonly unmeasured: string | null;
}

/** Cases that are named one by one. */
const NAMED = 5;

/**
 * Compares the rows of a run with one condition. A row that matches fails the run whatever its means say; where the
 * condition names a score, only rows whose score leaves the bounds do. A row whose score was not measured could be one,
 * and so could a row that does not say what is asked for: then the gate is unmeasured, unless `minCoverage` of them were
 * measured.
 */
export function judgeHardFail(hard: HardFail, { rows }: Reading, minCoverage: number | null): Gate {
  const condition = describeHardFail(hard);
  const unknown = (unmeasured: string): Gate => ({ condition, cases: [], count: 0, unmeasured });
  if (rows === null) return unknown('evidence_missing: the file keeps no rows');
  const unstated = Object.keys(hard.where).find((name) => !isStated(rows, name));
  if (unstated !== undefined) return unknown(`evidence_missing: no row states ${unstated}`);
  const placeOf = placeOfRow(hard.where);
  const { score } = hard;
  const failing: Row[] = [];
  let [asked, unscored, silent] = [0, 0, 0];
  for (const row of rows) {
    const place = placeOf(row);
    if (place === 'out') continue;
    const stated = score === null ? null : numberOf(row, score);
    // A score that its row contradicts and that would not fail the run proves nothing
    const value = isDoubted(row, score) && !leaves(stated, hard) ? null : stated;
    const fails = score === null || leaves(value, hard);
    if (place === 'silent') silent += fails || value === null ? 1 : 0;
    else {
      asked += 1;
      if (fails) failing.push(row);
      else if (value === null) unscored += 1;
    }
  }
  if (failing.length > 0) {
    const cases = [...new Set(failing.map(({ id }) => id))].slice(0, NAMED);
    return { condition, cases, count: failing.length, unmeasured: null };
  }
  const enough = (missing: number, of: number) =>
    missing === 0 || (minCoverage !== null && 1 - missing / of >= minCoverage);
  const open = [enough(unscored, asked), enough(silent, rows.length)];
  if (!open.includes(false)) return { condition, cases: [], count: 0, unmeasured: null };
  if (open[0] === false)
    return unknown(`evidence_missing: ${score} was not measured in ${unscored} of ${asked} rows`);
  const names = Object.keys(hard.where).join(' or ');
  const which = silent === 1 ? '1 row does' : `${silent} rows do`;
  return unknown(`evidence_missing: ${which} not state ${names}, and could fail the run`);
}

/** Why the verdicts of a run decide nothing, or `null` where they do: a metric that has to keep its bounds does not. */
export function whyInconclusive(series: Series, metrics: readonly JudgedMetric[]): string | null {
  for (const { metric: name, ...bounds } of series.inconclusive_when) {
    const metric = metrics.find((each) => each.name === name);
    if (metric === undefined || metric.value === null)
      return `inconclusive: ${name} is not measured, and it has to be within its bounds for the run to decide anything`;
    const verdict = judge({ quantity: { value: metric.value, ratio: metric.ratio } }, bounds);
    if (verdict.kind !== 'missed') continue;
    const bound = bounds[verdict.bound] ?? 0;
    return `inconclusive: ${name} is ${formatBeside(verdict.quantity, bound)}, ${verdict.bound} ${bound}`;
  }
  return null;
}

/** `rows where negative is true and faithfulness is below 2`. */
export function describeHardFail({ where, score, min, max }: HardFail): string {
  const wanted = Object.entries(where).map(([name, value]) => `${name} is ${String(value)}`);
  const bounds = [min === null ? [] : `below ${min}`, max === null ? [] : `above ${max}`].flat();
  const leaving = score === null ? [] : [`${score} is ${bounds.join(' or ')}`];
  const all = [...wanted, ...leaving];
  return all.length === 0 ? 'rows' : `rows where ${all.join(' and ')}`;
}

function numberOf({ scores }: Row, score: string): number | null {
  const value = scores.get(score);
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'number' ? value : null;
}

function leaves(value: number | null, { min, max }: HardFail): boolean {
  if (value === null) return false;
  return (
    (min !== null && compareToBound({ value }, min) < 0) ||
    (max !== null && compareToBound({ value }, max) > 0)
  );
}
