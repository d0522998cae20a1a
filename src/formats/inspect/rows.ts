import { spend } from '../../core/budget.ts';
import type { Doubt, Row } from '../../core/reading.ts';
import { formatPointer, type JsonObject, type JsonValue } from '../../document/document.ts';
import { respelled, spelledJson } from '../../document/spelling.ts';
import { errorDoubts, failureOf } from '../failure.ts';
import {
  asCount,
  asList,
  asNumber,
  asObject,
  asText,
  listMembers,
  member,
  memberAt,
  nameAt,
} from '../field.ts';
import { bareRow, withDoubts } from '../row.ts';
import { caseName, NO_NUMBER, type NotFinite, reasonOfNull } from '../wording.ts';

/** The samples of a log, and what about their scores decides what may be made of them. */
export interface Rows {
  readonly rows: readonly Row[];
  /** Samples that are in the log, read or not. */
  readonly found: number;
  /** Scores of which some value is a text that is none of inspect_ai's grades. */
  readonly unknown: ReadonlySet<string>;
  /** How many rows ended in an error and have a value for a score all the same. */
  readonly scoredErrors: ReadonlyMap<string, number>;
}

/** The rows of a log, or `null` where it keeps none. */
export function readRows(root: JsonObject, notFinite: NotFinite): Rows | null {
  const samples = asList(root, 'samples') ?? [];
  if (samples.length === 0) return null;
  const unknown = new Set<string>();
  const scoredErrors = new Map<string, number>();
  const shuffled = isShuffled(root);
  const read = samples.flatMap((item, index) => {
    const sample = asObject(item);
    const id = shuffled ? idOfShuffled(sample) : nameAt(sample, 'id');
    if (sample === null || id === null) return [];
    return [{ sample, id, index, values: valuesOf(sample, index) }];
  });
  const names = [...new Set(read.flatMap(({ values }) => values.map(({ name }) => name)))];
  const rows = read.map(({ sample, id, index, values }) => {
    const message = errorOf(sample);
    const error = message === null ? null : { kind: failureOf(message), message };
    const scores = new Map<string, number | boolean | null>();
    const unmeasured = new Map<string, string>();
    const stated = new Map(values.map((each) => [each.name, each]));
    spend('steps', names.length);
    for (const name of names) {
      const graded = gradeOf(stated.get(name), name, notFinite);
      if (error !== null && graded.value !== null) scoredErrors.set(name, (scoredErrors.get(name) ?? 0) + 1);
      if (graded.value === null && graded.unknown) unknown.add(name);
      scores.set(name, error === null ? graded.value : null);
      if (error !== null) unmeasured.set(name, `${error.kind}: ${error.message}`);
      else if (graded.value === null) unmeasured.set(name, graded.reason);
    }
    return {
      ...bareRow(id, formatPointer(['samples', index]), sourceOf(sample)),
      sample: asCount(sample, 'epoch') ?? 1,
      error,
      scores,
      unmeasured,
      ...(error === null ? withDoubts(doubtsOf(sample, values, scores)) : {}),
    };
  });
  return { rows, found: samples.length, unknown, scoredErrors };
}

/** A value that a scorer gave, under the scorer's name, or for an object of values under `scorer/key`. */
interface Value {
  readonly name: string;
  readonly scorer: string;
  readonly value: JsonValue | undefined;
  readonly pointer: string;
  /** What the scorer says of a sample that it did not score. */
  readonly why: string | null;
}

function valuesOf(sample: JsonObject, index: number): readonly Value[] {
  return Object.entries(asObject(sample, 'scores') ?? {}).flatMap(([scorer, item]): Value[] => {
    const score = asObject(item);
    const value = member(score, 'value');
    const path = ['samples', index, 'scores', scorer, 'value'];
    const why = asText(score, 'metadata', 'unscored_reason');
    const parts = asObject(value);
    if (parts === null) return [{ name: scorer, scorer, value, pointer: formatPointer(path), why }];
    return Object.entries(parts).map(([key, each]) => ({
      name: partName(scorer, key),
      scorer,
      value: each,
      pointer: formatPointer([...path, key]),
      why,
    }));
  });
}

/** What a row calls one part of a scorer's value. */
export function partName(scorer: string, key: string): string {
  return `${scorer}/${key}`;
}

type Graded =
  | { readonly value: number | boolean }
  | { readonly value: null; readonly reason: string; readonly unknown: boolean };

/** inspect_ai's grades as numbers, as its `value_to_float` takes them: correct, incorrect, partial, no answer. */
const GRADES: ReadonlyMap<string, number> = new Map([
  ['C', 1],
  ['I', 0],
  ['P', 0.5],
  ['N', 0],
]);

function gradeOf(stated: Value | undefined, name: string, notFinite: NotFinite): Graded {
  if (stated === undefined) {
    return { value: null, reason: `evidence_missing: the sample has no score of ${name}`, unknown: false };
  }
  const { value, pointer, why } = stated;
  if (typeof value === 'boolean') return { value };
  const number = asNumber(value) ?? GRADES.get(asText(value) ?? '') ?? null;
  if (number !== null) return { value: number };
  if (value !== null && value !== undefined) return { value: null, reason: NO_NUMBER, unknown: true };
  const reason = reasonOfNull(notFinite, pointer, 'evidence_missing: the file states no value');
  return { value: null, reason: why === null ? reason : `${reason}; ${why}`, unknown: false };
}

/** Scores that count although what the scorer says of them is the text of an error. */
function doubtsOf(sample: JsonObject, values: readonly Value[], scores: Row['scores']): readonly Doubt[] {
  const stated = asObject(sample, 'scores');
  return values.flatMap(({ name, scorer }) => {
    const score = asObject(stated, scorer);
    const said = [member(score, 'explanation'), memberAt(score, 'metadata', 'error')];
    return said.flatMap((reason, at) =>
      errorDoubts(
        name,
        scores.get(name),
        at === 1 && typeof reason === 'string' ? { error: reason } : reason,
      ),
    );
  });
}

function errorOf(sample: JsonObject): string | null {
  const error = member(sample, 'error');
  if (error === undefined || error === null) return null;
  return asText(sample, 'error', 'message') ?? asText(error) ?? 'an error without a message';
}

/** Whether the samples stand in an order of this run alone. */
export function isShuffled(root: JsonObject): boolean {
  return memberAt(root, 'eval', 'dataset', 'shuffled') === true;
}

/** A sample without an id is numbered by its place after shuffling, which is another one in the next run. */
function idOfShuffled(sample: JsonObject | null): string | null {
  const id = member(sample, 'id');
  if (sample === null || typeof id !== 'number') return nameAt(sample, 'id');
  const input = asked(member(sample, 'input') ?? null);
  const words = typeof input === 'string' ? input : spelledJson(input);
  return caseName(
    words,
    listMembers(respelled({ ...sample, input }, sample), ['input', 'choices', 'target']),
  );
}

/** An input without the ids of its messages, which are drawn anew for each run. */
function asked(input: JsonValue): JsonValue {
  return (
    asList(input)?.map((message) => {
      const object = asObject(message);
      if (object === null) return message;
      return { role: member(object, 'role') ?? null, content: member(object, 'content') ?? null };
    }) ?? input
  );
}

/** What a record keeps of a sample: its messages and events can be of any size. */
function sourceOf(sample: JsonObject): JsonObject {
  const [choice] = asList(sample, 'output', 'choices') ?? [];
  const output = asText(sample, 'output', 'completion') ?? asText(choice, 'message', 'content');
  return { expected: member(sample, 'target') ?? null, ...(output === null ? {} : { output }) };
}
