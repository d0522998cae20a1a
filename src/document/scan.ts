import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  DOT,
  MINUS,
  NINE,
  OPEN_BRACE,
  OPEN_BRACKET,
  PLUS,
  QUOTE,
  SPACE,
  skipString,
  textOf,
  ZERO,
} from './ascii.ts';
import { KeySet } from './keyset.ts';
import { numberFault } from './number.ts';
import { spellingOf } from './spelling.ts';

// Kept from one text to the next: fresh ones would cost more than the scan of a small file
const keys = new KeySet();
let owners = new Int32Array(256); // of the objects that are open; 0 for an array
const FIRST_SUSPECT_DIGITS = 16;
const LONGEST_FINITE = 300;

/**
 * Whether the bytes, if they are JSON at all, are JSON without a doubt: no key twice in an object, none that is
 * reserved, no number of which a double does not say how it is written, no nesting beyond `depth`. It is one linear pass without a tree
 * and says false when unsure (an escape in a key, a collision of hashes); `JSON.parse` decides whether it is JSON.
 */
export function provesClean(bytes: Uint8Array, start: number, end: number, depth: number): boolean {
  keys.restart();
  if (owners.length <= depth) owners = new Int32Array(depth + 1);
  let level = 0;
  let keyNext = false;
  let at = start;
  while (at < end) {
    const byte = bytes[at]!;
    if (byte <= SPACE) at++;
    else if (byte === QUOTE) {
      const open = at;
      if (!keyNext) {
        at = skipString(bytes, open, end);
        continue;
      }
      keyNext = false;
      let hash = 0x811c9dc5 | 0; // FNV-1a
      for (at++; at < end && bytes[at] !== QUOTE; at++) {
        const letter = bytes[at]!;
        if (letter === BACKSLASH) return false;
        hash = Math.imul(hash ^ letter, 0x01000193);
      }
      at++;
      if (at - open === 11 && bytes[open + 1] === 0x5f && textOf(bytes, open + 1, at - 1) === '__proto__')
        return false;
      if (!keys.add(owners[level]!, hash)) return false;
    } else if (byte === COMMA) {
      keyNext = owners[level] !== 0;
      at++;
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      if (++level > depth) return false;
      keyNext = byte === OPEN_BRACE;
      owners[level] = keyNext ? keys.owner() : 0;
      at++;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      if (--level < 0) return false;
      keyNext = false;
      at++;
    } else if (byte === MINUS || (byte >= ZERO && byte <= NINE)) {
      const from = at;
      let whole = true;
      let exponent = false;
      for (at++; at < end; at++) {
        const digit = bytes[at]!;
        if (digit >= ZERO && digit <= NINE) continue;
        if (digit === DOT) whole = false;
        else if (digit === 0x65 || digit === 0x45) exponent = true;
        else if (digit !== PLUS && digit !== MINUS) break;
      }
      const length = at - from;
      const long = length > LONGEST_FINITE || (whole && length >= FIRST_SUSPECT_DIGITS);
      const zeros =
        !whole && bytes[at - 1] === ZERO && (bytes[at - 2] !== DOT || length > FIRST_SUSPECT_DIGITS);
      if (exponent || long || zeros) {
        const token = textOf(bytes, from, at);
        if (numberFault(token) !== null || spellingOf(token) !== null) return false;
      }
    } else at++;
  }
  return true;
}
