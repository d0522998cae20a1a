import {
  APOSTROPHE,
  BACKSLASH,
  COLON,
  COMMA,
  CR,
  DOT,
  isDigit,
  isWord,
  LF,
  MINUS,
  OPEN_BRACE,
  OPEN_BRACKET,
  PLUS,
  QUOTE,
  SLASH,
  textOf,
} from './bytes.ts';
import type { JsonValue } from './document.ts';
import { cut, type SyntaxProblem } from './fault.ts';
import { numberFault } from './spelling.ts';

/** A string, number or word as it was read, and where it ends; or what is wrong in it, and where. */
export type Token<T> =
  | { readonly ok: true; readonly value: T; readonly end: number; readonly fault: NumberFault | null }
  | Misread;

/** `found` names what stands at `at` where that is not plain from the byte itself. */
interface Misread {
  readonly ok: false;
  readonly at: number;
  readonly problem: SyntaxProblem;
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

function misread(at: number, problem: SyntaxProblem, expected: string, found: string | null = null): Misread {
  return { ok: false, at, problem, expected, found };
}

/** The name of what stands at an offset, in words. */
export function nameOf(bytes: Uint8Array, at: number, end: number): string {
  if (at >= end) return 'the end of the text';
  const byte = bytes[at]!;
  if (byte === QUOTE) return 'a string in double quotes';
  if (byte === APOSTROPHE) return 'a single quote';
  if (isComment(bytes, at)) return 'a comment';
  if (byte === LF || byte === CR) return 'a line break';
  if (byte === 0) return 'a NUL byte';
  if (byte < 0x20 || byte === 0x7f) return `the control character 0x${byte.toString(16).padStart(2, '0')}`;
  if (isDigit(byte) || byte === MINUS) return `the number ${cut(textOf(bytes, at, wordEnd(bytes, at, end)))}`;
  if (isWord(byte)) return `the word ${cut(textOf(bytes, at, wordEnd(bytes, at, end)))}`;
  return `"${String.fromCharCode(byte)}"`;
}

/** Whether a comment of another notation begins here (`#`, `//`, `/*`). */
export function isComment(bytes: Uint8Array, at: number): boolean {
  if (bytes[at] === 0x23) return true;
  return bytes[at] === SLASH && (bytes[at + 1] === SLASH || bytes[at + 1] === 0x2a);
}

/** Whether a value of JSON could begin here. */
export function beginsValue(bytes: Uint8Array, at: number): boolean {
  const byte = bytes[at];
  return byte === QUOTE || byte === OPEN_BRACE || byte === OPEN_BRACKET || byte === MINUS || isWord(byte);
}

/** The end of the run of letters, digits, signs and dots that begins at `at`. */
function wordEnd(bytes: Uint8Array, at: number, end: number): number {
  let to = at;
  while (to < end && (isWord(bytes[to]) || bytes[to] === MINUS || bytes[to] === PLUS || bytes[to] === DOT))
    to++;
  return to;
}

/** A backslash and what follows it, as far as it looks like an escape. */
function escapeAt(bytes: Uint8Array, at: number, end: number): string {
  const next = wordEnd(bytes, at + 1, end);
  return textOf(bytes, at, Math.max(next, Math.min(at + 2, end))).slice(0, 6);
}

/** The reason why no value begins here, as far as it is known. */
function problemOfValue(bytes: Uint8Array, at: number): SyntaxProblem {
  const byte = bytes[at];
  if (byte === APOSTROPHE) return 'single-quote';
  if (isComment(bytes, at)) return 'comment';
  if (byte === PLUS || byte === DOT) return 'bad-number';
  if (byte === COMMA || byte === COLON) return 'missing-value';
  return isWord(byte) ? 'foreign-word' : 'unexpected';
}

/** The reason why no key begins here. */
export function problemOfKey(bytes: Uint8Array, at: number): SyntaxProblem {
  const byte = bytes[at];
  if (byte === APOSTROPHE) return 'single-quote';
  if (isComment(bytes, at)) return 'comment';
  return isWord(byte) || byte === MINUS ? 'unquoted-key' : 'unexpected';
}

/** The length of the escape that begins at a backslash; null where JSON knows none such. */
function escapeLength(bytes: Uint8Array, at: number, end: number): number | null {
  const letter = bytes[at + 1];
  if (letter === QUOTE || letter === BACKSLASH || letter === SLASH) return 2;
  if (letter === 0x75) {
    for (let digit = at + 2; digit < at + 6; digit++) {
      if (digit < end && !/[0-9a-fA-F]/.test(String.fromCharCode(bytes[digit]!))) return null;
    }
    return 6;
  }
  return letter !== undefined && 'bfnrt'.includes(String.fromCharCode(letter)) ? 2 : null;
}
