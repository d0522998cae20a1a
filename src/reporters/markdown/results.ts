import type { Report } from '../../core/report.ts';
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

/** What was evaluated and what judged it, kept apart. */
export function judges({ results }: Report): string[] {
  const rows = results.flatMap((result) => {
    const models = modelsText(result, rendered);
    if (models === '' && result.judge === null) return [];
    const judge = result.judge === null ? 'none named' : judgeText(result.judge, rendered);
    return [[pathAndArm(result.path, result.arm), models, judge]];
  });
  return titled('Models and judge', table(['Result', 'Evaluated', 'Judge'], rows));
}

/** What the files do not say, folded. */
export function losses({ results }: Report): string[] {
  const rows = results.flatMap(({ path, arm, losses }) =>
    losses.map((loss) => [pathAndArm(path, arm), rendered.text(loss)]),
  );
  return folded('What the files do not say', table(['Result', 'Missing'], rows));
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

/** The metrics by category and by provenance: what a headline over all of them hides. */
export function splits({ results }: Report): string[] {
  const rows = results.flatMap(({ path, arm, splits }) =>
    splits.map((split) => [
      pathAndArm(path, arm),
      rendered.code(split.metric),
      `${split.by} ${rendered.code(split.group)}`,
      splitValue(split),
    ]),
  );
  return titled('By part', table(['Result', 'Metric', 'Part', 'Value (measured)'], rows));
}
