import type { JsonValue } from '../../document/document.ts';

/** An object of a record that is being made. */
export type JsonObject = { readonly [key: string]: JsonValue };

/** A member, or nothing where there is no value: what a file does not say is left out. */
export function given(key: string, value: JsonValue): JsonObject {
  return value === null ? {} : { [key]: value };
}
