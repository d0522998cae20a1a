import { memoized } from '../../core/maps.ts';
import type { Reading, Row, StatedCase } from '../../core/reading.ts';
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
  const stated = scoredCases(reading, ({ passed }) => passed !== undefined);
  return stated.flatMap(({ id, case: of, values, planned }) => {
    const { passed: stated, threshold, should_fail, pointer } = of;
    if (stated === undefined || threshold === null) return [];
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

/**
 * The cases that stopped early because the rest of their planned samples could not have changed their verdict: whatever
 * those had come to, the mean over the plan is on the same side of the case's threshold.
 */
export const decidedEarly = memoized((reading: Reading): ReadonlySet<string> => {
  const { rubric } = reading;
  const stopped = scoredCases(reading, (each) => each.stopped_early);
  const early = stopped.filter(({ case: { threshold }, score, values, planned }) => {
    const [low, high] = (rubric?.weights.has(score) === true ? rubric.scale : null) ?? [0, 1];
    if (threshold === null) return false;
    if (values.length === 0 || values.some((value) => value < low || value > high)) return false;
    const rest = planned - values.length;
    const [worst, best] = [low, high].map((end) =>
      judge({ quantity: { value: (exactSum(values) + rest * end) / planned } }, threshold),
    );
    return sameVerdict(worst!, best!);
  });
  return new Set(early.map(({ id }) => id));
});

/** The stated cases whose rows have one score that decides, with its measured values and how many were planned. */
function scoredCases(reading: Reading, isWanted: (stated: StatedCase) => boolean) {
  const { rows, rubric } = reading;
  const cases = [...reading.cases].filter(([, stated]) => isWanted(stated));
  if (rows === null || cases.length === 0) return [];
  const scoring: Scoring = { judged: judgedScores(reading), rubric, places: undefined };
  const byCase = splitBy(rows, ({ id }) => id);
  return cases.flatMap(([id, stated]) => {
    const mine = byCase.get(id) ?? [];
    const score = scoreOf(mine);
    if (score === null) return [];
    const values = measuredValues(
      mine.map((row) => rowValue(row, score, fromJudgments(row, score, rubric), scoring).value),
    );
    const planned = Math.max(stated.samples ?? reading.samples ?? mine.length, mine.length);
    return [{ id, case: stated, score, values, planned }];
  });
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
