import type { Reading } from '../../core/reading.ts';
import { judgedScores } from './observed.ts';

/** The judgments of all rows, counted. */
export interface Tallied {
  readonly ruled: number;
  readonly unreached: number;
  readonly undisclosed: number;
  /** The models that the judgments name, sorted. */
  readonly served: readonly string[];
  /** Whether every row with a judged score holds its judgments: else these are the least that there were. */
  readonly whole: boolean;
}

/** Counts the judgments that rows hold; `null` where none holds any: the judge's own counts are claims then. */
export function tallyOf(reading: Reading): Tallied | null {
  const rows = reading.rows ?? [];
  const judgments = rows.flatMap((row) => row.judgments);
  if (judgments.length === 0) return null;
  const ruled = judgments.filter(({ value }) => value !== null);
  const judged = judgedScores(reading);
  const silent = rows.some((row) =>
    [...row.scores].some(
      ([name, value]) =>
        value !== null && judged.has(name) && !row.judgments.some(({ score }) => score === name),
    ),
  );
  const served = ruled.flatMap(({ judged_by }) => judged_by ?? []);
  return {
    ruled: ruled.length,
    unreached: judgments.length - ruled.length,
    undisclosed: ruled.filter(({ judged_by }) => judged_by === null).length,
    served: [...new Set(served)].sort(),
    whole: !silent,
  };
}
