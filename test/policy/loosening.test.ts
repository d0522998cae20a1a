import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DatasetPin, Expectation, Policy, Series, Threshold } from '../../src/policy/policy.ts';
import { freedToGrow, joiningFiles, loosenings } from '../../src/policy/policy-change.ts';
import { isExempt, ledgerDirectory, seriesOf } from '../../src/policy/series.ts';
import {
  EXPECT_SETTINGS,
  JUDGE_SETTINGS,
  POLICY_SETTINGS,
  REQUIREMENT_SETTINGS,
  SECRETS_SETTINGS,
  SERIES_SETTINGS,
  THRESHOLD_SETTINGS,
} from '../../src/policy/settings.ts';
import { aPolicy, aSeries, aThreshold, PATHS, policies, thresholds } from '../support/policies.ts';
import { trials } from '../support/trial.ts';

const FULL: Policy = aPolicy({
  ledger: ['results', 'evals'],
  exempt: ['**/latest.json'],
  series: [
    aSeries({
      id: 'eval',
      name: '{suite}-{date}-{routing}-run{run}.json',
      format: { mapping: { metrics: '/aggregate', judge: '/judge' } },
      syntax: 'json',
      folder: 'whole',
      grows: 'rows',
      key: ['model'],
      ignore: ['rank'],
      rows: '/entries',
      metrics_version: 3,
      dataset: pinned('questions'),
      judge: 'openai:a',
      expect: { cases: 40, samples: 3, seeds: [1, 2], max_plausible: { support: 0.999 } },
      regressed: 'error',
      min_n: 30,
      thresholds: [
        aThreshold({ metric: 'support', min: 0.95, max: 1, enforce: true, min_coverage: 0.9, min_n: 50 }),
        aThreshold({ metric: 'leakage', min: null, max: 0 }),
      ],
      hard_fail: [{ where: { negative: true }, score: 'confabulated', min: null, max: 0 }],
      inconclusive_when: [{ metric: 'flip_rate', min: null, max: 0.25 }],
    }),
    aSeries({ id: 'latency', files: 'latency-*.json' }),
    aSeries({ id: 'rest', files: '*.json' }),
  ],
  judge: { required: true, aliases: ['acme/*'], family: 'same', routes: { 'gw:a': 'openai:a' } },
  require: [{ id: 'retrieval', paths: ['src/**', 'lib/**'], series: 'eval', enforce: true }],
  min_coverage: 0.8,
  citations: ['README.md'],
  portable: true,
  protect: ['main', 'release/*'],
  secrets: { allow: [{ files: 'results/old-*.json', rule: 'generic' }] },
});

function pinned(name: string, version: string | null = null): DatasetPin {
  return { name, version, fingerprint: null };
}

function withSeries(parts: Partial<Series>): Policy {
  return {
    ...FULL,
    series: FULL.series.map((series) => (series.id === 'eval' ? { ...series, ...parts } : series)),
  };
}

function growing(files: string): Policy {
  return aPolicy({ series: [aSeries({ id: 'board', files, grows: 'rows' })] });
}

function withExpected(parts: Partial<Expectation>): Policy {
  return withSeries({ expect: { ...FULL.series[0]!.expect, ...parts } });
}

function withSupport(parts: Parameters<typeof aThreshold>[0]): Policy {
  return withSeries({
    thresholds: FULL.series[0]!.thresholds.map((threshold) =>
      threshold.metric === 'support' ? { ...threshold, ...parts } : threshold,
    ),
  });
}

const [evalSeries, latency, rest] = FULL.series as [Series, Series, Series];
const judge = FULL.judge;
const retrieval = FULL.require[0]!;
const T = 'series.eval.thresholds.support';

const LOOSENED: readonly (readonly [
  change: string,
  to: Policy,
  setting: string,
  before: unknown,
  after: unknown,
])[] = [
  [
    'headings of its own are given a batch run',
    withSeries({ columns: { ticket: 'Case', score: 'Grade' } }),
    'series.eval.columns',
    null,
    { metrics: {}, score: 'Grade', ticket: 'Case' },
  ],
  ['a ledger directory is given up', { ...FULL, ledger: ['results'] }, 'ledger', 'evals', null],
  [
    'an exemption is added',
    { ...FULL, exempt: ['**/latest.json', 'results/**'] },
    'exempt',
    null,
    'results/**',
  ],
  ['an exemption is replaced', { ...FULL, exempt: ['**/*.json'] }, 'exempt', null, '**/*.json'],
  ['a series is removed', { ...FULL, series: [evalSeries, rest] }, 'series.latency', 'latency-*.json', null],
  [
    'files are narrowed',
    withSeries({ files: 'eval-a*.json' }),
    'series.eval.files',
    'eval-*.json',
    'eval-a*.json',
  ],
  ['files are widened', withSeries({ files: '*.json' }), 'series.eval.files', 'eval-*.json', '*.json'],
  [
    'series change their order',
    { ...FULL, series: [rest, evalSeries, latency] },
    'series',
    ['eval', 'latency', 'rest'],
    ['rest', 'eval', 'latency'],
  ],
  ...['{zzz,{eval,x}-*.json}', '[d-f]val-*.json', '**/eval-*.json', '*', '{a/*,e}val-*.json', './*'].map(
    (files): [string, Policy, string, unknown, unknown] => [
      `a series of ${files} comes before another (A2)`,
      { ...FULL, series: [aSeries({ id: 'new', files }), ...FULL.series] },
      'series',
      ['eval', 'latency', 'rest'],
      ['new', 'eval', 'latency', 'rest'],
    ],
  ),
  [
    'a series that may claim the same files comes before another',
    { ...FULL, series: [aSeries({ id: 'new', files: '*-run1.json' }), ...FULL.series] },
    'series',
    ['eval', 'latency', 'rest'],
    ['new', 'eval', 'latency', 'rest'],
  ],
  [
    'the format changes',
    withSeries({ format: { reader: 'auto' } }),
    'series.eval.format',
    { judge: '/judge', metrics: '/aggregate' },
    'auto',
  ],
  [
    'the mapping changes',
    withSeries({ format: { mapping: { metrics: '/aggregate' } } }),
    'series.eval.format',
    { judge: '/judge', metrics: '/aggregate' },
    { metrics: '/aggregate' },
  ],
  [
    'a mapping reads the rows of another place',
    withSeries({
      format: { mapping: { metrics: '/aggregate', judge: '/judge', rows: { at: '/r', pass: '/p' } } },
    }),
    'series.eval.format',
    { judge: '/judge', metrics: '/aggregate' },
    { judge: '/judge', metrics: '/aggregate', rows: { at: '/r', pass: '/p' } },
  ],
  ['a folder may grow', withSeries({ folder: 'grows' }), 'series.eval.folder', 'whole', 'grows'],
  ['a folder is a file again', withSeries({ folder: null }), 'series.eval.folder', 'whole', null],
  [
    'a file is read as its folder',
    { ...FULL, series: [evalSeries, { ...latency, folder: 'whole' }, rest] },
    'series.latency.folder',
    null,
    'whole',
  ],
  ['a table grows by lines', withSeries({ grows: 'lines' }), 'series.eval.grows', 'rows', 'lines'],
  ['a key changes', withSeries({ key: ['model', 'date'] }), 'series.eval.key', ['model'], ['model', 'date']],
  ['more is ignored', withSeries({ ignore: ['rank', 'score'] }), 'series.eval.ignore', null, 'score'],
  ['rows stand elsewhere', withSeries({ rows: null }), 'series.eval.rows', '/entries', null],
  ['the syntax changes', withSeries({ syntax: null }), 'series.eval.syntax', 'json', null],
  [
    'the name changes',
    withSeries({ name: null }),
    'series.eval.name',
    '{suite}-{date}-{routing}-run{run}.json',
    null,
  ],
  ['the version pin goes', withSeries({ metrics_version: null }), 'series.eval.metrics_version', 3, null],
  [
    'the version pin changes its type',
    withSeries({ metrics_version: '3' }),
    'series.eval.metrics_version',
    3,
    '3',
  ],
  [
    'the dataset pin changes',
    withSeries({ dataset: pinned('easy') }),
    'series.eval.dataset',
    pinned('questions'),
    pinned('easy'),
  ],
  [
    'the dataset pin takes a version as well',
    withSeries({ dataset: pinned('questions', '2') }),
    'series.eval.dataset',
    pinned('questions'),
    pinned('questions', '2'),
  ],
  ['the judge pin changes', withSeries({ judge: 'openai:b' }), 'series.eval.judge', 'openai:a', 'openai:b'],
  ['the judge pin goes', withSeries({ judge: null }), 'series.eval.judge', 'openai:a', null],
  [
    'a headline without rows is enough',
    withSeries({ evidence: 'stated' }),
    'series.eval.evidence',
    'rows',
    'stated',
  ],
  ['scripted runs may land', withSeries({ scripted: 'allow' }), 'series.eval.scripted', 'refuse', 'allow'],
  ['parts of a suite may land', withSeries({ parts: 'allow' }), 'series.eval.parts', 'refuse', 'allow'],
  [
    'a regression is reported as less',
    withSeries({ regressed: 'warning' }),
    'series.eval.regressed',
    'error',
    'warning',
  ],
  ['fewer cases are expected', withExpected({ cases: 39 }), 'series.eval.expect.cases', 40, 39],
  ['no cases are expected', withExpected({ cases: null }), 'series.eval.expect.cases', 40, null],
  ['fewer samples are expected', withExpected({ samples: 1 }), 'series.eval.expect.samples', 3, 1],
  ['an expected seed goes', withExpected({ seeds: [2, 3] }), 'series.eval.expect.seeds', '1', null],
  [
    'a plausible value rises',
    withExpected({ max_plausible: { support: 1 } }),
    'series.eval.expect.max_plausible.support',
    0.999,
    1,
  ],
  [
    'a plausible value goes',
    withExpected({ max_plausible: {} }),
    'series.eval.expect.max_plausible.support',
    0.999,
    null,
  ],
  [
    'a threshold goes',
    withSeries({ thresholds: [FULL.series[0]!.thresholds[0]!] }),
    'series.eval.thresholds.leakage',
    { max: 0 },
    null,
  ],
  ['a minimum falls', withSupport({ min: 0.9 }), `${T}.min`, 0.95, 0.9],
  ['K066 a minimum falls to 0, which is a value', withSupport({ min: 0 }), `${T}.min`, 0.95, 0],
  ['a minimum goes', withSupport({ min: null }), `${T}.min`, 0.95, null],
  ['a maximum rises', withSupport({ max: 2 }), `${T}.max`, 1, 2],
  ['a maximum goes', withSupport({ max: null }), `${T}.max`, 1, null],
  ['a threshold is no longer enforced', withSupport({ enforce: false }), `${T}.enforce`, true, false],
  ['the coverage of a threshold falls', withSupport({ min_coverage: 0.5 }), `${T}.min_coverage`, 0.9, 0.5],
  ['K118: the least cases of a threshold fall', withSupport({ min_n: 49 }), `${T}.min_n`, 50, 49],
  ["K118: they fall to the series'", withSupport({ min_n: null }), `${T}.min_n`, 50, 30],
  [
    "K118: the series' least cases go",
    withSeries({ min_n: null }),
    'series.eval.thresholds.leakage.min_n',
    30,
    null,
  ],
  [
    'K117: the interval decides in place of the value',
    withSupport({ rule: 'interval' }),
    `${T}.rule`,
    'point',
    'interval',
  ],
  [
    "the coverage of a threshold falls to the policy's",
    withSupport({ min_coverage: null }),
    `${T}.min_coverage`,
    0.9,
    0.8,
  ],
  [
    'a hard failure goes',
    withSeries({ hard_fail: [] }),
    'series.eval.hard_fail',
    '{"max":0,"min":null,"score":"confabulated","where":{"negative":true}}',
    null,
  ],
  [
    'a hard failure changes',
    withSeries({ hard_fail: [{ where: {}, score: 'confabulated', min: null, max: 0 }] }),
    'series.eval.hard_fail',
    '{"max":0,"min":null,"score":"confabulated","where":{"negative":true}}',
    null,
  ],
  [
    'an inconclusive bound goes',
    withSeries({ inconclusive_when: [] }),
    'series.eval.inconclusive_when.flip_rate.max',
    0.25,
    null,
  ],
  [
    'an inconclusive bound rises',
    withSeries({ inconclusive_when: [{ metric: 'flip_rate', min: null, max: 0.5 }] }),
    'series.eval.inconclusive_when.flip_rate.max',
    0.25,
    0.5,
  ],
  [
    'a judge is no longer required',
    { ...FULL, judge: { ...judge, required: false } },
    'judge.required',
    true,
    false,
  ],
  ['an alias goes', { ...FULL, judge: { ...judge, aliases: [] } }, 'judge.aliases', 'acme/*', null],
  [
    'snapshots of a family become distinct',
    { ...FULL, judge: { ...judge, family: 'distinct' } },
    'judge.family',
    'same',
    'distinct',
  ],
  [
    'a route changes',
    { ...FULL, judge: { ...judge, routes: { 'gw:a': 'openai:b' } } },
    'judge.routes.gw:a',
    'openai:a',
    'openai:b',
  ],
  ['a route goes', { ...FULL, judge: { ...judge, routes: {} } }, 'judge.routes.gw:a', 'openai:a', null],
  [
    'a route comes',
    { ...FULL, judge: { ...judge, routes: { ...judge.routes, constructor: 'openai:b' } } },
    'judge.routes.constructor',
    null,
    'openai:b',
  ],
  ['a requirement goes', { ...FULL, require: [] }, 'require.retrieval', ['src/**', 'lib/**'], null],
  [
    'a requirement covers fewer paths',
    { ...FULL, require: [{ ...retrieval, paths: ['src/**'] }] },
    'require.retrieval.paths',
    'lib/**',
    null,
  ],
  [
    'a requirement asks for another series',
    { ...FULL, require: [{ ...retrieval, series: 'rest' }] },
    'require.retrieval.series',
    'eval',
    'rest',
  ],
  [
    'a requirement is no longer enforced',
    { ...FULL, require: [{ ...retrieval, enforce: false }] },
    'require.retrieval.enforce',
    true,
    false,
  ],
  ['the coverage falls', { ...FULL, min_coverage: 0.1 }, 'min_coverage', 0.8, 0.1],
  ['names need not fit every system', { ...FULL, portable: false }, 'portable', true, false],
  ['a branch is no longer protected', { ...FULL, protect: ['main'] }, 'protect', 'release/*', null],
  [
    'findings of secrets are allowed in more files',
    { ...FULL, secrets: { allow: [...FULL.secrets.allow, { files: '**', rule: 'generic' }] } },
    'secrets.allow',
    null,
    '{"files":"**","rule":"generic"}',
  ],
  ['a citation glob goes', { ...FULL, citations: [] }, 'citations', 'README.md', null],
  ['the size limit falls', { ...FULL, max_bytes: 10 }, 'max_bytes', 20971520, 10],
  ['the size limit rises', { ...FULL, max_bytes: 1e9 }, 'max_bytes', 20971520, 1e9],
];

describe('loosenings', () => {
  it.each(LOOSENED)('finds that %s', (_, after, setting, before, now) => {
    expect(loosenings(FULL, after)).toEqual([{ setting, before, after: now }]);
  });

  const rooted = aSeries({ files: 'b/*.json' });
  it.each<[string, Policy, Policy]>([
    [
      'a parent takes the place of a directory and a glob is anchored there',
      aPolicy({ series: [rooted] }),
      aPolicy({ ledger: ['.'], series: [rooted] }),
    ],
    [
      'a nested directory comes first and a glob is anchored',
      aPolicy({ series: [rooted, rest] }),
      aPolicy({ ledger: ['results/a', 'results'], series: [rooted, rest] }),
    ],
    [
      'nested directories change places and a glob is anchored',
      aPolicy({ ledger: ['results', 'results/a'], series: [rooted] }),
      aPolicy({ ledger: ['results/a', 'results'], series: [rooted] }),
    ],
  ])('finds that %s', (_, before, after) => {
    expect(loosenings(before, after)).toEqual([
      { setting: 'ledger', before: before.ledger, after: after.ledger },
    ]);
  });

  it('finds a renamed series as one that went, and one that came before others', () => {
    const after = { ...FULL, series: [evalSeries, { ...latency, id: 'slow' }, rest] };
    expect(loosenings(FULL, after).map(({ setting }) => setting)).toEqual(['series', 'series.latency']);
  });

  it.each<[string, Partial<Series>]>([
    ['metrics_version', { metrics_version: 3 }],
    ['name', { name: '{variant}-{date}-run{run}.json' }],
    ['dataset', { dataset: pinned('questions') }],
    ['judge', { judge: 'openai:a' }],
  ])('finds a pin or a name that is added, %s: it can set aside the run that missed (A5)', (setting, pin) => {
    const before = aPolicy({ series: [aSeries()] });
    const after = aPolicy({ series: [aSeries(pin)] });
    expect(loosenings(before, after)).toEqual([
      { setting: `series.eval.${setting}`, before: null, after: Object.values(pin)[0] },
    ]);
  });

  it('finds nothing in a folder that may no longer grow', () => {
    const of = (folder: Series['folder']) => aPolicy({ series: [aSeries({ files: '*/a.json', folder })] });
    expect(loosenings(of('grows'), of('whole'))).toEqual([]);
  });

  it('finds a first threshold that narrows what decides a requirement (A5)', () => {
    const asks = (thresholds: readonly Threshold[]) =>
      aPolicy({ series: [aSeries({ thresholds })], require: [retrieval] });
    const [one, other] = [aThreshold({ metric: 'cost', max: 9 }), aThreshold({ metric: 'latency', max: 9 })];
    expect(loosenings(asks([]), asks([one]))).toEqual([
      { setting: 'require.retrieval.metrics', before: 'all', after: ['cost'] },
    ]);
    expect(loosenings(asks([one]), asks([one, other]))).toEqual([]);
    expect(loosenings({ ...asks([]), require: [] }, asks([one]))).toEqual([]);
  });

  it('finds files that stood already and join a series unjudged (A5)', () => {
    const before = aPolicy({ exempt: ['results/eval-new.json'], series: [aSeries()] });
    const paths = ['results/eval-new.json', 'scratch/eval-9.json', 'scratch/eval-8.json', 'scratch/x.json'];
    const joins = (parts: Partial<Policy>) => joiningFiles(before, { ...before, ...parts }, paths);
    expect(joins({})).toEqual([]);
    expect(joins({ exempt: [] })).toEqual([
      { setting: 'series.eval.results', before: null, after: 'results/eval-new.json' },
    ]);
    expect(joins({ ledger: ['results', 'scratch'] })).toEqual([
      { setting: 'series.eval.results', before: null, after: 'scratch/eval-9.json and 1 more' },
    ]);
    expect(joiningFiles(null, { ...before, exempt: [] }, paths)).toEqual([]);
  });

  it.each<['lines' | 'rows']>([['lines'], ['rows']])('finds a series that stood and grows by %s', (grows) => {
    const [before, after] = [
      aSeries(),
      aSeries({ grows, key: ['model'], ignore: ['rank'], rows: '/entries' }),
    ];
    expect(loosenings(aPolicy({ series: [before] }), aPolicy({ series: [after] }))).toEqual([
      { setting: 'series.eval.grows', before: null, after: grows },
    ]);
  });

  it.each<[string, Policy | null, Policy, string | null]>([
    ['of landed files', aPolicy(), growing('*.csv'), 'results/a.csv and 1 more'],
    ['of landed files, without a policy', null, growing('*.csv'), 'results/a.csv and 1 more'],
    ['of one landed file', aPolicy(), growing('a.csv'), 'results/a.csv'],
    ['of nothing that landed', aPolicy(), growing('*.log'), null],
    ['of what was exempt', aPolicy({ exempt: ['results/a.csv'] }), growing('a.csv'), null],
    [
      'after one that claims it and does not grow',
      aPolicy({ series: [aSeries({ files: 'a.csv' })] }),
      {
        ...growing('*.csv'),
        series: [aSeries({ files: 'a.csv' }), ...growing('*.csv').series],
      },
      'results/b.csv',
    ],
    ['of the same id, which its own setting says', growing('*.log'), growing('*.csv'), null],
  ])('finds a new growing series %s', (_, before, after, freed) => {
    expect(freedToGrow(before, after, ['results/a.csv', 'results/b.csv', 'scratch/c.csv'])).toEqual(
      freed === null ? [] : [{ setting: 'series.board.grows', before: null, after: freed }],
    );
  });

  it('K052 finds every part of a policy that is deleted', () => {
    const found = loosenings(FULL, null).map(({ setting }) => setting);
    expect(found).toEqual([
      'citations',
      'judge.aliases',
      'judge.required',
      'judge.routes.gw:a',
      'ledger',
      'min_coverage',
      'portable',
      'protect',
      'protect',
      'require.retrieval',
      'series.eval',
      'series.latency',
      'series.rest',
    ]);
  });

  it('takes no policy for the defaults', () => {
    expect(loosenings(null, aPolicy())).toEqual([]);
    expect(loosenings(aPolicy(), null)).toEqual([]);
    expect(loosenings(null, aPolicy({ ledger: ['evals'] }))).toEqual([
      { setting: 'ledger', before: 'results', after: null },
    ]);
  });

  it.each<[string, Policy, Policy]>([
    [
      'a parent directory still covers it',
      aPolicy({ ledger: ['results/a'], series: [aSeries()] }),
      aPolicy({ ledger: ['results'], series: [aSeries()] }),
    ],
    ['the whole repository covers it', aPolicy(), aPolicy({ ledger: ['.'] })],
    [
      'a nested directory is appended',
      aPolicy({ series: [rooted] }),
      aPolicy({ ledger: ['results', 'results/a'], series: [rooted] }),
    ],
    [
      'unrelated directories change places',
      aPolicy({ ledger: ['results', 'evals'], series: [rooted] }),
      aPolicy({ ledger: ['evals', 'results'], series: [rooted] }),
    ],
    [
      'a series that shares no file name comes first',
      FULL,
      { ...FULL, series: [evalSeries, aSeries({ id: 'new', files: 'cost-*.csv' }), latency, rest] },
    ],
    [
      'the keys of a mapping change places',
      FULL,
      withSeries({ format: { mapping: { judge: '/judge', metrics: '/aggregate' } } }),
    ],
    ['thresholds change places', FULL, withSeries({ thresholds: FULL.series[0]!.thresholds.toReversed() })],
    ['growth is given up', FULL, withSeries({ grows: null, key: [], ignore: [], rows: null })],
    ['less is ignored', FULL, withSeries({ ignore: [] })],
    ['the headline changes', FULL, withSeries({ headline: 'support' })],
    ['more is expected', FULL, withExpected({ cases: 41, samples: 4, seeds: [2, 1, 3] })],
    [
      'a value must be less to be plausible',
      FULL,
      withExpected({ max_plausible: { support: 0.99, other: 1 } }),
    ],
    ['fewer findings of secrets are allowed', FULL, { ...FULL, secrets: { allow: [] } }],
    ['K118: more cases are asked of a threshold', FULL, withSupport({ min_n: 51 })],
    ['K118: more cases are asked of a series', FULL, withSeries({ min_n: 31 })],
    [
      'K118: cases are asked for where none were',
      withSeries({ min_n: null, thresholds: [aThreshold({ metric: 'leakage', min: null, max: 0 })] }),
      FULL,
    ],
  ])('finds nothing where %s', (_, before, after) => {
    expect(loosenings(before, after)).toEqual([]);
  });

  it('finds nothing in a policy compared with itself', () => {
    fc.assert(
      fc.property(policies, (policy) => {
        expect(loosenings(policy, structuredClone(policy))).toEqual([]);
      }),
    );
  });

  it('finds nothing in a policy that was only tightened', () => {
    fc.assert(
      fc.property(policies, fc.infiniteStream(fc.nat()), (policy, choices) => {
        const next = () => choices.next().value as number;
        expect(loosenings(policy, tightened(policy, next))).toEqual([]);
      }),
    );
  });

  it('finds something wherever a path or a bar that was guarded no longer is', () => {
    const pairs = fc.oneof(
      fc.tuple(policies, policies),
      fc
        .tuple(policies, policies, fc.infiniteStream(fc.boolean()))
        .map(([a, b, coin]) => [a, crossed(a, b, coin)]),
    ) as fc.Arbitrary<[Policy, Policy]>;
    fc.assert(
      fc.property(pairs, ([before, after]) => {
        const lost = PATHS.filter((path) => lessGuarded(path, before, after));
        fc.pre(lost.length > 0);
        expect(loosenings(before, after), lost.join()).not.toEqual([]);
      }),
      { numRuns: trials(3000) },
    );
  });
});

/** An oracle of its own: whether the path escapes the ledger, or a bar that it had to meet. */
function lessGuarded(path: string, before: Policy, after: Policy): boolean {
  const held = (policy: Policy) =>
    ledgerDirectory(path, policy.ledger) !== null && !isExempt(path, policy.exempt);
  if (!held(before)) return false;
  if (!held(after)) return true;
  const old = barsOn(path, before);
  const now = barsOn(path, after);
  return old.some((bar) => {
    const kept = now.find(({ metric }) => metric === bar.metric);
    const looser = ([value, n]: readonly [number, number]) =>
      passes(value, n, kept ?? { min: null, max: null, min_n: null }) && !passes(value, n, bar);
    const runs = [-1, 0, 0.25, 0.5, 0.7, 0.9, 1].flatMap((value) =>
      [1, 5, 20, 30, 100].map((n) => [value, n] as const),
    );
    return runs.some(looser) || (bar.enforce && kept?.enforce !== true);
  });
}

function barsOn(path: string, policy: Policy): readonly Threshold[] {
  const series = seriesOf(path, policy);
  return (series?.thresholds ?? []).map((bar) => ({ ...bar, min_n: bar.min_n ?? series?.min_n ?? null }));
}

type Bar = Pick<Threshold, 'min' | 'max' | 'min_n'>;

function passes(value: number, n: number, { min, max, min_n: least }: Bar): boolean {
  return (
    n >= (least ?? 0) &&
    value >= (min ?? Number.NEGATIVE_INFINITY) &&
    value <= (max ?? Number.POSITIVE_INFINITY)
  );
}

/** A policy with a few settings of `a` exchanged for those of `b`. */
function crossed(a: Policy, b: Policy, coin: IterableIterator<boolean>): Policy {
  const other = () => (coin.next().value as boolean) && (coin.next().value as boolean);
  return {
    ...a,
    ledger: other() ? b.ledger : a.ledger,
    exempt: other() ? b.exempt : a.exempt,
    series: other()
      ? [...b.series.filter(({ id }) => !a.series.some((series) => series.id === id)), ...a.series]
      : a.series.map((series) => {
          const twin = b.series.find(({ id }) => id === series.id);
          return twin !== undefined && other() ? { ...series, thresholds: twin.thresholds } : series;
        }),
  };
}

function tightened(policy: Policy, next: () => number): Policy {
  const sometimes = <T>(value: T, tighten: (value: T) => T): T => (next() % 2 === 0 ? value : tighten(value));
  const [extra] = fc.sample(thresholds, { numRuns: 1, seed: next() });
  return {
    ledger: sometimes(policy.ledger, (ledger) => [...ledger, 'more']),
    exempt: sometimes(policy.exempt, (globs) => globs.slice(1)),
    series: sometimes<readonly Series[]>(
      policy.series.map(
        (series): Series => ({
          ...series,
          evidence: sometimes(series.evidence, () => 'rows'),
          scripted: sometimes(series.scripted, () => 'refuse'),
          parts: sometimes(series.parts, () => 'refuse'),
          folder: sometimes(series.folder, (folder) => (folder === 'grows' ? 'whole' : folder)),
          regressed: sometimes(series.regressed, () => 'error'),
          expect: {
            cases: sometimes(series.expect.cases, (cases) => (cases ?? 0) + 1),
            samples: sometimes(series.expect.samples, (samples) => (samples ?? 0) + 1),
            seeds: sometimes(series.expect.seeds, (seeds) => [...seeds, 7]),
            max_plausible: sometimes(series.expect.max_plausible, (most) => ({ ...most, more: 1 })),
          },
          thresholds: sometimes<readonly Threshold[]>(
            series.thresholds.map((bar) => ({
              ...bar,
              min: sometimes(bar.min, (min) => (min ?? 0) + 0.05),
              max: sometimes(bar.max, (max) => (max ?? 1) - 0.05),
              enforce: sometimes(bar.enforce, () => true),
              min_coverage: sometimes(bar.min_coverage, () => 1),
              min_n: sometimes(bar.min_n, () => 100),
            })),
            // The first threshold of a series narrows what decides a requirement.
            (bars) => (bars.length === 0 ? bars : [...bars, { ...extra!, metric: 'another' }]),
          ),
          grows: sometimes(series.grows, () => null),
          ignore: sometimes(series.ignore, (list) => list.slice(1)),
          hard_fail: sometimes(series.hard_fail, (list) => [
            ...list,
            { where: { negative: false }, score: null, min: null, max: null },
          ]),
          inconclusive_when: series.inconclusive_when.map((bounds) => ({
            ...bounds,
            max: sometimes(bounds.max, (max) => (max ?? 1) - 0.1),
          })),
        }),
      ),
      (list) => [...list, aSeries({ id: 'appended', files: '**' })],
    ),
    judge: {
      ...policy.judge,
      required: sometimes(policy.judge.required, () => true),
      aliases: sometimes(policy.judge.aliases, (aliases) => [...aliases, 'other/*']),
      family: sometimes(policy.judge.family, () => 'same'),
    },
    require: sometimes(
      policy.require.map((requirement) => ({
        ...requirement,
        paths: sometimes(requirement.paths, (paths) => [...paths, 'more/**']),
        enforce: sometimes(requirement.enforce, () => true),
      })),
      (list) => [...list, { id: 'another', paths: ['**'], series: 's', enforce: false }],
    ),
    min_coverage: sometimes(policy.min_coverage, () => 1),
    citations: sometimes(policy.citations, (globs) => [...globs, '**/*.md']),
    max_bytes: policy.max_bytes,
    portable: sometimes(policy.portable, () => true),
    protect: sometimes(policy.protect, (globs) => [...globs, 'more']),
    secrets: { allow: sometimes(policy.secrets.allow, (list) => list.slice(1)) },
  };
}

/** Settings whose change loosens nothing by itself. */
const NEVER = ['series.eval.headline', 'series.eval.min_n'];

it.each<[string, object]>([
  ['', POLICY_SETTINGS],
  ['series.eval.', SERIES_SETTINGS],
  [`${T}.`, THRESHOLD_SETTINGS],
  ['series.eval.expect.', EXPECT_SETTINGS],
  ['judge.', JUDGE_SETTINGS],
  ['require.retrieval.', REQUIREMENT_SETTINGS],
  ['secrets.', SECRETS_SETTINGS],
])('the table above loosens every setting of %s*', (place, settings) => {
  const loosened = (setting: string) =>
    LOOSENED.some(([, , one]) => one === setting || one.startsWith(`${setting}.`));
  const all = Object.keys(settings).map((key) => place + key);
  expect(all.filter((setting) => !loosened(setting) && !NEVER.includes(setting))).toEqual([]);
});
