import { sha256 } from '../core/digest.ts';
import type { JsonValue } from '../document/document.ts';
import { spelledJson } from '../document/spelling.ts';

const LONGEST = 60;
/** 48 bits: at 8 digits, two of 20,000 cases that begin alike have the same id in one run of twenty. */
const DIGITS = 12;

/** The id of a case that has none in its file: words for people, and a digest of all that it is known by. */
export function caseName(words: string, identity: JsonValue): string {
  return `${shortened(words)} #${sha256(stableText(identity)).slice(0, DIGITS)}`;
}

/** A text on one line, cut where it is longer than 60 characters. */
export function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** One text for equal values, whatever the order of their keys. */
export function stableText(value: JsonValue): string {
  return spelledJson(value, (object) => Object.keys(object).sort());
}

/** More names than this make a line that nobody reads. */
const SHOWN = 6;

/** A list as one text: whole where it is short, else its beginning, its length and a digest, so that two differ as texts. */
export function listing(items: readonly string[]): string {
  if (items.length <= SHOWN) return items.join(', ');
  const digest = sha256(JSON.stringify(items)).slice(0, 12);
  return `${items.slice(0, SHOWN / 2).join(', ')} … (${items.length} in all, sha256:${digest})`;
}

/** The name of a metric over a part of the rows: `recall@1[kind=lexical]`. */
export function sliceName(metric: string, key: string, value: string): string {
  return `${metric}[${key}=${value}]`;
}
