import { afterEach, describe, expect, it } from 'vitest';
import { isHeldBy } from '../../../src/core/ledger-entry.ts';
import { isRecord } from '../../../src/policy/series.ts';
import { runCheck } from '../../support/cli.ts';
import { proposalIn } from '../../support/init.ts';
import { TestRepository } from '../../support/repository.ts';
import { nativeResult } from '../../support/result.ts';

const made: TestRepository[] = [];
afterEach(() => {
  for (const repository of made.splice(0)) repository.dispose();
});

type Files = Readonly<Record<string, string>>;
const json = (value: unknown) => `${JSON.stringify(value)}\n`;
const own = (accuracy: number, more = {}) => json({ metrics: { accuracy, latency_ms: 812.4 }, ...more });
const rows = (...passed: boolean[]) => passed.map((pass, at) => ({ id: `case-${at}`, passed: pass }));
const totals = (...passed: boolean[]) =>
  json({
    total: passed.length,
    passed: passed.filter(Boolean).length,
    pass_rate: 0.7137375622237064,
    results: rows(...passed),
  });
const many = (count: number, name: (at: number) => string, content: (at: number) => string): Files =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [name(at), content(at)]));
const padded = (at: number) => String(at).padStart(2, '0');
const CODE = { 'src/app.py': 'print(1)\n', 'package.json': '{"name":"x"}\n', 'README.md': 'Hello.\n' };

interface Given {
  readonly name: string;
  /** The repository's commits: the files that each writes. */
  readonly commits: readonly Files[];
  readonly ledger: readonly string[];
  /** `id: files (count)` of each proposed series that files stand for, in order. */
  readonly series: readonly string[];
  readonly exempt?: readonly string[];
  /** What some note says. */
  readonly notes?: readonly string[];
  /** Results, if not all files below the ledger. */
  readonly results?: readonly string[];
  /** Files that may grow: what is added to them, and what is edited. */
  readonly grows?: Readonly<Record<string, { readonly added: string; readonly edited: string }>>;
}

const REPOSITORIES: readonly Given[] = [
  {
    name: 'flat: dated files in one folder',
    commits: [
      {
        ...CODE,
        ...many(
          3,
          (at) => `results/eval-2026-01-0${at + 1}.json`,
          (at) => own(at / 10),
        ),
      },
    ],
    ledger: ['results'],
    series: ['eval: eval-*.json (3)'],
  },
  {
    name: 'dated folders',
    commits: [
      {
        ...CODE,
        ...many(
          3,
          (at) => `evals/runs/2026-01-0${at + 1}/summary.json`,
          (at) => own(at / 10),
        ),
        ...many(
          3,
          (at) => `evals/runs/2026-01-0${at + 1}/report.txt`,
          () => 'fine\n',
        ),
        'evals/queries.json': json([{ q: 'what' }]),
        'evals/run.py': 'print(1)\n',
      },
    ],
    ledger: ['evals/runs'],
    series: ['summary: summary.json (3)'],
    results: [
      'evals/runs/2026-01-01/summary.json',
      'evals/runs/2026-01-02/summary.json',
      'evals/runs/2026-01-03/summary.json',
    ],
  },
  {
    name: 'a hidden folder that a tool writes to',
    commits: [
      {
        ...CODE,
        '.deepeval/.latest_test_run.json': own(0.5),
        '.deepeval/.deepeval-cache.json': json({ a: {} }),
        '.vscode/settings.json': json({ a: 1 }),
      },
      { '.deepeval/.latest_test_run.json': own(0.6) },
    ],
    ledger: ['.deepeval/.latest_test_run*.json'],
    series: ['latest_test_run: .latest_test_run*.json (1)'],
    notes: ['.deepeval/.latest_test_run.json was overwritten once'],
  },
  {
    name: 'results at the root',
    commits: [{ ...CODE, 'results.json': own(0.5), 'tsconfig.json': '{}\n' }],
    ledger: ['results*.json'],
    series: ['results: results.json (1)'],
  },
  {
    name: 'dated results at the root',
    commits: [
      {
        ...CODE,
        ...many(
          3,
          (at) => `eval_results_2026010${at}.json`,
          (at) => own(at / 10),
        ),
      },
    ],
    ledger: ['eval_results_*.json'],
    series: ['eval_results: eval_results_*.json (3)'],
  },
  {
    name: 'one file that each run overwrites, beside code',
    commits: [
      { ...CODE, 'eval/results.json': totals(true, false), 'eval/run.py': 'print(1)\n' },
      { 'eval/results.json': totals(true, true) },
      { 'eval/results.json': totals(false, true) },
    ],
    ledger: ['eval/results*.json'],
    series: ['results: results*.json (1)'],
    notes: [
      'eval/results.json was overwritten twice, first in ',
      'eval/results-2026-12-31-run1.json',
      'eval/ holds code as well (eval/run.py)',
    ],
  },
  {
    name: 'numbered files, spelt in three ways',
    commits: [
      {
        ...CODE,
        ...many(
          10,
          (at) => `results/smoke_${padded(at)}.json`,
          (at) => own(at / 10),
        ),
        ...many(
          3,
          (at) => `results/smoke-${padded(at)}.json`,
          (at) => own(at / 10),
        ),
        ...many(
          3,
          (at) => `results/smoke${padded(at)}.json`,
          (at) => own(at / 10),
        ),
      },
    ],
    ledger: ['results'],
    series: ['smoke: smoke*.json (16)'],
  },
  {
    name: 'the model in the name',
    commits: [
      {
        ...CODE,
        'evals/results/gpt-4o.json': own(0.5),
        'evals/results/claude-3-5-sonnet.json': own(0.6),
        'evals/results/llama-3.1-70b.json': own(0.7),
      },
    ],
    ledger: ['evals/results'],
    series: ['results: *.json (3)'],
  },
  {
    name: 'cases as names',
    commits: [
      {
        ...CODE,
        'results/apple.json': own(0.5),
        'results/pear.json': own(0.6),
        'results/plum.json': own(0.7),
      },
    ],
    ledger: ['results'],
    series: ['results: *.json (3)'],
  },
  {
    name: 'one name in many folders',
    commits: [
      {
        ...CODE,
        ...many(
          5,
          (at) => `models/m${at}/result.json`,
          (at) => own(at / 10),
        ),
      },
    ],
    ledger: ['models'],
    series: ['result: result.json (5)'],
  },
  {
    name: 'rows as a list, and as JSON Lines',
    commits: [
      {
        ...CODE,
        'results/list.json': json(rows(true, false)),
        'results/lines.jsonl': rows(true, false).map(json).join(''),
      },
    ],
    ledger: ['results'],
    series: ['lines: lines.jsonl (1)', 'list: list.json (1)'],
  },
  {
    name: 'a log that only grew',
    commits: [
      { ...CODE, 'eval/history.jsonl': json({ id: 1, acc: 0.5 }), 'eval/a.py': '\n' },
      { 'eval/history.jsonl': json({ id: 1, acc: 0.5 }) + json({ id: 2, acc: 0.6 }) },
    ],
    ledger: ['eval/history*.jsonl'],
    series: ['history: history.jsonl (1)'],
    notes: ['lines were only added'],
    grows: {
      'eval/history.jsonl': {
        added: json({ id: 1, acc: 0.5 }) + json({ id: 2, acc: 0.6 }) + json({ id: 3, acc: 0.1 }),
        edited: json({ id: 1, acc: 0.9 }) + json({ id: 2, acc: 0.6 }),
      },
    },
  },
  {
    name: 'a leaderboard that only grew, with a rank that changes',
    commits: [
      { ...CODE, 'results/leaderboard.csv': 'rank,model,acc\n1,a,0.5\n' },
      { 'results/leaderboard.csv': 'rank,model,acc\n1,b,0.6\n2,a,0.5\n' },
    ],
    ledger: ['results'],
    series: ['leaderboard: leaderboard.csv (1)'],
    notes: ['rows were only added'],
    grows: {
      'results/leaderboard.csv': {
        added: 'rank,model,acc\n1,c,0.7\n2,b,0.6\n3,a,0.5\n',
        edited: 'rank,model,acc\n1,b,0.9\n2,a,0.5\n',
      },
    },
  },
  {
    name: 'YAML results',
    commits: [
      {
        ...CODE,
        ...many(
          3,
          (at) => `results/run-${at}.yaml`,
          (at) => `metrics:\n  accuracy: 0.${at + 1}\n`,
        ),
        '.github/workflows/ci.yml': 'on: push\n',
      },
    ],
    ledger: ['results'],
    series: ['run: run-*.yaml (3)'],
  },
  {
    name: 'two kinds of runs under one date, told apart by a word',
    commits: [
      {
        ...CODE,
        ...many(
          2,
          (at) => `evals/results/2026-07-2${at}T06-08-04Z_run_reader-2.json`,
          () => totals(true, false),
        ),
        ...many(
          2,
          (at) => `evals/results/2026-07-2${at}T07-08-04Z_compare_reader-2_reader-3.json`,
          () =>
            json({
              perModel: { 'reader-2': JSON.parse(totals(true)), 'reader-3': JSON.parse(totals(true, true)) },
            }),
        ),
      },
    ],
    ledger: ['evals/results'],
    series: ['compare: *compare*.json (2)', 'results: *.json (2)'],
  },
  {
    name: 'runs as folders',
    commits: [
      {
        ...CODE,
        ...Object.assign(
          {},
          ...[1, 2].map((run) => ({
            [`benchmarks/run-${run}/benchmark.json`]: json({
              run_summary: { pass_rate: { mean: 0.5, stddev: 0.1 } },
            }),
            [`benchmarks/run-${run}/eval-1/grading.json`]: json({
              expectations: [{ text: 'x', passed: true }],
            }),
            [`benchmarks/run-${run}/eval-1/timing.json`]: json({ seconds: 3 }),
          })),
        ),
      },
    ],
    ledger: ['benchmarks'],
    series: ['benchmark: benchmark.json (2)'],
  },
  {
    name: 'runs as folders in folders that come and go',
    commits: [
      {
        ...CODE,
        ...many(
          2,
          (at) => `skills/s${at}-workspace/benchmark.json`,
          () => json({ run_summary: { pass_rate: { mean: 0.5, stddev: 0.1 } } }),
        ),
        ...many(
          2,
          (at) => `skills/s${at}-workspace/eval-1/grading.json`,
          () => json({ expectations: [{ text: 'x', passed: true }] }),
        ),
        'skills/s1/SKILL.md': 'Do it.\n',
        'skills/s1/scripts/do.py': 'print(1)\n',
      },
    ],
    ledger: ['skills/s0-workspace', 'skills/s1-workspace'],
    series: ['benchmark: benchmark.json (2)'],
    notes: ['2 folders of skills/ are guarded one by one'],
  },
  {
    name: 'tools mixed, with a pointer to the newest',
    commits: [
      {
        ...CODE,
        'results/eval-2026-01-01-corpus-run1.json': nativeResult(),
        'results/latest.json': nativeResult(),
        'results/other/a-2026-01-01.json': own(0.4),
        'results/other/a-2026-01-02.json': own(0.5),
      },
    ],
    ledger: ['results'],
    series: ['eval: eval-*.json (1)', 'a: a-*.json (2)'],
    exempt: ['results/latest.json'],
    results: [
      'results/eval-2026-01-01-corpus-run1.json',
      'results/other/a-2026-01-01.json',
      'results/other/a-2026-01-02.json',
    ],
  },
  {
    name: 'an index with numbers of its own is no pointer',
    commits: [
      {
        ...CODE,
        'results/a-2026-01-01.json': own(0.4),
        'results/index.json': json({ runs: [{ file: 'a-2026-01-01.json', score: 0.4 }] }),
      },
      { 'results/index.json': json({ runs: [{ file: 'a-2026-01-01.json', score: 0.5 }] }) },
    ],
    ledger: ['results'],
    series: ['a: a-*.json (1)'],
    exempt: [],
  },
  {
    name: '300 old files of mixed shapes',
    commits: [
      {
        ...CODE,
        ...many(
          100,
          (at) => `results/old/bench_${at}.json`,
          (at) => own(at / 100),
        ),
        ...many(
          100,
          (at) => `results/old/quality-${at}.json`,
          (at) => totals(at % 2 === 0, true),
        ),
        ...many(
          100,
          (at) => `results/old/x${at}.json`,
          (at) => (at % 3 === 0 ? own(at / 100) : json(at % 3 === 1 ? ['text', at] : { note: `n${at}` })),
        ),
      },
    ],
    ledger: ['results'],
    series: ['quality: quality-*.json (100)', 'bench: bench_*.json (100)'],
    notes: ['100 files are guarded without a series'],
  },
  {
    name: 'results that history took away',
    commits: [
      { ...CODE, 'results/a-2026-01-01.json': own(0.4), 'old_results/b-2026-01-01.json': own(0.5) },
      { 'results/a-2026-01-02.json': own(0.6) },
    ],
    ledger: ['old_results', 'results'],
    series: ['a: a-*.json (2)'],
    notes: ['old_results/b-2026-01-01.json was deleted in '],
    results: ['results/a-2026-01-01.json', 'results/a-2026-01-02.json'],
  },
];

function repositoryOf({ name, commits }: Given): TestRepository {
  const repository = TestRepository.create();
  made.push(repository);
  for (const [at, files] of commits.entries()) {
    if (at > 0 && name === 'results that history took away') repository.remove('old_results');
    repository.commit(`Commit ${at}`, files);
  }
  return repository;
}

describe.each(REPOSITORIES)('a repository of $name', (given) => {
  it('is proposed what it should be', async () => {
    const { proposal, settings } = await proposalIn(repositoryOf(given).dir);
    expect(proposal.ledger).toEqual(given.ledger);
    expect(proposal.series.map(({ id, files, count }) => `${id}: ${files} (${count})`)).toEqual(given.series);
    expect(proposal.exempt.map(({ path }) => path)).toEqual(given.exempt ?? []);
    expect(settings.exempt).toEqual(given.exempt ?? []);
    for (const note of given.notes ?? []) expect(proposal.notes.join('\n')).toContain(note);
  });

  it('keeps every landed result from then on', async () => {
    const repository = repositoryOf(given);
    const { settings } = await proposalIn(repository.dir, { dryRun: false });
    repository.commit('Guarded');
    const scope = { directories: settings.ledger, exempt: settings.exempt, exemptIfNew: [] };
    const all = repository
      .git('ls-files')
      .split('\n')
      .filter((path) => settings.ledger.some((entry) => isHeldBy(path, entry)));
    const results = given.results ?? all.filter((path) => isRecord(path, scope, true));
    expect(results.length).toBeGreaterThan(0);
    expect(results.filter((path) => !all.includes(path))).toEqual([]);
    const brokenBy = async (act: (path: string) => void) => {
      repository.git('checkout', '-q', '-B', 'topic', 'main');
      for (const path of results) act(path);
      repository.commit('Act');
      const { code, report } = await runCheck(repository.dir, ['--base', 'main']);
      expect(code).toBe(1);
      const found = report.findings.filter(
        ({ severity, rule }) => severity === 'error' && rule.startsWith('ledger/'),
      );
      return found.flatMap(({ path, data }) => [path, String((data as { from?: string }).from ?? '')]);
    };
    const overwritten = await brokenBy((path) => repository.write(path, '{"other":true}\n'));
    expect(results.filter((path) => !overwritten.includes(path))).toEqual([]);
    const deleted = await brokenBy((path) => repository.remove(path));
    expect(results.filter((path) => !deleted.includes(path))).toEqual([]);
    const renamed = await brokenBy((path) => repository.git('mv', path, `${path}.moved`));
    expect(results.filter((path) => !renamed.some((one) => one === path || one === `${path}.moved`))).toEqual(
      [],
    );
  });
});

it('a repository of runs as folders is read with each folder as one result', async () => {
  const repository = repositoryOf(REPOSITORIES.find(({ name }) => name === 'runs as folders')!);
  const { settings } = await proposalIn(repository.dir, { dryRun: false });
  repository.commit('Guarded');
  expect(settings.series[0]).toMatchObject({
    folder: 'whole',
    format: { mapping: { metrics: '/benchmark.json/run_summary', rows: { at: '/eval-*/grading.json' } } },
  });
  const { report } = await runCheck(repository.dir, ['--all']);
  expect(report.results.map(({ metrics }) => metrics[0]?.name)).toEqual(['pass_rate', 'pass_rate']);
  // The headlines say 0.5, and the one check of each run passed.
  expect(report.findings.map(({ rule }) => rule)).toContain('evidence/mismatch');
});

it.each(REPOSITORIES.filter(({ grows }) => grows !== undefined))(
  'a repository of $name lets what grows grow, and nothing else',
  async (given) => {
    const repository = repositoryOf(given);
    await proposalIn(repository.dir, { dryRun: false });
    repository.commit('Guarded');
    for (const [path, { added, edited }] of Object.entries(given.grows ?? {})) {
      for (const [content, expected] of [
        [added, 0],
        [edited, 1],
      ] as const) {
        repository.git('checkout', '-q', '-B', 'topic', 'main');
        repository.commit('Act', { [path]: content });
        expect([path, (await runCheck(repository.dir, ['--base', 'main'])).code]).toEqual([path, expected]);
      }
    }
  },
);

it('reads the metrics of one arm of a run that is a folder with the rows of that arm', async () => {
  const repository = TestRepository.create();
  made.push(repository);
  const graded = (passed: boolean) => json({ expectations: [{ text: 'x', passed }] });
  const rated = (mean: number) => ({ pass_rate: { mean, stddev: 0 } });
  repository.commit('A run', {
    'benchmarks/run-1/benchmark.json': json({
      metadata: { timestamp: '2026-05-01T10:00:00Z', executor_model: 'reader-2' },
      run_summary: { with_skill: rated(1), without_skill: rated(0) },
    }),
    ...many(
      2,
      (at) => `benchmarks/run-1/eval-${at}/with_skill/grading.json`,
      () => graded(true),
    ),
    ...many(
      2,
      (at) => `benchmarks/run-1/eval-${at}/without_skill/grading.json`,
      () => graded(false),
    ),
  });
  const { settings } = await proposalIn(repository.dir, { dryRun: false });
  expect(settings.series[0]?.format).toMatchObject({
    mapping: {
      metrics: '/benchmark.json/run_summary/with_skill',
      rows: { at: '/eval-*/with_skill/grading.json' },
      generated_at: '/benchmark.json/metadata/timestamp',
    },
  });
  repository.commit('Guarded');
  expect((await runCheck(repository.dir, ['--all'])).report.outcome).toBe('pass');
});

it('says in a comment what files do not say, and proposes thresholds that every arm of them meets', async () => {
  const repository = TestRepository.create();
  made.push(repository);
  const file = (model: string) => json({ model, results: { mmlu: { acc: 0.73 }, gsm8k: { acc: 0.6 } } });
  repository.commit('Two', {
    'scores/reader-2.json': file('reader-2'),
    'scores/reader-3.json': file('reader-3'),
  });
  const { policy, settings } = await proposalIn(repository.dir);
  expect(policy).toContain('      # decide: /results/* are read as arms');
  expect(policy).toContain('    #   acc: { min: 0.6 }');
  expect(settings.series[0]?.format).toMatchObject({ mapping: { arms: '/results/*' } });
});
