import { markdownCode, markdownProse, markdownText } from '../../core/markdown.ts';
import { cut } from '../../core/wording.ts';

/** Rows of a table that a person still reads, and that leave a comment far from GitHub's 65,536 characters. */
export const MOST_ROWS = 50;

/** Text from files in Markdown. */
export const rendered = cut({ text: markdownText, code: markdownCode });

/** A sentence of evalguard's own, in which backticks mark commands and settings. */
export const prose = cut({ text: markdownProse, code: markdownCode }).text;

/** A table of cells that are Markdown already; nothing where there are no rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  const left = rows.length - MOST_ROWS;
  return [
    line(head),
    line(head.map(() => '---')),
    ...rows.slice(0, MOST_ROWS).map(line),
    ...(left <= 0 ? [] : ['', `… and ${left} more: \`--format json\` has all.`]),
  ];
}

/** A row of a table about results: the result's name, and its cells. */
export interface ResultRow {
  readonly result: string;
  readonly cells: readonly string[];
}

/** A table about results. One result is named once above it; of several each is named where its rows begin. */
export function tableOfResults(head: readonly string[], rows: readonly ResultRow[]): string[] {
  const first = rows[0];
  if (first === undefined) return [];
  if (rows.every(({ result }) => result === first.result)) {
    return [
      // With a word before it no path, whatever its backticks, can begin a block of code.
      `Result: ${first.result}`,
      '',
      ...table(
        head,
        rows.map(({ cells }) => cells),
      ),
    ];
  }
  const named = rows.map(({ result, cells }, at) => [
    result === rows[at - 1]?.result ? '' : result,
    ...cells,
  ]);
  return table(['Result', ...head], named);
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** A heading and what stands under it; nothing where nothing does. */
export function titled(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`### ${title}`, '', ...lines, ''];
}

/** What can be unfolded; nothing where nothing is in it. The blank lines make GitHub read the inside as Markdown. */
export function folded(summary: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  return ['<details>', `<summary>${summary}</summary>`, '', ...lines, '', '</details>', ''];
}

/** A path, and the arm where a file holds several. */
export function pathAndArm(path: string, arm: string | null): string {
  return arm === null ? rendered.code(path) : `${rendered.code(path)} (${rendered.code(arm)})`;
}
