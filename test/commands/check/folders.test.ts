import { symlinkSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '../../../src/core/digest.ts';
import { runCheck, runCli } from '../../support/cli.ts';
import { fastImport } from '../../support/fast-import.ts';
import { TestRepository } from '../../support/repository.ts';
import { nativeResult } from '../../support/result.ts';

type Files = Readonly<Record<string, string>>;

const policy = (settings: string) =>
  `version: 1\nseries:\n  skill:\n    files: "*/benchmark.json"\n    format: { metrics: /benchmark.json/run_summary }\n    ${settings}\n`;
const WHOLE = policy('folder: whole');
const WITH_ROWS = WHOLE.replace(
  'run_summary }',
  'run_summary, rows: { at: "/eval-*/grading.json", checks: { at: /expectations, pass: /passed } }, definitions: { pass_rate: { mean: passed } } }',
);

/** A run: a headline, and a file for each case in a folder of its own. */
function aRun(run: string, passed: readonly number[] = [3, 4]): Files {
  const files: Record<string, string> = {};
  for (const [at, of] of passed.entries()) {
    const expectations = Array.from({ length: 4 }, (_, check) => ({
      text: `check ${check}`,
      passed: check < of,
    }));
    files[`results/${run}/eval-${at + 1}/grading.json`] = `${JSON.stringify({ expectations }, null, 2)}\n`;
    files[`results/${run}/eval-${at + 1}/timing.json`] = '{ "seconds": 3 }\n';
  }
  const mean = passed.reduce((sum, one) => sum + one / 4, 0) / passed.length;
  files[`results/${run}/benchmark.json`] =
    `${JSON.stringify({ run_summary: { pass_rate: mean } }, null, 2)}\n`;
  return files;
}

let repository: TestRepository;
beforeEach(() => {
  repository = TestRepository.create();
});
afterEach(() => repository.dispose());

function land(files: Files, settings = WHOLE): void {
  repository.commit('Runs', { 'evalguard.yaml': settings, ...files });
  repository.git('switch', '--quiet', '--create', 'topic');
}

async function check(...args: readonly string[]) {
  const { code, report } = await runCheck(repository.dir, args.length > 0 ? args : ['--base', 'main']);
  const found = report.findings.map(({ severity, rule, path, line }) =>
    [severity, rule, path, ...(line === null ? [] : [line])].join(' '),
  );
  return { code, found, report };
}

const errors = (found: readonly string[]) => found.filter((one) => one.startsWith('error'));

describe('a run as a folder', () => {
  it('is one result, and its other files are no results of their own', async () => {
    land({});
    repository.commit('a run', aRun('a'));
    const { code, found, report } = await check();
    expect([code, found]).toEqual([0, []]);
    expect(report.results.map(({ path, metrics }) => [path, metrics.map(({ value }) => value)])).toEqual([
      ['results/a/benchmark.json', [0.875]],
    ]);
    const all = await check('--all');
    expect([all.code, all.found, all.report.results.length]).toEqual([0, [], 1]);
  });

  it('names the file and its line where a part is broken, and does not read the result without it', async () => {
    land({});
    repository.commit('a run', {
      ...aRun('a'),
      'results/a/eval-2/grading.json': '{\n  "expectations": [,]\n}\n',
    });
    const { code, found, report } = await check();
    expect(code).toBe(1);
    expect(errors(found)).toEqual([
      'error result/schema results/a/benchmark.json',
      'error file/unparsable results/a/eval-2/grading.json 2',
    ]);
    expect(report.results).toEqual([]);
    expect(report.findings.map(({ message }) => message).join()).toContain(
      'eval-2/grading.json in its folder cannot be read',
    );
  });

  it.each<[string, Files, readonly string[]]>([
    [
      'a key that stands twice',
      { 'results/a/eval-1/grading.json': '{ "a": 1,\n "a": 2 }\n' },
      ['error file/duplicate-key results/a/eval-1/grading.json 2'],
    ],
    [
      'a secret in a log',
      { 'results/a/eval-1/run.log': `key ${'AKIA'}${'IOSFODNN7EXAMPLQ'}\n` },
      ['error file/secret results/a/eval-1/run.log 1'],
    ],
    [
      'a picture, a log and a README',
      {
        'results/a/plot.png': '\x89PNG\r\n\x1a\n\0',
        'results/a/run.log': 'x\n',
        'results/a/README.md': '# a\n',
      },
      [],
    ],
    [
      'YAML, CSV and JSON Lines',
      { 'results/a/x.yaml': 'a: 1\n', 'results/a/x.csv': 'a,b\n1,2\n', 'results/a/x.jsonl': '{}\n{}\n' },
      [],
    ],
    ['equal files', { 'results/a/eval-1/again.json': aRun('a')['results/a/eval-1/grading.json']! }, []],
    ['files named like members of every object', { 'results/a/__proto__/constructor.json': '{}\n' }, []],
  ])('%s in a folder', async (_, files, expected) => {
    land({});
    repository.commit('a run', { ...aRun('a'), ...files });
    const { found, report } = await check();
    expect(errors(found)).toEqual(expected);
    expect(report.results.length).toBe(1);
    expect((await check('--all')).report.results.length).toBe(1);
  });

  it('says what of a folder is not read', async () => {
    const nested = `version: 1\nseries:\n  skill: { files: "benchmark.json", folder: whole, format: { metrics: /benchmark.json/run_summary } }\n`;
    land({}, nested);
    repository.commit('a run', {
      ...aRun('a'),
      ...aRun('a/again'),
      'results/a/plot.png': 'x',
      'results/benchmark.json': '{}\n',
    });
    const { code, report } = await check();
    const losses = new Map(report.results.map(({ path, losses }) => [path, losses]));
    expect([...losses.keys()]).toEqual(['results/a/again/benchmark.json', 'results/a/benchmark.json']);
    expect(losses.get('results/a/benchmark.json')).toEqual([
      '/eval-1, /eval-2 are not read',
      'again: not read here, since results/a/again/benchmark.json makes it a result of its own',
      'plot.png: not read, since the ending is none of JSON, JSON Lines, YAML and CSV',
    ]);
    expect(code).toBe(1);
    expect(report.findings.find(({ path }) => path === 'results/benchmark.json')?.message).toContain(
      'that folder is the ledger results itself',
    );
  });

  it('a file that another series names is judged by that series too', async () => {
    land(
      {},
      `${WHOLE}  eval: { files: "eval-*.json", thresholds: { passed: { min: 0.9, enforce: true } } }\n`,
    );
    repository.commit('a run', { ...aRun('a'), 'results/a/eval-9.json': nativeResult([false]) });
    const { report } = await check();
    expect(report.results.map(({ path }) => path)).toEqual([
      'results/a/benchmark.json',
      'results/a/eval-9.json',
    ]);
  });

  it.each([
    ['by their headline', WHOLE],
    ['by rows of checks', WITH_ROWS],
  ])(
    'equal folders are duplicates %s, and those of an equal headline alone are looked into',
    async (_, settings) => {
      land(aRun('a'), settings);
      repository.commit('again', aRun('b'));
      expect((await check()).found).toEqual(['warning result/duplicate-evidence results/b/benchmark.json']);
    },
  );
});

describe('a folder is written once as a whole', () => {
  const late = 'error ledger/added-to-folder';

  it.each<[string, Files, readonly string[]]>([
    ['a late file', { 'results/a/notes.json': '{}\n' }, [`${late} results/a/notes.json`]],
    [
      'a late file in a folder inside',
      { 'results/a/eval-1/x/late.json': '{}\n' },
      [`${late} results/a/eval-1/x/late.json`],
    ],
    ['a late file of no known ending', { 'results/a/late.bin': '\0' }, [`${late} results/a/late.bin`]],
    [
      'a late headline in a folder inside',
      { 'results/a/eval-1/benchmark.json': '{}\n' },
      [`${late} results/a/eval-1/benchmark.json`],
    ],
    ['a README.md, which may always change', { 'results/a/README.md': '# a\n' }, []],
    ['a folder beside it', aRun('b', [1, 2]), []],
    [
      'a folder whose name differs by case alone',
      { 'results/A/late.json': '{}\n' },
      ['error ledger/name-collision results/A/late.json'],
    ],
  ])('%s', async (_, files, expected) => {
    land(aRun('a'));
    repository.commit('later', files);
    const { found } = await check();
    expect(errors(found)).toEqual(expected);
    for (const one of expected) expect((await check('--base', 'main', '--each-commit')).found).toContain(one);
  });

  it('a link and a submodule in a folder', async () => {
    land(aRun('a'));
    symlinkSync('benchmark.json', repository.path('results/a/link.json'));
    repository.git(
      'update-index',
      '--add',
      '--cacheinfo',
      `160000,${repository.git('rev-parse', 'HEAD')},results/a/sub`,
    );
    repository.git('add', 'results/a/link.json');
    repository.git('commit', '--quiet', '--message', 'links');
    const { found } = await check();
    expect(errors(found)).toEqual([
      `${late} results/a/link.json`,
      'error ledger/not-a-file results/a/link.json',
      `${late} results/a/sub`,
      'error ledger/not-a-file results/a/sub',
    ]);
  });

  it('a folder that is renamed, or loses a file', async () => {
    land(aRun('a'));
    repository.git('mv', 'results/a', 'results/b');
    repository.commit('moved');
    const moved = errors((await check()).found);
    expect(moved.length).toBe(5);
    expect(new Set(moved.map((one) => one.split(' ')[1]))).toEqual(new Set(['ledger/renamed']));
    repository.git('reset', '--quiet', '--hard', 'main');
    repository.remove('results/a/eval-2');
    repository.commit('less');
    expect(errors((await check()).found)).toEqual([
      'error ledger/deleted results/a/eval-2/grading.json',
      'error ledger/deleted results/a/eval-2/timing.json',
    ]);
  });

  it('what is staged, and what the base branch took in meanwhile', async () => {
    land({});
    repository.write('results/a/late.json', '{}\n');
    repository.git('add', '--all');
    expect((await check('--staged')).found).not.toContain(`${late} results/a/late.json`);
    repository.commit('a file of a run');
    repository.git('switch', '--quiet', 'main');
    repository.commit('the run', aRun('a'));
    repository.git('switch', '--quiet', 'topic');
    expect(errors((await check()).found)).toEqual([`${late} results/a/late.json`]);
    repository.git('merge', '--quiet', '--no-edit', 'main');
    expect(errors((await check()).found)).toEqual([`${late} results/a/late.json`]);
    repository.write('results/a/more.json', '{}\n');
    repository.git('add', '--all');
    expect((await check('--staged')).found).toContain(`${late} results/a/more.json`);
  });

  it('a headline may come after the files of its folder: no result had landed', async () => {
    const { 'results/a/benchmark.json': headline, ...parts } = aRun('a');
    land(parts);
    repository.commit('the headline', { 'results/a/benchmark.json': headline! });
    const { code, report } = await check();
    expect([code, report.results.length]).toEqual([0, 1]);
  });

  it('a folder that may grow takes more files, is read again, and takes no other headline', async () => {
    land(aRun('a'), policy('folder: grows'));
    repository.commit('more', { 'results/a/eval-3/grading.json': '{}\n' });
    const grown = await check();
    expect([grown.code, grown.report.results.map(({ path }) => path)]).toEqual([
      0,
      ['results/a/benchmark.json'],
    ]);
    repository.commit('broken', { 'results/a/eval-4/grading.json': '{' });
    expect(errors((await check()).found)).toContain('error file/unparsable results/a/eval-4/grading.json 1');
    repository.git('reset', '--quiet', '--hard', 'main');
    const both = policy('folder: grows').replace('*/benchmark.json', '**/bench*.json');
    repository.git('switch', '--quiet', 'main');
    repository.commit('wider', { 'evalguard.yaml': both });
    repository.git('switch', '--quiet', '--create', 'other');
    repository.commit('another', {
      'results/a/bench.json': '{}\n',
      'results/a/eval-1/benchmark.json': '{}\n',
    });
    expect(errors((await check()).found).filter((one) => one.startsWith(late))).toEqual([
      `${late} results/a/bench.json`,
      `${late} results/a/eval-1/benchmark.json`,
    ]);
  });

  it('a retraction of the headline retracts the run, and is no late addition', async () => {
    land(aRun('a'));
    const retracted = await runCli(repository.dir, ['retract', 'results/a', '--reason', 'wrong index']);
    expect([retracted.code, retracted.stderr]).toEqual([0, expect.any(String)]);
    repository.commit('retracted');
    const { code, found } = await check();
    expect([code, errors(found)]).toEqual([0, []]);
    const all = await check('--all');
    expect(all.report.results.map(({ path, status }) => [path, status])).toEqual([
      ['results/a/benchmark.json', 'retracted'],
    ]);
  });

  it('a part is retracted neither by the command nor by a file of its own', async () => {
    land(aRun('a'));
    const part = 'results/a/eval-1/grading.json';
    const refused = await runCli(repository.dir, ['retract', part, '--reason', 'wrong index']);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining(`${part} is a part of the result results/a/benchmark.json`),
    ]);
    const of = { path: part, sha256: sha256(Buffer.from(aRun('a')[part]!)) };
    const retraction = { schema: 'evalguard.retraction/v1', of, reason: 'wrong index', date: '2026-12-01' };
    repository.commit('by hand', {
      'results/a/eval-1/grading.retraction-1.json': `${JSON.stringify(retraction, null, 2)}\n`,
    });
    expect(errors((await check()).found)).toEqual([
      'error retraction/target results/a/eval-1/grading.retraction-1.json',
    ]);
  });
});

describe('a folder that is recorded, shown and compared', () => {
  it('is named by its headline or by the folder, on disk and in a commit', async () => {
    land({ ...aRun('a'), ...aRun('b', [4, 4]) });
    for (const name of [
      'results/a',
      'results/a/',
      'results/a/benchmark.json',
      'HEAD:results/a',
      'main:results/a/',
    ]) {
      const shown = await runCli(repository.dir, ['show', name, '--format', 'json']);
      const result = JSON.parse(shown.stdout);
      expect([name, result.path, result.metrics[0].value]).toEqual([name, 'results/a/benchmark.json', 0.875]);
    }
    const compared = await runCli(repository.dir, ['compare', 'results/a', 'results/b']);
    expect(compared.stdout).toContain('pass_rate  0.875 -> 1');
    const before = await runCli(repository.dir, ['compare', 'results/b']);
    expect(before.stdout).toContain('results/a/benchmark.json');
    for (const args of [['results/a'], ['results/a/benchmark.json', '--from', 'skill']]) {
      const recorded = await runCli(repository.dir, ['record', ...args]);
      expect([recorded.code, recorded.stderr]).toEqual([
        2,
        expect.stringMatching(/opy .+ into the ledger as it is/),
      ]);
    }
  });

  it('the last run is found among runs of many folders', async () => {
    const runs = Array.from({ length: 12 }, (_, at) =>
      aRun(
        `run-${10 + at}`,
        Array.from({ length: 9 }, () => 3),
      ),
    );
    land(Object.assign({}, ...runs));
    repository.commit('a run', aRun('run-99', [4]));
    const { report } = await check('--base', 'main', '--compare');
    expect(report.comparisons.map(({ base }) => base.path)).toEqual(['results/run-21/benchmark.json']);
  });
});

it('the last run is read from its folder: cases that are gone leave a threshold unmeasured', async () => {
  const format =
    'format: { metrics: /benchmark.json/run_summary, definitions: { pass_rate: { mean: passed } }, rows: { at: "/eval-*/grading.json", checks: { at: /expectations, pass: /passed } } }';
  const enforced = policy(
    'folder: whole\n    thresholds: { pass_rate: { min: 0.5, enforce: true } }',
  ).replace(/format: .+/, format);
  land(aRun('run-1', [3, 4, 0, 1]), enforced);
  repository.commit('half of it', aRun('run-2', [3, 4]));
  const half = await check();
  expect([half.code, half.report.thresholds.map(({ verdict, reason }) => [verdict, reason])]).toEqual([
    3,
    [['unmeasured', expect.stringContaining('eval-3')]],
  ]);
  repository.commit('all of it', aRun('run-3', [3, 4, 2, 2]));
  const all = await check('--base', 'HEAD~1');
  expect([all.code, all.report.thresholds.map(({ path, verdict }) => [path, verdict])]).toEqual([
    0,
    [['results/run-3/benchmark.json', 'met']],
  ]);
});

describe('a folder that costs much', () => {
  it('a file above the limit is named, and the result is not read without it', async () => {
    land({});
    repository.commit('a run', {
      ...aRun('a'),
      'results/a/trace.json': JSON.stringify('x'.repeat(30 * 2 ** 20)),
    });
    const { found, report } = await check();
    expect(errors(found)).toEqual([
      'error result/schema results/a/benchmark.json',
      'error file/too-large results/a/trace.json',
    ]);
    expect(report.results).toEqual([]);
  });

  it('files that are too large together are not read as one result', async () => {
    land({}, `${WHOLE}max_bytes: 2000\n`);
    const large = (at: number) => [`results/a/trace-${at}.json`, JSON.stringify('x'.repeat(1800))];
    repository.commit('a run', {
      ...aRun('a'),
      ...Object.fromEntries(Array.from({ length: 6 }, (_, at) => large(at))),
    });
    const { found, report } = await check();
    expect(errors(found)).toEqual(['error result/schema results/a/benchmark.json']);
    expect(report.findings[0]?.message).toContain('more than 10000 bytes to read');
  });

  it('ten thousand files are one result', async () => {
    const grading = (at: number) => [`results/a/eval-${at}/grading.json`, '{}\n'];
    fastImport(repository, [
      { branch: 'main', files: { 'evalguard.yaml': WHOLE } },
      {
        branch: 'topic',
        from: 'main',
        files: {
          'evalguard.yaml': WHOLE,
          ...aRun('a'),
          ...Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => grading(at + 3))),
        },
      },
    ]);
    const { code, report } = await check('--base', 'main', '--head', 'topic');
    expect([code, report.results.length, report.incomplete]).toEqual([0, 1, []]);
  });
});
