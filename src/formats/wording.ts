import { sha256 } from '../core/digest.ts';
import { shortList } from '../core/text.ts';
import type { Document, JsonValue } from '../document/document.ts';
import { spelledJson } from '../document/spelling.ts';

/** The reason of a value that is neither a number nor a boolean. */
export const NO_NUMBER = 'evidence_missing: what stands there is no number';

/** The reason of a `null` of which the file says no more. */
export const STATES_NULL = 'evidence_missing: the file states null';

/** The loss of a file that keeps no rows. */
export const NO_ROWS = 'rows: the file holds none';

/** The losses that there are: of a list in which `false` stands for one that there is not. */
export function listLosses(...lines: readonly (string | false)[]): readonly string[] {
  return lines.filter((line) => line !== false);
}

/** JSON pointers of values that are written as `NaN`, `Infinity` or too large a number, and what stands there. */
export type NotFinite = ReadonlyMap<string, string>;

/** Where a document holds a token that was read as `null`, since it is no number. */
export function notFiniteIn(document: Document | null): NotFinite {
  const faults = document?.faults.filter(({ code }) => code === 'not-finite') ?? [];
  return new Map(faults.map(({ pointer, data }) => [pointer, String(data['token'])]));
}

/** The reason of a `null`: what stands there instead of a number, else what the caller knows. */
export function reasonOfNull(notFinite: NotFinite, pointer: string, otherwise: string): string {
  const token = notFinite.get(pointer);
  return token === undefined ? otherwise : `inconclusive: the file says ${token}`;
}

/** Enough to find them by; a run that failed has thousands. */
const NAMED = 5;

/** The loss that such values are, or none. */
export function notFiniteLosses(notFinite: NotFinite): readonly string[] {
  if (notFinite.size === 0) return [];
  const places = [...notFinite].slice(0, NAMED).map(([pointer, token]) => `${token} at ${pointer}`);
  const named = shortList(places, NAMED, notFinite.size);
  return [`numbers: ${named} is no number and was read as unmeasured`];
}

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

/** A name without what its spellings differ in: `case_id`, `caseId` and `Case ID` are one. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[ _-]/g, '');
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
