import { UNSEEN } from '../text.ts';
import { type CitationProblem, FORMATS, type Format, selectorText, type Target } from './citation.ts';

/** What a number's binding begins and ends with in a comment. */
export const OPENING = /<!--\s*evalguard:/g;
export const CLOSING = /<!--\s*\/evalguard\s*-->/g;

interface Word {
  readonly text: string;
  /** A quoted word is never a keyword. */
  readonly quoted: boolean;
}

/** The opening comment that binds a number to a target. */
export function openingComment(target: Target): string {
  const { record, selector, arm, format, places } = target;
  const words = [word(record), word(selectorText(selector))];
  if (arm !== null) words.push('of', word(arm));
  if (format !== null) words.push('as', format);
  if (places !== null) words.push('to', String(places), places === 1 ? 'decimal' : 'decimals');
  return `<!-- evalguard: ${words.join(' ')} -->`;
}

export const CLOSING_COMMENT = '<!-- /evalguard -->';

/**
 * Reads what stands between `evalguard:` and `-->`: RECORD METRIC [of ARM] [as FORMAT] [to N decimals]. A metric that
 * begins with "/" is a JSON Pointer. Words with white space are quoted; a backslash in quotes takes the next sign as it is.
 */
export function parseComment(content: string): Target | { readonly problem: CitationProblem } {
  const words = wordsOf(content);
  if (words === null) return syntax('a quotation mark is not closed');
  const [record, selector, ...rest] = words;
  if (record === undefined || selector === undefined) {
    return syntax('it names no metric; write the record, then the metric or a JSON Pointer');
  }
  let target: Target = {
    record: record.text,
    selector: selector.text.startsWith('/') ? { pointer: selector.text } : { metric: selector.text },
    arm: null,
    format: null,
    places: null,
  };
  while (rest.length > 0) {
    const option = readOption(rest);
    if ('problem' in option) return option;
    target = { ...target, ...option };
  }
  return target;
}

function readOption(rest: Word[]): Partial<Target> | { readonly problem: CitationProblem } {
  const keyword = rest.shift()!;
  const value = rest.shift();
  const known = !keyword.quoted && ['of', 'as', 'to'].includes(keyword.text);
  if (!known) {
    return syntax(
      `"${keyword.text}" is not understood; after the metric come only "of ARM", "as FORMAT" and "to N decimals" (words with spaces are quoted)`,
    );
  }
  if (value === undefined) return syntax(`nothing follows "${keyword.text}"`);
  if (keyword.text === 'of') return { arm: value.text };
  if (keyword.text === 'as') return readFormat(value.text);
  const unit = rest.shift()?.text;
  return readPlaces(unit === 'decimal' || unit === 'decimals' ? value.text : '');
}

/** A format by its name. */
export function readFormat(
  text: string,
): { readonly format: Format } | { readonly problem: CitationProblem } {
  const format = FORMATS.find((known) => known === text);
  return format === undefined
    ? syntax(`"${text}" is no format; there are ${FORMATS.join(', ')}`)
    : { format };
}

/** Decimal places: 0 to 20. */
export function readPlaces(
  text: string,
): { readonly places: number } | { readonly problem: CitationProblem } {
  if (/^(?:1?\d|20)$/.test(text)) return { places: Number(text) };
  return syntax('the decimals are no number from 0 to 20; write "to 1 decimal" or "to 2 decimals"');
}

export function syntax(why: string): { readonly problem: CitationProblem } {
  return { problem: { kind: 'syntax', why } };
}

const WORD = /"((?:[^"\\]|\\[\s\S])*)"(?=\s|$)|([^\s"]\S*)/y;

function wordsOf(content: string): Word[] | null {
  const words: Word[] = [];
  let at = 0;
  for (;;) {
    at += /^\s*/.exec(content.slice(at))![0].length;
    if (at >= content.length) return words;
    WORD.lastIndex = at;
    const match = WORD.exec(content);
    if (match === null) return null;
    at = WORD.lastIndex;
    const [, quoted, bare = ''] = match;
    words.push(
      quoted === undefined ? { text: bare, quoted: false } : { text: unquote(quoted), quoted: true },
    );
  }
}

function unquote(text: string): string {
  return text.replace(/\\(?:u([\da-f]{4})|([\s\S]))/g, (_, code: string | undefined, sign: string) =>
    code === undefined ? sign : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

const KEYWORDS = new Set(['of', 'as', 'to']);

// Not every renderer ends a comment where it should if "--" or ">" stands in it, and a pipe splits a table's cell.
const UNSAFE = new RegExp(`[|<>]|${UNSEEN.source}`, 'gu');

function word(text: string): string {
  const plain = /^[^\s"\\]+$/u.test(text) && !/--|^-|-$/.test(text) && text.search(UNSAFE) < 0;
  if (plain && !KEYWORDS.has(text)) return text;
  return `"${text.replace(/["\\]|(?<=-)-/g, '\\$&').replace(UNSAFE, escapeSequence)}"`;
}

function escapeSequence(sign: string): string {
  const units = Array.from({ length: sign.length }, (_, at) => sign.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
