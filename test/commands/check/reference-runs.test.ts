import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { runCheck } from '../../support/cli.ts';
import { TestRepository } from '../../support/repository.ts';
import { trials } from '../../support/trial.ts';

const POLICY = `version: 1
series:
  eval:
    files: "eval-*.json"
    thresholds:
      completion_rate: { min: 0.9, enforce: true }
`;

interface Parts {
  readonly [key: string]: unknown;
}

const rows = (good: number, of = 10, parts: Parts = {}, prefix = 'c') =>
  Array.from({ length: of }, (_, index) => ({
    ...{ id: `${prefix}${index + 1}`, input: `question ${index + 1}` },
    scores: { completed: index < good },
    ...parts,
  }));

const METRICS = { completion_rate: { aggregate: 'rate', score: 'completed' } };

function aRun(results: readonly object[] | null, parts: Parts = {}): string {
  const file = {
    ...{ schema: 'evalguard.result/v1', metrics_version: 1, metrics: METRICS },
    ...{ method: { limits: {} }, models: { agent: 'acme:reader-2' } },
    dataset: { name: 'queries', version: '1', fingerprint: 'abc1', cases: 10 },
    ...(results === null ? {} : { results }),
    ...parts,
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

const name = (day: number, suite = 'eval') =>
  `results/${suite}-2026-09-${String(day).padStart(2, '0')}-corpus-run1.json`;
const LAST = name(1);
const NEW = name(2);

let repository: TestRepository;
afterEach(() => repository.dispose());

/** A repository whose main holds a policy and records, landed in the order of their paths. */
function aLedger(files: Readonly<Record<string, string>>, policy = POLICY): void {
  repository = TestRepository.create();
  repository.commit('policy', { 'evalguard.yaml': policy, 'results/README.md': 'records\n' });
  for (const [path, content] of Object.entries(files)) repository.commit(path, { [path]: content });
}

/** Checks a branch that adds files, in a commit each. */
async function checkAdded(files: Readonly<Record<string, string>>) {
  repository.git('checkout', '-qf', '-B', 'change', 'main');
  for (const [path, content] of Object.entries(files)) repository.commit(path, { [path]: content });
  return runCheck(repository.dir, ['--base', 'main', '--head', 'change']);
}

/** Lands the branch that was checked last. */
function land(): void {
  repository.git('checkout', '-qf', 'main');
  repository.git('merge', '-q', '--no-edit', 'change');
}

const LINE = /put `(.+?)` (?:under `(.+?)` in|at the top level of) evalguard\.yaml, in a change of its own/;

/** Lands the lines of the policy that a message says would accept what it is about, as a change of their own. */
async function carryOut(remedy: string): Promise<void> {
  const [, line = '', under = ''] = LINE.exec(remedy) ?? [];
  expect(line, remedy).not.toBe('');
  repository.git('checkout', '-qf', '-B', 'policy', 'main');
  const text = repository.git('show', 'main:evalguard.yaml');
  const document = parseDocument(text);
  const place = under.replace(/:$/, '').split(/: ?/).filter(Boolean);
  const added = parseDocument(line).toJS() as Record<string, unknown>;
  for (const [key, value] of Object.entries(added)) document.setIn([...place, key], value);
  repository.commit('policy', { 'evalguard.yaml': String(document) });
  const { code } = await runCheck(repository.dir, ['--base', 'main', '--head', 'policy']);
  expect(code).toBe(0);
  repository.git('checkout', '-qf', 'main');
  repository.git('merge', '-q', 'policy');
}

describe('(A3) a run that really has 1 of 10', () => {
  it.each<[string, Readonly<Record<string, string>>]>([
    ['says so', { [NEW]: aRun(rows(1)) }],
    ['calls itself scripted', { [NEW]: aRun(rows(1), { mode: 'scripted' }) }],
    ['leaves its rows out', { [NEW]: aRun(null, { aggregate: { completion_rate: 1 } }) }],
    ['drops nine rows', { [NEW]: aRun(rows(1, 1)) }],
    [
      'and counts one case',
      { [NEW]: aRun(rows(1, 1), { dataset: { name: 'queries', fingerprint: 'abc1', cases: 1 } }) },
    ],
    ['and leaves its cases out', { [NEW]: aRun(rows(1, 1), { dataset: { name: 'queries' } }) }],
    ['and leaves its dataset out', { [NEW]: aRun(rows(1, 1), { dataset: undefined }) }],
    ['replaces every case', { [NEW]: aRun(rows(10, 10, { input: 'easy' }, 'new')) }],
    [
      'calls nine cases not applicable',
      {
        [NEW]: aRun([
          ...rows(1, 1),
          ...rows(0, 10)
            .slice(1)
            .map((row) => ({
              ...row,
              scores: { completed: null },
              unmeasured: { completed: 'not_applicable' },
            })),
        ]),
      },
    ],
    [
      'counts the good ones, under a new version',
      {
        [NEW]: aRun(
          rows(1).map((row, at) => ({ ...row, category: at === 0 ? 'good' : 'bad' })),
          {
            metrics_version: 2,
            metrics: { completion_rate: { ...METRICS.completion_rate, where: { category: 'good' } } },
          },
        ),
      },
    ],
    [
      'counts the good ones, under a version of the metric’s own',
      {
        [NEW]: aRun(
          rows(1).map((row, at) => ({ ...row, category: at === 0 ? 'good' : 'bad' })),
          {
            metrics: {
              completion_rate: {
                ...METRICS.completion_rate,
                metrics_version: 2,
                where: { category: 'good' },
              },
            },
          },
        ),
      },
    ],
    ['calls itself another suite and variant', { [NEW]: aRun(rows(1, 1), { suite: 'other', variant: 'x' }) }],
    ['is dated before the last run', { [name(1).replace('2026', '2020')]: aRun(rows(1, 1)) }],
    ['lies in a folder of its own', { [NEW.replace('results/', 'results/own/')]: aRun(rows(1, 1)) }],
    ['comes after one that dropped the same', { [name(2)]: aRun(rows(1, 1)), [name(3)]: aRun(rows(1, 1)) }],
    ['was only partly run', { [NEW]: aRun(rows(1, 1), { method: { limits: {}, part: 'first 1' } }) }],
    [
      'stands as the baseline of a good candidate',
      { [NEW]: aRun(rows(1), { candidate: { results: rows(10) } }) },
    ],
    [
      'stands as the candidate of a good baseline',
      { [NEW]: aRun(rows(10), { candidate: { results: rows(1, 1) } }) },
    ],
    ['is another’s', { [NEW]: aRun(rows(1, 1), { dataset: { name: 'easy', cases: 1 } }) }],
  ])('%s: it does not pass', async (_, files) => {
    aLedger({ [LAST]: aRun(rows(10)) });
    const { code, report } = await checkAdded(files);
    expect(code).not.toBe(0);
    expect(report.thresholds.some(({ verdict, enforced }) => enforced && verdict !== 'met')).toBe(true);
  });

  it('does not pass --all either, nor --staged, nor --each-commit', async () => {
    aLedger({ [LAST]: aRun(rows(10)), [NEW]: aRun(rows(1, 1)) });
    expect((await runCheck(repository.dir, ['--all'])).code).toBe(3);
    repository.git('reset', '-q', '--hard', 'HEAD~1');
    repository.write(NEW, aRun(rows(1, 1)));
    repository.git('add', '-A');
    expect((await runCheck(repository.dir, ['--staged'])).code).toBe(3);
    repository.git('checkout', '-qf', '-B', 'change', 'main');
    for (const day of [3, 4, 5]) repository.commit(`day ${day}`, { [name(day)]: aRun(rows(1, 1)) });
    const { code, report } = await runCheck(repository.dir, [
      '--base',
      'main',
      '--head',
      'change',
      '--each-commit',
    ]);
    expect([code, report.thresholds.map(({ verdict }) => verdict)]).toEqual([
      3,
      ['unmeasured', 'unmeasured', 'unmeasured'],
    ]);
  });

  it('a branch from before the first record is compared with what the tip holds', async () => {
    aLedger({ [LAST]: aRun(rows(10)) });
    repository.git('checkout', '-qf', '-B', 'change', 'main~1');
    repository.commit('a run', { [NEW]: aRun(rows(1, 1)) });
    expect((await runCheck(repository.dir, ['--base', 'main', '--head', 'change'])).code).toBe(3);
  });

  it('more scripted runs than are opened do not hide the last real one', async () => {
    aLedger({ [LAST]: aRun(rows(10)) });
    const scripted = Array.from({ length: 25 }, (_, at) => [
      name(at + 2),
      aRun(rows(1, 1), { mode: 'scripted' }),
    ]);
    repository.commit('scripted', Object.fromEntries(scripted));
    expect((await checkAdded({ [name(28)]: aRun(rows(1, 1)) })).code).toBe(3);
  });

  it('a suite named after an older record does not choose it', async () => {
    aLedger({ 'results/eval-2020-01-01-corpus-run1.json': aRun(rows(1, 1)), [LAST]: aRun(rows(10)) });
    expect((await checkAdded({ [NEW]: aRun(rows(1, 1), { suite: '2020' }) })).code).not.toBe(0);
    const { report } = await checkAdded({ [NEW]: aRun(rows(1, 1), { variant: '2020' }) });
    expect(report.thresholds).toMatchObject([{ verdict: 'unmeasured' }]);
  });

  it('retracting the last run in the same change does not take it away', async () => {
    aLedger({ [LAST]: aRun(rows(10)) });
    const sha256 = (await import('node:crypto'))
      .createHash('sha256')
      .update(aRun(rows(10)))
      .digest('hex');
    const retraction = `${JSON.stringify({
      ...{
        schema: 'evalguard.retraction/v1',
        of: { path: LAST, sha256 },
        reason: 'wrong',
        date: '2026-09-02',
      },
    })}\n`;
    const path = LAST.replace('.json', '.retraction-1.json');
    const { code } = await checkAdded({ [path]: retraction, [NEW]: aRun(rows(1, 1)) });
    expect(code).toBe(3);
  });

  const CHANGES: Readonly<Record<string, (file: Record<string, unknown>) => Record<string, unknown>>> = {
    drop: (file) => ({ ...file, results: (file['results'] as object[] | undefined)?.slice(0, 1) }),
    rowless: ({ results: _, ...file }) => ({ ...file, aggregate: { completion_rate: 1 } }),
    mode: (file) => ({ ...file, mode: 'scripted' }),
    version: (file) => ({ ...file, metrics_version: 7 }),
    where: (file) => ({
      ...file,
      metrics: { completion_rate: { aggregate: 'rate', score: 'completed', where: { completed: true } } },
    }),
    dataset: (file) => ({ ...file, dataset: { name: 'queries', version: '2', cases: 1 } }),
    suite: (file) => ({ ...file, suite: 'eval', routing: 'corpus', date: '2026-09-02' }),
    undefined: ({ metrics: _, ...file }) => file,
    rename: (file) => ({
      ...file,
      results: (file['results'] as { id: string }[] | undefined)?.map((row) => ({
        ...row,
        id: `x${row.id}`,
        input: 'x',
      })),
    }),
  };
  it('no sequence of changes to its file makes it pass', async () => {
    aLedger({ [LAST]: aRun(rows(10)) });
    const sequences = fc.array(fc.constantFrom(...Object.keys(CHANGES)), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(sequences, async (names) => {
        const file = names.reduce((now, each) => CHANGES[each]!(now), JSON.parse(aRun(rows(1))));
        expect((await checkAdded({ [NEW]: `${JSON.stringify(file)}\n` })).code).not.toBe(0);
      }),
      { numRuns: trials(12) },
    );
  });
});

describe('(A3) honest changes stay green, or say which line of the policy accepts them', () => {
  const judge = (route: string) => ({
    judge: { route, answered: true },
    metrics: { completion_rate: { ...METRICS.completion_rate, judged: true } },
  });
  const UNLISTED = { dataset: undefined };

  it.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, string>>]>([
    ['the first record of a series', {}, { [NEW]: aRun(rows(10)) }],
    ['the same suite again', { [LAST]: aRun(rows(10)) }, { [NEW]: aRun(rows(9)) }],
    [
      'cases added',
      { [LAST]: aRun(rows(10)) },
      {
        [NEW]: aRun(rows(12, 12), {
          dataset: { name: 'queries', version: '2', fingerprint: 'abc2', cases: 12 },
        }),
      },
    ],
    [
      'several results in one branch',
      { [LAST]: aRun(rows(10)) },
      {
        [name(2)]: aRun(rows(10)),
        [name(3)]: aRun(rows(11, 11), { dataset: { name: 'queries', cases: 11 } }),
        [name(4)]: aRun(rows(10)),
      },
    ],
    [
      'a suite renamed',
      { [LAST]: aRun(rows(10), { suite: 'eval' }) },
      { ['results/eval-2-2026-09-02-corpus-run1.json']: aRun(rows(10), { suite: 'eval-2' }) },
    ],
    ['no dataset at all', { [LAST]: aRun(rows(10), UNLISTED) }, { [NEW]: aRun(rows(10), UNLISTED) }],
    ['a dataset stated for the first time', { [LAST]: aRun(rows(10), UNLISTED) }, { [NEW]: aRun(rows(10)) }],
    [
      'a case that was retried last time, and not now',
      { [LAST]: aRun([...rows(10), { id: 'c1', sample: 2, scores: { completed: true } }]) },
      { [NEW]: aRun(rows(10)) },
    ],
    [
      'a case retried after an error',
      { [LAST]: aRun(rows(10)) },
      {
        [NEW]: aRun([
          { id: 'c1', sample: 1, scores: {}, error: { kind: 'target_quota' } },
          ...rows(10).map((row) => ({ ...row, sample: 2 })),
        ]),
      },
    ],
    [
      'a metric added',
      { [LAST]: aRun(rows(10)) },
      {
        [NEW]: aRun(
          rows(10).map((row) => ({ ...row, scores: { ...row.scores, latency: 3 } })),
          {
            metrics: { ...METRICS, latency: { aggregate: 'mean', score: 'latency' } },
          },
        ),
      },
    ],
    [
      'ids renamed over the same inputs',
      { [LAST]: aRun(rows(10)) },
      { [NEW]: aRun(rows(10, 10, {}, 'query-')) },
    ],
    [
      'a judge of the same model',
      { [LAST]: aRun(rows(10), judge('anthropic:claude-sonnet-4.5')) },
      { [NEW]: aRun(rows(10), judge('openrouter:anthropic/claude-sonnet-4.5')) },
    ],
    [
      'a candidate beside the baseline',
      { [LAST]: aRun(rows(10)) },
      { [NEW]: aRun(rows(9), { candidate: { results: rows(10) } }) },
    ],
    [
      'one case lost to a timeout, and the worst case still meets it',
      { [LAST]: aRun(rows(10)) },
      {
        [NEW]: aRun(
          rows(10).map((row, at) =>
            at === 3 ? { ...row, scores: {}, error: { kind: 'target_timeout' } } : row,
          ),
        ),
      },
    ],
    [
      'after an unmeasured run',
      {
        [LAST]: aRun(rows(10)),
        [name(2)]: aRun(null, { status: 'unmeasured', reason: 'target_quota', metrics: undefined }),
      },
      { [name(3)]: aRun(rows(10)) },
    ],
    [
      'numbers without rows, as ever',
      { [LAST]: aRun(null, { aggregate: { completion_rate: 0.95 } }) },
      { [NEW]: aRun(null, { aggregate: { completion_rate: 0.96 } }) },
    ],
  ])('%s: green', async (_, landed, added) => {
    aLedger(landed);
    const { code, report } = await checkAdded(added);
    expect([code, report.incomplete]).toEqual([0, []]);
  });

  it.each<[string, string, string]>([
    [
      'a definition improved on purpose, under a new version',
      aRun(rows(10)),
      aRun(rows(10), {
        metrics_version: 2,
        metrics: { completion_rate: { ...METRICS.completion_rate, over: 'rows' } },
      }),
    ],
    ['a version raised', aRun(rows(10)), aRun(rows(10), { metrics_version: 2 })],
    [
      'a smoke run with a limit',
      aRun(rows(10)),
      aRun(rows(3, 3), { method: { limits: {}, part: 'first 3 of 10' } }),
    ],
    ['a scripted run in CI', aRun(rows(10)), aRun(rows(3, 3), { mode: 'scripted', models: undefined })],
    ['a run that kept no rows', aRun(rows(10)), aRun(null, { aggregate: { completion_rate: 0.95 } })],
    [
      'a judge upgraded',
      aRun(rows(10), judge('anthropic:claude-sonnet-4.5')),
      aRun(rows(10), judge('anthropic:claude-opus-4.8')),
    ],
    [
      'another dataset',
      aRun(rows(10)),
      aRun(rows(10, 10, { input: 'b' }, 'b'), { dataset: { name: 'questions', cases: 10 } }),
    ],
    [
      'a case retired, under a new version of the dataset',
      aRun(rows(10)),
      aRun(rows(8, 8), { dataset: { name: 'queries', version: '2', cases: 8 } }),
    ],
    ['a case retired from a dataset without a version', aRun(rows(10), UNLISTED), aRun(rows(8, 8), UNLISTED)],
    ['fewer repeats', aRun([1, 2].flatMap((sample) => rows(10, 10, { sample }))), aRun(rows(10))],
  ])(
    '%s: one line of the policy, which the message prints, and the next run needs none',
    async (_, last, next) => {
      aLedger({ [LAST]: last });
      const before = await checkAdded({ [NEW]: next });
      expect(before.code).toBe(3);
      await carryOut(before.report.incomplete[0]?.remedy ?? '');
      expect((await checkAdded({ [NEW]: next })).code).toBe(0);
      land();
      expect((await runCheck(repository.dir, ['--all'])).code).toBe(0);
      expect((await checkAdded({ [name(3)]: next })).code).toBe(0);
    },
  );

  it('an allowed scripted or partial run is listed, and is neither newest nor what others are compared with', async () => {
    aLedger(
      { [LAST]: aRun(rows(10)) },
      POLICY.replace('    thresholds', '    scripted: allow\n    parts: allow\n    thresholds'),
    );
    const { code, report } = await checkAdded({
      [name(2)]: aRun(rows(0, 1), { mode: 'scripted', models: undefined }),
      [name(3)]: aRun(rows(0, 1), { method: { limits: {}, part: 'first 1' } }),
    });
    expect(code).toBe(0);
    expect(report.thresholds.map(({ verdict, enforced }) => [verdict, enforced])).toEqual([
      ['unmeasured', false],
      ['unmeasured', false],
    ]);
    land();
    const all = await runCheck(repository.dir, ['--all']);
    expect(all.report.thresholds).toMatchObject([{ path: LAST, verdict: 'met' }]);
    expect((await checkAdded({ [name(4)]: aRun(rows(1, 1)) })).code).toBe(3);
  });

  it('two suites of one series are each compared with their own', async () => {
    const short = (good: number) =>
      aRun(rows(good, 3, {}, 's'), { suite: 'eval-short', dataset: { name: 'queries', cases: 3 } });
    aLedger({ [LAST]: aRun(rows(10)), ['results/eval-short-2026-09-01-corpus-run1.json']: short(3) });
    const { code } = await checkAdded({
      [NEW]: aRun(rows(10)),
      ['results/eval-short-2026-09-02-corpus-run1.json']: short(3),
    });
    expect(code).toBe(0);
  });
});

describe('(A3) what a policy expects binds the first record of a series too', () => {
  const expecting = (line: string) => POLICY.replace('    thresholds', `    expect: ${line}\n    thresholds`);
  it.each<[string, string, string, number]>([
    ['cases that are not there', '{ cases: 10 }', aRun(rows(5, 5), { dataset: undefined }), 3],
    ['as many cases', '{ cases: 10 }', aRun(rows(10)), 0],
    ['more cases', '{ cases: 10 }', aRun(rows(12, 12), { dataset: undefined }), 0],
    ['samples that are not there', '{ samples: 2 }', aRun(rows(10)), 3],
    ['a seed that was not run', '{ seeds: [1, 2] }', aRun(rows(10, 10, { data: { seed: 1 } })), 3],
    [
      'every seed',
      '{ seeds: [1, 2] }',
      aRun([1, 2].flatMap((seed) => rows(10, 10, { sample: seed, data: { seed } }))),
      0,
    ],
    ['a value beyond belief', '{ max_plausible: { completion_rate: 0.99 } }', aRun(rows(10)), 3],
    ['a value within it', '{ max_plausible: { completion_rate: 0.99 } }', aRun(rows(9)), 0],
  ])('%s', async (_, line, file, code) => {
    aLedger({}, expecting(line));
    expect((await checkAdded({ [NEW]: file })).code).toBe(code);
  });

  it('a pin compares one named field', async () => {
    aLedger({}, POLICY.replace('    thresholds', '    dataset: queries\n    thresholds'));
    const met = async (dataset: object) => (await checkAdded({ [NEW]: aRun(rows(10), { dataset }) })).code;
    expect([
      await met({ name: 'queries' }),
      await met({ version: 'queries' }),
      await met({ fingerprint: 'queries' }),
    ]).toEqual([0, 3, 3]);
  });
});
