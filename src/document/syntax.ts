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
} from './ascii.ts';

/** What a person did that JSON does not allow; `message.ts` says how to mend each. */
export type Problem =
  | 'comment'
  | 'control-character'
  | 'bad-escape'
  | 'bad-number'
  | 'csv'
  | 'foreign-word'
  | 'line-break-in-string'
  | 'missing-colon'
  | 'missing-comma'
  | 'missing-value'
  | 'single-quote'
  | 'trailing-comma'
  | 'trailing-text'
  | 'unexpected'
  | 'unfinished-line'
  | 'unquoted-key'
  | 'workbook'
  | 'wrong-bracket'
  | 'yaml';

/** Names what stands at an offset, in words. */
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
export function wordEnd(bytes: Uint8Array, at: number, end: number): number {
  let to = at;
  while (to < end && (isWord(bytes[to]) || bytes[to] === MINUS || bytes[to] === PLUS || bytes[to] === DOT))
    to++;
  return to;
}

/** A backslash and what follows it, as far as it looks like an escape. */
export function escapeAt(bytes: Uint8Array, at: number, end: number): string {
  const next = wordEnd(bytes, at + 1, end);
  return textOf(bytes, at, Math.max(next, Math.min(at + 2, end))).slice(0, 6);
}

/** Why no value begins here, as far as it can be told. */
export function problemOfValue(bytes: Uint8Array, at: number): Problem {
  const byte = bytes[at];
  if (byte === APOSTROPHE) return 'single-quote';
  if (isComment(bytes, at)) return 'comment';
  if (byte === PLUS || byte === DOT) return 'bad-number';
  if (byte === COMMA || byte === COLON) return 'missing-value';
  return isWord(byte) ? 'foreign-word' : 'unexpected';
}

/** Why no key begins here. */
export function problemOfKey(bytes: Uint8Array, at: number): Problem {
  const byte = bytes[at];
  if (byte === APOSTROPHE) return 'single-quote';
  if (isComment(bytes, at)) return 'comment';
  return isWord(byte) || byte === MINUS ? 'unquoted-key' : 'unexpected';
}

/** The length of the escape that begins at a backslash; null where JSON knows none such. */
export function escapeLength(bytes: Uint8Array, at: number, end: number): number | null {
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

/** A text short enough for a message. */
export function cut(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60).replace(/[\ud800-\udbff]$/, '')}…` : text;
}
