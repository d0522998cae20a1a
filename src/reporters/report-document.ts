import type { Report, ResultReport } from '../core/report.ts';
import {
  boundsText,
  coverageText,
  evidenceText,
  judgedValue,
  judgeText,
  metricValue,
  modelsText,
  resultText,
} from '../core/result-wording.ts';
import type { FindingReport, Severity } from '../core/rule.ts';
import { count, regressions } from '../core/wording.ts';
import { comparisonBlocks, trendBlocks } from './comparison.ts';
import { findingBlocks, reasonBlocks, withoutRepeats } from './findings.ts';
import {
  type Block,
  cappedTable,
  folded,
  type Item,
  leftOut,
  list,
  type Medium,
  MOST_ROWS,
  paragraph,
  pathAndArm,
  section,
} from './page.ts';
import {
  comparisonSections,
  otherRecords,
  reportOrigin,
  reportVerdict,
  resultsTitle,
  splitCells,
  verdictWord,
  worstFirst,
} from './report.ts';

/** More reasons than a comment needs. */
const MOST_REASONS = 20;

/** The report of a check as a document: the verdict, right below it what decides it, then all else that was found. */
export function reportDocument(whole: Report, medium: Medium): readonly Block[] {
  const report = withoutRepeats(whole, { table: true });
  return [
    reportVerdict(report),
    ...regressed(report, medium),
    ...section('What must be mended', listed(report.findings, 'error', medium)),
    ...reasonBlocks(report.incomplete, MOST_REASONS, medium),
    ...thresholds(report, medium),
    ...section('Warnings', listed(others(report), 'warning', medium)),
    ...results(report, medium),
    ...comparisonSections(report, medium, (comparisons) =>
      comparisons.flatMap((comparison) => [
        ...comparisonBlocks(comparison, medium),
        ...trendBlocks(comparison.trend),
      ]),
    ),
    ...splits(report, medium),
    ...losses(report, medium),
    ...notes(report, medium),
    reportOrigin(report, medium),
  ];
}

/** Results that got worse and block nothing: nobody should have to unfold a page to see them. */
function regressed(report: Report, medium: Medium): readonly Block[] {
  const worse = regressions(report);
  const [warnings, notes] = (['warning', 'note'] as const).map((severity) =>
    findingBlocks(
      worse.filter((finding) => finding.severity === severity),
      [severity],
      medium,
    ),
  );
  return [...list([...warnings!.files, ...notes!.files]), ...warnings!.rest, ...notes!.rest];
}

function listed(findings: readonly FindingReport[], severity: Severity, medium: Medium): readonly Block[] {
  const those = findings.filter((finding) => finding.severity === severity);
  const { files, rest } = findingBlocks(those, [severity], medium);
  return [...list(files), ...rest];
}

/** Findings that are no regression. */
function others(report: Report): readonly FindingReport[] {
  const first = new Set(regressions(report));
  return report.findings.filter((finding) => !first.has(finding));
}

/** What only informs, folded. */
function notes(report: Report, medium: Medium): readonly Block[] {
  const found = others(report);
  const number = found.filter(({ severity }) => severity === 'note').length;
  return folded(count(number, 'note'), listed(found, 'note', medium));
}

function thresholds({ thresholds }: Report, medium: Medium): readonly Block[] {
  const rows = worstFirst(thresholds).map((threshold) => ({
    result: pathAndArm(threshold, medium),
    cells: [
      verdictWord(threshold, medium),
      medium.code(threshold.metric),
      judgedValue(threshold),
      boundsText(threshold),
      medium.text(threshold.reason ?? ''),
    ],
  }));
  return section('Thresholds', tableOfResults(['Verdict', 'Metric', 'Value', 'Bound', 'Why'], rows, medium));
}

/** What the change adds: every result with what was evaluated and what judged it, its metrics, and other records. */
function results(report: Report, medium: Medium): readonly Block[] {
  const all = report.results;
  const others = otherRecords(report);
  const records = cappedTable(
    ['Record'],
    others.map(({ path }) => [medium.code(path)]),
    medium,
  );
  return section(resultsTitle(report), [
    ...list(all.slice(0, MOST_ROWS).map((result) => described(result, medium))),
    ...leftOut(all.length - MOST_ROWS, medium, 'result'),
    ...metricsTable(all, medium),
    ...folded(count(others.length, all.length === 0 ? 'record' : 'other record'), records),
  ]);
}

/** A result in the list. What was evaluated and what judged it are kept apart. */
function described(result: ResultReport, medium: Medium): Item {
  const models = modelsText(result, medium);
  const judge = result.judge === null ? 'none named' : judgeText(result.judge, medium);
  const who = `Evaluated: ${models === '' ? 'not named' : models}. Judge: ${judge}.`;
  return {
    text: `${pathAndArm(result, medium)}: ${resultText(result, medium)}`,
    lines: models === '' && result.judge === null ? [] : [who],
  };
}

/** Every metric: its value, on how many cases it stands, and what it rests on. */
function metricsTable(results: Report['results'], medium: Medium): readonly Block[] {
  const rows = rowsOf(results, medium, ({ metrics }) =>
    metrics.map((metric) => [
      medium.code(metric.name),
      metricValue(metric),
      coverageText(metric),
      [evidenceText(metric), medium.text(metric.reason ?? '')].filter(Boolean).join('; '),
    ]),
  );
  const head = ['Metric', 'Value', 'Cases', 'Basis'];
  // The list above names a single result already.
  if (results.length > 1) return tableOfResults(head, rows, medium);
  return cappedTable(
    head,
    rows.map(({ cells }) => cells),
    medium,
  );
}

/** The metrics by category and by provenance: what a headline over all of them hides. */
function splits({ results }: Report, medium: Medium): readonly Block[] {
  const rows = rowsOf(results, medium, (result) => result.splits.map((split) => splitCells(split, medium)));
  return section('By part', tableOfResults(['Metric', 'Part', 'Value (measured)'], rows, medium));
}

/** What the files do not say, folded. */
function losses({ results }: Report, medium: Medium): readonly Block[] {
  const rows = rowsOf(results, medium, (result) => result.losses.map((loss) => [medium.text(loss)]));
  return folded('What the files do not say', tableOfResults(['Missing'], rows, medium));
}

/** A row of a table about results: the result's name, and its cells. */
interface ResultRow {
  readonly result: string;
  readonly cells: readonly string[];
}

function rowsOf(
  results: Report['results'],
  medium: Medium,
  cellsOf: (result: ResultReport) => readonly (readonly string[])[],
): readonly ResultRow[] {
  return results.flatMap((result) =>
    cellsOf(result).map((cells) => ({ result: pathAndArm(result, medium), cells })),
  );
}

/** A table about results. One result is named once above it; of several each is named where its rows begin. */
function tableOfResults(
  head: readonly string[],
  rows: readonly ResultRow[],
  medium: Medium,
): readonly Block[] {
  const first = rows[0];
  if (first === undefined) return [];
  if (rows.every(({ result }) => result === first.result)) {
    const cells = rows.map((row) => row.cells);
    // With a word before it no path, whatever its backticks, can begin a block of code.
    return [paragraph(`Result: ${first.result}`), ...cappedTable(head, cells, medium)];
  }
  const named = rows.map(({ result, cells }, at) => [
    result === rows[at - 1]?.result ? '' : result,
    ...cells,
  ]);
  return cappedTable(['Result', ...head], named, medium);
}
