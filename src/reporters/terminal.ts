import type { Comparison } from '../core/comparison.ts';
import { groupFindings } from '../core/grouping.ts';
import type { Report, ResultReport, ThresholdReport } from '../core/report.ts';
import {
  boundsText,
  coverageText,
  evidenceText,
  judgedValue,
  judgeText,
  metricValue,
  modelsText,
  resultText,
  splitValue,
} from '../core/result-wording.ts';
import type { FindingReport, Severity } from '../core/rule.ts';
import { logLine } from '../core/text.ts';
import { toldOnce } from '../core/told-once.ts';
import { UNMEASURED } from '../core/verdict.ts';
import {
  count,
  countsSentence,
  cut,
  outcomeSentence,
  placeText,
  policySentence,
  rangeSentence,
} from '../core/wording.ts';
import { comparisonLines } from './comparison/terminal.ts';
import { type Paint, painter } from './paint.ts';
import { capped, section, table } from './section.ts';

const plain = cut({ text: (text) => text, code: (text) => text });
const { text, code } = plain;

/**
 * The report for a terminal and a log: what was looked at, then what was found, worst last, and the verdict in the last
 * line. Only the verdict begins a line with `evalguard:`; text from files is always indented.
 */
export function terminal(whole: Report, options: { readonly color: boolean }): string {
  const report = toldOnce(whole, { table: true });
  const paint = painter(options.color);
  const sections = [
    rangeLines(report),
    resultLines(report, paint),
    thresholdLines(report.thresholds, paint),
    besideLines('Beside the predecessor', report.comparisons.filter(isBeside), paint),
    besideLines(
      'Arm against arm',
      report.comparisons.filter((one) => !isBeside(one)),
      paint,
    ),
    findingLines(report.findings, paint),
    incompleteLines(report, paint),
  ];
  const lines = sections.filter((section) => section.length > 0).flatMap((section) => [...section, '']);
  return `${[...lines, verdictLine(report, paint)].map(logLine).join('\n')}\n`;
}

function rangeLines({ range }: Report): string[] {
  return [`  Compared  ${rangeSentence(range, plain)}`, `  Policy    ${policySentence(range, plain)}`];
}

function resultLines({ range, results, changes }: Report, paint: Paint): string[] {
  const read = new Set(results.map(({ path }) => path));
  const others = changes.filter(({ kind, path }) => kind === 'added' && !read.has(path));
  const title = range.mode === 'all' ? 'Results' : 'Added';
  return section(title, paint, [...results, ...others], (shown) =>
    shown.flatMap((each) => ('metrics' in each ? oneResult(each) : [`  ${code(each.path)}`])),
  );
}

function oneResult(result: ResultReport): string[] {
  const models = modelsText(result, plain);
  return [
    `  ${code(result.path)}${arm(result.arm)}`,
    `    ${resultText(result, plain)}`,
    ...(models === '' ? [] : [`    evaluated ${models}`]),
    ...(result.judge === null ? [] : [`    judge ${judgeText(result.judge, plain)}`]),
    ...capped(result.metrics, (shown) => table(shown.map(metricCells)).map((row) => `    ${row}`)),
    ...capped(result.splits, (shown) => table(shown.map(splitCells)).map((row) => `      ${row}`)),
    ...capped(result.losses, (shown) => shown.map((loss) => `    not in the file: ${text(loss)}`)),
  ];
}

function metricCells(metric: ResultReport['metrics'][number]): string[] {
  return [
    code(metric.name),
    metricValue(metric),
    [evidenceText(metric), coverageText(metric), text(metric.reason ?? '')].filter(Boolean).join('; '),
  ];
}

function splitCells(split: ResultReport['splits'][number]): string[] {
  return [code(split.metric), `${split.by} ${code(split.group)}`, splitValue(split)];
}

function arm(name: string | null): string {
  return name === null ? '' : ` (${code(name)})`;
}

const VERDICT_RANK = { missed: 0, unmeasured: 1, met: 2 } as const;

function thresholdLines(thresholds: readonly ThresholdReport[], paint: Paint): string[] {
  const worstFirst = [...thresholds].sort((a, b) => VERDICT_RANK[a.verdict] - VERDICT_RANK[b.verdict]);
  // One result is named once, so that its thresholds fit in the width of a terminal.
  const [first, ...others] = thresholds;
  const alone =
    first !== undefined && others.every(({ path, arm }) => path === first.path && arm === first.arm);
  const cells = (threshold: ThresholdReport) => [
    threshold.verdict === 'unmeasured' ? UNMEASURED : threshold.verdict,
    code(threshold.metric),
    threshold.verdict === 'unmeasured' ? '' : judgedValue(threshold),
    boundsText(threshold),
    ...(alone ? [] : [place(threshold)]),
    text(threshold.reason ?? ''),
  ];
  return section('Thresholds', paint, worstFirst, (shown) => {
    const lines = table(shown.map(cells)).map((row, at) => {
      const { verdict } = shown[at]!;
      const word = verdict === 'unmeasured' ? UNMEASURED : verdict;
      return `${alone ? '    ' : '  '}${paint(verdict, word)}${row.slice(word.length)}`;
    });
    return alone ? [`  ${place(first)}`, ...lines] : lines;
  });
}

function place({ path, arm: name }: ThresholdReport): string {
  return `${code(path)}${arm(name)}`;
}

/** Whether two results are compared, not two arms of one. */
function isBeside({ base, head }: Comparison): boolean {
  return base.path !== head.path;
}

/** Results beside their predecessors, or the arms of one result against each other. */
function besideLines(title: string, comparisons: readonly Comparison[], paint: Paint): string[] {
  return section(title, paint, comparisons, (shown) =>
    shown.flatMap((comparison) => comparisonLines(comparison).map((line) => `  ${line}`)),
  );
}

function findingLines(findings: readonly FindingReport[], paint: Paint): string[] {
  if (findings.length === 0) return [];
  const { files, unshown } = groupFindings(findings);
  const worstLast: readonly Severity[] = ['note', 'warning', 'error'];
  const lines = worstLast
    .flatMap((severity) => files.filter((file) => file.severity === severity))
    .flatMap(({ path, findings: found, omitted }) => [
      `  ${path === null ? 'No single file' : paint('heading', code(path))}`,
      ...found.flatMap((finding) => oneFinding(finding, paint)),
      ...Array.from(omitted, ([rule, left]) => `    … and ${left} more of ${code(rule)} in this file`),
    ]);
  const hint = paint('aside', '  evalguard explain RULE says why a rule exists.');
  const rest =
    unshown.length === 0
      ? []
      : [`  … and ${count(unshown.length, 'finding')} in other files: --format json has all.`];
  return [paint('heading', 'Findings'), ...rest, ...lines, hint];
}

function oneFinding(finding: FindingReport, paint: Paint): string[] {
  const place = placeText(finding, plain);
  return [
    `    ${paint(finding.severity, finding.severity)}  ${place === '' ? '' : `${place}  `}${text(finding.message)}  ${paint('aside', `(${code(finding.rule)})`)}`,
    `      → ${text(finding.remedy)}`,
  ];
}

function incompleteLines({ incomplete }: Report, paint: Paint): string[] {
  return section('Could not tell', paint, incomplete, (shown) =>
    shown.flatMap(({ code: id, message, remedy, path }) => [
      `  ${paint('incomplete', code(id))}  ${path === null ? '' : `${code(path)}: `}${text(message)}`,
      `      → ${text(remedy)}`,
    ]),
  );
}

function verdictLine(report: Report, paint: Paint): string {
  const word = paint(report.outcome, report.outcome.toUpperCase());
  return `evalguard: ${word} (exit ${report.exit_code}): ${outcomeSentence(report)}. ${countsSentence(report)}.`;
}
