import { spend } from '../../../core/budget.ts';
import {
  formatPointer,
  isList,
  isObject,
  type JsonObject,
  type JsonValue,
} from '../../../document/document.ts';
import { verdictOf } from '../outcome.ts';
import { isSurroundings } from './key-words.ts';

/** What stands under one key of many rows. */
export interface Tally {
  readonly pointer: string;
  readonly key: string;
  /** Rows in which it stands and is not `null`. */
  count: number;
  texts: number;
  numbers: number;
  booleans: number;
  /** Numbers that are neither 0 nor 1. */
  otherNumbers: number;
  /** Texts that say how a row came out, and texts that say nothing of the kind. */
  verdicts: number;
  otherTexts: number;
  readonly distinct: Set<string>;
  /** The members of the lists that stand there. */
  readonly listed: JsonValue[];
  lists: number;
}

/** Rows are alike: what more than this many keys hold is data, and none of them is a member's name. */
const MOST_KEYS = 500;

/** What stands under the keys of rows, and under those of the objects in them. */
export function tallied(rows: readonly JsonObject[]): readonly Tally[] {
  const tallies = new Map<string, Tally>();
  const tally = (tokens: readonly string[], value: JsonValue, depth: number) => {
    if (value === null) return;
    if (isObject(value) && depth === 0) {
      if (isSurroundings(tokens[0]!)) return;
      for (const [key, inner] of Object.entries(value)) tally([...tokens, key], inner, 1);
      return;
    }
    const pointer = formatPointer(tokens);
    const found = tallies.get(pointer) ?? empty(pointer, tokens.at(-1)!);
    if (!tallies.has(pointer)) {
      if (tallies.size >= MOST_KEYS) return;
      tallies.set(pointer, found);
    }
    note(found, value);
  };
  for (const row of rows) {
    const entries = Object.entries(row);
    spend('steps', entries.length);
    for (const [key, value] of entries) tally([key], value, 0);
  }
  return [...tallies.values()];
}

function empty(pointer: string, key: string): Tally {
  const counts = { count: 0, texts: 0, numbers: 0, booleans: 0, otherNumbers: 0, verdicts: 0, otherTexts: 0 };
  return { pointer, key, ...counts, distinct: new Set(), listed: [], lists: 0 };
}

function note(tally: Tally, value: JsonValue): void {
  tally.count += 1;
  if (typeof value === 'string') {
    tally.texts += 1;
    if (verdictOf(value) === null) tally.otherTexts += 1;
    else tally.verdicts += 1;
    tally.distinct.add(value);
  } else if (typeof value === 'number') {
    tally.numbers += 1;
    if (value !== 0 && value !== 1) tally.otherNumbers += 1;
    tally.distinct.add(String(value));
  } else if (typeof value === 'boolean') tally.booleans += 1;
  else if (isList(value)) {
    tally.lists += 1;
    for (const each of value) tally.listed.push(each);
  }
}

/** Whether a key holds text wherever it stands. */
export function isText(tally: Tally): boolean {
  return tally.count > 0 && tally.texts === tally.count;
}

/** Whether a key says of each row how it came out: true or false, a word for it, or 0 and 1. */
export function isVerdict(tally: Tally): boolean {
  const { count: all, booleans, verdicts, otherTexts, numbers, otherNumbers } = tally;
  return all > 0 && otherTexts === 0 && otherNumbers === 0 && booleans + verdicts + numbers === all;
}

/** Whether a key holds lists of objects alone. */
export function isListOfObjects({ count: all, lists, listed }: Tally): boolean {
  return all > 0 && lists === all && listed.length > 0 && listed.every(isObject);
}
