import { isStated, placeOfRow } from '../core/definition.ts';
import type { JudgedMetric } from '../core/judged-metric.ts';
import { compareToBound, formatBeside } from '../core/quantity.ts';
import { isDoubted, type Reading, type Row } from '../core/reading.ts';
import { type Bounds, judge } from '../core/verdict.ts';
import { count, counted } from '../core/wording.ts';
import type { HardFail, Series } from './policy.ts';
import type { NotCounted } from './reference-run.ts';
import { REMEDY } from './threshold-remedy.ts';

/** The outcome of a condition on single rows: the rows that fail the run, or why that cannot be said. */
export interface HardFailOutcome {
  /** The condition in words, which stands where a threshold has its metric. */
  readonly condition: string;
  /** The cases of the first rows that fail the run, and how many rows do. */
  readonly cases: readonly string[];
  readonly count: number;
  readonly unmeasured: string | null;
  /** The share of rows that were looked at, where that is why it cannot be said. */
  readonly share: number | null;
}

/** A function that gives the value of a score in a row, by what the row holds as evidence of it. */
export type ScoreOf = (row: Row, score: string) => number | null;

/** Cases that are named one by one. */
const NAMED = 5;

/**
 * Compares the rows of a run with one condition. A row that matches it fails the run, whatever the means say; where
 * the condition names a score, only if that score leaves the bounds. Rows that do not say what is asked, or whose
 * score was not measured, could fail too: then the outcome is unmeasured, unless `minCoverage` of the rows were
 * measured. `lacking` rows of the last run are gone, and count as such rows.
 */
export function judgeHardFail(
  hard: HardFail,
  { rows }: Reading,
  minCoverage: number | null,
  lacking: number,
  scoreOf: ScoreOf = numberOf,
): HardFailOutcome {
  const condition = describeHardFail(hard);
  const passed: HardFailOutcome = { condition, cases: [], count: 0, unmeasured: null, share: null };
  const unknown = (unmeasured: string, share: number | null = null) => ({ ...passed, unmeasured, share });
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
    const own = score === null ? null : (scoreOf(row, score) ?? failingNumber(row, score, hard));
    // A score that its row contradicts and that would not fail the run proves nothing
    const value = isDoubted(row, score) && !leaves(own, hard) ? null : own;
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
    return { ...passed, cases, count: failing.length };
  }
  const names = Object.keys(hard.where).join(' or ');
  const gaps = [
    {
      missing: unscored,
      of: asked,
      why: `${score} was not measured in ${unscored} of ${count(asked, 'row')}`,
    },
    {
      ...{ missing: silent, of: rows.length },
      why: `${counted(silent, 'row does', 'rows do')} not state ${names}, and could fail the run`,
    },
    {
      ...{ missing: lacking, of: rows.length + lacking },
      why: `it lacks ${count(lacking, 'sample')} that the last run has, and each could fail the run`,
    },
  ].map((gap) => ({ ...gap, share: gap.missing === 0 ? 1 : 1 - gap.missing / gap.of }));
  const open = gaps.find(({ share }) => share < (minCoverage ?? 1));
  if (open === undefined) return passed;
  return unknown(`evidence_missing: ${open.why}`, Math.min(...gaps.map(({ share }) => share)));
}

/** The reason why a run decides nothing: a metric leaves bounds that it has to keep. `null` where the run decides. */
export function whyInconclusive(
  series: Series,
  metrics: readonly JudgedMetric[],
  refuse: (metric: string) => NotCounted | null,
): NotCounted | null {
  for (const { metric: name, ...bounds } of series.inconclusive_when) {
    const metric = metrics.find((each) => each.name === name);
    const because = (why: string, remedy: string = REMEDY.unmeasured) => ({
      reason: `inconclusive: ${name} ${why}`,
      remedy,
    });
    if (metric === undefined || metric.value === null)
      return because('is not measured, and it has to be within its bounds for the run to decide anything');
    const verdict = judge({ quantity: { value: metric.value, ratio: metric.ratio } }, bounds);
    if (verdict.kind !== 'missed') {
      const other = refuse(name);
      if (other !== null)
        return because(`does not say whether the run decides anything: ${other.reason}`, other.remedy);
      if (couldLeave(metric, bounds))
        return because('could be outside its bounds with what the last run has');
      continue;
    }
    const bound = bounds[verdict.bound] ?? 0;
    return because(`is ${formatBeside(verdict.quantity, bound)}, ${verdict.bound} ${bound}`);
  }
  return null;
}

/** Whether a metric within its bounds could leave them with the samples that the run lacks. */
function couldLeave({ incompleteCases, low, high }: JudgedMetric, bounds: Bounds): boolean {
  if (incompleteCases === undefined) return false;
  return [low, high].some(
    (end) => end === null || judge({ quantity: { value: end } }, bounds).kind !== 'met',
  );
}

/** A condition on rows in words: `rows where negative is true and faithfulness is below 2`. */
export function describeHardFail({ where, score, min, max }: HardFail): string {
  const wanted = Object.entries(where).map(([name, value]) => `${name} is ${String(value)}`);
  const bounds = [min === null ? [] : `below ${min}`, max === null ? [] : `above ${max}`].flat();
  const leaving = score === null ? [] : [`${score} is ${bounds.join(' or ')}`];
  const all = [...wanted, ...leaving];
  return all.length === 0 ? 'rows' : `rows where ${all.join(' and ')}`;
}

/** What a row states and its evidence does not give counts where it fails the run. */
function failingNumber(row: Row, score: string, hard: HardFail): number | null {
  const stated = numberOf(row, score);
  return leaves(stated, hard) ? stated : null;
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
