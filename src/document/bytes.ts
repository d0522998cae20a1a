import type { Place } from './document.ts';

/** The bytes that give JSON its shape, and how to step over them. UTF-8 keeps them free of other meanings. */
const TAB = 0x09;
export const LF = 0x0a;
export const CR = 0x0d;
export const SPACE = 0x20;
export const QUOTE = 0x22;
export const APOSTROPHE = 0x27;
export const PLUS = 0x2b;
export const COMMA = 0x2c;
export const MINUS = 0x2d;
export const DOT = 0x2e;
export const SLASH = 0x2f;
export const ZERO = 0x30;
export const NINE = 0x39;
export const COLON = 0x3a;
export const OPEN_BRACKET = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSE_BRACKET = 0x5d;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of a span of bytes. Throws a TypeError where they are not UTF-8. */
export function textOf(bytes: Uint8Array, start: number, end: number): string {
  return decoder.decode(start === 0 && end === bytes.length ? bytes : bytes.subarray(start, end));
}

/** Whether a byte is white space in JSON. */
export function isSpace(byte: number | undefined): boolean {
  return byte === SPACE || byte === LF || byte === CR || byte === TAB;
}

/** Whether a byte is a decimal digit. */
export function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= NINE;
}

/** Whether a byte can stand in a bare word: a letter, a digit, `_`, `$` or anything beyond ASCII. */
export function isWord(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  return (
    isDigit(byte) ||
    (byte >= 0x41 && byte <= 0x5a) ||
    (byte >= 0x61 && byte <= 0x7a) ||
    byte === 0x5f ||
    byte === 0x24 ||
    byte >= 0x80
  );
}

/** The offset of the first byte from `from` on that is no white space. */
export function skipSpace(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && isSpace(bytes[at])) at++;
  return at;
}

/** The offset after the closing quote of the string that opens at `from`, or `end` if nothing closes it. */
export function skipString(bytes: Uint8Array, from: number, end: number): number {
  let at = from + 1;
  while (at < end) {
    const byte = bytes[at];
    if (byte === QUOTE) return at + 1;
    at += byte === BACKSLASH ? 2 : 1;
  }
  return end;
}

/** The spans of the lines in a text. CRLF ends one line, and so do LF and CR alone. */
export function* linesOf(bytes: Uint8Array, start: number): Generator<readonly [number, number]> {
  let from = start;
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte !== LF && byte !== CR) continue;
    yield [from, at];
    if (byte === CR && bytes[at + 1] === LF) at++;
    from = at + 1;
  }
  yield [from, bytes.length];
}

const STRIDE = 1024;

/**
 * A function that gives the line and column of an offset. Its table, an entry for every 1,024 bytes, is made at the
 * first question.
 */
export function placeFinder(bytes: Uint8Array): (offset: number) => Place {
  let table: Int32Array | null = null;
  return (offset) => {
    table ??= makeTable(bytes);
    const target = Math.min(Math.max(offset, 0), bytes.length);
    const entry = Math.floor(target / STRIDE);
    const cursor = { line: table[2 * entry]!, column: table[2 * entry + 1]! };
    advance(bytes, entry * STRIDE, target, cursor);
    return { offset: target, line: cursor.line, column: cursor.column };
  };
}

function makeTable(bytes: Uint8Array): Int32Array {
  const entries = Math.floor(bytes.length / STRIDE) + 1;
  const table = new Int32Array(2 * entries);
  const cursor = { line: 1, column: 1 };
  for (let entry = 0; entry < entries; entry++) {
    if (entry > 0) advance(bytes, (entry - 1) * STRIDE, entry * STRIDE, cursor);
    table[2 * entry] = cursor.line;
    table[2 * entry + 1] = cursor.column;
  }
  return table;
}

/** CRLF ends one line, and so do LF and CR alone. Bytes that continue a code point and a leading mark have no width. */
function advance(
  bytes: Uint8Array,
  from: number,
  to: number,
  cursor: { line: number; column: number },
): void {
  for (let at = from; at < to; at++) {
    const byte = bytes[at]!;
    if (byte === LF || (byte === CR && bytes[at + 1] !== LF)) {
      cursor.line++;
      cursor.column = 1;
    } else if ((byte & 0xc0) !== 0x80 && !(at === 0 && markLength(bytes) > 0)) cursor.column++;
  }
}

/** The length of UTF-8's byte order mark where the bytes begin with one: 3, else 0. */
export function markLength(bytes: Uint8Array): 0 | 3 {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

/**
 * The first byte at which the bytes stop being UTF-8 (RFC 3629), or null. `cut` is true where only the end of the
 * last code point is missing, as after a write that broke off.
 */
export function firstBadByte(bytes: Uint8Array): { readonly offset: number; readonly cut: boolean } | null {
  let at = 0;
  while (at < bytes.length) {
    const lead = bytes[at]!;
    const length = lengthOf(lead);
    if (length === 0) return { offset: at, cut: false };
    for (let next = 1; next < length; next++) {
      const byte = bytes[at + next];
      if (byte === undefined) return { offset: at, cut: true };
      const [low, high] = next === 1 ? rangeAfter(lead) : [0x80, 0xbf];
      if (byte < low || byte > high) return { offset: at, cut: false };
    }
    at += length;
  }
  return null;
}

function lengthOf(lead: number): 0 | 1 | 2 | 3 | 4 {
  if (lead < 0x80) return 1;
  if (lead < 0xc2) return 0;
  if (lead < 0xe0) return 2;
  if (lead < 0xf0) return 3;
  return lead < 0xf5 ? 4 : 0;
}

/** The second byte is narrower after some leads: no overlong forms, no surrogates, nothing beyond U+10FFFF. */
function rangeAfter(lead: number): readonly [number, number] {
  if (lead === 0xe0) return [0xa0, 0xbf];
  if (lead === 0xed) return [0x80, 0x9f];
  if (lead === 0xf0) return [0x90, 0xbf];
  return lead === 0xf4 ? [0x80, 0x8f] : [0x80, 0xbf];
}

/** The encoding that the first four bytes give away, by their mark or by where their NULs are; null for UTF-8. */
export function foreignEncoding(bytes: Uint8Array): string | null {
  const [a, b, c, d] = bytes;
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? 'UTF-32LE' : 'UTF-16LE';
  if (a === 0xfe && b === 0xff) return 'UTF-16BE';
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return 'UTF-32BE';
  if (a === undefined || b === undefined) return null;
  if (a === 0 && b === 0 && c === 0 && d !== undefined && d !== 0) return 'UTF-32BE';
  if (a !== 0 && b === 0) return c === 0 && d === 0 ? 'UTF-32LE' : 'UTF-16LE';
  return a === 0 && b !== 0 ? 'UTF-16BE' : null;
}
