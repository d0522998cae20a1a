import type { Comparison, Trend } from '../../core/comparison.ts';
import type { Report } from '../../core/report.ts';
import { comparisonBlock } from '../comparison/markdown.ts';
import { titled } from './block.ts';

/** Each added result beside its predecessor, or why none is comparable, and where its series is going. */
export function comparisons({ comparisons }: Report): string[] {
  const withinOne = ({ base, head }: Comparison) => base.path === head.path;
  return [
    ...titled('Beside the predecessor', blocks(comparisons.filter((one) => !withinOne(one)))),
    ...titled('Arm against arm', blocks(comparisons.filter(withinOne))),
  ];
}

function blocks(comparisons: readonly Comparison[]): readonly string[] {
  return comparisons.flatMap((comparison, at) => [
    ...(at === 0 ? [] : ['']),
    ...comparisonBlock(comparison),
    ...trendChart(comparison.trend),
  ]);
}

/** A Mermaid chart, which GitHub draws in comments and summaries. It has no room for a value that was not measured. */
function trendChart(trend: Trend | null): readonly string[] {
  if (trend === null) return [];
  const measured = trend.points.filter((point) => point.value !== null);
  if (measured.length < 3) return [];
  const left = trend.points.length - measured.length;
  return [
    '',
    ...(left === 0
      ? []
      : [`${left} earlier ${left === 1 ? 'result is' : 'results are'} n/a (unmeasured) and not drawn.`, '']),
    '```mermaid',
    'xychart-beta',
    `  title "${plain(trend.metric)}"`,
    `  x-axis [${apart(measured.map(({ label }) => plain(label)))
      .map((label) => `"${label}"`)
      .join(', ')}]`,
    `  line [${measured.map(({ value }) => decimal(value!)).join(', ')}]`,
    '```',
  ];
}

/** A number as Mermaid's grammar has it, which knows no exponent. */
function decimal(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  // More digits than toFixed gives are no matter on a chart; a whole number of that size is written out.
  return Math.abs(value) < 1 ? value.toFixed(20).replace(/\.?0+$/, '') : BigInt(Math.round(value)).toString();
}

/** Labels that are told apart: Mermaid draws two points of one label at one place. */
function apart(labels: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return labels.map((label) => {
    let own = label;
    for (let again = 2; taken.has(own); again += 1) own = `${label} (${again})`;
    taken.add(own);
    return own;
  });
}

/** What a quoted text of Mermaid can hold without being read as anything else. */
function plain(text: string): string {
  return text
    .replace(/[^A-Za-z0-9 ._@^%+#-]/g, '_')
    .replaceAll('#', 'no. ')
    .slice(0, 60);
}
