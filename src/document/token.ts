import { BACKSLASH, CR, isDigit, isWord, LF, MINUS, QUOTE, textOf } from './ascii.ts';
import type { JsonValue } from './document.ts';
import { numberFault } from './number.ts';
import { escapeAt, escapeLength, type Problem, problemOfValue, wordEnd } from './syntax.ts';

/** A string, number or word as it was read, and where it ends; or what is wrong in it, and where. */
export type Token<T> =
  | { readonly ok: true; readonly value: T; readonly end: number; readonly fault: NumberFault | null }
  | Misread;

/** `found` names what stands at `at` where that is not plain from the byte itself. */
export interface Misread {
  readonly ok: false;
  readonly at: number;
  readonly problem: Problem;
  readonly expected: string;
  readonly found: string | null;
}

type NumberFault = 'not-finite' | 'unsafe-integer';

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
const UNFINISHED_NUMBER = /^-?(\d+(\.\d+)?[eE][+-]?|\d+\.)?$/;
/** As Python and JavaScript write numbers that are none. */
const NOT_FINITE: ReadonlySet<string> = new Set(['NaN', 'Infinity', '-Infinity']);
const LITERALS: ReadonlyMap<string, JsonValue> = new Map<string, JsonValue>([
  ['true', true],
  ['false', false],
  ['null', null],
]);
const WORDS: readonly string[] = [...LITERALS.keys(), ...NOT_FINITE];

/** Reads the string whose opening quote is at `open`. */
export function readString(bytes: Uint8Array, open: number, end: number): Token<string> {
  let plain = true;
  let at = open + 1;
  while (at < end) {
    const byte = bytes[at]!;
    if (byte === QUOTE) {
      const value = plain ? textOf(bytes, open + 1, at) : String(JSON.parse(textOf(bytes, open, at + 1)));
      return { ok: true, value, end: at + 1, fault: null };
    }
    if (byte < 0x20) {
      const problem = byte === LF || byte === CR ? 'line-break-in-string' : 'control-character';
      return misread(at, problem, 'the closing double quote');
    }
    if (byte === BACKSLASH) {
      plain = false;
      const length = at + 1 < end ? escapeLength(bytes, at, end) : 2;
      if (length === null) {
        return misread(at, 'bad-escape', 'an escape that JSON knows', escapeAt(bytes, at, end));
      }
      at += length;
    } else at++;
  }
  return misread(end, 'unexpected', 'the closing double quote');
}

/** Reads a number, `true`, `false` or `null`. NaN and its like are read as null, with their fault. */
export function readWord(bytes: Uint8Array, at: number, end: number): Token<JsonValue> {
  const byte = bytes[at];
  if (byte !== MINUS && !isWord(byte)) return misread(at, problemOfValue(bytes, at), 'a value');
  const close = wordEnd(bytes, at, end);
  const text = textOf(bytes, at, close);
  const literal = LITERALS.get(text);
  if (literal !== undefined) return { ok: true, value: literal, end: close, fault: null };
  if (NOT_FINITE.has(text)) return { ok: true, value: null, end: close, fault: 'not-finite' };
  const cutShort = WORDS.some((word) => word.startsWith(text)) || UNFINISHED_NUMBER.test(text);
  if (close === end && cutShort) return misread(end, 'unexpected', 'the rest of a value');
  if (!NUMBER.test(text)) {
    const numeric = byte === MINUS || isDigit(byte);
    return misread(at, numeric ? 'bad-number' : 'foreign-word', 'a value');
  }
  const fault = numberFault(text);
  return { ok: true, value: fault === 'not-finite' ? null : Number(text), end: close, fault };
}

function misread(at: number, problem: Problem, expected: string, found: string | null = null): Misread {
  return { ok: false, at, problem, expected, found };
}
