import type { Reading, Row } from '../../core/reading.ts';
import { type Bounds, judge, sameVerdict } from '../../core/verdict.ts';
import { exactSum } from '../exact-sum.ts';
import { measuredValues, splitBy } from '../observation.ts';
import { judgedScores } from './observed.ts';
import { fromJudgments, rowValue, type Scoring } from './row-value.ts';

/** A case whose stated `passed` does not follow from its samples. */
interface CaseVerdict {
  readonly id: string;
  readonly stated: boolean | null;
  readonly passed: boolean | null;
  readonly value: number | null;
  readonly bounds: Bounds;
  readonly reason: string | null;
  readonly pointer: string;
}

/**
 * The cases whose stated verdict is wrong. A case passes where the mean of its samples is within its threshold, or is not
 * where it should fail. Harnesses divide by the planned samples or by the measured ones; a verdict that follows from
 * either is right. Nothing is said of cases whose rows have several scores and none called `score`.
 */
export function caseVerdicts(reading: Reading): readonly CaseVerdict[] {
  const { rows, cases, rubric } = reading;
  if (rows === null || ![...cases.values()].some(({ passed }) => passed !== undefined)) return [];
  const scoring: Scoring = { judged: judgedScores(reading), rubric, places: undefined };
  const byCase = splitBy(rows, ({ id }) => id);
  return [...cases].flatMap(([id, { passed: stated, threshold, should_fail, samples, pointer }]) => {
    const mine = byCase.get(id) ?? [];
    const score = scoreOf(mine);
    if (stated === undefined || threshold === null || score === null) return [];
    const values = measuredValues(
      mine.map((row) => rowValue(row, score, fromJudgments(row, score, rubric), scoring).value),
    );
    const planned = Math.max(samples ?? reading.samples ?? mine.length, mine.length);
    const sum = exactSum(values);
    const drawn = (value: number) =>
      (judge({ quantity: { value } }, threshold).kind === 'met') !== should_fail;
    const verdicts: readonly (boolean | null)[] =
      values.length === 0 ? [null] : [drawn(sum / values.length), drawn(sum / planned)];
    if (verdicts.includes(stated)) return [];
    const value = values.length === 0 ? null : sum / values.length;
    const reason = values.length === 0 ? 'no sample of it was measured' : null;
    return [{ id, stated, passed: verdicts[0] ?? null, value, bounds: threshold, reason, pointer }];
  });
}

const decided = new WeakMap<Reading, ReadonlySet<string>>();

/**
 * The cases that stopped early because the rest of their planned samples could not have changed their verdict: whatever
 * those had come to, the mean over the plan is on the same side of the case's threshold.
 */
export function decidedEarly(reading: Reading): ReadonlySet<string> {
  const before = decided.get(reading);
  if (before !== undefined) return before;
  const early = findDecided(reading);
  decided.set(reading, early);
  return early;
}

const NONE: ReadonlySet<string> = new Set();

function findDecided(reading: Reading): ReadonlySet<string> {
  const { rows, cases, rubric } = reading;
  const stopped = [...cases].filter(
    ([, { stopped_early, threshold }]) => stopped_early && threshold !== null,
  );
  if (rows === null || stopped.length === 0) return NONE;
  const scoring: Scoring = { judged: judgedScores(reading), rubric, places: undefined };
  const byCase = splitBy(rows, ({ id }) => id);
  const early = stopped.filter(([id, { threshold, samples }]) => {
    const mine = byCase.get(id) ?? [];
    const score = scoreOf(mine);
    if (score === null || threshold === null) return false;
    const values = measuredValues(
      mine.map((row) => rowValue(row, score, fromJudgments(row, score, rubric), scoring).value),
    );
    const [low, high] = (rubric?.weights.has(score) === true ? rubric.scale : null) ?? [0, 1];
    const planned = Math.max(samples ?? reading.samples ?? mine.length, mine.length);
    if (values.length === 0 || values.some((value) => value < low || value > high)) return false;
    const rest = planned - values.length;
    const [worst, best] = [low, high].map((end) =>
      judge({ quantity: { value: (exactSum(values) + rest * end) / planned } }, threshold),
    );
    return sameVerdict(worst!, best!);
  });
  return new Set(early.map(([id]) => id));
}

function scoreOf(rows: readonly Row[]): string | null {
  const names = new Set(
    rows.flatMap(({ scores }) =>
      [...scores].flatMap(([name, value]) => (typeof value === 'string' ? [] : [name])),
    ),
  );
  if (names.has('score')) return 'score';
  return names.size === 1 ? [...names][0]! : null;
}
