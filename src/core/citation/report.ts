import type { Path } from '../path.ts';
import type { Format } from './citation.ts';

/** One citation, as `evalguard cite` reports it. */
export interface CitationLine {
  readonly page: Path;
  readonly line: number;
  readonly column: number;
  readonly form: 'comment' | 'link';
  readonly text: string;
  /** `null` where the citation cannot be understood. */
  readonly record: Path | null;
  /** A metric's name, or a JSON Pointer. */
  readonly value: string | null;
  readonly arm: string | null;
  readonly format: Format | null;
  readonly state: 'current' | 'stale' | 'broken' | 'retracted';
  /** What the text should say, where that is known and differs. */
  readonly should: string | null;
  readonly problems: readonly { readonly message: string; readonly remedy: string }[];
}

/** What `evalguard cite list`, `check` and `refresh` found. */
export interface CitationReport {
  readonly schema: 'evalguard.citations/v1';
  readonly outcome: 'pass' | 'fail' | 'incomplete';
  readonly exit_code: 0 | 1 | 3;
  readonly pages: readonly Path[];
  readonly citations: readonly CitationLine[];
  /** Files that could not be looked at. */
  readonly unread: readonly Path[];
}

/** Derives the outcome: what is wrong wins over what could not be looked at. */
export function citationReport(
  parts: Pick<CitationReport, 'pages' | 'citations' | 'unread'>,
): CitationReport {
  const wrong = parts.citations.some(({ state }) => state !== 'current');
  const outcome = wrong ? 'fail' : parts.unread.length > 0 ? 'incomplete' : 'pass';
  const exit_code = ({ pass: 0, fail: 1, incomplete: 3 } as const)[outcome];
  return { schema: 'evalguard.citations/v1', outcome, exit_code, ...parts };
}

/** The state of a citation: a retraction weighs more than a wrong number, a citation of nothing most. */
export function stateOf(kind: 'current' | 'stale' | 'broken', retracted: boolean): CitationLine['state'] {
  return kind === 'broken' ? 'broken' : retracted ? 'retracted' : kind;
}
