import { isList, type JsonObject, type JsonValue } from './document.ts';

type Holder = readonly JsonValue[] | JsonObject;

/**
 * The digits of numbers whose double does not say how they were written, by the list or object that holds them. A
 * decoder fills it: for usual files it stays empty and costs nothing.
 */
const spellings = new WeakMap<Holder, Map<string, string>>();

/**
 * How a number is written where its double alone does not say so, else `null`. Two numbers name the same thing where
 * their digits are the same: 9196877626998785 and 9196877626998784 are two although one double holds both, and so are
 * 1.10 and 1.1, and 1e2 and 100. A trailing `.0` does not count, which some writers add to whole numbers; nor does the
 * sign of 0. Of other fractions the double decides.
 */
export function spellingOf(token: string): string | null {
  const value = Number(token);
  if (!Number.isFinite(value)) return null;
  const digits = token.endsWith('.0') ? token.slice(0, -2) : token;
  const telling = /[eE]/.test(digits)
    ? Number.isInteger(value)
    : !digits.includes('.') || digits.endsWith('0');
  return !telling || digits === String(value) || digits === '-0' ? null : digits;
}

/** Remembers how a number in a list or object is written. */
export function keepSpelling(holder: Holder, key: string | number, token: string): void {
  const spelling = spellingOf(token);
  const known = spellings.get(holder);
  if (spelling === null) known?.delete(String(key));
  else if (known === undefined) spellings.set(holder, new Map([[String(key), spelling]]));
  else known.set(String(key), spelling);
}

/** The text of a number in a list or object, digit by digit as the file writes it. */
export function spelled(holder: Holder, key: string | number, value: number): string {
  return spellings.get(holder)?.get(String(key)) ?? String(value === 0 ? 0 : value);
}

/** A copy with the spellings of what it was copied from, for the members that it kept. */
export function respelled<T extends Holder>(copy: T, original: Holder): T {
  for (const [key, token] of spellings.get(original) ?? []) {
    if (Object.hasOwn(copy, key)) keepSpelling(copy, key, token);
  }
  return copy;
}

/** A value as JSON on one line, every number by its digits; `keysOf` gives the order of an object's keys. */
export function spelledJson(
  value: JsonValue,
  keysOf: (object: JsonObject) => readonly string[] = Object.keys,
): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const member = (key: string | number, each: JsonValue) =>
    typeof each === 'number' ? spelled(value, key, each) : spelledJson(each, keysOf);
  if (isList(value)) return `[${value.map((item, index) => member(index, item)).join(',')}]`;
  const members = keysOf(value).map((key) => `${JSON.stringify(key)}:${member(key, value[key]!)}`);
  return `{${members.join(',')}}`;
}

/**
 * The fault of a number in JSON, if any: `not-finite` where a double overflows (1e400), `unsafe-integer` where a
 * double loses digits of an integer. Digits that JavaScript itself writes for the double (47585129085997530) are not
 * lost.
 */
export function numberFault(token: string): 'not-finite' | 'unsafe-integer' | null {
  const value = Number(token);
  if (!Number.isFinite(value)) return 'not-finite';
  if (Number.isSafeInteger(value) || !/^-?\d+$/.test(token)) return null;
  return String(value) === token || BigInt(token) === BigInt(value) ? null : 'unsafe-integer';
}
