import type { Comparison } from '../../core/comparison.ts';
import { markdownCode, markdownText } from '../../core/markdown.ts';
import {
  differenceText,
  differsText,
  evidenceOfDifference,
  summary,
  VERDICTS,
  valuesText,
} from './wording.ts';

const SHOWN = 20;

/** A comparison as Markdown: a sentence, what forbids it, a table of metrics, the cases that turned. */
export function comparisonMarkdown(comparison: Comparison): string {
  return `${comparisonBlock(comparison).join('\n')}\n`;
}

/** The lines of a comparison, to stand inside a larger report. */
export function comparisonBlock(comparison: Comparison): readonly string[] {
  const { base, head, reasons, changed, metrics } = comparison;
  return [
    `**${markdownText(summary(comparison))}** ${side(head)} beside ${side(base)}`,
    ...list('Not comparable, since these differ or are not known:', reasons.map(differsText)),
    ...(metrics.length === 0
      ? []
      : ['', '| Metric | Base | Head | Difference | Verdict |', '| --- | --- | --- | --- | --- |']),
    ...metrics.map((metric) => {
      const [from, to] = valuesText(metric);
      const why = evidenceOfDifference(metric);
      const verdict = why === '' ? VERDICTS[metric.verdict] : `${VERDICTS[metric.verdict]}: ${why}`;
      return `| ${[metric.name, from, to, differenceText(metric), verdict].map((cell) => markdownText(cell)).join(' | ')} |`;
    }),
    ...list('Also changed:', changed.map(differsText)),
    ...list('Newly failing:', named(comparison.newly_failing)),
    ...list('Newly passing:', named(comparison.newly_passing)),
  ];
}

function list(title: string, entries: readonly string[]): readonly string[] {
  return entries.length === 0 ? [] : ['', title, '', ...entries.map((entry) => `- ${markdownText(entry)}`)];
}

function named(cases: readonly string[]): readonly string[] {
  const more = cases.length - SHOWN;
  return more > 0 ? [...cases.slice(0, SHOWN), `and ${more} more`] : cases;
}

function side({ path, arm }: Comparison['base']): string {
  return arm === null ? markdownCode(path) : `${markdownCode(path)} (${markdownText(arm)})`;
}
