import { asObject, type JsonObject, member } from '../field.ts';
import { countMeasured } from '../row.ts';
import { count, epochsOf } from './header.ts';
import type { Rows } from './rows.ts';

/** How many a metric is over, how many it should be over, and what about that is not certain. */
export interface Counted {
  readonly measured: number | null;
  readonly expected: number | null;
  readonly losses: readonly string[];
}

/**
 * How many were scored, and how many should have been. The samples count where all are there; `scored_samples` counts what
 * is left after epochs were reduced, so it is held against samples without their epochs.
 */
export function countsOf(root: JsonObject, entry: JsonObject, rows: Rows | null, score: string): Counted {
  const run = asObject(member(root, 'eval')) ?? {};
  const results = asObject(member(root, 'results'));
  const total = count(member(results, 'total_samples'));
  const cases = count(member(asObject(member(run, 'dataset')), 'samples'));
  const epochs = epochsOf(run);
  const planned = Math.max((cases ?? 0) * epochs, total ?? 0);
  const expected = cases === null && total === null ? null : planned;
  const scored = count(member(entry, 'scored_samples'));
  // A scorer that no sample names was counted by the log alone.
  const counted = rows?.rows.some(({ scores }) => scores.has(score)) ?? false;
  if (rows !== null && counted && (total === null || total === rows.found)) {
    const measured = countMeasured(rows.rows, score);
    const differs = scored !== null && epochs === 1 && scored !== measured;
    return {
      measured,
      expected,
      losses: differs
        ? [
            `n: scored_samples of ${score} says ${scored}, and ${measured} samples have a score without an error`,
          ]
        : [],
    };
  }
  if (scored !== null) return { measured: scored, expected: epochs > 1 ? cases : expected, losses: [] };
  const completed = count(member(results, 'completed_samples'));
  return {
    measured: completed,
    expected,
    losses:
      completed === null
        ? ['n: the log does not say how many samples were scored']
        : ['n: completed_samples is taken, which does not say how many samples each scorer scored'],
  };
}
