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
      /Not in the file:\n +the provider of agent/,
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
