import type { Outcome, ThresholdReport } from '../core/report.ts';
import type { Severity } from '../core/rule.ts';
import { count, type Style } from '../core/wording.ts';

/**
 * A part of a page. Its texts are in the medium's own syntax already; how the parts stand on the page is the renderer's
 * work: `terminal.ts`, `markdown.ts`.
 */
export type Block =
  /** A heading and what stands under it. `level` 2 is the page's own, 3 a part of it. */
  | {
      readonly kind: 'section';
      readonly level: 2 | 3;
      readonly title: string;
      readonly blocks: readonly Block[];
    }
  /** A section that a document shows closed. */
  | { readonly kind: 'folded'; readonly title: string; readonly blocks: readonly Block[] }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'facts'; readonly facts: readonly Fact[] }
  | { readonly kind: 'list'; readonly title: string | null; readonly items: readonly Item[] }
  /** A table; `head` is empty where the columns need no words. */
  | {
      readonly kind: 'table';
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
    }
  /** Lines of another language: a chart, or what is to be pasted. None of them can end the block. */
  | { readonly kind: 'code'; readonly language: 'mermaid' | 'yaml'; readonly lines: readonly string[] }
  /** What the page says of itself, such as how much it leaves out. */
  | { readonly kind: 'remark'; readonly text: string; readonly faint: boolean }
  /** How a comparison came out, in a sentence. */
  | { readonly kind: 'conclusion'; readonly text: string }
  | ({ readonly kind: 'verdict' } & PageVerdict);

/** How a check or an audit ended: the last line of a log, the heading of a document. No text has a full stop. */
export interface PageVerdict {
  readonly name: 'evalguard' | 'evalguard audit';
  readonly outcome: Outcome;
  readonly exit_code: number;
  readonly sentence: string;
  readonly counts: string | null;
  /** What somebody should look at although it passed. */
  readonly but: string | null;
}

/** A word and what it stands for. */
export type Fact = readonly [word: string, text: string];

/** An item of a list: its text, further lines, what is nested in it, and what to do about it. */
export interface Item {
  readonly text: string;
  readonly lines?: readonly string[];
  readonly blocks?: readonly Block[];
  readonly remedy?: string | null;
}

/** Rows of a table that a person still reads, and that leave a comment far from GitHub's 65,536 characters. */
export const MOST_ROWS = 50;

/** What a text means, for a medium that shows it by a colour or a sign. */
export type Meaning = Severity | Outcome | ThresholdReport['verdict'] | 'heading' | 'aside';

/** How a medium writes text. */
export interface Medium extends Style {
  /** `log`: lines that are read from the last one up. `document`: tables and folded parts, read from the top. */
  readonly layout: 'log' | 'document';
  /** A sentence of evalguard's own, in which backticks mark commands and settings. */
  prose(sentence: string): string;
  /** Text from files, however long it is. */
  whole(text: string): string;
  strong(text: string): string;
  /** Text with the colour or the sign of what it means. */
  mark(meaning: Meaning, text: string): string;
}

/** Makes the page of a value, in words and syntax of a medium. */
export type PageOf<Value> = (value: Value, medium: Medium) => readonly Block[];

/** A heading over blocks; nothing where there are none. */
export function section(title: string, blocks: readonly Block[], level: 2 | 3 = 3): readonly Block[] {
  return blocks.length === 0 ? [] : [{ kind: 'section', level, title, blocks }];
}

/** A heading over blocks that a document shows closed; nothing where there are none. */
export function folded(title: string, blocks: readonly Block[]): readonly Block[] {
  return blocks.length === 0 ? [] : [{ kind: 'folded', title, blocks }];
}

export function paragraph(text: string): Block {
  return { kind: 'paragraph', text };
}

/** A list; nothing where it has no items. */
export function list(items: readonly Item[], title: string | null = null): readonly Block[] {
  return items.length === 0 ? [] : [{ kind: 'list', title, items }];
}

/** A table; nothing where it has no rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly Block[] {
  return rows.length === 0 ? [] : [{ kind: 'table', head, rows }];
}

/** The first rows of a table, and how many are left out. */
export function cappedTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  medium: Medium,
): readonly Block[] {
  return [...table(head, rows.slice(0, MOST_ROWS)), ...leftOut(rows.length - MOST_ROWS, medium)];
}

/** How many items a page leaves out; nothing where it has all. */
export function leftOut(left: number, medium: Medium, noun = ''): readonly Block[] {
  if (left <= 0) return [];
  const more = noun === '' ? `${left} more` : count(left, `more ${noun}`);
  return [{ kind: 'remark', text: `… and ${more}: ${medium.code('--format json')} has all.`, faint: false }];
}

/** What was looked at, and by whose policy: lines that begin a log, or a paragraph that ends a document. */
export function origin(facts: readonly Fact[], { layout }: Medium): Block {
  return layout === 'log'
    ? { kind: 'facts', facts }
    : paragraph(facts.map(([word, text]) => `${word}: ${text}.`).join(' '));
}

/** A path, and the arm where a file holds several. */
export function pathAndArm(
  { path, arm }: { readonly path: string; readonly arm: string | null },
  { code }: Style,
): string {
  return arm === null ? code(path) : `${code(path)} (${code(arm)})`;
}
