import type { Path } from '../path.ts';
import type { PageSpan } from './markdown.ts';

/** The way a cited value is written: `97 %`, `0.97` or `97/100`. */
export type NumberFormat = 'percent' | 'decimal' | 'fraction';

export const NUMBER_FORMATS: readonly NumberFormat[] = ['percent', 'decimal', 'fraction'];

/** The value of a record that is cited: a metric by its name, or what stands at a JSON Pointer. */
export type Selector = { readonly metric: string } | { readonly pointer: string };

/** The value that a number is bound to, and how it is to be written; `null` means as the page writes it. */
export interface Target {
  /** The record's path from the repository's root. */
  readonly record: Path;
  readonly selector: Selector;
  readonly arm: string | null;
  readonly format: NumberFormat | null;
  /** Decimal places. */
  readonly places: number | null;
}

/** The reason why a citation cites nothing. */
export type CitationProblem =
  | { readonly kind: 'syntax'; readonly why: string }
  | { readonly kind: 'unclosed' }
  | { readonly kind: 'unopened' }
  | { readonly kind: 'no-number'; readonly text: string }
  /** The page shows another number than the one that is bound. */
  | { readonly kind: 'adjoined'; readonly text: string; readonly shown: string; readonly percent: boolean }
  | { readonly kind: 'unreadable-page'; readonly why: string }
  | { readonly kind: 'no-record'; readonly nearest: string | null; readonly removed: boolean }
  | { readonly kind: 'no-file'; readonly found: string }
  | { readonly kind: 'outside-ledger' }
  | { readonly kind: 'unreadable'; readonly why: string }
  | { readonly kind: 'no-metric'; readonly nearest: string | null; readonly known: readonly string[] }
  | { readonly kind: 'no-pointer' }
  | { readonly kind: 'no-value'; readonly found: string }
  | { readonly kind: 'no-arm'; readonly known: readonly string[] }
  | { readonly kind: 'which-arm'; readonly known: readonly string[] }
  | { readonly kind: 'no-counts' };

/** A number on a Markdown page that is bound to a record, and the place of its text. */
export interface Citation extends PageSpan {
  readonly form: 'comment' | 'link';
  readonly text: string;
  /** Line and column count from 1; columns in Unicode code points. */
  readonly line: number;
  readonly column: number;
  readonly target: Target | { readonly problem: CitationProblem };
}

/** A selector as it is written: what begins with "/" is a JSON Pointer, else it is a metric's name. */
export function selectorOf(text: string): Selector {
  return text.startsWith('/') ? { pointer: text } : { metric: text };
}

/** A selector as people write it: the metric's name or the pointer. */
export function selectorText(selector: Selector): string {
  return 'metric' in selector ? selector.metric : selector.pointer;
}

/** A number without the emphasis and white space around it, as messages quote it. */
export function plainNumber(text: string): string {
  return text.replace(/^[*_~`\s]+|[*_~`\s]+$/g, '');
}
