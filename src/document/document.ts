/** A value of JSON. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** An object of JSON. */
export type JsonObject = { readonly [key: string]: JsonValue };

/** Whether a value is an object, not a list and not `null`. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is a list: `Array.isArray` does not narrow readonly arrays. */
export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** A place in a file: `offset` counts bytes from 0, `line` and `column` from 1, columns in code points. */
export interface Place {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/** The kinds of faults that a text can have. */
export type FaultCode =
  | 'syntax'
  | 'truncated'
  | 'empty'
  | 'merge-conflict'
  | 'encoding'
  | 'byte-order-mark'
  | 'lfs-pointer'
  | 'too-large'
  | 'too-deep'
  | 'duplicate-key'
  | 'reserved-key'
  | 'not-finite'
  | 'unsafe-integer';

/**
 * One thing that is wrong with a text. `pointer` is the JSON Pointer of the value concerned ('' for the whole file).
 * A fatal fault leaves no document.
 */
export interface Fault {
  readonly code: FaultCode;
  readonly pointer: string;
  readonly place: Place;
  readonly data: Readonly<Record<string, string | number>>;
  readonly fatal: boolean;
}

/** A file that could be decoded: its value, its faults and the places in it. */
export interface Document {
  readonly value: JsonValue;
  /** In the order of the file; none of them fatal. */
  readonly faults: readonly Fault[];
  /** Where the value at a JSON Pointer begins; null if there is none. */
  locate(pointer: string): Place | null;
  /** In a document made of several files: the file that holds the value, and the value's pointer there. */
  fileAt?(pointer: string): { readonly path: string; readonly pointer: string } | null;
}

/** The result of decoding a file: a document, or the fault for which it was refused. */
export type Decoded =
  | { readonly ok: true; readonly document: Document }
  | { readonly ok: false; readonly fault: Fault };

/** The largest file that is decoded, in bytes, and how many arrays and objects may lie within one another. */
export interface Limits {
  readonly bytes: number;
  readonly depth: number;
}

/** The limits that count unless a caller sets others. */
export const DEFAULT_LIMITS: Limits = { bytes: 20 * 1024 * 1024, depth: 200 };

/** A value with the keys of its objects sorted: equal values then have equal JSON. */
export function sortedKeys(value: JsonValue): JsonValue {
  if (value === null || typeof value !== 'object') return value;
  if (isList(value)) return value.map(sortedKeys);
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortedKeys(inner)]),
  );
}

/** The tokens of a JSON Pointer (RFC 6901), or null where the text is none. */
export function parsePointer(text: string): string[] | null {
  if (text === '') return [];
  if (!text.startsWith('/') || /~(?![01])/.test(text)) return null;
  return text
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The JSON Pointer (RFC 6901) of a path of keys and indices. */
export function formatPointer(tokens: readonly (string | number)[]): string {
  let pointer = '';
  for (const token of tokens) pointer += `/${typeof token === 'number' ? token : escaped(token)}`;
  return pointer;
}

function escaped(token: string): string {
  return /[~/]/.test(token) ? token.replaceAll('~', '~0').replaceAll('/', '~1') : token;
}

/** The value at a pointer; undefined where there is none. Inherited properties are not seen. */
export function resolvePointer(value: JsonValue, pointer: string): JsonValue | undefined {
  const tokens = parsePointer(pointer);
  return tokens === null ? undefined : valueAt(value, tokens);
}

/** The value at the tokens of a pointer. */
export function valueAt(value: JsonValue, tokens: readonly string[]): JsonValue | undefined {
  let found: JsonValue | undefined = value;
  for (const token of tokens) found = childOf(found, token);
  return found;
}

/** An own member of an object, or an item of a list by its number. */
export function childOf(value: JsonValue | undefined, token: string): JsonValue | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  if (isList(value)) return /^(0|[1-9]\d*)$/.test(token) ? value[Number(token)] : undefined;
  return Object.hasOwn(value, token) ? value[token] : undefined;
}
