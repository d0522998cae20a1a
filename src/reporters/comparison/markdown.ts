import type { Comparison } from '../../core/comparison.ts';
import { markdownText } from '../../core/markdown.ts';
import { pathAndArm, rendered } from '../markdown/block.ts';
import { ageText, newestText } from './age.ts';
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
  const { base, head, newest, reasons, changed, metrics } = comparison;
  return [
    `**${markdownText(summary(comparison))}** ${pathAndArm(head.path, head.arm)} beside ${pathAndArm(base.path, base.arm)}, ${ageText(comparison)}`,
    ...(newest === null ? [] : ['', newestText(newest, rendered)]),
    ...list('Not comparable, since these differ or are not known:', reasons.map(differsText)),
    ...(metrics.length === 0
      ? []
      : [
          '',
          '| Metric | Base | Head | Difference | Verdict | What it rests on |',
          '| --- | --- | --- | --- | --- | --- |',
        ]),
    ...metrics.map((metric) => {
      const [from, to] = valuesText(metric);
      const texts = [
        from,
        to,
        differenceText(metric),
        VERDICTS[metric.verdict],
        evidenceOfDifference(metric),
      ];
      return `| ${[rendered.code(metric.name), ...texts.map(markdownText)].join(' | ')} |`;
    }),
    ...list('Also changed:', changed.map(differsText)),
    ...turned('Newly failing', comparison.newly_failing),
    ...turned('Newly passing', comparison.newly_passing),
  ];
}

function list(title: string, entries: readonly string[]): readonly string[] {
  return entries.length === 0 ? [] : ['', title, '', ...entries.map((entry) => `- ${markdownText(entry)}`)];
}

/** The cases that turned, in one line. */
function turned(title: string, cases: readonly string[]): readonly string[] {
  if (cases.length === 0) return [];
  const more = cases.length - SHOWN;
  const named = cases.slice(0, SHOWN).map((id) => rendered.code(id));
  return ['', `${title}: ${[...named, ...(more > 0 ? [`and ${more} more`] : [])].join(', ')}`];
}
