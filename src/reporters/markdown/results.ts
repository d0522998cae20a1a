import type { Report } from '../../core/report.ts';
import { coverageText, evidenceText, judgeText, metricValue, resultText } from '../../core/result-wording.ts';
import { count } from '../../core/wording.ts';
import { folded, pathAndArm, rendered, table, titled } from './block.ts';

/** What the change adds: every metric of every result, and the records that are no results. */
export function added({ range, results, changes }: Report): string[] {
  const read = new Set(results.map(({ path }) => path));
  const others = changes.filter(({ kind, path }) => kind === 'added' && !read.has(path));
  const rows = results.flatMap((result) => {
    const { path, arm, metrics } = result;
    const what = [pathAndArm(path, arm), resultText(result, rendered)];
    if (metrics.length === 0) return [[...what, '', '', '']];
    return metrics.map((metric, at) => [
      ...(at === 0 ? what : ['', '']),
      rendered.code(metric.name),
      metricValue(metric),
      [evidenceText(metric), rendered.text(metric.reason ?? '')].filter(Boolean).join('; '),
    ]);
  });
  return titled(range.mode === 'all' ? 'Results' : 'Added', [
    ...table(['Result', 'What it is', 'Metric', 'Value', 'Basis'], rows),
    ...(rows.length > 0 && others.length > 0 ? [''] : []),
    ...folded(
      count(others.length, rows.length === 0 ? 'record' : 'other record'),
      table(
        ['Record'],
        others.map(({ path }) => [rendered.code(path)]),
      ),
    ),
  ]);
}

/** Who judged the results. */
export function judges({ results }: Report): string[] {
  const rows = results.flatMap(({ path, arm, judge }) =>
    judge === null ? [] : [[pathAndArm(path, arm), judgeText(judge, rendered)]],
  );
  return titled('Judge', table(['Result', 'Judge'], rows));
}

/** On how many cases each metric stands. */
export function coverage({ results }: Report): string[] {
  const rows = results.flatMap(({ path, arm, metrics }) =>
    metrics.flatMap((metric) => {
      const text = coverageText(metric);
      return text === '' ? [] : [[pathAndArm(path, arm), rendered.code(metric.name), text]];
    }),
  );
  return titled('Coverage', table(['Result', 'Metric', 'Cases'], rows));
}
