import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../../support/cli.ts';
import { TestRepository } from '../../support/repository.ts';
import { nativeResult } from '../../support/result.ts';
import { DOCUMENTED } from '../../support/schema-documents.ts';
import { validateNow } from '../../support/validate.ts';

const RESULT = 'results/eval-2026-09-28-corpus-run1.json';
const POLICY = [
  'version: 1',
  'series:',
  '  eval:',
  '    files: "eval-*.json"',
  '    thresholds: { passed: { min: 0.9 }, recall: { min: 0.5 } }',
  '',
].join('\n');
const content = nativeResult([true, true, false], {
  suite: 'eval',
  dataset: { name: 'queries', cases: 3 },
  judge: { route: 'acme:judge-1', baseline: { ruled: 3, unreached: 1 } },
  metrics: { passed: { aggregate: 'rate' } },
  aggregate: { passed: 0.6666666666666666, support: null },
  unmeasured: { support: 'judge_quota: 429' },
  thresholds: { passed: { min: 0.6, verdict: 'met' } },
  source: { format: 'quack', losses: ['the provider of agent'] },
});

let repository: TestRepository;
let outside: string;
beforeAll(async () => {
  repository = TestRepository.create();
  repository.commit('x', { 'evalguard.yaml': POLICY, [RESULT]: content });
  outside = mkdtempSync(join(tmpdir(), 'evalguard-outside-'));
  writeFileSync(join(outside, 'out.json'), content);
  writeFileSync(join(outside, 'both.json'), JSON.stringify(DOCUMENTED.find((each) => 'candidate' in each)));
});
afterAll(() => {
  repository.dispose();
  rmSync(outside, { recursive: true });
});

const show = (...args: string[]) => runCli(repository.dir, ['show', ...args]);

describe('evalguard show', () => {
  it('tells run, models, judge, metrics with verdicts, coverage and losses', async () => {
    const { code, stdout } = await show(RESULT);
    expect(code).toBe(0);
    for (const words of [
      /^results\/eval-2026-09-28-corpus-run1\.json$/m,
      /evaluated +agent acme:reader-2/,
      /judge +acme:judge-1, 3 ruled, 1 unreached/,
      /dataset +queries, 3 cases/,
      /passed .*missed at 0\.6\d* \(min 0\.9, within noise\); the harness: met \(min 0\.6\)/,
      /support +n\/a \(unmeasured\).*judge_quota: 429/,
      /recall +n\/a \(unmeasured\) +n\/a \(unmeasured\) \(min 0\.5\)/,
      /Not read, or not in the file:\n +the provider of agent/,
    ])
      expect(stdout).toMatch(words);
  });

  it('says the same as Markdown', async () => {
    const { stdout } = await show(RESULT, '--format', 'markdown');
    expect(stdout).toMatch(/\| `passed` \| 0\.66\d* \| missed at/);
    expect(stdout).toMatch(/\| `support` \| n\/a \(unmeasured\) \|/);
  });

  it('is one element of a report’s results as JSON, with the record in it', async () => {
    const value = JSON.parse((await show(RESULT, '--format', 'json')).stdout);
    const report = JSON.parse((await runCli(repository.dir, ['check', '--all', '--format', 'json'])).stdout);
    const { record, ...element } = value;
    expect(element).toEqual(report.results[0]);
    expect(record).toEqual(JSON.parse(content));
    expect(validateNow('report', { ...report, results: [value] })).toEqual([]);
  });

  it('is a list where a file holds two arms, and only the first holds the record', async () => {
    const value = JSON.parse((await show(join(outside, 'both.json'), '--format', 'json')).stdout);
    expect(
      value.map(({ arm, record }: { arm: string; record: object | null }) => [arm, record === null]),
    ).toEqual([
      ['baseline', false],
      ['candidate', true],
    ]);
  });

  it('takes a file outside any repository, REV:PATH, and files from where the user stands also with -C', async () => {
    const alone = await runCli(outside, ['show', 'out.json']);
    expect([alone.code, alone.stdout]).toEqual([0, expect.stringContaining('no series')]);
    expect((await show(`HEAD:${RESULT}`)).stdout).toBe((await show(RESULT)).stdout);
    const withC = await runCli(outside, ['show', 'out.json', '-C', repository.dir]);
    expect(withC.stdout).toBe(alone.stdout);
  });

  it.each([
    ['a file that is not there', ['absent.json'], 'absent.json cannot be read'],
    ['a directory', ['results'], 'it is a directory'],
    ['a file that is no result', ['evalguard.yaml'], 'cannot be shown'],
    ['a path that the commit does not hold', ['HEAD:absent.json'], 'holds no such file'],
    ['a revision that is none', [`nope:${RESULT}`], 'does not name a commit'],
  ])('refuses %s in words', async (_, args, words) => {
    const { code, stdout, stderr } = await show(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(words);
    expect(stderr).not.toMatch(/\bat .*\.ts:\d/);
  });

  it('says what is wrong with a result that breaks its schema', async () => {
    writeFileSync(join(outside, 'bad.json'), content.replace('"aggregate"', '"agregate"'));
    expect((await show(join(outside, 'bad.json'))).stderr).toContain('did you mean `aggregate`');
  });
});

describe('record, show and record again', () => {
  it.each([
    ['the one of this test', () => content],
    ['the whole native form', () => JSON.stringify(DOCUMENTED.find((each) => 'candidate' in each))],
    ['the least that is valid', () => nativeResult()],
  ])('change nothing but identity and source: %s', async (_, input) => {
    const first = JSON.parse((await runCli(repository.dir, ['record', '-', '--json'], {}, input())).stdout);
    const shown = await show(first.path, '--format', 'json');
    const again = await runCli(repository.dir, ['record', '-', '--json'], {}, shown.stdout);
    const second = JSON.parse(again.stdout);
    const [a, b] = [first, second].map(({ path }) => JSON.parse(readFileSync(repository.path(path), 'utf8')));
    expect(second.path).not.toBe(first.path);
    expect({ ...b, run: a.run, source: a.source }).toEqual(a);
    expect(Object.keys(b)).toEqual(Object.keys(a));
  });
});

describe('a file of a team that no series claims', () => {
  const own = {
    total: 2,
    passed: 2,
    failed: 0,
    cases: [
      { id: 'a', passed: true },
      { id: 'b', passed: false },
    ],
  };

  it('is read by what its shape is taken for, which is said, with a mapping to paste that reads the same', async () => {
    writeFileSync(join(outside, 'nightly-2026-01-01.json'), JSON.stringify(own));
    const { code, stdout } = await show(join(outside, 'nightly-2026-01-01.json'));
    expect(code).toBe(0);
    expect(stdout).toMatch(/passed +1 .*2 of 2 measured/);
    expect(stdout).toContain('/cases: 2 rows, id from /id, passed from /passed');
    const pasted = stdout.slice(stdout.indexOf('series:\n'));
    expect(pasted).toBe(
      [
        'series:',
        '  nightly:',
        '    files: "nightly-*.json"',
        '    format:',
        '      metrics: ""',
        '      rows: { at: /cases, id: /id, pass: /passed }',
        '',
      ].join('\n'),
    );
    const policy = TestRepository.create();
    policy.write('evalguard.yaml', `version: 1\n${pasted}`);
    policy.write('results/nightly-2026-01-01.json', JSON.stringify(own));
    const claimed = await runCli(policy.dir, ['show', 'results/nightly-2026-01-01.json']);
    policy.dispose();
    expect(claimed.stdout).toMatch(/passed +1 .*2 of 2 measured/);
    expect(claimed.stdout).not.toContain('No series claims this file');
  });

  it('is an element of a report with the mapping in it as JSON', async () => {
    writeFileSync(join(outside, 'own.json'), JSON.stringify(own));
    const { stdout } = await show(join(outside, 'own.json'), '--format', 'json');
    const { record, recognised, ...element } = JSON.parse(stdout);
    expect(recognised.mapping).toEqual({ metrics: '', rows: { at: '/cases', id: '/id', pass: '/passed' } });
    expect(element.metrics).toContainEqual(
      expect.objectContaining({ name: 'passed', claimed: 2, recomputed: 1 }),
    );
    expect(record).toMatchObject({ schema: 'evalguard.result/v1' });
  });

  it('is not read where it looks like no result, and no check ever guesses', async () => {
    writeFileSync(
      join(outside, 'settings.json'),
      JSON.stringify({ temperature: 0.2, thresholds: { f1: 0.5 } }),
    );
    expect(await show(join(outside, 'settings.json'))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no reader knows its shape'),
    });
    const made = TestRepository.create();
    made.commit('x', { 'results/own.json': JSON.stringify(own) });
    const { stdout } = await runCli(made.dir, ['check', '--all', '--format', 'json']);
    made.dispose();
    expect(JSON.parse(stdout).results).toEqual([]);
  });
});
