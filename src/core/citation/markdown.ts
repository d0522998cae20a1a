import { parse, postprocess, preprocess } from 'micromark';
import { gfm } from 'micromark-extension-gfm';
import { spend } from '../budget.ts';
import { unreferenced } from './decoded.ts';
import { Rendered } from './rendered.ts';

/** A piece of a text: UTF-16 offsets, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Link {
  /** What the reader sees. */
  readonly label: Span;
  readonly destination: string;
  /** Where its address is written. */
  readonly address: Span;
}

/** The parts of a Markdown page that matter to citations. */
export interface Structure {
  /** Raw HTML, comments included. */
  readonly html: readonly Span[];
  readonly links: readonly Link[];
  /** Every place that an address is written in: of links and pictures, definitions and addresses that stand bare. */
  readonly addresses: readonly Span[];
  /** What the reader sees. */
  readonly rendered: Rendered;
  /** What is no prose: code, HTML, destinations of links, definitions. */
  readonly hidden: readonly Span[];
  /** The heading cells of the table that each of its rows belongs to. */
  readonly tables: readonly { readonly whole: Span; readonly head: Span }[];
}

const HIDDEN = new Set([
  'codeText',
  'codeFenced',
  'codeIndented',
  'htmlText',
  'htmlFlow',
  'resource',
  'reference',
  'definition',
  'autolink',
  'literalAutolink',
]);

/** What stands before the text of a line: quotes, bullets and numbers that open containers. */
const CONTAINERS = /^[ \t>*+\-\d.)]*/;

/**
 * What the parser takes at most, in steps. Of four things it takes the square: quotes and the lines around them, quotes
 * within quotes, brackets that close, and signs of emphasis. The divisors are measured: a step of a page takes about as
 * long as one of a result.
 */
export function stepsToParse(text: string): number {
  let [lines, quoted, nested] = [0, 0, 0];
  for (const line of text.split('\n')) {
    lines += 1;
    const depth = occurrences(CONTAINERS.exec(line)?.[0] ?? '', '>');
    if (depth > 0) quoted += 1;
    nested += depth ** 2;
  }
  const brackets = occurrences(text, ']');
  const emphasis = occurrences(text, '*') + occurrences(text, '_') + occurrences(text, '~');
  return Math.ceil((quoted * lines) / 25 + nested / 100 + brackets ** 2 / 300 + emphasis ** 2 / 250);
}

function occurrences(text: string, sign: string): number {
  let count = 0;
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) count += 1;
  return count;
}

/** Reads GitHub's Markdown as a parser does: what only looks like a comment, in code or escaped, is none. */
export function structureOf(text: string): Structure {
  spend('steps', stepsToParse(text));
  // The parser drops a byte order mark, and its places would be off by one.
  const mark = text.startsWith('\ufeff') ? 1 : 0;
  const events = postprocess(
    parse({ extensions: [gfm()] })
      .document()
      .write(preprocess()(text.slice(mark), undefined, true)),
  );
  const html: Span[] = [];
  const hidden: Span[] = [];
  const links: Link[] = [];
  const addresses: Span[] = [];
  const rendered = new Rendered();
  let unread = 0;
  const tables: { whole: Span; head: Span }[] = [];
  const open: { label: Span | null; destination: string; address: Span }[] = [];
  let table: Span | null = null;
  for (const [kind, { start, end, ...token }] of events) {
    const type: string = token.type;
    const span = { start: start.offset + mark, end: end.offset + mark };
    if (kind === 'exit') {
      if (UNRENDERED.has(type)) unread -= 1;
      const link = type === 'link' || type === 'image' ? open.pop() : undefined;
      if (type === 'link' && link?.label) links.push({ ...link, label: link.label });
      continue;
    }
    if (HIDDEN.has(type)) hidden.push(span);
    if (ADDRESSES.has(type)) addresses.push(span);
    if (UNRENDERED.has(type)) {
      unread += 1;
      if (APART.has(type)) rendered.apart(span.start);
    }
    if (unread === 0) render(rendered, type, text.slice(span.start, span.end), span.start);
    if (type === 'htmlText' || type === 'htmlFlow') html.push(span);
    if (type === 'link' || type === 'image') open.push({ label: null, destination: '', address: span });
    if (type === 'table') table = span;
    if (type === 'tableHead' && table !== null) tables.push({ whole: table, head: span });
    const link = open.at(-1);
    if (link !== undefined && type === 'labelText') link.label = span;
    if (link !== undefined && type === 'resourceDestinationString') {
      link.address = span;
      link.destination = unescaped(text.slice(span.start, span.end));
    }
  }
  return { html, links, addresses, rendered, hidden: disjoint(hidden), tables };
}

const ADDRESSES = new Set([
  'resourceDestinationString',
  'definitionDestinationString',
  'autolink',
  'literalAutolink',
]);

/** What is shown apart from the text around it. */
const APART = new Set(['image', 'gfmFootnoteCall', 'tableDelimiterRow']);
/** What is not read as the text of the page. */
const UNRENDERED = new Set([
  ...APART,
  'resource',
  'reference',
  'definition',
  'gfmFootnoteDefinitionLabelString',
]);

/** Adds what a piece of Markdown shows. Only the innermost pieces are looked at. */
function render(rendered: Rendered, type: string, source: string, start: number): void {
  switch (type) {
    case 'data':
    case 'characterEscapeValue':
    case 'codeTextData':
    case 'codeFlowValue':
    case 'literalAutolink':
    case 'autolinkProtocol':
      rendered.text(source, start);
      break;
    case 'characterReference':
      rendered.sign(unreferenced(source), start);
      break;
    case 'htmlText':
    case 'htmlFlow':
      rendered.html(source, start);
      break;
    case 'lineEnding':
    case 'lineEndingBlank':
    case 'tableCellDivider':
    case 'hardBreakEscape':
    case 'whitespace':
      rendered.apart(start);
      break;
  }
}

/** Whether one of the spans holds a place. They are sorted and do not overlap. */
export function holds(spans: readonly Span[], at: number): boolean {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle]!.end <= at) low = middle + 1;
    else high = middle;
  }
  return low < spans.length && spans[low]!.start <= at;
}

/** Spans in the order of their beginnings, with what lies within another left out. */
function disjoint(spans: readonly Span[]): readonly Span[] {
  const kept: Span[] = [];
  for (const span of spans) if (span.end > (kept.at(-1)?.end ?? -1)) kept.push(span);
  return kept;
}

function unescaped(destination: string): string {
  return destination.replace(/\\([!-/:-@[-`{-~])/g, '$1').replaceAll('&amp;', '&');
}
