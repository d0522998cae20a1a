import type { Shown, ShownResult } from '../../core/shown.ts';
import { logLine } from '../../core/text.ts';
import { cut } from '../../core/wording.ts';
import { type Paint, painter } from '../paint.ts';
import { table } from '../section.ts';
import { METRIC_HEAD, metricRows, resultFacts } from './facts.ts';

const plain = cut({ text: (text) => text, code: (text) => text });

/** A result for a terminal: what it is, its metrics with their verdicts, and what the file does not say. */
export function shownTerminal(shown: Shown, options: { readonly color: boolean }): string {
  const paint = painter(options.color);
  const blocks = shown.results.map((result) => block(result, shown, paint));
  return `${blocks.map((lines) => lines.map(logLine).join('\n')).join('\n\n')}\n`;
}

function block(shown: ShownResult, file: Shown, paint: Paint): string[] {
  const { path, arm, losses } = shown.result;
  const rows = metricRows(shown, plain);
  return [
    paint('heading', `${plain.code(path)}${arm === null ? '' : ` (${plain.code(arm)})`}`),
    ...columns(resultFacts(shown, file, plain)),
    '',
    ...(rows.length === 0
      ? ['  No metric: the file states none, and none follows from its rows.']
      : metricLines(rows)),
    ...(losses.length === 0
      ? []
      : ['', '  Not in the file:', ...losses.map((loss) => `    ${plain.text(loss)}`)]),
  ];
}

/** Columns, set in from the left. */
function columns(rows: readonly (readonly string[])[]): string[] {
  return table(rows).map((row) => `  ${row}`.trimEnd());
}

/** The table, without the columns in which nothing stands. */
function metricLines(rows: readonly string[][]): string[] {
  const used = METRIC_HEAD.map((_, at) => at).filter((at) => rows.some((row) => row[at] !== ''));
  return columns([[...METRIC_HEAD], ...rows].map((row) => used.map((at) => row[at] ?? '')));
}
