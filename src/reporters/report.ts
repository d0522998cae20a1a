import type { Comparison } from '../core/comparison.ts';
import type { Report, ResultReport, SplitReport, ThresholdReport } from '../core/report.ts';
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
import { UNMEASURED } from '../core/verdict.ts';
import {
  count,
  countsSentence,
  outcomeSentence,
  policySentence,
  rangeSentence,
  regressedResults,
} from '../core/wording.ts';
import { findingBlocks, reasonBlocks, withoutRepeats } from './findings.ts';
import {
  type Block,
  cappedTable,
  type Item,
  leftOut,
  list,
  type Medium,
  MOST_ROWS,
  origin,
  type PageOf,
  paragraph,
  pathAndArm,
  section,
  table,
} from './page.ts';

/**
 * The report of a check as a log: what was looked at, then what was found, worst last, and the verdict in the last line.
 * `comparisonItem` is handed in, since most checks compare nothing and need not load its words.
 */
export function reportLog(comparisonItem: (comparison: Comparison, medium: Medium) => Item): PageOf<Report> {
  return (whole, medium) => {
    const report = withoutRepeats(whole, { table: true });
    return [
      reportOrigin(report, medium),
      ...results(report, medium),
      ...thresholds(report, medium),
      ...comparisonSections(report, medium, (comparisons) => [
        ...list(comparisons.slice(0, MOST_ROWS).map((comparison) => comparisonItem(comparison, medium))),
        ...leftOut(comparisons.length - MOST_ROWS, medium),
      ]),
      ...findings(report, medium),
      ...reasonBlocks(report.incomplete, MOST_ROWS, medium),
      reportVerdict(report),
    ];
  };
}

function results(report: Report, medium: Medium): readonly Block[] {
  const all = [...report.results, ...otherRecords(report)];
  return section(medium.mark('heading', resultsTitle(report)), [
    ...list(
      all
        .slice(0, MOST_ROWS)
        .map((one) => ('metrics' in one ? resultItem(one, medium) : { text: medium.code(one.path) })),
    ),
    ...leftOut(all.length - MOST_ROWS, medium),
  ]);
}

/** A result in a log, with all that is known of it. */
function resultItem(result: ResultReport, medium: Medium): Item {
  const { judge, metrics, splits, losses } = result;
  const models = modelsText(result, medium);
  return {
    text: pathAndArm(result, medium),
    blocks: [
      paragraph(resultText(result, medium)),
      ...(models === '' ? [] : [paragraph(`evaluated ${models}`)]),
      ...(judge === null ? [] : [paragraph(`judge ${judgeText(judge, medium)}`)]),
      ...cappedTable(
        [],
        metrics.map((metric) => [
          medium.code(metric.name),
          metricValue(metric),
          [evidenceText(metric), coverageText(metric), medium.text(metric.reason ?? '')]
            .filter(Boolean)
            .join('; '),
        ]),
        medium,
      ),
      ...cappedTable(
        [],
        splits.map((split) => {
          const [metric, ...cells] = splitCells(split, medium);
          return [`  ${metric}`, ...cells];
        }),
        medium,
      ),
      ...losses
        .slice(0, MOST_ROWS)
        .map((loss) => paragraph(`not read, or not in the file: ${medium.text(loss)}`)),
      ...leftOut(losses.length - MOST_ROWS, medium),
    ],
  };
}

function thresholds({ thresholds }: Report, medium: Medium): readonly Block[] {
  // One result is named once, so that its thresholds fit in the width of a terminal.
  const [first, ...others] = thresholds;
  const alone =
    first !== undefined && others.every(({ path, arm }) => path === first.path && arm === first.arm);
  const shown = worstFirst(thresholds).slice(0, MOST_ROWS);
  const rows = table(
    [],
    shown.map((threshold) => [
      verdictWord(threshold, medium),
      medium.code(threshold.metric),
      threshold.verdict === 'unmeasured' ? '' : judgedValue(threshold),
      boundsText(threshold),
      ...(alone ? [] : [pathAndArm(threshold, medium)]),
      medium.text(threshold.reason ?? ''),
    ]),
  );
  return section(medium.mark('heading', 'Thresholds'), [
    ...(alone ? list([{ text: pathAndArm(first, medium), blocks: rows }]) : rows),
    ...leftOut(thresholds.length - MOST_ROWS, medium),
  ]);
}

function findings({ findings }: Report, medium: Medium): readonly Block[] {
  if (findings.length === 0) return [];
  const { files, rest } = findingBlocks(findings, ['note', 'warning', 'error'], medium);
  const hint = 'evalguard explain RULE says why a rule exists.';
  return section(medium.mark('heading', 'Findings'), [
    ...rest,
    ...list(files),
    { kind: 'remark', text: hint, faint: true },
  ]);
}

export function reportVerdict(report: Report): Block {
  const { outcome, exit_code } = report;
  const worse = outcome === 'pass' ? regressedResults(report) : 0;
  return {
    kind: 'verdict',
    name: 'evalguard',
    outcome,
    exit_code,
    sentence: outcomeSentence(report),
    counts: countsSentence(report),
    but: worse === 0 ? null : `${count(worse, 'result')} regressed`,
  };
}

export function reportOrigin({ range }: Report, medium: Medium): Block {
  return origin(
    [
      ['Compared', rangeSentence(range, medium)],
      ['Policy', policySentence(range, medium)],
    ],
    medium,
  );
}

/** Results and their predecessors, then the arms of one result. */
export function comparisonSections(
  { comparisons }: Report,
  medium: Medium,
  blocksOf: (comparisons: readonly Comparison[]) => readonly Block[],
): readonly Block[] {
  const ofTwo = comparisons.filter(({ base, head }) => base.path !== head.path);
  const ofArms = comparisons.filter(({ base, head }) => base.path === head.path);
  return [
    ...section(medium.mark('heading', 'Beside the predecessor'), blocksOf(ofTwo)),
    ...section(medium.mark('heading', 'Arm against arm'), blocksOf(ofArms)),
  ];
}

const WORST_FIRST: readonly ThresholdReport['verdict'][] = ['missed', 'unmeasured', 'met'];

export function worstFirst(thresholds: readonly ThresholdReport[]): readonly ThresholdReport[] {
  return [...thresholds].sort((a, b) => WORST_FIRST.indexOf(a.verdict) - WORST_FIRST.indexOf(b.verdict));
}

export function verdictWord({ verdict }: ThresholdReport, medium: Medium): string {
  return medium.mark(verdict, verdict === 'unmeasured' ? UNMEASURED : verdict);
}

export function resultsTitle({ range }: Report): string {
  return range.mode === 'all' ? 'Results' : 'Added';
}

/** Added records of which no result was read, such as a retraction. */
export function otherRecords({ results, changes }: Report): Report['changes'] {
  const read = new Set(results.map(({ path }) => path));
  return changes.filter(({ kind, path }) => kind === 'added' && !read.has(path));
}

export function splitCells(split: SplitReport, medium: Medium): readonly string[] {
  return [medium.code(split.metric), `${split.by} ${medium.code(split.group)}`, splitValue(split)];
}
