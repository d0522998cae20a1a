import type { Mapping } from '../../policy/policy.ts';
import { offeredBars } from './bars.ts';
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
    `ledger: [${ledger.map(text).join(', ')}]`,
    ...(exempt.length === 0 ? [] : ['', '# What changes by design.', 'exempt:']),
    ...exempt.map(({ glob, why }) => `  - ${text(glob)} # ${why}`),
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
          `citations: [${citations.map(text).join(', ')}]`,
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
      `    name: ${text(NAME_TEMPLATE)}`,
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
    `  ${text(id)}:`,
    `    files: ${text(files)} # ${count === 1 ? 'one file' : `${count} files`}`,
    ...(name === null
      ? [`    # name: ${text(NAME_TEMPLATE)} # a date alone is no run's name`]
      : [`    name: ${text(name)}`]),
    ...(typeof format === 'string' ? [`    format: ${text(format)}`] : mappingLines(format)),
    ...(version === null
      ? []
      : [`    # metrics_version: ${text(version)} # a pin: a result of another version is unmeasured here`]),
    ...thresholdLines(one),
  ];
}

function mappingLines(mapping: Mapping): readonly string[] {
  return [
    '    format: # where the parts of a result stand in these files (JSON pointers)',
    ...Object.entries(mapping).map(([part, pointer]) => `      ${part}: ${text(pointer)}`),
  ];
}

function thresholdLines({ stated, metrics }: ProposedSeries): readonly string[] {
  const own = stated.filter(({ min, max }) => min !== null || max !== null);
  if (own.length > 0) {
    return [
      '    thresholds: # as the results state them; a miss blocks only with enforce: true',
      ...[...new Map(own.map((one) => [one.metric, one])).values()].map(({ metric, min, max }) => {
        const bounds = [...(min === null ? [] : [`min: ${min}`]), ...(max === null ? [] : [`max: ${max}`])];
        return `      ${text(metric)}: { ${bounds.join(', ')} }`;
      }),
    ];
  }
  const bars = offeredBars(metrics, SHOWN);
  if (bars.length === 0) return [];
  return [
    '    # thresholds: # a miss is reported; it blocks only with enforce: true',
    ...bars.map(
      ({ metric, bound, value }) =>
        `    #   ${text(metric)}: { ${bound}: ${value} } # what the newest result has`,
    ),
  ];
}

/** A scalar of YAML 1.2 that no reader takes for anything else. */
function text(value: string | number): string {
  if (typeof value === 'number') return String(value);
  return /^[A-Za-z/][A-Za-z0-9_/.-]*$/.test(value) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(value)
    ? value
    : JSON.stringify(value);
}
