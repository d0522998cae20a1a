import { directoryName, type Path } from '../path.ts';
import { UNSEEN } from '../text.ts';
import {
  type CitationProblem,
  NUMBER_FORMATS,
  type NumberFormat,
  selectorOf,
  selectorText,
  type Target,
} from './citation.ts';

/** The comments before and after a bound number. */
export const OPENING = /<!--\s*evalguard:/g;
export const CLOSING = /<!--\s*\/evalguard\s*-->/g;

/** The comment that is written after a bound number. */
export const CLOSING_COMMENT = '<!-- /evalguard -->';

/** The beginning of a citing link's fragment. */
export const FRAGMENT = '#evalguard:';

/** The opening comment that binds a number to a target. */
export function openingComment(target: Target): string {
  const { record, selector, arm, format, places } = target;
  const words = [word(record), word(selectorText(selector))];
  if (arm !== null) words.push('of', word(arm));
  if (format !== null) words.push('as', format);
  if (places !== null) words.push('to', String(places), places === 1 ? 'decimal' : 'decimals');
  return `<!-- evalguard: ${words.join(' ')} -->`;
}

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
  let target = plainTarget(record.text, selector.text);
  while (rest.length > 0) {
    const option = readCommentOption(rest);
    if ('problem' in option) return option;
    target = { ...target, ...option };
  }
  return target;
}

function plainTarget(record: Path, selector: string): Target {
  return { record, selector: selectorOf(selector), arm: null, format: null, places: null };
}

function readCommentOption(rest: Word[]): Partial<Target> | { readonly problem: CitationProblem } {
  const keyword = rest.shift()!;
  const value = rest.shift();
  const known = !keyword.quoted && KEYWORDS.has(keyword.text);
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

function readFormat(text: string): { readonly format: NumberFormat } | { readonly problem: CitationProblem } {
  const format = NUMBER_FORMATS.find((known) => known === text);
  return format === undefined
    ? syntax(`"${text}" is no format; there are ${NUMBER_FORMATS.join(', ')}`)
    : { format };
}

function readPlaces(text: string): { readonly places: number } | { readonly problem: CitationProblem } {
  if (/^(?:1?\d|20)$/.test(text)) return { places: Number(text) };
  return syntax('the decimals are no number from 0 to 20; write "to 1 decimal" or "to 2 decimals"');
}

function syntax(why: string): { readonly problem: CitationProblem } {
  return { problem: { kind: 'syntax', why } };
}

interface Word {
  readonly text: string;
  /** A quoted word is never a keyword. */
  readonly quoted: boolean;
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
    words.push({ text: quoted === undefined ? bare : unquote(quoted), quoted: quoted !== undefined });
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

/**
 * The destination of a link from a page to what it cites, such as `results/run.json#evalguard:completion_rate`.
 * `null` where a URL cannot hold the path.
 */
export function linkDestination(target: Target, page: Path): string | null {
  const { record, selector, arm, format, places } = target;
  const parts = [selectorText(selector), record, arm ?? ''];
  if (!parts.every((part) => part.isWellFormed())) return null;
  const options = [
    ...(arm === null ? [] : [`of=${encode(arm)}`]),
    ...(format === null ? [] : [`as=${format}`]),
    ...(places === null ? [] : [`to=${places}`]),
  ];
  const path = relativePath(record, directoryName(page)).split('/').map(encode).join('/');
  return `${path}${FRAGMENT}${[encode(selectorText(selector)).replaceAll('%2F', '/'), ...options].join('&')}`;
}

/** Reads the destination of a link that stands on a page; `null` where it is not one of evalguard's. */
export function parseLink(
  destination: string,
  page: Path,
): Target | { readonly problem: CitationProblem } | null {
  const at = destination.indexOf(FRAGMENT);
  if (at < 0) return null;
  const [selector = '', ...options] = destination.slice(at + FRAGMENT.length).split('&');
  const name = decode(selector);
  const path = decode(destination.slice(0, at));
  if (name === null || path === null)
    return syntax('a "%" in the link is not followed by two hexadecimal digits');
  if (name === '') return syntax('it names no metric after "#evalguard:"');
  const record = resolvePath(path, directoryName(page));
  if (record === null) return syntax('the link leads out of the repository');
  let target = plainTarget(record, name);
  for (const option of options) {
    const read = readLinkOption(option);
    if ('problem' in read) return read;
    target = { ...target, ...read };
  }
  return target;
}

function readLinkOption(option: string): Partial<Target> | { readonly problem: CitationProblem } {
  const [key, value] = option.split('=');
  const text = decode(value ?? '') ?? '';
  if (key === 'of' && text !== '') return { arm: text };
  if (key === 'as') return readFormat(text);
  if (key === 'to') return readPlaces(text);
  return syntax(`"${option}" is not understood; after the metric come only of=ARM, as=FORMAT and to=N`);
}

function relativePath(to: Path, from: Path): Path {
  const target = to.split('/');
  const start = from === '' ? [] : from.split('/');
  let same = 0;
  while (same < start.length && same < target.length - 1 && start[same] === target[same]) same += 1;
  return [...start.slice(same).map(() => '..'), ...target.slice(same)].join('/');
}

/** A path as links write it: from the page's directory, or from the repository's root where it begins with "/". */
function resolvePath(path: string, from: Path): Path | null {
  const parts = path.startsWith('/') || from === '' ? [] : from.split('/');
  for (const part of path.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return null;
    } else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*_~]/g, (sign) =>
    sign === '_' ? sign : `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
