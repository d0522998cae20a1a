import { spend } from '../core/budget.ts';
import { type Doubt, EMPTY_JUDGE, type Judge, type Row } from '../core/reading.ts';
import type { JsonObject, JsonValue } from '../document/document.ts';
import { statedValue } from '../measures/evidence/row-value.ts';
import type { Observation } from '../measures/observation.ts';
import { errorDoubts } from './failure.ts';
import { asNumber } from './field.ts';
import { NO_NUMBER } from './wording.ts';

/** A row of which a file says no more than its id, its place and itself: readers spread it and set what they found. */
export function bareRow(id: string, pointer: string, source: JsonObject): Row {
  return {
    id,
    arm: null,
    sample: 1,
    turn: null,
    pointer,
    category: null,
    provenance: null,
    negative: null,
    error: null,
    scores: new Map(),
    unmeasured: new Map(),
    judgments: [],
    served: new Map(),
    source,
  };
}

/** The part of a row that its doubts are: nothing where there is none, as in most rows. */
export function withDoubts(doubts: readonly Doubt[]): Pick<Row, 'doubts'> {
  return doubts.length === 0 ? {} : { doubts };
}

/** A row of which one reason stands for the named scores, or for all. */
export function reasonedRow(row: Row, reason: JsonValue | undefined, names = [...row.scores.keys()]): Row {
  if (reason === undefined || reason === null || reason === '') return row;
  const doubts = names.flatMap((name) => errorDoubts(name, row.scores.get(name), reason));
  return doubts.length === 0 ? row : { ...row, doubts: [...(row.doubts ?? []), ...doubts] };
}

/**
 * Reads the named members of a row as scores. One that is absent stays absent; `null` has the reason that `why` gives;
 * text, a list or an object where a number or a boolean belongs is unmeasured too, never converted.
 */
export function readScores(
  source: JsonObject,
  names: readonly string[],
  why: (name: string) => string,
): Pick<Row, 'scores' | 'unmeasured'> {
  const scores = new Map<string, number | boolean | null>();
  const unmeasured = new Map<string, string>();
  for (const name of names) {
    if (!Object.hasOwn(source, name)) continue;
    const stated = source[name];
    const value = typeof stated === 'boolean' ? stated : asNumber(stated);
    scores.set(name, value);
    if (value === null) unmeasured.set(name, stated === null ? why(name) : NO_NUMBER);
  }
  return { scores, unmeasured };
}

/** The rows with their samples counted: each further row of a case, and of an arm of it, is its next sample. */
export function withSamples(rows: readonly Row[]): readonly Row[] {
  const counts = new Map<string, number>();
  return rows.map((row) => {
    const key = row.arm === null ? row.id : `${row.arm}\0${row.id}`;
    const sample = (counts.get(key) ?? 0) + 1;
    counts.set(key, sample);
    return { ...row, sample };
  });
}

/** How many cases there are in rows of which the samples are counted, and how many samples all of them have. */
export function countCases(rows: readonly Row[]): {
  readonly cases: number;
  readonly samples: number | null;
} {
  const cases = new Map(rows.map(({ id, sample }) => [id, sample]));
  return { cases: cases.size, samples: onlyValue(cases.values()) };
}

/** The one value that all are; `null` where they differ, or there is none. */
export function onlyValue<T>(values: Iterable<T>): T | null {
  const [first, ...others] = new Set(values);
  return first === undefined || others.length > 0 ? null : first;
}

/** One score of many rows, as the measures take it. */
export function observations(rows: readonly Row[], score: string): readonly Observation[] {
  spend('steps', rows.length);
  return rows.map((row) => ({ case: row.id, ...statedValue(row, score) }));
}

/** A judge of whom a file says the name alone, with how many of the rulings asked for it made. */
export function namedJudge(route: string, ruled: number, asked: number): Judge {
  return { ...EMPTY_JUDGE, route, ruled, unreached: asked - ruled, undisclosed: ruled, answered: ruled > 0 };
}

/** How many of these rows have a value for a score. */
export function countMeasured(rows: readonly Row[], score: string): number {
  spend('steps', rows.length);
  return rows.filter((row) => (row.scores.get(score) ?? null) !== null).length;
}
