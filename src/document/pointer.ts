import type { JsonValue } from './document.ts';

/** The tokens of a JSON pointer (RFC 6901), or null where the text is none. */
export function parsePointer(text: string): string[] | null {
  if (text === '') return [];
  if (!text.startsWith('/') || /~(?![01])/.test(text)) return null;
  return text
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The JSON pointer (RFC 6901) of a path of keys and indices. */
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
  if (tokens === null) return undefined;
  let here: JsonValue | undefined = value;
  for (const token of tokens) {
    if (here === undefined) return undefined;
    here = child(here, token);
  }
  return here;
}

function child(value: JsonValue, token: string): JsonValue | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  if (isArray(value)) return /^(0|[1-9]\d*)$/.test(token) ? value[Number(token)] : undefined;
  return Object.hasOwn(value, token) ? value[token] : undefined;
}

// Array.isArray does not narrow readonly arrays
function isArray(value: object): value is readonly JsonValue[] {
  return Array.isArray(value);
}
