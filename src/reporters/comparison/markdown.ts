import type { Comparison } from '../../core/comparison.ts';
import { markdownText } from '../../core/markdown.ts';
import { folded, pathAndArm, rendered, table } from '../markdown/block.ts';
import { aged, newestText } from './age.ts';
import { attributionText } from './attribution.ts';
import {
  differenceText,
  differsText,
  evidenceOfDifference,
  splitText,
  summary,
  type TurnedText,
  turnedBy,
  valuesText,
  verdictText,
} from './wording.ts';

const SHOWN = 20;
/** Rows of a table by group that are shown without unfolding. */
const OPEN = 6;

/** A comparison as Markdown: a sentence, what forbids it, a table of metrics, the cases that turned. */
export function comparisonMarkdown(comparison: Comparison): string {
  return `${comparisonBlock(comparison).join('\n')}\n`;
}

/** The lines of a comparison, to stand inside a larger report. */
export function comparisonBlock(comparison: Comparison): readonly string[] {
  const { base, head, newest, attribution, reasons, changed, allowed, metrics } = comparison;
  return [
    `**${markdownText(summary(comparison))}** ${pathAndArm(head.path, head.arm)} beside ${pathAndArm(base.path, base.arm)}${aged(comparison)}`,
    ...(newest === null ? [] : ['', newestText(newest, rendered)]),
    ...(attribution === null ? [] : ['', attributionText(attribution)]),
    ...list('Not comparable, since these differ or are not known:', reasons.map(differsText)),
    ...list('Overridden, so that it is compared all the same:', allowed),
    ...(metrics.length === 0
      ? []
      : [
          '',
          '| Metric | Base | Head | Difference | Verdict | What it rests on |',
          '| --- | --- | --- | --- | --- | --- |',
        ]),
    ...metrics.map((metric) => {
      const [from, to] = valuesText(metric);
      const texts = [from, to, differenceText(metric), verdictText(metric), evidenceOfDifference(metric)];
      return `| ${[rendered.code(metric.name), ...texts.map(markdownText)].join(' | ')} |`;
    }),
    ...list('Also changed:', changed.map(differsText)),
    ...turnedBy(comparison).flatMap(turned),
    ...splitTables(comparison),
  ];
}

function list(title: string, entries: readonly string[]): readonly string[] {
  return entries.length === 0 ? [] : ['', title, '', ...entries.map((entry) => `- ${markdownText(entry)}`)];
}

/** The cases that turned by one metric, in one line. */
function turned({ title, metric, cases }: TurnedText): readonly string[] {
  const more = cases.length - SHOWN;
  const named = cases.slice(0, SHOWN).map((id) => rendered.code(id));
  const all = [...named, ...(more > 0 ? [`and ${more} more (\`--format json\` has all)`] : [])];
  return ['', `${title} by ${rendered.code(metric)}: ${all.join(', ')}`];
}

/** Every metric by category and by provenance, folded away where that is long. */
function splitTables({ splits }: Comparison): readonly string[] {
  return (['category', 'provenance'] as const).flatMap((by) => {
    const rows = splits
      .filter((split) => split.by === by)
      .map((split) => [
        rendered.text(split.group),
        rendered.code(split.name),
        ...splitText(split).map(markdownText),
      ]);
    const lines = table(
      [by === 'category' ? 'Category' : 'Provenance', 'Metric', 'Base', 'Head', 'Difference'],
      rows,
    );
    if (lines.length === 0) return [];
    return rows.length > OPEN ? ['', ...folded(`By ${by}`, lines)] : ['', `By ${by}:`, '', ...lines];
  });
}
