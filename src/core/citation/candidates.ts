import type { Path } from '../path.ts';
import type { Citation } from './citation.ts';
import { findCitations, placesIn } from './find.ts';
import { holds, structureOf } from './markdown.ts';
import { NUMBER_SOURCE, readSpelling, type Spelling } from './spelling.ts';

/** A number in prose that is bound to nothing. */
export interface Candidate {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly line: number;
  readonly column: number;
  readonly spelling: Spelling;
  /** What stands around it: its line, and the heading of the table that it is in. */
  readonly context: string;
  /** Whether nothing but the marks of a list or quote stands before it, where a comment would hide the line's Markdown. */
  readonly opensLine: boolean;
}

// Not the inside of a word, version, date, currency, range or reference.
const NUMBERS = new RegExp(`(?<![\\w.,/:$€£#^@~&+−-])${NUMBER_SOURCE}(?![\\w:@]|[.,/−-]\\w)`, 'gu');

/** The numbers of a page that are neither code, HTML, part of a link's address, nor bound already. */
export function candidatesIn(text: string, page: Path): readonly Candidate[] {
  const structure = structureOf(text);
  const bound = findCitations(text, page, structure);
  const at = placesIn(text);
  return Array.from(text.matchAll(NUMBERS)).flatMap((match) => {
    const span = withEmphasis(text, match.index, match.index + match[0].length);
    if (holds(structure.hidden, match.index) || isBound(bound, match.index)) return [];
    const bare = text.slice(span.start, span.end);
    const spelling = readSpelling(bare);
    if (spelling === null) return [];
    const line = lineAround(text, match.index);
    const table = structure.tables.find(({ whole }) => whole.start <= match.index && match.index < whole.end);
    const head = table === undefined ? '' : text.slice(table.head.start, table.head.end);
    const opensLine = /^[\s>]*(?:(?:[-*+]|\d+[.)])\s+)?$/.test(text.slice(line.start, span.start));
    const context = `${head}\n${text.slice(line.start, line.end)}`;
    return [{ ...span, text: bare, ...at(span.start), spelling, context, opensLine }];
  });
}

function isBound(citations: readonly Citation[], at: number): boolean {
  return citations.some(({ start, end }) => start <= at && at < end);
}

/** Emphasis that holds nothing but the number belongs to it. */
function withEmphasis(
  text: string,
  start: number,
  end: number,
): { readonly start: number; readonly end: number } {
  for (const mark of ['***', '**', '__', '*', '_']) {
    if (text.slice(0, start).endsWith(mark) && text.startsWith(mark, end)) {
      return { start: start - mark.length, end: end + mark.length };
    }
  }
  return { start, end };
}

function lineAround(text: string, at: number): { readonly start: number; readonly end: number } {
  const end = text.indexOf('\n', at);
  return { start: text.lastIndexOf('\n', at - 1) + 1, end: end < 0 ? text.length : end };
}
