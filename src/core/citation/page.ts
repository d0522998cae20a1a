import type { Path } from '../path.ts';
import { CLOSING, FRAGMENT, OPENING, parseComment, parseLink } from './binding.ts';
import type { Citation, CitationProblem, Target } from './citation.ts';
import {
  folded,
  isInside,
  type MarkdownParts,
  type PageSpan,
  parseMarkdown,
  type RenderedText,
} from './markdown.ts';
import { readSpelling } from './spelling.ts';

/** Larger pages are not parsed: nobody reads them, and a stranger's file must not cost the guard more than a moment. */
const MOST_PAGE_BYTES = 1024 * 1024;

/** A Markdown page: its text as it stands, line ends and byte order mark included. */
export interface Page {
  readonly path: Path;
  readonly text: string;
  /** Whether the bytes are UTF-8, so that the text can be written back as it was. */
  readonly exact: boolean;
}

/** Reads a page. Bytes that are no UTF-8 do not hide the citations around them. */
export function pageOf(path: Path, bytes: Uint8Array): Page {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const again = new TextEncoder().encode(text);
  const exact = again.length === bytes.length && again.every((byte, at) => byte === bytes[at]);
  return { path, text, exact };
}

/** The citations of a page. One too large to be read is a broken citation itself: it must not pass unseen. */
export function citationsOf({ path, text }: Page): readonly Citation[] {
  if (!mayCite(text)) return [];
  return text.length > MOST_PAGE_BYTES ? [TOO_LARGE] : findCitations(text, path);
}

/** The one citation of a page that is too large to be parsed: a broken one. */
export const TOO_LARGE: Citation = {
  ...{ form: 'comment', start: 0, end: 0, text: '', line: 1, column: 1 },
  target: {
    problem: { kind: 'unreadable-page', why: `it is larger than ${MOST_PAGE_BYTES / 1024 / 1024} MiB` },
  },
};

/** A word that every citing page holds, however it is written, so that others need not be parsed. */
const NAME = 'evalguard';

/** Whether a page may hold a citation, or what was meant as one. */
function mayCite(text: string): boolean {
  if (text.includes(NAME)) return true;
  return /#|<!--/.test(text) && folded(text).includes(NAME);
}

/** The citations of a page, in the order in which they stand; broken ones too, so that none is passed over in silence. */
export function findCitations(text: string, page: Path, parts?: MarkdownParts): readonly Citation[] {
  if (!mayCite(text)) return [];
  const { html, links, addresses, rendered } = parts ?? parseMarkdown(text);
  const at = lineIndexOf(text);
  const openings = matches(text, OPENING).filter(({ start }) => isInside(html, start));
  const closings = matches(text, CLOSING).filter(({ start }) => isInside(html, start));
  const found: Citation[] = [];
  let next = 0;
  const stray = (until: number) => {
    for (; next < closings.length && closings[next]!.start < until; next += 1) {
      found.push(broken(text, closings[next]!, at, { kind: 'unopened' }));
    }
  };
  for (const [index, opening] of openings.entries()) {
    stray(opening.start);
    const end = text.indexOf('-->', opening.end);
    const closing = closings[next];
    if (closing === undefined || closing.start > (openings[index + 1]?.start ?? text.length)) {
      found.push(broken(text, opening, at, { kind: 'unclosed' }));
      continue;
    }
    next += 1;
    const span = { start: end + 3, end: closing.start };
    const target = parseComment(text.slice(opening.end, end));
    found.push(citation('comment', text, span, at, target, rendered));
  }
  stray(text.length);
  const read = new Set<number>();
  for (const { label, destination, address } of links) {
    const target = destination.includes(FRAGMENT) ? parseLink(destination, page) : null;
    if (target === null) continue;
    read.add(address.start);
    found.push(citation('link', text, label, at, target, rendered));
  }
  for (const address of addresses) {
    if (read.has(address.start) || !MEANT_LINK.test(folded(text.slice(address.start, address.end)))) continue;
    found.push(broken(text, address, at, NOT_A_LINK, 'link'));
  }
  const written = new Set([...openings, ...closings].map(({ start }) => start));
  for (const span of html) {
    for (const piece of piecesOf(text, span)) {
      if (written.has(piece.start)) continue;
      const source = text.slice(piece.start, Math.min(piece.end, piece.start + LONGEST_PIECE));
      if (MEANT_COMMENT.test(folded(source))) found.push(broken(text, piece, at, NOT_A_COMMENT));
      else if (MEANT_LINK.test(folded(source)) && !source.startsWith('<!')) {
        found.push(broken(text, piece, at, NOT_A_LINK, 'link'));
      }
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

const MEANT_LINK = /#\s*evalguard\s*:/;
const MEANT_COMMENT = /^<![\W_]*(?:evalguard\s*:|\/\s*evalguard[\W_]*$)/;
/** Nobody writes a longer tag; what lies behind it is not looked at. */
const LONGEST_PIECE = 4_096;

const NOT_A_COMMENT = misspelt(
  'it begins with `<!-- evalguard:` and ends with `<!-- /evalguard -->`, in these very letters',
);
const NOT_A_LINK = misspelt(
  'a link that cites is written [97 %](RECORD#evalguard:METRIC), with its address in place and in these very letters',
);

function misspelt(why: string): CitationProblem {
  return { kind: 'syntax', why: `nothing was compared, since ${why}` };
}

/** The comments and tags of a piece of raw HTML, each to its end or to where the next begins. */
function* piecesOf(text: string, { start, end }: PageSpan): Generator<PageSpan> {
  for (let at = text.indexOf('<', start); at >= 0 && at < end; ) {
    const comment = text.startsWith('<!--', at);
    const close = comment ? text.indexOf('-->', at) : -1;
    const next = text.indexOf('<', comment && close >= 0 ? close : at + 1);
    const until = comment && close >= 0 ? close + 3 : next < 0 ? end : next;
    yield { start: at, end: Math.min(until, end) };
    at = comment && close < 0 ? -1 : next;
  }
}

function matches(text: string, pattern: RegExp): readonly PageSpan[] {
  return Array.from(text.matchAll(pattern), ({ index, 0: whole }) => ({
    start: index,
    end: index + whole.length,
  }));
}

type LineIndex = (offset: number) => { readonly line: number; readonly column: number };

function citation(
  form: Citation['form'],
  text: string,
  span: PageSpan,
  at: LineIndex,
  target: Citation['target'],
  rendered: RenderedText,
): Citation {
  const bound = text.slice(span.start, span.end);
  const wrong =
    'problem' in target ? null : (wrongText(bound) ?? otherNumberShown(rendered, span, bound, target));
  return {
    form,
    ...span,
    text: bound,
    ...at(span.start),
    target: wrong === null ? target : { problem: wrong },
  };
}

/** An empty binding waits for its number; other text is never overwritten, so that a number must stand alone. */
function wrongText(bound: string): CitationProblem | null {
  return bound.trim() === '' || readSpelling(bound) !== null ? null : { kind: 'no-number', text: bound };
}

/** The number that a reader sees where signs around the bound one belong to it. `null` where it is the bound number. */
function otherNumberShown(
  rendered: RenderedText,
  { start, end }: PageSpan,
  bound: string,
  { format }: Target,
): CitationProblem | null {
  const spelling = readSpelling(bound);
  if (spelling === null || spelling.kind === 'unmeasured') return null;
  const { before, within, after } = rendered.around(start, end);
  const number = within.trim();
  const left = `${before}${/^\s*/.exec(within)![0]}`.normalize('NFKC');
  const right = `${within.slice(within.trimEnd().length)}${after}`.normalize('NFKC');
  const percent = format !== 'percent' && (PERCENT_AFTER.test(right) || PERCENT_BEFORE.test(left));
  if (!percent && !JOINED_BEFORE.test(left) && !JOINED_AFTER.test(right)) return null;
  const tail = (PERCENT_AFTER.exec(right) ?? /^\S*/.exec(right))![0];
  const shown = `${/\S*$/.exec(left)![0]}${number}${tail}`.replaceAll('_', ' ');
  return { kind: 'adjoined', text: number, shown: shown.replace(/[.,;:!?)\]]*$/, '').trim(), percent };
}

// "_" stands for a narrow or no-break space, which groups digits.
const JOINED_BEFORE = new RegExp(
  [
    "\\p{N}[_'’·٫٬]?", // digits of the same number
    '(?:^|[^.])[.,]', // a point or comma, but no ellipsis
    '[+±∓^]_?', // a sign
    '(?<![\\p{N}%‰])_?[-−–‐‒]_?', // a minus, but not the dash of a range
    '(?:^|\\s)—',
    '\\p{N}e[-+−]?', // the exponent
  ]
    .map((part) => `(?:${part})$`)
    .join('|'),
  'iu',
);
const JOINED_AFTER = /^(?:[_'’·.,٫٬]?\p{N}|e[-+−]?\p{N}|[+^])/iu;
const PERCENT_AFTER = /^[\s_]*(?:[%٪‰‱]|per[\s_]?cent(?!\p{L}))/iu;
const PERCENT_BEFORE = /[%٪‰‱]_?$/u;

function broken(
  text: string,
  { start, end }: PageSpan,
  at: LineIndex,
  problem: CitationProblem,
  form: Citation['form'] = 'comment',
): Citation {
  return { form, start, end, text: text.slice(start, end), ...at(start), target: { problem } };
}

/** Line and column of an offset; both count from 1, columns in code points, lines end as git's do. */
export function lineIndexOf(text: string): LineIndex {
  const starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: [...text.slice(starts[low], offset)].length + 1 };
  };
}
