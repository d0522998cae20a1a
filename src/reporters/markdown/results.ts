import type { Report, ResultReport } from '../../core/report.ts';
import {
  coverageText,
  evidenceText,
  judgeText,
  metricValue,
  modelsText,
  resultText,
  splitValue,
} from '../../core/result-wording.ts';
import { count } from '../../core/wording.ts';
import { folded, MOST_ROWS, pathAndArm, rendered, table, tableOfResults, titled } from './block.ts';

/** What the change adds: every result with what was evaluated and what judged it, its metrics, and other records. */
export function added({ range, results, changes }: Report): string[] {
  const read = new Set(results.map(({ path }) => path));
  const others = changes.filter(({ kind, path }) => kind === 'added' && !read.has(path));
  const left = results.length - MOST_ROWS;
  return titled(range.mode === 'all' ? 'Results' : 'Added', [
    ...results.slice(0, MOST_ROWS).map(described),
    ...(left <= 0 ? [] : ['', `… and ${count(left, 'more result')}: \`--format json\` has all.`]),
    ...(results.length === 0 ? [] : ['']),
    ...metricsTable(results),
    ...(results.length > 0 && others.length > 0 ? [''] : []),
    ...folded(
      count(others.length, results.length === 0 ? 'record' : 'other record'),
      table(
        ['Record'],
        others.map(({ path }) => [rendered.code(path)]),
      ),
    ),
  ]);
}

/** A result in the list. What was evaluated and what judged it are kept apart. */
function described(result: ResultReport): string {
  const models = modelsText(result, rendered);
  const judge = result.judge === null ? 'none named' : judgeText(result.judge, rendered);
  const who =
    models === '' && result.judge === null
      ? ''
      : `<br>Evaluated: ${models === '' ? 'not named' : models}. Judge: ${judge}.`;
  return `- ${pathAndArm(result.path, result.arm)}: ${resultText(result, rendered)}${who}`;
}

/** Every metric: its value, on how many cases it stands, and what it rests on. */
function metricsTable(results: Report['results']): string[] {
  const rows = results.flatMap(({ path, arm, metrics }) =>
    metrics.map((metric) => ({
      result: pathAndArm(path, arm),
      cells: [
        rendered.code(metric.name),
        metricValue(metric),
        coverageText(metric),
        [evidenceText(metric), rendered.text(metric.reason ?? '')].filter(Boolean).join('; '),
      ],
    })),
  );
  const head = ['Metric', 'Value', 'Cases', 'Basis'];
  // The list above names a single result already.
  if (results.length > 1) return tableOfResults(head, rows);
  return table(
    head,
    rows.map(({ cells }) => cells),
  );
}

/** What the files do not say, folded. */
export function losses({ results }: Report): string[] {
  const rows = results.flatMap(({ path, arm, losses }) =>
    losses.map((loss) => ({ result: pathAndArm(path, arm), cells: [rendered.text(loss)] })),
  );
  return folded('What the files do not say', tableOfResults(['Missing'], rows));
}

/** The metrics by category and by provenance: what a headline over all of them hides. */
export function splits({ results }: Report): string[] {
  const rows = results.flatMap(({ path, arm, splits }) =>
    splits.map((split) => ({
      result: pathAndArm(path, arm),
      cells: [rendered.code(split.metric), `${split.by} ${rendered.code(split.group)}`, splitValue(split)],
    })),
  );
  return titled('By part', tableOfResults(['Metric', 'Part', 'Value (measured)'], rows));
}
