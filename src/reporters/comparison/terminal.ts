import type { Comparison } from '../../core/comparison.ts';
import { logLine, visible } from '../../core/text.ts';
import type { Style } from '../../core/wording.ts';
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
const PLAIN: Style = { text: (text) => text, code: (text) => text };

/** A comparison for a terminal: what forbids it or what it says, and the verdict in the last line. */
export function comparisonTerminal(comparison: Comparison): string {
  const { base, head, newest, reasons, changed, allowed, metrics, splits, seed } = comparison;
  const lines = [
    `  Base  ${side(base)}, ${ageText(comparison)}`,
    `  Head  ${side(head)}`,
    ...(newest === null ? [] : ['', `  ${visible(newestText(newest, PLAIN))}`]),
    ...section('Why not', reasons.map(differsText)),
    ...section('Overridden', allowed),
    ...section('Also changed', changed.map(differsText)),
    ...section('Metrics', metrics.flatMap(metricLines)),
    ...section(
      'By group',
      splits.map(
        ({ by, group, name, base: from, head: to }) =>
          `${by} ${group}: ${name} ${from ?? 'n/a'} -> ${to ?? 'n/a'}`,
      ),
    ),
    ...section('Newly failing', named(comparison.newly_failing)),
    ...section('Newly passing', named(comparison.newly_passing)),
    ...(seed === null ? [] : ['', `  Drawn with seed ${seed}.`]),
    '',
  ];
  return `${[...lines.map(logLine), `evalguard: ${summary(comparison)}`].join('\n')}\n`;
}

function metricLines(metric: Comparison['metrics'][number]): readonly string[] {
  const [from, to] = valuesText(metric);
  const difference = differenceText(metric);
  const why = evidenceOfDifference(metric);
  return [
    `${metric.name}  ${from} -> ${to}${difference === '' ? '' : `  ${difference}`}  ${VERDICTS[metric.verdict]}`,
    ...(why === '' ? [] : [`  ${why}`]),
  ];
}

function section(title: string, entries: readonly string[]): readonly string[] {
  return entries.length === 0 ? [] : ['', title, ...entries.map((entry) => `  ${visible(entry)}`)];
}

function named(cases: readonly string[]): readonly string[] {
  const more = cases.length - SHOWN;
  return more > 0 ? [...cases.slice(0, SHOWN), `and ${more} more`] : cases;
}

function side({ path, arm }: Comparison['base']): string {
  return visible(arm === null ? path : `${path} (${arm})`);
}
