import type { Comparison, MetricComparison, SelfComparison } from '../core/comparison.ts';
import { formatNumber } from '../core/quantity.ts';
import { count, type Style } from '../core/wording.ts';
import {
  ageClause,
  background,
  changedCases,
  comparisonSentence,
  differenceText,
  differsText,
  evidenceOfDifference,
  NO_SIDE,
  refusalRemedy,
  splitText,
  valuesText,
  verdictText,
} from './comparison-wording.ts';
import { type Block, type Item, list, type Medium, paragraph, pathAndArm, section } from './page.ts';

/** Cases, and in a log parts of the cases, that a person still reads. */
const SHOWN = 20;

/** A comparison as a log: what forbids it or what it says of each metric, and the cases that changed. */
export function comparisonLog(comparison: Comparison, medium: Medium): readonly Block[] {
  const { base, head, reasons, changed, allowed, metrics, splits, seed } = comparison;
  const remedy = refusalRemedy(comparison);
  const entries = (texts: readonly string[]) => list(texts.map((text) => ({ text: medium.whole(text) })));
  return [
    {
      kind: 'facts',
      facts: [
        ['Base', `${pathAndArm(base, uncut(medium))}${ageClause(comparison)}`],
        ['Head', pathAndArm(head, uncut(medium))],
      ],
    },
    ...background(comparison, uncut(medium)).map(paragraph),
    ...section('Why not', [
      ...entries(reasons.map(differsText)),
      ...(remedy === null ? [] : [paragraph(`→ ${remedy}`)]),
    ]),
    ...section('Overridden', entries(allowed)),
    ...section('Also changed', entries(changed.map(differsText))),
    ...section('Metrics', list(metrics.map((metric) => metricItem(metric, medium)))),
    ...section('By group', entries(capped(splits.map(splitLine)))),
    ...changedCases(comparison).flatMap(({ title, metric, cases }) =>
      section(`${title} by ${medium.whole(metric)}`, entries(capped(cases))),
    ),
    ...(seed === null ? [] : [paragraph(`Drawn with seed ${seed}.`)]),
    { kind: 'conclusion', text: comparisonSentence(comparison) },
  ];
}

/** A comparison in the log of a check, in short: `evalguard compare` has the rest. */
export function comparisonItem(comparison: Comparison, medium: Medium): Item {
  const { base, head, reasons, metrics } = comparison;
  const style = uncut(medium);
  return {
    text: `${pathAndArm(head, style)} beside ${pathAndArm(base, style)}${ageClause(comparison)}`,
    blocks: [
      paragraph(comparisonSentence(comparison)),
      ...background(comparison, style).map(paragraph),
      ...reasons.map((reason) => paragraph(`not comparable: ${style.text(differsText(reason))}`)),
      ...list(metrics.map((metric) => metricItem(metric, medium))),
      ...changedCases(comparison).map(({ title, metric, cases }) =>
        paragraph(`${title} by ${style.code(metric)}: ${capped(cases).map(style.code).join(', ')}`),
      ),
    ],
  };
}

/** A comparison of a run with itself, in two sentences. */
export function selfPage({ splits, alarms, cases, seed }: SelfComparison): readonly Block[] {
  const share = formatNumber(alarms / splits);
  return [
    paragraph(`${count(cases, 'case')} with repeated samples, split in two ${splits} times (seed ${seed}).`),
    {
      kind: 'conclusion',
      text: `${alarms} of ${splits} splits found a difference that is not there (${share}); at most 0.05 is expected.`,
    },
  ];
}

/** Names of any length: a comparison in a log has few, and they are copied. */
function uncut({ whole }: Medium): Style {
  return { text: whole, code: whole };
}

function metricItem(metric: MetricComparison, { whole }: Medium): Item {
  const [from, to] = valuesText(metric);
  const values = from === NO_SIDE ? to : metric.against === null ? `${from} -> ${to}` : `${to} ${from}`;
  const difference = differenceText(metric);
  const evidence = evidenceOfDifference(metric);
  return {
    text: whole(
      [metric.name, values, ...(difference === '' ? [] : [difference]), verdictText(metric)].join('  '),
    ),
    lines: evidence === '' ? [] : [whole(evidence)],
  };
}

function splitLine(split: Comparison['splits'][number]): string {
  const [from, to, difference] = splitText(split);
  return `${split.by} ${split.group}: ${split.name}  ${from} -> ${to}${difference === '' ? '' : `  ${difference}`}`;
}

/** The first entries, and how many were left out. */
function capped(entries: readonly string[]): readonly string[] {
  const left = entries.length - SHOWN;
  return left > 0 ? [...entries.slice(0, SHOWN), `… and ${left} more: --format json has all`] : entries;
}
