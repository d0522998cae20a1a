import { isList, isObject, type JsonObject, type JsonValue } from '../document/document.ts';
import { keepSpelling, respelled, spelled } from '../document/spelling.ts';

/** The value as an object, or `null` where it is anything else. */
export function asObject(value: JsonValue | undefined): JsonObject | null {
  return isObject(value) ? value : null;
}

/** The value as a list, or `null` where it is anything else. */
export function asList(value: JsonValue | undefined): readonly JsonValue[] | null {
  return isList(value) ? value : null;
}

/** The value as text, or `null` where it is anything else: numbers are not turned into text. */
export function asText(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

/** The value as a finite number, or `null` where it is anything else: `"0.75"` and `true` are no numbers. */
export function asNumber(value: JsonValue | undefined): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** The value as a boolean, or `null` where it is anything else. */
export function asBoolean(value: JsonValue | undefined): boolean | null {
  return typeof value === 'boolean' ? value : null;
}

/** An own member of an object; inherited ones such as `constructor` are not seen. */
export function member(object: JsonObject | null, key: string): JsonValue | undefined {
  return object !== null && Object.hasOwn(object, key) ? object[key] : undefined;
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

/** The moment of a Unix time in seconds, or `null` where it is out of the calendar's range. */
export function instantOf(seconds: number): string | null {
  const time = new Date(seconds * 1000);
  return Number.isNaN(time.getTime()) || time.getUTCFullYear() > 9999 || seconds < 0
    ? null
    : time.toISOString();
}
