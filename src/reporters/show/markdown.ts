import type { Shown, ShownResult } from '../../core/shown.ts';
import { logLine } from '../../core/text.ts';
import { pathAndArm, rendered, table } from '../markdown/block.ts';
import { METRIC_HEAD, metricRows, resultFacts } from './facts.ts';

/** A result as GitHub's Markdown. */
export function shownMarkdown(shown: Shown): string {
  const lines = shown.results.flatMap((result) => block(result, shown));
  return `${lines.map(logLine).join('\n').trimEnd()}\n`;
}

function block(shown: ShownResult, file: Shown): string[] {
  const { path, arm, losses } = shown.result;
  const rows = metricRows(shown, rendered);
  return [
    `## ${pathAndArm(path, arm)}`,
    '',
    ...resultFacts(shown, file, rendered).map(([word, text]) => `- ${word}: ${text}`),
    '',
    ...(rows.length === 0
      ? ['No metric: the file states none, and none follows from its rows.']
      : table(METRIC_HEAD, rows)),
    '',
    ...(losses.length === 0
      ? []
      : ['Not in the file:', '', ...losses.map((loss) => `- ${rendered.text(loss)}`), '']),
  ];
}
