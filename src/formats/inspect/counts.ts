import { asObject, type JsonObject, member } from '../field.ts';
import { count, epochsOf } from './header.ts';
import type { Rows } from './rows.ts';

/** How many cases a metric is over, how many it should be over, and what about that is not certain. */
export interface Counted {
  readonly measured: number | null;
  readonly expected: number | null;
  readonly losses: readonly string[];
}

/**
 * How many cases were scored in each of their epochs, and how many should have been: four epochs of three samples are
 * three cases. The samples count where all are there; `scored_samples` counts what is left after epochs were reduced.
 */
export function countsOf(root: JsonObject, entry: JsonObject, rows: Rows | null, score: string): Counted {
  const run = asObject(member(root, 'eval')) ?? {};
  const results = asObject(member(root, 'results'));
  const total = count(member(results, 'total_samples'));
  const cases = count(member(asObject(member(run, 'dataset')), 'samples'));
  const epochs = Math.max(1, epochsOf(run));
  const planned = Math.max(cases ?? 0, Math.ceil((total ?? 0) / epochs));
  const expected = cases === null && total === null ? null : planned;
  const scored = count(member(entry, 'scored_samples'));
  // A scorer that no sample names was counted by the log alone.
  const counted = rows?.rows.some(({ scores }) => scores.has(score)) ?? false;
  if (rows !== null && counted && (total === null || total === rows.found)) {
    const { whole, some } = casesIn(rows, score, epochs);
    const differs = scored !== null && scored !== some;
    return {
      measured: whole,
      expected,
      losses: differs
        ? [`n: scored_samples of ${score} says ${scored}, and ${some} samples have a score without an error`]
        : [],
    };
  }
  if (scored !== null) return { measured: scored, expected, losses: [] };
  const completed = count(member(results, 'completed_samples'));
  if (completed === null || expected === null)
    return { measured: null, expected, losses: ['n: the log does not say how many samples were scored'] };
  return {
    // Each that is missing may be of another case
    measured: Math.max(0, expected - Math.max(0, expected * epochs - completed)),
    expected,
    losses: ['n: completed_samples is taken, which does not say how many samples each scorer scored'],
  };
}

/** The cases with a value in every epoch, and those with a value in any. */
function casesIn(
  { rows }: Rows,
  score: string,
  epochs: number,
): { readonly whole: number; readonly some: number } {
  const measured = new Map<string, number>();
  for (const { id, scores } of rows)
    if ((scores.get(score) ?? null) !== null) measured.set(id, (measured.get(id) ?? 0) + 1);
  return { whole: [...measured.values()].filter((each) => each >= epochs).length, some: measured.size };
}
