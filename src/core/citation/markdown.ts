import { parse, postprocess, preprocess } from 'micromark';
import { gfm } from 'micromark-extension-gfm';

/** A piece of a text: UTF-16 offsets, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Link {
  /** What the reader sees. */
  readonly label: Span;
  readonly destination: string;
}

/** The parts of a Markdown page that matter to citations. */
export interface Structure {
  /** Raw HTML, comments included. */
  readonly html: readonly Span[];
  readonly links: readonly Link[];
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

/** Reads GitHub's Markdown as a parser does: what only looks like a comment, in code or escaped, is none. */
export function structureOf(text: string): Structure {
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
  const tables: { whole: Span; head: Span }[] = [];
  const open: { label: Span | null; destination: string }[] = [];
  let table: Span | null = null;
  for (const [kind, { start, end, ...token }] of events) {
    const type: string = token.type;
    const span = { start: start.offset + mark, end: end.offset + mark };
    if (kind === 'exit') {
      const link = type === 'link' ? open.pop() : undefined;
      if (link?.label) links.push({ label: link.label, destination: link.destination });
      continue;
    }
    if (HIDDEN.has(type)) hidden.push(span);
    if (type === 'htmlText' || type === 'htmlFlow') html.push(span);
    if (type === 'link' || type === 'image') open.push({ label: null, destination: '' });
    if (type === 'table') table = span;
    if (type === 'tableHead' && table !== null) tables.push({ whole: table, head: span });
    const link = open.at(-1);
    if (link !== undefined && type === 'labelText') link.label = span;
    if (link !== undefined && type === 'resourceDestinationString') {
      link.destination = unescaped(text.slice(span.start, span.end));
    }
  }
  return { html, links, hidden: disjoint(hidden), tables };
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
