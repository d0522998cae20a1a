import { spend } from '../../core/budget.ts';
import {
  childOf,
  formatPointer,
  type JsonObject,
  type JsonValue,
  parsePointer,
  valueAt,
} from '../../document/document.ts';
import { spelled } from '../../document/spelling.ts';
import type { RowPlace } from '../../policy/policy.ts';

/** The tokens of a JSON Pointer. */
export type Tokens = readonly string[];

/** The tokens of each place. A policy's pointers are checked where it is read; what is none is no place. */
export function tokensOf(places: RowPlace | undefined): readonly Tokens[] {
  const all = places === undefined ? [] : typeof places === 'string' ? [places] : places;
  return all.flatMap((place) => {
    const tokens = parsePointer(place);
    return tokens === null ? [] : [tokens];
  });
}

/** A name that stands at these tokens as text or as a number, a number by its digits; `null` where there is none. */
export function nameIn(value: JsonValue, tokens: Tokens): string | null {
  const holder = tokens.length === 1 ? value : valueAt(value, tokens.slice(0, -1));
  const key = tokens.at(-1);
  const found = key === undefined ? undefined : childOf(holder, key);
  if (typeof found === 'number') return spelled(holder as JsonObject, key!, found);
  return typeof found === 'string' && found !== '' ? found : null;
}

/** A place that a pattern found, and what its `*` stood for. */
interface Found {
  readonly value: JsonValue;
  readonly tokens: Tokens;
  readonly key: string;
}

/** Whether the tokens of a place are a pattern. */
export function isPattern(tokens: Tokens): boolean {
  return tokens.some((token) => token.includes('*'));
}

/** Every place that a pattern finds, in the order of the file. */
export function placesOf(value: JsonValue, pattern: Tokens): readonly Found[] {
  let found: readonly { value: JsonValue; tokens: Tokens; keys: readonly string[] }[] = [
    { value, tokens: [], keys: [] },
  ];
  for (const token of pattern) {
    found = found.flatMap((at) => {
      const keys = token.includes('*') ? keysOf(at.value).filter((key) => matches(token, key)) : [token];
      return keys.flatMap((key) => {
        const child = childOf(at.value, key);
        if (child === undefined) return [];
        const matched = token.includes('*') ? [...at.keys, key] : at.keys;
        return [{ value: child, tokens: [...at.tokens, key], keys: matched }];
      });
    });
  }
  return found.map(({ value: each, tokens, keys }) => ({ value: each, tokens, key: keys.join('/') }));
}

function keysOf(value: JsonValue): readonly string[] {
  if (value === null || typeof value !== 'object') return [];
  const keys = Object.keys(value);
  spend('steps', keys.length);
  return keys;
}

/** Whether a key is one that a token means, in which `*` stands for any text. */
function matches(token: string, key: string): boolean {
  const [first = '', ...rest] = token.split('*');
  const last = rest.pop() ?? '';
  if (!key.startsWith(first) || !key.endsWith(last) || key.length < first.length + last.length) return false;
  let from = first.length;
  for (const part of rest) {
    const at = key.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return from <= key.length - last.length;
}

/** Whether a pointer leads to a place or into it. */
export function isWithin(pointer: string, place: string): boolean {
  return pointer === place || pointer.startsWith(`${place}/`);
}

/** A pointer as people read it. */
export function placeText(pointer: string): string {
  return pointer === '' ? 'the whole file' : pointer;
}

/** The JSON Pointer of a place below another. */
export function pointerAt(base: Tokens, ...more: readonly (string | number)[]): string {
  return formatPointer([...base, ...more]);
}
