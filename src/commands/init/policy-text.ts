import { mappingLines, yamlText } from '../mapping-text.ts';
import type { Proposal } from './proposal.ts';
import { NAME_TEMPLATE, type ProposedSeries } from './series.ts';

/** Metrics of a series that the commented examples show at most. */
const SHOWN = 3;

/** The policy file of a proposal: valid as it stands, with comments that say what to decide. */
export function policyText({ ledger, exempt, series, judged, citations }: Proposal): string {
  const lines = [
    '# What evalguard guards here, and which bars results have to meet. docs/policy.md lists every setting.',
    '# It counts as it stands on the base branch: a pull request cannot relax the guard that judges it.',
    'version: 1',
    '',
    '# Everything in these directories is written once (README.md and .git* files may change).',
    `ledger: [${ledger.map(yamlText).join(', ')}]`,
    ...(exempt.length === 0 ? [] : ['', '# What changes by design.', 'exempt:']),
    ...exempt.map(({ glob, why }) => `  - ${yamlText(glob)} # ${why}`),
    '',
    ...seriesLines(series),
    '',
    ...(judged
      ? ['# A real run with judged metrics must name its judge.', 'judge:', '  required: true']
      : ['# judge:', '#   required: true # a real run with judged metrics must name its judge']),
    '',
    ...(citations.length === 0
      ? ['# citations: ["README.md", "docs/**/*.md"] # Markdown whose cited numbers are checked']
      : [
          '# Markdown that states numbers of results; `evalguard cite` ties them to their proof.',
          `citations: [${citations.map(yamlText).join(', ')}]`,
        ]),
  ];
  return `${lines.join('\n')}\n`;
}

function seriesLines(series: readonly ProposedSeries[]): readonly string[] {
  if (series.length === 0) {
    return [
      '# A series says how results of one kind are named and read, and which bars they have to meet.',
      'series:',
      '  eval:',
      '    files: "*-run*.json" # the names that `evalguard record` gives',
      `    name: ${yamlText(NAME_TEMPLATE)}`,
      '    # thresholds:',
      '    #   completion_rate: { min: 0.9 } # reported; blocks only with enforce: true',
    ];
  }
  return [
    '# The first series whose `files` match a result claims it.',
    'series:',
    ...series.flatMap((one) => oneSeries(one)),
  ];
}

function oneSeries(one: ProposedSeries): readonly string[] {
  const { id, files, count, format, name, version } = one;
  return [
    `  ${yamlText(id)}:`,
    `    files: ${yamlText(files)} # ${count === 1 ? 'one file' : `${count} files`}`,
    ...(name === null
      ? [`    # name: ${yamlText(NAME_TEMPLATE)} # a date alone is no run's name`]
      : [`    name: ${yamlText(name)}`]),
    ...(typeof format === 'string'
      ? [`    format: ${yamlText(format)}`]
      : [
          '    format: # where the parts of a result stand in these files (JSON pointers)',
          ...mappingLines(format, 6),
        ]),
    ...(version === null
      ? []
      : [
          `    # metrics_version: ${yamlText(version)} # a pin: a result of another version is unmeasured here`,
        ]),
    ...thresholdLines(one),
  ];
}

function thresholdLines({ stated, metrics }: ProposedSeries): readonly string[] {
  const own = stated.filter(({ min, max }) => min !== null || max !== null);
  if (own.length > 0) {
    return [
      '    thresholds: # as the results state them; a miss blocks only with enforce: true',
      ...[...new Map(own.map((one) => [one.metric, one])).values()].map(({ metric, min, max }) => {
        const bounds = [...(min === null ? [] : [`min: ${min}`]), ...(max === null ? [] : [`max: ${max}`])];
        return `      ${yamlText(metric)}: { ${bounds.join(', ')} }`;
      }),
    ];
  }
  const suggested = suggestedThresholds(metrics, SHOWN);
  if (suggested.length === 0) return [];
  return [
    '    # thresholds: # a miss is reported; it blocks only with enforce: true',
    ...suggested.map(
      ({ metric, bound, value }) =>
        `    #   ${yamlText(metric)}: { ${bound}: ${value} } # what the newest result has`,
    ),
  ];
}

/** A threshold that the policy shows in a comment: a metric of the newest result with its value. */
interface SuggestedThreshold {
  readonly metric: string;
  readonly bound: 'min' | 'max';
  readonly value: number;
}

const NO_METRIC = /^(?:min|max)_|stderr|threshold|_ci_|version|seed/i;
const QUALITY =
  /rate|ratio|accuracy|(?:^|[._])acc(?:$|[._,])|recall|precision|f1|score|mrr|ndcg|pass|exact|faithful|support/i;
const LOWER_IS_BETTER =
  /latency|cost|error|false_|flip|leak|hallucinat|fail|regress|uncited|unsupported|toxic/i;

/** At most `most` thresholds that a team may want, shares of quality before counts. Only measured metrics have one. */
export function suggestedThresholds(
  metrics: readonly { readonly name: string; readonly value: number | null }[],
  most: number,
): readonly SuggestedThreshold[] {
  const offered = metrics.flatMap(({ name, value }): SuggestedThreshold[] =>
    value === null || NO_METRIC.test(name)
      ? []
      : [{ metric: name, bound: LOWER_IS_BETTER.test(name) ? 'max' : 'min', value }],
  );
  const first = offered.filter(({ metric }) => QUALITY.test(metric));
  return [...first, ...offered.filter((one) => !first.includes(one))].slice(0, most);
}
