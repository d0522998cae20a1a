import type { JudgedMetric } from '../judged-metric.ts';
import type { Path } from '../path.ts';
import { words } from '../text.ts';
import type { Citation, Target } from './citation.ts';
import { isInside, type PageSpan, parseMarkdown } from './markdown.ts';
import { findCitations, lineIndexOf } from './page.ts';
import { NUMBER_SOURCE, readSpelling, type Spelling, says } from './spelling.ts';

/** A number in prose that is bound to nothing. */
export interface UnboundNumber extends PageSpan {
  readonly text: string;
  readonly line: number;
  readonly column: number;
  readonly spelling: Spelling;
  /** The text around it: its line, and the heading of the table that it is in. */
  readonly context: string;
  /** Whether nothing but the marks of a list or quote stands before it, where a comment would hide the line's Markdown. */
  readonly opensLine: boolean;
}

// Not the inside of a word, version, date, currency, range or reference.
const NUMBERS = new RegExp(`(?<![\\w.,/:$€£#^@~&+−-])${NUMBER_SOURCE}(?![\\w:@]|[.,/−-]\\w)`, 'gu');

/** The numbers of a page that are neither code, HTML, part of a link's address, nor bound already. */
export function unboundNumbers(text: string, page: Path): readonly UnboundNumber[] {
  const structure = parseMarkdown(text);
  const bound = findCitations(text, page, structure);
  const at = lineIndexOf(text);
  return Array.from(text.matchAll(NUMBERS)).flatMap((match) => {
    const span = withEmphasis(text, match.index, match.index + match[0].length);
    if (isInside(structure.hidden, match.index) || isBound(bound, match.index)) return [];
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
function withEmphasis(text: string, start: number, end: number): PageSpan {
  for (const mark of ['***', '**', '__', '*', '_']) {
    if (text.slice(0, start).endsWith(mark) && text.startsWith(mark, end)) {
      return { start: start - mark.length, end: end + mark.length };
    }
  }
  return { start, end };
}

function lineAround(text: string, at: number): PageSpan {
  const end = text.indexOf('\n', at);
  return { start: text.lastIndexOf('\n', at - 1) + 1, end: end < 0 ? text.length : end };
}

/** A measured metric of the ledger. */
export interface LedgerValue {
  readonly record: Path;
  readonly arm: string | null;
  readonly metric: JudgedMetric;
}

/** A number that is not bound yet, and what it could be bound to, the likeliest first. */
export interface Suggestion {
  readonly page: Path;
  readonly candidate: UnboundNumber;
  readonly targets: readonly Target[];
}

/**
 * Values of the ledger that a number equals. `values` is ordered from old to new: the newest comes first, after those
 * whose metric is named nearby.
 */
export function matching(candidate: UnboundNumber, values: readonly LedgerValue[]): readonly LedgerValue[] {
  const equal = values.filter((value) => saysIt(candidate, value)).reverse();
  const isNamed = (value: LedgerValue) => named(value.metric.name, candidate.context);
  return [...equal.filter(isNamed), ...equal.filter((value) => !isNamed(value))];
}

/**
 * Whether a number that equals a value of the ledger is likely to be it: a fraction, a percentage or a decimal (never a
 * bare whole number) that either stands near its metric's name or could hardly be equal by chance: three significant
 * digits, or both counts of at least ten cases.
 */
export function isTelling(candidate: UnboundNumber, { metric }: LedgerValue): boolean {
  const { kind, digits } = candidate.spelling;
  const [first = '', second = ''] = digits;
  if (kind === 'unmeasured' || (kind === 'decimal' && !first.includes('.'))) return false;
  if (named(metric.name, candidate.context)) return true;
  if (kind === 'fraction') return Number(second) >= 10;
  return first.replace(/^-?[0.]*/, '').replace('.', '').length >= 3 && !/^100(?:\.0*)?$/.test(first);
}

/** The citation that a candidate would be. */
export function targetOf({ spelling }: UnboundNumber, { record, arm, metric }: LedgerValue): Target {
  const format = spelling.kind === 'unmeasured' ? null : spelling.kind;
  return { record, selector: { metric: metric.name }, arm, format, places: null };
}

function saysIt({ text, spelling }: UnboundNumber, { metric }: LedgerValue): boolean {
  const { value, ratio } = metric;
  if (value === null || !Number.isFinite(value)) return false;
  return says(text, { quantity: { value, ratio } }, { format: null, places: null, spelling });
}

/** Words that many metrics share say nothing about which one is meant. */
const COMMON = new Set(words('rate score mean average total count value percent ratio with'));

/** Whether a metric's own words stand in a text: all of those that tell it from others. */
function named(metric: string, context: string): boolean {
  const parts = metric.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];
  const own = parts.filter((word) => word.length > 2 && !COMMON.has(word));
  const around = new Set(context.toLowerCase().match(/[\p{L}\d]+/gu) ?? []);
  return (own.length > 0 ? own : parts).every((word) => around.has(word));
}
