import { isDate, isTime } from '../core/calendar.ts';
import { EMPTY_READING, type RunIdentity } from '../core/reading.ts';
import { isList, isObject, type JsonObject, type JsonValue } from '../document/document.ts';
import { keepSpelling, respelled, spelled } from '../document/spelling.ts';

/** The value as an object, or what stands under these keys in it as one; `null` where it is anything else. */
export function asObject(value: JsonValue | undefined, ...path: readonly string[]): JsonObject | null {
  const found = at(value, path);
  return isObject(found) ? found : null;
}

/** The value, or what stands under these keys, as a list, or `null` where it is anything else. */
export function asList(
  value: JsonValue | undefined,
  ...path: readonly string[]
): readonly JsonValue[] | null {
  const found = at(value, path);
  return isList(found) ? found : null;
}

/** The value as text, or `null` where it is anything else: numbers are not turned into text. */
export function asText(value: JsonValue | undefined, ...path: readonly string[]): string | null {
  const found = at(value, path);
  return typeof found === 'string' ? found : null;
}

/** The value as a finite number, or `null` where it is anything else: `"0.75"` and `true` are no numbers. */
export function asNumber(value: JsonValue | undefined, ...path: readonly string[]): number | null {
  const found = at(value, path);
  return typeof found === 'number' && Number.isFinite(found) ? found : null;
}

/** The value as a boolean, or `null` where it is anything else. */
export function asBoolean(value: JsonValue | undefined, ...path: readonly string[]): boolean | null {
  const found = at(value, path);
  return typeof found === 'boolean' ? found : null;
}

/** The value as a count: a whole number of 0 or more, or `null` where it is anything else. */
export function asCount(value: JsonValue | undefined, ...path: readonly string[]): number | null {
  const found = asNumber(value, ...path);
  return Number.isSafeInteger(found) && Number(found) >= 0 ? found : null;
}

/** The value as an RFC 3339 instant with a zone: a local time would be another moment on every machine. */
export function asInstant(value: JsonValue | undefined, ...path: readonly string[]): string | null {
  const text = asText(value, ...path);
  return text !== null && isTime(text) ? text : null;
}

/** The value as a day, `YYYY-MM-DD`, or `null` where it is anything else. */
export function asDay(value: JsonValue | undefined, ...path: readonly string[]): string | null {
  const text = asText(value, ...path);
  return text !== null && isDate(text) ? text : null;
}

/** The value as a commit id, abbreviated or whole, or `null` where it is anything else. */
export function asCommit(value: JsonValue | undefined, ...path: readonly string[]): string | null {
  const text = asText(value, ...path);
  return text !== null && /^[0-9a-f]{7,64}$/.test(text) ? text : null;
}

/** The objects in a list, and the texts in one: what else stands there is left out. */
export function objectsIn(value: JsonValue | undefined, ...path: readonly string[]): readonly JsonObject[] {
  return (asList(value, ...path) ?? []).filter(isObject);
}

export function textsIn(value: JsonValue | undefined, ...path: readonly string[]): readonly string[] {
  return (asList(value, ...path) ?? []).filter((item) => typeof item === 'string');
}

/** What stands under these keys, each in the object under the one before. */
function at(value: JsonValue | undefined, path: readonly string[]): JsonValue | undefined {
  let found = value;
  for (const key of path) found = isObject(found) && Object.hasOwn(found, key) ? found[key] : undefined;
  return found;
}

/** An own member of an object; inherited ones such as `constructor` are not seen. */
export function member(object: JsonObject | null, key: string): JsonValue | undefined {
  return object !== null && Object.hasOwn(object, key) ? object[key] : undefined;
}

/** What stands under these keys of an object. */
export function memberAt(object: JsonObject | null, ...keys: readonly string[]): JsonValue | undefined {
  return at(object ?? undefined, keys);
}

/** A name that a file writes as text or as a number, a number by its digits; `null` where it is neither, or empty. */
export function nameAt(object: JsonObject | null, key: string): string | null {
  const value = member(object, key);
  if (object !== null && typeof value === 'number') return spelled(object, key, value);
  return asText(value) || null;
}

/** A version as a number or as text: 1.10 is another version than 1.1, and no number can say so. */
export function versionAt(object: JsonObject | null, key: string): number | string | null {
  const value = asNumber(member(object, key));
  if (object === null || value === null) return asText(member(object, key));
  const digits = spelled(object, key, value);
  return digits === String(value) ? value : digits;
}

/** The members of an object that pass, each number with its digits. */
export function filterMembers(object: JsonObject, passes: (key: string) => boolean): JsonObject {
  return respelled(Object.fromEntries(Object.entries(object).filter(([key]) => passes(key))), object);
}

/** The members under these keys as a list, each number with its digits; `null` for one that is not there. */
export function listMembers(object: JsonObject, keys: readonly string[]): readonly JsonValue[] {
  const list = keys.map((key) => member(object, key) ?? null);
  for (const [at, value] of list.entries())
    if (typeof value === 'number') keepSpelling(list, at, spelled(object, keys[at]!, value));
  return list;
}

/** The own members of an object that are text, in the order of the file. */
export function textMembers(object: JsonObject | null): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const [key, value] of Object.entries(object ?? {}))
    if (typeof value === 'string') texts.set(key, value);
  return texts;
}

/** The identity of a run of which no more is known than when its file was made. */
export function runAt(generated_at: string | null): RunIdentity {
  return { ...EMPTY_READING.run, date: utcDay(generated_at), generated_at };
}

/** The day of an instant in UTC, `YYYY-MM-DD`. */
export function utcDay(instant: string | null): string | null {
  // a leap second is legal in RFC 3339 and unknown to Date
  const time = instant === null ? Number.NaN : Date.parse(instant.replace(/:60(?=[.Zz+-])/, ':59'));
  return Number.isNaN(time) ? null : new Date(time).toISOString().slice(0, 10);
}

/** The moment of a Unix time in seconds, or `null` where it is out of the calendar's range. */
export function instantOf(seconds: number): string | null {
  const time = new Date(seconds * 1000);
  return Number.isNaN(time.getTime()) || time.getUTCFullYear() > 9999 || seconds < 0
    ? null
    : time.toISOString();
}
