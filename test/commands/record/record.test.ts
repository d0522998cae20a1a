import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runCheck, runCli } from '../../support/cli.ts';
import { TestRepository } from '../../support/repository.ts';
import { nativeResult } from '../../support/result.ts';

let repository: TestRepository;
beforeEach(() => {
  repository = TestRepository.create();
  repository.commit('code', { 'agent.py': 'print(1)\n' });
  const env = { GIT_COMMITTER_DATE: '2026-09-01T00:00:00Z' };
  repository.gitWith({ env }, 'commit', '--quiet', '--amend', '--no-edit');
});
afterEach(() => repository.dispose());

const record = (input: string, ...args: string[]) =>
  runCli(repository.dir, ['record', '-', '--date', '2026-09-28', ...args], {}, input);
const recordJson = async (input: string, ...args: string[]) => {
  const ran = await record(input, '--json', ...args);
  return { ...ran, value: JSON.parse(ran.stdout) };
};
const stored = (path: string) => JSON.parse(readFileSync(repository.path(path), 'utf8'));

/** A run in a version of promptfoo's output that is not known. */
const REFUSED = '{"results": {"version": 9, "results": [], "stats": {}}}';

describe('evalguard record', () => {
  it('turns piped JSON into a record that the check takes, with what the machine knows', async () => {
    const { code, value } = await recordJson(nativeResult(), '--suite', 'eval', '--routing', 'corpus');
    expect([code, value.path]).toEqual([0, 'results/eval-2026-09-28-corpus-run1.json']);
    expect(stored(value.path)).toMatchObject({
      suite: 'eval',
      date: '2026-09-28',
      routing: 'corpus',
      run: 1,
      code: {
        commit: repository.git('rev-parse', 'HEAD'),
        tree: repository.git('rev-parse', 'HEAD^{tree}'),
        dirty: false,
      },
      source: { format: 'native', file: '-', recorded_by: expect.stringMatching(/^evalguard \d/) },
    });
    repository.commit('record');
    const checked = await runCheck(repository.dir, ['--base', 'HEAD^', '--head', 'HEAD']);
    expect([checked.code, checked.report.findings]).toEqual([0, []]);
  });

  it('says where the same file was recorded before, since two records of one run look like two measurements', async () => {
    const [one, other] = [nativeResult([true, false]), nativeResult([false, false])];
    const notes = async (input: string, ...args: string[]) =>
      (await record(input, '--suite', 'eval', '--routing', 'x', ...args)).stdout
        .split('\n')
        .filter((line) => line.includes('recorded before'));
    expect(await notes(one)).toEqual([]);
    expect(await notes(other)).toEqual([]);
    // Neither another variant nor another date makes another run of it (A8).
    for (const args of [
      ['--variant', 'b'],
      ['--date', '2026-09-27'],
    ]) {
      expect(await notes(one, ...args)).toEqual([
        expect.stringContaining('as results/eval-2026-09-28-x-run1.json:'),
      ]);
    }
    expect(await notes(one, '--dry-run')).toEqual([
      expect.stringContaining('as results/eval-2026-09-28-x-run1.json:'),
    ]);
    writeFileSync(repository.path('results/eval-2026-09-28-x-run1.json'), '{');
    expect(await notes(one)).toEqual([expect.stringContaining('as results/eval-2026-09-28-x-b-run1.json:')]);
    expect(await notes(one)).toEqual([expect.stringContaining('as results/eval-2026-09-28-x-run3.json:')]);
    // A result that was retracted is recorded again.
    for (const name of ['28-x-run3', '28-x-run4', '28-x-b-run1', '27-x-run1']) {
      writeFileSync(repository.path(`results/eval-2026-09-${name}.retraction-1.json`), '{}');
    }
    expect(await notes(one)).toEqual([]);
  });

  it('K082: gives the second run of a second the next number, also under capital letters', async () => {
    const paths = [];
    for (const suite of ['eval', 'EVAL', 'eval'])
      paths.push((await recordJson(nativeResult(), '--suite', suite, '--routing', 'x')).value.path);
    expect(paths).toEqual([
      'results/eval-2026-09-28-x-run1.json',
      'results/EVAL-2026-09-28-x-run2.json',
      'results/eval-2026-09-28-x-run3.json',
    ]);
  });

  it.each([
    [
      'at HEAD, deleted on disk',
      (r: TestRepository, name: string) => {
        r.commit('x', { [`results/${name}`]: '{}' });
        r.git('rm', '--quiet', '--cached', `results/${name}`);
        r.remove(`results/${name}`);
      },
    ],
    [
      'in the index alone',
      (r: TestRepository, name: string) => {
        r.write(`results/${name}`, '{}');
        r.git('add', '--all');
        r.remove(`results/${name}`);
      },
    ],
    [
      'on the upstream alone',
      (r: TestRepository, name: string) => {
        r.git('checkout', '--quiet', '-b', 'work');
        r.commit('theirs', { [`results/${name}`]: '{}' });
        r.publish('work');
        r.git('reset', '--quiet', '--hard', 'HEAD^');
        r.git('config', 'branch.work.remote', 'origin');
        r.git('config', 'branch.work.merge', 'refs/heads/work');
        r.git('config', 'remote.origin.url', '/nowhere');
        r.git('config', 'remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*');
      },
    ],
    [
      'on the default branch as it was fetched',
      (r: TestRepository, name: string) => {
        r.git('checkout', '--quiet', '-b', 'work');
        r.commit('theirs', { [`results/${name}`]: '{}' });
        r.publish('main', 'work');
        r.git('reset', '--quiet', '--hard', 'HEAD^');
      },
    ],
    [
      'in a directory that differs by case',
      (r: TestRepository, name: string) => {
        r.commit('x', { [`Results/${name}`]: '{}' });
        r.remove('Results');
      },
    ],
  ])('K028: takes no name that is taken %s', async (_, take) => {
    take(repository, 'Eval-2026-09-28-x-run4.json');
    const { value } = await recordJson(nativeResult(), '--routing', 'x');
    expect(value.path).toBe('results/eval-2026-09-28-x-run5.json');
  });

  it.each([
    [
      'NaN, as Python writes it',
      '{"schema":"evalguard.result/v1","metrics_version":1,"aggregate":{"x":NaN}}',
      'file/not-finite',
    ],
    [
      'a number too large to be one',
      '{"schema":"evalguard.result/v1","metrics_version":1,"aggregate":{"x":1e999}}',
      'file/not-finite',
    ],
    [
      'a key that stands twice',
      '{"schema":"evalguard.result/v1","metrics_version":1,"aggregate":{"x":0,"x":1}}',
      'file/duplicate-key',
    ],
    ['a misspelt key', nativeResult([true], { agregate: {} }), 'result/schema'],
    ['half a file', nativeResult().slice(0, 90), 'file/unparsable'],
    [
      'a judge among the models',
      nativeResult([true], { models: { agent: 'acme:a', judge: 'acme:j' } }),
      'judge/inside-models',
    ],
    ['null without a reason', nativeResult([true], { aggregate: { x: null } }), 'unmeasured/no-reason'],
  ])('refuses %s with the place, and writes nothing', async (_, input, rule) => {
    const { code, stdout, stderr } = await record(input);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('Nothing was recorded');
    expect(stderr).toContain(`(${rule})`);
    expect(stderr).not.toMatch(/\bat .*\.ts:\d/);
    expect(readdirSync(repository.dir)).not.toContain('results');
  });

  it('refuses a key in what the user says of the run, too', async () => {
    const key = `sk-ant-${'abcdefghij0123456789'}`;
    const refused = await record(nativeResult(), '--unmeasured', `target_error: key ${key}`);
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain('/reason looks like');
    expect(refused.stdout + refused.stderr).not.toContain(key);
    expect(existsSync(repository.path('results'))).toBe(false);
  });

  it('refuses what looks like a key, names the place and not the key; --allow-secrets warns and records', async () => {
    const key = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2)}`;
    const input = nativeResult([true], { extra: { env: { token: key } } });
    const refused = await record(input);
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toContain('/extra/env/token looks like a GitHub token');
    expect(refused.stderr).not.toContain(key);
    const allowed = await record(input, '--allow-secrets');
    expect(allowed.code).toBe(0);
    expect(allowed.stdout).toContain('warning  /extra/env/token looks like a GitHub token');
  });

  it.each([
    [['--unmeasured', 'quota'], 2, 'does not begin with a known reason'],
    [['--from', 'promtfoo'], 2, 'names neither a format nor a series'],
    [['--date', '2026-02-30'], 2, 'is no day of the calendar'],
    [['--metrics-version', 'three'], 2, 'is no whole number'],
    [['--ledger', '..'], 2, 'not in the work tree'],
  ])('refuses %j in words', async (args, code, words) => {
    const ran = await record(nativeResult(), ...args);
    expect([ran.code, ran.stdout]).toEqual([code, '']);
    expect(ran.stderr).toContain(words);
  });

  it.each([
    ['{"a":1}', ['--from', 'quack'], 'it does not have the shape of quack-test CSV', 'Leave --from out'],
    ['{"a":1}', ['--from', 'mine'], 'nothing stands at /numbers', 'correct the format of the series "mine"'],
    [REFUSED, ['--from', 'promptfoo'], 'its results.version is 9', 'Record one in a form that is read'],
    [REFUSED, [], 'its results.version is 9', 'Record one in a form that is read'],
  ])(
    'says of %s read %j why it was not recorded, and of no series that claims it',
    async (input, args, why, what) => {
      const series = 'version: 1\nseries:\n  mine:\n    files: "*.json"\n    format: { metrics: /numbers }\n';
      repository.write('evalguard.yaml', series);
      const { code, stdout, stderr } = await record(input, ...args);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain(`What was piped in was not recorded: ${why}`);
      expect(stderr).toContain(what);
      expect(stderr).not.toContain('claims this file');
    },
  );

  it('refuses what the policy’s limit would not read', async () => {
    repository.write('evalguard.yaml', 'version: 1\nmax_bytes: 300\n');
    const { code, stderr } = await record(nativeResult());
    expect([code, stderr]).toEqual([1, expect.stringContaining('(file/too-large)')]);
  });

  it('says what it cannot read: an unknown shape, a file that is not there, nothing at all', async () => {
    expect((await record('{"a":1}')).stderr).toContain('no reader knows its shape');
    const run = (...args: string[]) => runCli(repository.dir, ['record', ...args]);
    expect(await run('absent.json')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('absent.json cannot be read'),
    });
    expect(await run()).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no result to record'),
    });
    expect((await run('--help')).stdout).toContain('Exit codes');
  });

  it('records that a run could not measure, with no number in it', async () => {
    const bare = await runCli(repository.dir, ['record', '--unmeasured', 'target_quota: 429', '--json']);
    const { path } = JSON.parse(bare.stdout);
    expect(stored(path)).toMatchObject({ status: 'unmeasured', reason: 'target_quota: 429' });
    const { value } = await recordJson(
      nativeResult([true], { aggregate: { rate: 1 } }),
      '--unmeasured',
      'infrastructure',
    );
    expect(stored(value.path)).toMatchObject({
      aggregate: { rate: null },
      unmeasured: { rate: 'infrastructure' },
    });
    repository.commit('records');
    const { report } = await runCheck(repository.dir, ['--base', 'HEAD^']);
    expect(report.results.map(({ status }) => status)).toEqual(['unmeasured', 'unmeasured']);
    expect(report.results.flatMap(({ metrics }) => metrics.map(({ value: each }) => each))).toEqual([null]);
  });

  it('reads a team’s own JSON by the mapping of a series, and names it as the series does', async () => {
    repository.write(
      'evalguard.yaml',
      [
        'version: 1',
        'ledger: [evals]',
        'series:',
        '  own:',
        '    files: "night-*.json"',
        '    name: "{suite}-{date}-run{run}.json"',
        '    format: { metrics: /scores, models: /who, limits: /limits }',
        '',
      ].join('\n'),
    );
    const input = JSON.stringify({
      scores: { accuracy: 0.5, recall: null },
      who: { agent: 'acme:a' },
      limits: {},
    });
    const { value } = await recordJson(input, '--from', 'own', '--suite', 'night');
    expect(value).toMatchObject({ path: 'evals/night-2026-09-28-run1.json', guarded: true });
    expect(value.losses.length).toBeGreaterThan(0);
    expect(stored(value.path)).toMatchObject({
      aggregate: { accuracy: 0.5, recall: null },
      unmeasured: { recall: expect.any(String) },
      source: { format: 'mapping', claimed: { accuracy: 0.5, recall: null }, losses: value.losses },
    });
  });

  it('names no code for a run that is older than what is checked out', async () => {
    const input = nativeResult([true], { generated_at: '2026-08-31T10:00:00Z' });
    const old = await recordJson(input);
    expect(stored(old.value.path)).not.toHaveProperty('code');
    expect(old.value.notes).toEqual([expect.stringContaining('older than the commit')]);
    const own = await recordJson(
      nativeResult([true], { generated_at: '2026-08-31T10:00:00Z', code: { dirty: false } }),
    );
    expect([stored(own.value.path).code, own.value.notes]).toEqual([{ dirty: false }, []]);
  });

  it('writes nothing in a dry run, and shows what it would write', async () => {
    const { code, value } = await recordJson(nativeResult(), '--dry-run', '--routing', 'x');
    expect([code, value.recorded]).toEqual([0, false]);
    expect(value.record).toMatchObject({ run: 1, routing: 'x' });
    expect((await record(nativeResult(), '--dry-run')).stdout).toContain('would record results/');
    expect(readdirSync(repository.dir)).not.toContain('results');
  });

  it('calls a work tree dirty for changed code, not for records and the recorded file', async () => {
    repository.write('out.json', nativeResult());
    const run = async () => {
      const { stdout } = await runCli(repository.dir, ['record', 'out.json', '--json']);
      return stored(JSON.parse(stdout).path).code.dirty;
    };
    expect([await run(), await run()]).toEqual([false, false]);
    repository.write('agent.py', 'print(2)\n');
    expect(await run()).toBe(true);
  });

  it('keeps the CI run, and reads files from where the user stands also with -C', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'evalguard-outside-'));
    writeFileSync(join(outside, 'out.json'), nativeResult());
    const env = {
      GITHUB_ACTIONS: 'true',
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_REPOSITORY: 'acme/evals',
      GITHUB_RUN_ID: '7',
      GITHUB_RUN_ATTEMPT: '2',
    };
    const ran = await runCli(outside, ['record', 'out.json', '-C', repository.dir, '--json'], env);
    expect(stored(JSON.parse(ran.stdout).path).source).toMatchObject({
      file: 'out.json',
      ci: { provider: 'github', run: '7', url: 'https://github.com/acme/evals/actions/runs/7/attempts/2' },
    });
    rmSync(outside, { recursive: true });
  });

  it('says where nothing guards the record, and never writes through a link', async () => {
    expect((await record(nativeResult(), '--ledger', 'scratch')).stdout).toContain('nothing guards it');
    mkdirSync(repository.path('other'));
    symlinkSync('other', repository.path('results'));
    const ran = await record(nativeResult());
    expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining('is a link') });
    expect(readdirSync(repository.path('other'))).toEqual([]);
  });

  it('works outside any repository, and in one without commits', async () => {
    const plain = mkdtempSync(join(tmpdir(), 'evalguard-plain-'));
    const ran = await runCli(plain, ['record', '-', '--json'], {}, nativeResult());
    const { file } = JSON.parse(ran.stdout);
    expect(JSON.parse(readFileSync(file, 'utf8'))).not.toHaveProperty('code');
    rmSync(plain, { recursive: true });
    const young = TestRepository.create();
    expect((await runCli(young.dir, ['record', '-'], {}, nativeResult())).code).toBe(0);
    young.dispose();
  });
});

describe('the program as processes', () => {
  const run = promisify(execFile);
  const cli = join(import.meta.dirname, '../../../dist/cli.cjs');
  let shared: TestRepository;
  beforeAll(() => {
    shared = TestRepository.create();
    shared.commit('code', { 'out.json': nativeResult() });
  });
  afterAll(() => shared.dispose());

  it('K082: four at once get four names', async () => {
    const env = { PATH: process.env['PATH'] };
    const started = Array.from({ length: 4 }, () =>
      run(process.execPath, [cli, 'record', 'out.json', '--json'], { cwd: shared.dir, env }),
    );
    const paths = (await Promise.all(started)).map(({ stdout }) => JSON.parse(stdout).path);
    expect(new Set(paths).size).toBe(4);
    expect(readdirSync(shared.path('results'))).toHaveLength(4);
  });
});
