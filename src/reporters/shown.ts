import type { MetricReport, Shown, ShownResult, ThresholdReport } from '../core/report.ts';
import {
  boundsText,
  coverageText,
  evidenceText,
  intervalText,
  judgeText,
  metricValue,
  modelsText,
  resultText,
  thresholdValue,
} from '../core/result-wording.ts';
import { visible } from '../core/text.ts';
import { UNMEASURED } from '../core/verdict.ts';
import { count, type Style } from '../core/wording.ts';
import { json } from './json.ts';
import {
  type Block,
  type Fact,
  leftOut,
  list,
  type Medium,
  paragraph,
  pathAndArm,
  section,
  table,
} from './page.ts';

/** Rows of a table that leave a comment far from GitHub's 65,536 characters. A terminal shows them all. */
const MOST_ROWS = 50;

/** Each run or arm of a file: what it is, its metrics with their verdicts, and what the file does not say. */
export function shownPage(shown: Shown, medium: Medium): readonly Block[] {
  return [...resultBlocks(shown, medium), ...recognisedBlocks(shown, medium)];
}

/** How a file was read that no series claims, and what to paste so that one does. */
function recognisedBlocks({ recognised }: Shown, medium: Medium): readonly Block[] {
  if (recognised === null) return [];
  const items = (texts: readonly string[]) => texts.map((text) => ({ text: medium.text(text) }));
  return [
    paragraph('No series claims this file, and no reader knows it. This is what its shape was taken for:'),
    ...list(items(recognised.took)),
    ...list(items(recognised.unsure), 'Decide:'),
    paragraph(
      medium.prose(
        'To read it so in every check, run `evalguard map` on it, or add this series to evalguard.yaml (a new file begins with `version: 1`):',
      ),
    ),
    { kind: 'code', language: 'yaml', lines: recognised.series.map(visible) },
  ];
}

function resultBlocks(shown: Shown, medium: Medium): readonly Block[] {
  return shown.results.flatMap((one) => {
    const facts = resultFacts(one, shown, medium);
    const rows = metricRows(one, medium);
    const most = medium.layout === 'log' ? rows.length : MOST_ROWS;
    return [
      ...section(medium.mark('heading', pathAndArm(one.result, medium)), [{ kind: 'facts', facts }], 2),
      ...(rows.length === 0
        ? [paragraph('No metric: the file states none, and none follows from its rows.')]
        : table(METRIC_HEAD, rows.slice(0, most))),
      ...leftOut(rows.length - most, medium),
      ...list(
        one.result.losses.map((loss) => ({ text: medium.text(loss) })),
        'Not read, or not in the file:',
      ),
    ];
  });
}

/**
 * One element of a report's `results`, a list where the file holds several. `record` is the whole result in the native
 * form, so that `evalguard record` can take it up again without loss.
 */
export function shownJson({ results, recognised }: Shown): string {
  const how = recognised === null ? {} : { recognised };
  const elements = results.map(({ result, record }) => ({ ...result, record, ...how }));
  return json(elements.length === 1 ? elements[0] : elements);
}

/** What a result is, as pairs of a word and a text; what the file does not say is left out. */
function resultFacts(shown: ShownResult, { retraction }: Shown, style: Style): readonly Fact[] {
  const { result, code, dataset } = shown;
  const facts: readonly Fact[] = [
    ['run', runText(shown, style)],
    ['what it is', resultText(result, style)],
    ['retracted by', retraction === null ? '' : retractionText(retraction, style)],
    ['code', codeText(code, style)],
    ['dataset', datasetText(dataset, style)],
    ['evaluated', modelsText(result, style)],
    ['judge', result.judge === null ? '' : judgeText(result.judge, style)],
  ];
  return facts.filter(([, text]) => text !== '');
}

function runText({ result: { run } }: ShownResult, style: Style): string {
  const parts = [run.suite, run.date, run.routing, run.variant].filter((part) => part !== null);
  if (run.run !== null) parts.push(`run ${run.run}`);
  if (run.generated_at !== null) parts.push(`at ${run.generated_at}`);
  return parts.map(style.text).join(' ');
}

function retractionText(
  { path, date, superseded_by }: NonNullable<Shown['retraction']>,
  style: Style,
): string {
  const successor =
    superseded_by === null ? 'nothing replaces it' : `superseded by ${style.code(superseded_by)}`;
  return `${style.code(path)} on ${style.text(date)}, ${successor}`;
}

function codeText(code: ShownResult['code'], style: Style): string {
  if (code === null) return '';
  const parts = [
    code.commit === null ? [] : `commit ${style.code(code.commit)}`,
    code.tree === null ? [] : `tree ${style.code(code.tree)}`,
    code.dirty === true ? 'with changes that the commit lacks' : [],
  ];
  return parts.flat().join(', ');
}

function datasetText(dataset: ShownResult['dataset'], style: Style): string {
  if (dataset === null) return '';
  const { name, version, fingerprint, cases } = dataset;
  const parts = [
    name === null ? [] : style.text(name),
    version === null ? [] : `version ${style.text(version)}`,
    fingerprint === null ? [] : style.code(fingerprint),
    cases === null ? [] : count(cases, 'case'),
  ];
  return parts.flat().join(', ');
}

const METRIC_HEAD = ['Metric', 'Value', 'Verdict', 'Basis', 'Coverage', 'Why'] as const;

/** Each metric with its verdicts, then the thresholds on metrics that the result does not have. */
function metricRows({ result, thresholds, stated }: ShownResult, style: Style): string[][] {
  const known = new Set(result.metrics.map(({ name }) => name));
  const rows = result.metrics.map((metric) => {
    const own = thresholds.filter((threshold) => threshold.metric === metric.name);
    const byHarness = stated.filter((threshold) => threshold.metric === metric.name);
    return row(metric, [...own.map(verdictText), ...byHarness.map(statedText)], coverage(metric, own), style);
  });
  const lacking = thresholds.filter(({ metric }) => !known.has(metric));
  return [
    ...rows,
    ...lacking.map((threshold) => [
      style.code(threshold.metric),
      thresholdValue(threshold),
      verdictText(threshold),
      '',
      '',
      style.text(threshold.reason ?? ''),
    ]),
  ];
}

/** The cases that a metric was measured on, and where one of its thresholds asks for it, how far they speak for others. */
function coverage(metric: MetricReport, [threshold]: readonly ThresholdReport[]): string {
  const few = threshold?.few === true ? ['few cases'] : [];
  const interval = threshold?.interval
    ? [intervalText(threshold.interval, [threshold.min, threshold.max])]
    : [];
  return [coverageText(metric), ...few, ...interval].filter(Boolean).join('; ');
}

function row(metric: MetricReport, verdicts: readonly string[], covered: string, style: Style): string[] {
  return [
    style.code(metric.name),
    metricValue(metric),
    verdicts.join('; '),
    evidenceText(metric),
    covered,
    style.text(metric.reason ?? ''),
  ];
}

function verdictText(threshold: ThresholdReport): string {
  const { verdict, value } = threshold;
  // The number with the digits that show on which side of its bound it lies.
  const at = verdict === 'missed' && value !== null ? ` at ${thresholdValue(threshold)}` : '';
  const noise = threshold.within_noise && verdict !== 'unmeasured' ? ', within noise' : '';
  const bounds = `${boundsText(threshold)}${noise}`;
  return `${verdict === 'unmeasured' ? UNMEASURED : verdict}${at} (${bounds})`;
}

function statedText({ min, max, verdict }: ShownResult['stated'][number]): string {
  const stated = [min === null ? [] : `min ${min}`, max === null ? [] : `max ${max}`].flat().join(', ');
  const word = verdict === null ? 'no verdict' : verdict === 'unmeasured' ? UNMEASURED : verdict;
  return `the harness: ${word} (${stated})`;
}
