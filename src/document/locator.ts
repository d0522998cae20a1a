import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  isSpace,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  skipSpace,
  skipString,
  textOf,
} from './ascii.ts';
import type { Place } from './document.ts';
import { parsePointer } from './pointer.ts';

/** Offsets of an object's or array's values, by key or index. */
export type Members = ReadonlyMap<string, number>;

/**
 * Finds where values begin in JSON that has been accepted already. Each object or array on the way is read once,
 * so many questions about one file cost little more than the first. `root` is the offset of the one value, or the
 * members of the array that the file stands for.
 */
export function jsonLocator(
  bytes: Uint8Array,
  root: number | Members,
  placeOf: (offset: number) => Place,
): (pointer: string) => Place | null {
  const known = new Map<number, Members>();
  return (pointer) => {
    const tokens = parsePointer(pointer);
    if (tokens === null) return null;
    let here: number | Members | undefined = root;
    for (const token of tokens) {
      let members: Members | undefined;
      if (typeof here === 'number') {
        members = known.get(here) ?? membersAt(bytes, here);
        known.set(here, members);
      } else members = here;
      here = members?.get(token);
      if (here === undefined) return null;
    }
    return placeOf(typeof here === 'number' ? here : 0);
  };
}

function membersAt(bytes: Uint8Array, open: number): Members {
  const members = new Map<string, number>();
  const end = bytes.length;
  const keyed = bytes[open] === OPEN_BRACE;
  if (!keyed && bytes[open] !== OPEN_BRACKET) return members;
  let index = 0;
  let at = skipSpace(bytes, open + 1, end);
  while (at < end && bytes[at] !== CLOSE_BRACE && bytes[at] !== CLOSE_BRACKET) {
    let token = String(index++);
    if (keyed) {
      const close = skipString(bytes, at, end);
      token = String(JSON.parse(textOf(bytes, at, close)));
      at = skipSpace(bytes, skipSpace(bytes, close, end) + 1, end);
    }
    if (!keyed || token !== '__proto__') members.set(token, at);
    at = skipSpace(bytes, skipValue(bytes, at, end), end);
    if (bytes[at] === COMMA) at = skipSpace(bytes, at + 1, end);
  }
  return members;
}

function skipValue(bytes: Uint8Array, from: number, end: number): number {
  let level = 0;
  let at = from;
  do {
    const byte = bytes[at];
    if (byte === QUOTE) at = skipString(bytes, at, end);
    else {
      if (byte === OPEN_BRACE || byte === OPEN_BRACKET) level++;
      if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) level--;
      at++;
    }
    if (level === 0 && endsValue(bytes, at)) return at;
  } while (at < end);
  return end;
}

function endsValue(bytes: Uint8Array, at: number): boolean {
  const byte = bytes[at];
  return (
    byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET || isSpace(byte) || byte === undefined
  );
}
