import { escapeGlob, matchesGlob } from '../../core/glob.ts';
import { baseName, type Path } from '../../core/path.ts';
import { mappingLines, yamlText as text } from '../mapping-text.ts';
import type { Growth } from './growth.ts';
import type { Proposal } from './proposal.ts';
import { NAME_TEMPLATE, type ProposedSeries, RECORDED_FILES, RECORDED_NAME } from './series.ts';
import { suggestedThresholds } from './thresholds.ts';

/** Metrics of a series that the commented examples show at most. */
const SHOWN = 3;

/** The policy file of a proposal: valid as it stands, with comments that say what to decide. */
export function policyText(proposal: Proposal): string {
  const { ledger, series, judged, citations, unclaimed } = proposal;
  const lines = [
    '# What evalguard guards here, and which thresholds results have to meet. docs/policy.md lists every setting.',
    '# It counts as it stands on the base branch: a pull request cannot relax the guard that judges it.',
    'version: 1',
    '',
    '# Written once: all that lies in these directories, and these files (README.md and .git* files may change).',
    ...list('ledger', ledger),
    ...exemptLines(proposal),
    '',
    ...seriesLines(series, unclaimed),
    ...openGrowth(proposal),
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

const LONGEST = 100;

function list(name: string, items: readonly string[]): readonly string[] {
  const line = `${name}: [${items.map(text).join(', ')}]`;
  return line.length <= LONGEST ? [line] : [`${name}:`, ...items.map((item) => `  - ${text(item)}`)];
}

function exemptLines({ exempt, questions }: Proposal): readonly string[] {
  const taken = new Set(exempt.map(({ path }) => path));
  const open = questions.flatMap(({ id, comment }) =>
    comment?.under === 'exempt' && !taken.has(id.replace(/^\w+ /, '')) ? [comment.line] : [],
  );
  if (exempt.length === 0 && open.length === 0) return [];
  return [
    '',
    ...(exempt.length === 0
      ? []
      : [
          '# These may change, and the guard says so wherever they do.',
          'exempt:',
          ...exempt.map(({ path, why }) => `  - ${text(escapeGlob(path))} # ${oneLine(why)}`),
        ]),
    ...(open.length === 0
      ? []
      : [
          '# These are written once as well. Take the # away before one that may change:',
          ...(exempt.length === 0 ? ['# exempt:'] : []),
          ...open.map((line) => `#  ${oneLine(line)}`),
        ]),
  ];
}

/** Files that grew once, which nobody said is by design. */
function openGrowth({ questions, series }: Proposal): readonly string[] {
  const growing = new Set(series.flatMap(({ growth, example }) => (growth === null ? [] : [example])));
  return questions.flatMap(({ id, comment }) =>
    comment?.under === 'series' && !growing.has(id.replace(/^\w+ /, ''))
      ? [`  # ${oneLine(comment.line)}`]
      : [],
  );
}

/** Names of files may hold line ends, and a comment ends with its line. */
function oneLine(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]/g, '?');
}

function seriesLines(series: readonly ProposedSeries[], unclaimed: readonly Path[]): readonly string[] {
  if (series.length === 0) {
    return [
      '# A series says how results of one kind are named and read, and which thresholds they have to meet.',
      'series:',
      '  eval:',
      `    files: ${text(RECORDED_FILES)} # the names that \`evalguard record\` gives`,
      `    name: ${text(NAME_TEMPLATE)}`,
      '    # thresholds:',
      '    #   completion_rate: { min: 0.9 } # reported; blocks only with enforce: true',
    ];
  }
  const claims = (name: string) =>
    series.some(
      ({ files, id }) => id === 'recorded' || matchesGlob(files.replace(/^(?:\.|\*\*)\//, ''), name),
    );
  // Files of that name that no reader knows would be held to a name that they never had.
  const claimsRecorded =
    claims(RECORDED_NAME) || unclaimed.some((path) => matchesGlob(RECORDED_FILES, baseName(path)));
  return [
    '# The first series whose `files` match a result claims it.',
    'series:',
    ...series.flatMap((one) => oneSeries(one)),
    ...(claimsRecorded ? [] : RECORDED),
  ];
}

/** The series of what `evalguard record` writes, where no other claims it. */
const RECORDED = [
  '  recorded:',
  `    files: ${text(RECORDED_FILES)} # the names that \`evalguard record\` gives: none yet`,
  `    name: ${text(NAME_TEMPLATE)}`,
];

function oneSeries(one: ProposedSeries): readonly string[] {
  const { id, files, count, format, name, growth, folder, version } = one;
  const noun = folder === null ? 'file' : 'folder';
  return [
    `  ${text(id)}:`,
    `    files: ${text(files)} # ${count === 1 ? `one ${noun}` : `${count} ${noun}s`}`,
    ...(folder === null ? [] : [`    folder: ${folder} # ${FOLDER_WORDS[folder]}`]),
    ...(growth === null ? [] : growthLines(growth)),
    ...(name === null ? [] : [`    name: ${text(name)}`]),
    ...(format === null
      ? []
      : typeof format === 'string'
        ? [`    format: ${text(format)}`]
        : mapping(format)),
    ...one.unsure.map((line) => `      # decide: ${oneLine(line)}`),
    ...(version === null
      ? []
      : [`    # metrics_version: ${text(version)} # a pin: a result of another version is unmeasured here`]),
    ...thresholdLines(one),
  ];
}

const FOLDER_WORDS = {
  whole: 'the folder that holds it is the result, and lands as a whole',
  grows: 'the folder that holds it is the result; files may be added to it',
} as const;

function growthLines(growth: Growth): readonly string[] {
  if (growth.grows === 'lines') return ['    grows: lines # lines may be added at the end'];
  const { key, ignore, rows } = growth;
  return [
    '    grows: rows # rows may be added; none may change or go',
    ...(rows === null ? [] : [`    rows: ${text(rows)}`]),
    ...(key.length === 0 ? [] : [`    key: [${key.map(text).join(', ')}]`]),
    ...(ignore.length === 0 ? [] : [`    ignore: [${ignore.map(text).join(', ')}]`]),
  ];
}

function mapping(format: Exclude<ProposedSeries['format'], string | null>): readonly string[] {
  return [
    '    format: # where the parts of a result stand in these files (JSON pointers)',
    ...mappingLines(format, 6),
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
  const suggested = suggestedThresholds(metrics, SHOWN);
  if (suggested.length === 0) return [];
  return [
    '    # thresholds: # met by the newest result; a miss is reported, and blocks only with enforce: true',
    ...suggested.map(({ metric, bound, value }) => `    #   ${text(metric)}: { ${bound}: ${value} }`),
  ];
}
