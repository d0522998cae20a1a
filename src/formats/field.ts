import type { JsonValue } from '../core/document/document.ts';

/** An object of a file that somebody else wrote. */
export type JsonObject = { readonly [key: string]: JsonValue };

/** The value as an object, or `null` where it is anything else. */
export function asObject(value: JsonValue | undefined): JsonObject | null {
  return value !== null && typeof value === 'object' && !isList(value) ? value : null;
}

/** The value as a list, or `null` where it is anything else. */
export function asList(value: JsonValue | undefined): readonly JsonValue[] | null {
  return value !== undefined && isList(value) ? value : null;
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

/** The own members of an object that are text, in the order of the file. */
export function textMembers(object: JsonObject | null): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const [key, value] of Object.entries(object ?? {}))
    if (typeof value === 'string') texts.set(key, value);
  return texts;
}

// Array.isArray does not narrow readonly arrays
function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
