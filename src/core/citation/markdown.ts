import { decodeNamedCharacterReference } from 'decode-named-character-reference';
import { parse, postprocess, preprocess } from 'micromark';
import { gfm } from 'micromark-extension-gfm';
import { spend } from '../budget.ts';
import { UNSEEN, words } from '../text.ts';

/** A piece of a text: UTF-16 offsets, `end` exclusive. */
export interface PageSpan {
  readonly start: number;
  readonly end: number;
}

interface Link {
  /** What the reader sees. */
  readonly label: PageSpan;
  readonly destination: string;
  /** Where its address is written. */
  readonly address: PageSpan;
}

/** The parts of a Markdown page that matter to citations. */
export interface MarkdownParts {
  /** Raw HTML, comments included. */
  readonly html: readonly PageSpan[];
  readonly links: readonly Link[];
  /** Every place that an address is written in: of links and pictures, definitions and addresses that stand bare. */
  readonly addresses: readonly PageSpan[];
  /** What the reader sees. */
  readonly rendered: RenderedText;
  /** What is no prose: code, HTML, destinations of links, definitions. */
  readonly hidden: readonly PageSpan[];
  /** The heading cells of the table that each of its rows belongs to. */
  readonly tables: readonly { readonly whole: PageSpan; readonly head: PageSpan }[];
}

/** Reads GitHub's Markdown as a parser does: what only looks like a comment, in code or escaped, is none. */
export function parseMarkdown(text: string): MarkdownParts {
  spend('steps', stepsToParse(text));
  // The parser drops a byte order mark, and its places would be off by one.
  const mark = text.startsWith('\ufeff') ? 1 : 0;
  const events = postprocess(
    parse({ extensions: [gfm()] })
      .document()
      .write(preprocess()(text.slice(mark), undefined, true)),
  );
  const html: PageSpan[] = [];
  const hidden: PageSpan[] = [];
  const links: Link[] = [];
  const addresses: PageSpan[] = [];
  const rendered = new RenderedText();
  let unread = 0;
  const tables: { whole: PageSpan; head: PageSpan }[] = [];
  const open: { label: PageSpan | null; destination: string; address: PageSpan }[] = [];
  let table: PageSpan | null = null;
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

const HIDDEN = new Set(
  words(
    'codeText codeFenced codeIndented htmlText htmlFlow resource reference definition autolink literalAutolink',
  ),
);

const ADDRESSES = new Set(
  words('resourceDestinationString definitionDestinationString autolink literalAutolink'),
);

/** Pieces that are shown apart from the text around them. */
const APART = new Set(['image', 'gfmFootnoteCall', 'tableDelimiterRow']);
/** Pieces that are not read as text of the page. */
const UNRENDERED = new Set([
  ...APART,
  ...words('resource reference definition gfmFootnoteDefinitionLabelString'),
]);

/** Adds what a piece of Markdown shows. Only the innermost pieces are looked at. */
function render(rendered: RenderedText, type: string, source: string, start: number): void {
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

/** The beginning of a line: quotes, bullets and numbers that open containers. */
const CONTAINERS = /^[ \t>*+\-\d.)]*/;

/**
 * The most steps that the parser takes. They grow with the square of four things: quotes and the lines around them,
 * quotes within quotes, brackets that close, and signs of emphasis. The divisors are measured: a step of a page takes
 * about as long as one of a result.
 */
function stepsToParse(text: string): number {
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

/** Whether one of the spans holds a place. They are sorted and do not overlap. */
export function isInside(spans: readonly PageSpan[], at: number): boolean {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle]!.end <= at) low = middle + 1;
    else high = middle;
  }
  return low < spans.length && spans[low]!.start <= at;
}

/** Spans in the order of their beginnings, with what lies within another left out. */
function disjoint(spans: readonly PageSpan[]): readonly PageSpan[] {
  const kept: PageSpan[] = [];
  for (const span of spans) if (span.end > (kept.at(-1)?.end ?? -1)) kept.push(span);
  return kept;
}

function unescaped(destination: string): string {
  return destination.replace(/\\([!-/:-@[-`{-~])/g, '$1').replaceAll('&amp;', '&');
}

interface Piece {
  /** Where it stands in the source. */
  readonly start: number;
  readonly shown: string;
  /** Whether it is shown as it is written, so that places within it can be told. */
  readonly verbatim: boolean;
}

/** Signs that narrow spaces are read as: they group the digits of one number. */
const JOINING_SPACE = /[\u00a0\u2006-\u200a\u202f\u205f]/g;
const JOINT = '_';

/** As much as is looked at on either side of a number. */
const AROUND = 16;

/** Tags that part the text on their two sides. Any other leaves it in one line. */
const PARTING =
  /^<\/?(?:address|article|blockquote|br|caption|center|dd|details|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hr|img|li|main|nav|ol|p|pre|section|summary|t(?:able|body|d|foot|h|head|r)|ul)(?![a-z0-9-])/i;

/** The text of a page as the reader sees it, with where each piece of it stands in the source. Pieces come in order. */
export class RenderedText {
  readonly #pieces: Piece[] = [];

  text(source: string, start: number): void {
    this.#pieces.push({ start, shown: source, verbatim: true });
  }

  /** Adds a sign that is shown as another one than is written. */
  sign(shown: string, start: number): void {
    this.#pieces.push({ start, shown, verbatim: false });
  }

  /** A border: what stands on its two sides is not read together. */
  apart(start: number): void {
    this.sign('\n', start);
  }

  /** Raw HTML: its text, without comments and tags. */
  html(source: string, start: number): void {
    let at = 0;
    while (at < source.length) {
      const tag = source.indexOf('<', at);
      this.#htmlText(source.slice(at, tag < 0 ? source.length : tag), start + at);
      if (tag < 0) return;
      if (!/[a-z/!?]/i.test(source.charAt(tag + 1))) {
        this.text('<', start + tag);
        at = tag + 1;
        continue;
      }
      const comment = source.startsWith('<!--', tag);
      const end = source.indexOf(comment ? '-->' : '>', tag);
      if (PARTING.test(source.slice(tag, tag + 16))) this.apart(start + tag);
      if (end < 0) return;
      at = end + (comment ? 3 : 1);
    }
  }

  #htmlText(source: string, start: number): void {
    let at = 0;
    for (const part of source.split(/(&#?\w{1,32};?)/)) {
      if (part.startsWith('&')) this.sign(unreferenced(part), start + at);
      else if (part !== '') this.text(part, start + at);
      at += part.length;
    }
  }

  /** The text that the reader sees of a piece of the source, and directly before and after it, without unseen signs. */
  around(
    start: number,
    end: number,
  ): { readonly before: string; readonly within: string; readonly after: string } {
    const first = this.#firstFrom(start);
    let before = '';
    for (let at = first - 1; at >= 0 && before.length < AROUND; at -= 1)
      before = seen(this.#cut(at, 0, start)) + before;
    let within = '';
    let last = Math.max(0, first - 1);
    for (; last < this.#pieces.length && this.#pieces[last]!.start < end; last += 1)
      within += seen(this.#cut(last, start, end));
    let after = '';
    for (let at = Math.max(0, last - 1); at < this.#pieces.length && after.length < AROUND; at += 1) {
      after += seen(this.#cut(at, end, Number.POSITIVE_INFINITY));
    }
    return { before: before.slice(-AROUND), within, after: after.slice(0, AROUND) };
  }

  /** The text that a piece shows of the source from `start` to `end`. */
  #cut(at: number, start: number, end: number): string {
    const { start: own, shown, verbatim } = this.#pieces[at]!;
    if (!verbatim) return own >= start && own < end ? shown : '';
    return shown.slice(Math.max(0, start - own), Math.max(0, end - own));
  }

  #firstFrom(offset: number): number {
    let [low, high] = [0, this.#pieces.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#pieces[middle]!.start < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function seen(text: string): string {
  return text.replace(JOINING_SPACE, JOINT).replace(UNSEEN, (sign) => (/\s/.test(sign) ? ' ' : ''));
}

const REFERENCE = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,31}));?/gi;

/** A text of HTML with its character references as the signs that a browser shows. */
function unreferenced(text: string): string {
  return text.replace(REFERENCE, (whole, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name !== undefined) return decodeNamedCharacterReference(name) || whole;
    const code = decimal === undefined ? Number.parseInt(hexadecimal!, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** A text as a careless reader takes it: references and percent-encoding undone, without case, width and what is unseen. */
export function folded(text: string): string {
  return unreferenced(text)
    .replace(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(UNSEEN, (sign) => (/\s/.test(sign) ? ' ' : ''))
    .normalize('NFKC')
    .toLowerCase();
}
