import type { Comparison, MetricComparison, SelfComparison, Trend } from '../core/comparison.ts';
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
import {
  type Block,
  cappedTable,
  folded,
  type Item,
  list,
  type Medium,
  paragraph,
  pathAndArm,
  section,
  table,
} from './page.ts';

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

/** Cases that a person still reads. */
const MOST_CASES = 20;

/** Rows of a table by group that a document shows without unfolding. */
const OPEN = 6;

/** A comparison as a document of its own. */
export function comparisonDocument(comparison: Comparison, medium: Medium): readonly Block[] {
  return comparisonBlocks(comparison, medium).flatMap((block) =>
    block.kind === 'folded' ? [block, EMPTY_LINE] : [block],
  );
}

/** Where a comparison stands alone, what is folded keeps more distance. */
const EMPTY_LINE: Block = { kind: 'list', title: null, items: [] };

/** A comparison in a document, alone or among others. */
export function comparisonBlocks(comparison: Comparison, medium: Medium): readonly Block[] {
  const { base, head, reasons, changed, allowed, metrics } = comparison;
  const entries = (title: string, texts: readonly string[]) =>
    list(
      texts.map((text) => ({ text: medium.whole(text) })),
      title,
    );
  return [
    paragraph(
      `${medium.strong(medium.whole(comparisonSentence(comparison)))} ${pathAndArm(head, medium)} beside ${pathAndArm(base, medium)}${ageClause(comparison)}`,
    ),
    ...background(comparison, medium).map(paragraph),
    ...entries('Not comparable, since these differ or are not known:', reasons.map(differsText)),
    ...entries('Overridden, so that it is compared all the same:', allowed),
    ...table(
      ['Metric', 'Base', 'Head', 'Difference', 'Verdict', 'What it rests on'],
      metrics.map((metric) => {
        const texts = [
          ...valuesText(metric),
          differenceText(metric),
          verdictText(metric),
          evidenceOfDifference(metric),
        ];
        return [medium.code(metric.name), ...texts.map(medium.whole)];
      }),
    ),
    ...entries('Also changed:', changed.map(differsText)),
    ...changedCases(comparison).map(({ title, metric, cases }) => {
      const left = cases.length - MOST_CASES;
      const more = left > 0 ? [`and ${left} more (${medium.code('--format json')} has all)`] : [];
      const named = cases.slice(0, MOST_CASES).map((id) => medium.code(id));
      return paragraph(`${title} by ${medium.code(metric)}: ${[...named, ...more].join(', ')}`);
    }),
    ...splitTables(comparison, medium),
  ];
}

/** Every metric by category and by provenance, folded where that is long. */
function splitTables({ splits }: Comparison, medium: Medium): readonly Block[] {
  return (['category', 'provenance'] as const).flatMap((by) => {
    const rows = splits
      .filter((split) => split.by === by)
      .map((split) => [
        medium.text(split.group),
        medium.code(split.name),
        ...splitText(split).map(medium.whole),
      ]);
    const word = by === 'category' ? 'Category' : 'Provenance';
    const blocks = cappedTable([word, 'Metric', 'Base', 'Head', 'Difference'], rows, medium);
    if (rows.length > OPEN) return folded(`By ${by}`, blocks);
    return blocks.length === 0 ? [] : [paragraph(`By ${by}:`), ...blocks];
  });
}

/** A chart of the trend. It has no room for a value that was not measured, and none is drawn of fewer than three. */
export function trendBlocks(trend: Trend | null): readonly Block[] {
  const measured = trend?.points.filter((point) => point.value !== null) ?? [];
  if (trend === null || measured.length < 3) return [];
  const left = trend.points.length - measured.length;
  const missing = `${left} earlier ${left === 1 ? 'result is' : 'results are'} n/a (unmeasured) and not drawn.`;
  const labels = distinct(measured.map(({ label }) => quotable(label)));
  return [
    ...(left === 0 ? [] : [paragraph(missing)]),
    {
      kind: 'code',
      language: 'mermaid',
      lines: [
        'xychart-beta',
        `  title "${quotable(trend.metric)}"`,
        `  x-axis [${labels.map((label) => `"${label}"`).join(', ')}]`,
        `  line [${measured.map(({ value }) => decimal(value!)).join(', ')}]`,
      ],
    },
  ];
}

/** A number as Mermaid's grammar has it, which knows no exponent. */
function decimal(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  // More digits than toFixed gives are no matter on a chart; a whole number of that size is written out.
  return Math.abs(value) < 1 ? value.toFixed(20).replace(/\.?0+$/, '') : BigInt(Math.round(value)).toString();
}

/** Labels that differ: Mermaid draws two points of one label at one place. */
function distinct(labels: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return labels.map((label) => {
    let own = label;
    for (let again = 2; taken.has(own); again += 1) own = `${label} (${again})`;
    taken.add(own);
    return own;
  });
}

/** What a quoted text of Mermaid can hold without being read as anything else. */
function quotable(text: string): string {
  return text
    .replace(/[^A-Za-z0-9 ._@^%+#-]/g, '_')
    .replaceAll('#', 'no. ')
    .slice(0, 60);
}
