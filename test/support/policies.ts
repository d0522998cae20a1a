import fc from 'fast-check';
import {
  DEFAULT_POLICY,
  DEFAULT_SERIES,
  DEFAULT_THRESHOLD,
  type Policy,
  type Series,
  type Threshold,
} from '../../src/policy/policy.ts';

export function aPolicy(parts: Partial<Policy> = {}): Policy {
  return { ...DEFAULT_POLICY, ...parts };
}

export function aSeries(parts: Partial<Series> = {}): Series {
  return { ...DEFAULT_SERIES, id: 'eval', files: 'eval-*.json', ...parts };
}

export function aThreshold(parts: Partial<Threshold> = {}): Threshold {
  return { ...DEFAULT_THRESHOLD, metric: 'accuracy', min: 0.9, ...parts };
}

const DIRECTORIES = ['results', 'results/a', 'results/a/b', 'evals', '.'];
const EXEMPT = ['**/latest.json', 'results/a/**', '*.json', 'evals/b-1.json'];
const FILES = [
  '*.json',
  'a-*.json',
  'b-*.json',
  'a/*.json',
  'b/*.json',
  '**/*.json',
  '**/b/*.json',
  'results/*.json',
];

/** Paths on which policies of {@link policies} differ. */
export const PATHS = [...DIRECTORIES, 'b', 'results/b', 'results/results'].flatMap((directory) =>
  ['a-1.json', 'b-1.json', 'latest.json', 'README.md'].map((name) =>
    directory === '.' ? name : `${directory}/${name}`,
  ),
);

const share = fc.constantFrom(0, 0.5, 0.9, 1);
const bound = fc.constantFrom(null, 0, 0.5, 0.9);

const leastN = fc.constantFrom(null, 1, 10, 30);

export const thresholds: fc.Arbitrary<Threshold> = fc.record({
  metric: fc.constantFrom('m', 'n'),
  min: bound,
  max: bound,
  enforce: fc.boolean(),
  min_coverage: fc.option(share),
  min_n: leastN,
  rule: fc.constantFrom('point', 'interval'),
});

const anySeries: fc.Arbitrary<Series> = fc.record({
  id: fc.constantFrom('s', 't', 'u'),
  files: fc.constantFrom(...FILES),
  name: fc.constantFrom(null, '{suite}-{date}-{routing}-run{run}.json'),
  format: fc.constantFrom(
    { reader: 'auto' },
    { reader: 'native' },
    { mapping: { metrics: '/a', rows: '/r' } },
    { mapping: { metrics: '/b' } },
  ),
  syntax: fc.constantFrom(null, 'json' as const, 'yaml' as const),
  folder: fc.constantFrom(null, 'whole' as const, 'grows' as const),
  grows: fc.constantFrom(null, null, 'lines', 'rows'),
  key: fc.constantFrom<readonly string[]>([], ['model']),
  ignore: fc.subarray(['rank', '/updated_at']),
  rows: fc.constantFrom(null, '/entries'),
  metrics_version: fc.constantFrom(null, 3, '3'),
  dataset: fc.constantFrom(
    null,
    { name: 'questions', version: null, fingerprint: null },
    { name: 'questions', version: '2', fingerprint: null },
  ),
  judge: fc.constantFrom(null, 'openai:a', 'openai:b'),
  evidence: fc.constantFrom('rows', 'stated'),
  scripted: fc.constantFrom('refuse', 'allow'),
  parts: fc.constantFrom('refuse', 'allow'),
  expect: fc.record({
    cases: leastN,
    samples: fc.constantFrom(null, 1, 3),
    seeds: fc.subarray<number | string>([1, 2, 'a']),
    max_plausible: fc.constantFrom<Record<string, number>>({}, { m: 0.99 }, { m: 0.9, n: 0.5 }),
  }),
  regressed: fc.constantFrom('note', 'warning', 'error'),
  headline: fc.constant(null),
  min_n: leastN,
  thresholds: fc.uniqueArray(thresholds, { maxLength: 2, selector: ({ metric }) => metric }),
  hard_fail: fc.array(
    fc.record({
      where: fc.constantFrom({}, { negative: true }),
      score: fc.constantFrom(null, 'confabulated'),
      min: bound,
      max: bound,
    }),
    { maxLength: 1 },
  ),
  inconclusive_when: fc.array(fc.record({ metric: fc.constant('flip_rate'), min: bound, max: bound }), {
    maxLength: 1,
  }),
});

// A folder gives its result a name, and no template of file names does.
const series = anySeries.map((one): Series => (one.folder === null ? one : { ...one, name: null }));

/** Any policy over a small world, so that two of them often overlap. */
export const policies: fc.Arbitrary<Policy> = fc.record({
  ledger: fc.uniqueArray(fc.constantFrom(...DIRECTORIES), { minLength: 1, maxLength: 3 }),
  exempt: fc.uniqueArray(fc.constantFrom(...EXEMPT), { maxLength: 2 }),
  series: fc.uniqueArray(series, { maxLength: 3, selector: ({ id }) => id }),
  judge: fc.record({
    required: fc.boolean(),
    aliases: fc.uniqueArray(fc.constantFrom('acme/*', 'router:auto'), { maxLength: 2 }),
    family: fc.constantFrom('same' as const, 'distinct' as const),
    routes: fc.constantFrom<Record<string, string>>({}, { 'gw:a': 'openai:a' }, { 'gw:a': 'openai:b' }),
  }),
  require: fc.uniqueArray(
    fc.record({
      id: fc.constantFrom('r', 'q'),
      paths: fc.uniqueArray(fc.constantFrom('src/**', 'lib/**'), { minLength: 1 }),
      series: fc.constantFrom('s', 't'),
      enforce: fc.boolean(),
    }),
    { maxLength: 2, selector: ({ id }) => id },
  ),
  min_coverage: share,
  citations: fc.uniqueArray(fc.constantFrom('README.md', 'docs/**'), { maxLength: 2 }),
  max_bytes: fc.constantFrom(1000, 20 * 1024 * 1024),
  portable: fc.boolean(),
  protect: fc.subarray(['release/*', 'stable']),
  secrets: fc.record({ allow: fc.subarray([{ files: '**', rule: 'generic' }]) }),
});
