import type { Comparison } from '../../core/comparison.ts';
import { logLine, visible } from '../../core/text.ts';
import type { Style } from '../../core/wording.ts';
import { aged, newestText } from './age.ts';
import { attributionText } from './attribution.ts';
import {
  differenceText,
  differsText,
  evidenceOfDifference,
  NO_SIDE,
  refusalRemedy,
  splitText,
  summary,
  turnedBy,
  valuesText,
  verdictText,
} from './wording.ts';

const SHOWN = 20;
const PLAIN: Style = { text: (text) => text, code: (text) => text };

/** A comparison for a terminal: what forbids it or what it says, and the verdict in the last line. */
export function comparisonTerminal(comparison: Comparison): string {
  const { base, head, newest, attribution, reasons, changed, allowed, metrics, splits, seed } = comparison;
  const remedy = refusalRemedy(comparison);
  const lines = [
    `  Base  ${side(base)}${aged(comparison)}`,
    `  Head  ${side(head)}`,
    ...(newest === null ? [] : ['', `  ${visible(newestText(newest, PLAIN))}`]),
    ...(attribution === null ? [] : ['', `  ${attributionText(attribution)}`]),
    ...section('Why not', reasons.map(differsText)),
    ...(remedy === null ? [] : [`  → ${remedy}`]),
    ...section('Overridden', allowed),
    ...section('Also changed', changed.map(differsText)),
    ...section('Metrics', metrics.flatMap(metricLines)),
    ...section(
      'By group',
      capped(splits).map((split) => (typeof split === 'string' ? split : splitLine(split))),
    ),
    ...turnedBy(comparison).flatMap(({ title, metric, cases }) =>
      section(`${title} by ${visible(metric)}`, capped(cases)),
    ),
    ...(seed === null ? [] : ['', `  Drawn with seed ${seed}.`]),
    '',
  ];
  return `${[...lines.map(logLine), `evalguard: ${summary(comparison)}`].join('\n')}\n`;
}

/**
 * A comparison inside a larger report: what stands beside what, what forbids it or what it says of each metric, and the
 * cases that turned. `evalguard compare` has the rest.
 */
export function comparisonLines(comparison: Comparison): readonly string[] {
  const { base, head, newest, attribution, reasons, metrics } = comparison;
  const beside = `${side(head)} beside ${side(base)}${aged(comparison)}`;
  const lines = [
    summary(comparison),
    ...(newest === null ? [] : [newestText(newest, PLAIN)]),
    ...(attribution === null ? [] : [attributionText(attribution)]),
    ...reasons.map((reason) => `not comparable: ${differsText(reason)}`),
    ...metrics.flatMap(metricLines),
    ...turnedBy(comparison).map(
      ({ title, metric, cases }) => `${title} by ${metric}: ${capped(cases).join(', ')}`,
    ),
  ];
  return [beside, ...lines.map((line) => `  ${visible(line)}`)];
}

function metricLines(metric: Comparison['metrics'][number]): readonly string[] {
  const [from, to] = valuesText(metric);
  const values = from === NO_SIDE ? to : metric.against === null ? `${from} -> ${to}` : `${to} ${from}`;
  const difference = differenceText(metric);
  const why = evidenceOfDifference(metric);
  return [
    `${metric.name}  ${values}${difference === '' ? '' : `  ${difference}`}  ${verdictText(metric)}`,
    ...(why === '' ? [] : [`  ${why}`]),
  ];
}

function section(title: string, entries: readonly string[]): readonly string[] {
  return entries.length === 0 ? [] : ['', title, ...entries.map((entry) => `  ${visible(entry)}`)];
}

function splitLine(split: Comparison['splits'][number]): string {
  const [from, to, difference] = splitText(split);
  return `${split.by} ${split.group}: ${split.name}  ${from} -> ${to}${difference === '' ? '' : `  ${difference}`}`;
}

/** The first entries, and how many were left out: `--format json` has all. */
function capped<Entry>(entries: readonly Entry[]): readonly (Entry | string)[] {
  const more = entries.length - SHOWN;
  return more > 0 ? [...entries.slice(0, SHOWN), `… and ${more} more: --format json has all`] : entries;
}

function side({ path, arm }: Comparison['base']): string {
  return visible(arm === null ? path : `${path} (${arm})`);
}
