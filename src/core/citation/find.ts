import type { Path } from '../path.ts';
import type { Citation, CitationProblem } from './citation.ts';
import { CLOSING, OPENING, parseComment } from './comment.ts';
import { FRAGMENT, parseLink } from './link.ts';
import { holds, type Structure, structureOf } from './markdown.ts';
import { readSpelling } from './spelling.ts';

/** What every citing page holds, so that others need not be parsed. */
export const MARK = 'evalguard:';

/** The citations of a page, in the order in which they stand; broken ones too, so that none is passed over in silence. */
export function findCitations(text: string, page: Path, structure?: Structure): readonly Citation[] {
  if (!text.includes('evalguard')) return [];
  const { html, links } = structure ?? structureOf(text);
  const at = placesIn(text);
  const openings = matches(text, OPENING).filter(({ start }) => holds(html, start));
  const closings = matches(text, CLOSING).filter(({ start }) => holds(html, start));
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
    found.push(citation('comment', text, span, at, parseComment(text.slice(opening.end, end))));
  }
  stray(text.length);
  for (const { label, destination } of links) {
    const target = destination.includes(FRAGMENT) ? parseLink(destination, page) : null;
    if (target !== null) found.push(citation('link', text, label, at, target));
  }
  return found.sort((a, b) => a.start - b.start);
}

interface Match {
  readonly start: number;
  readonly end: number;
}

function matches(text: string, pattern: RegExp): readonly Match[] {
  return Array.from(text.matchAll(pattern), ({ index, 0: whole }) => ({
    start: index,
    end: index + whole.length,
  }));
}

type Places = (offset: number) => { readonly line: number; readonly column: number };

function citation(
  form: Citation['form'],
  text: string,
  span: Match,
  at: Places,
  target: Citation['target'],
): Citation {
  const bound = text.slice(span.start, span.end);
  const wrong = 'problem' in target ? null : wrongText(bound);
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

function broken(text: string, { start, end }: Match, at: Places, problem: CitationProblem): Citation {
  return { form: 'comment', start, end, text: text.slice(start, end), ...at(start), target: { problem } };
}

/** Line and column of an offset; both count from 1, columns in code points, lines end as git's do. */
export function placesIn(text: string): Places {
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
