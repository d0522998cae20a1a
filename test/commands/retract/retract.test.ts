import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCheck, runCli } from '../../support/cli.ts';
import { TestRepository } from '../../support/repository.ts';
import { nativeResult } from '../../support/result.ts';

const BAD = 'results/eval-2026-09-28-corpus-run1.json';
const GOOD = 'results/eval-2026-09-29-corpus-run1.json';
const POLICY = [
  'version: 1',
  'ledger: [results]',
  'series:',
  '  eval:',
  '    files: "eval-*.json"',
  '    thresholds: { passed: { min: 0.9, enforce: true } }',
  '',
].join('\n');
const digest = (text: string) => createHash('sha256').update(text).digest('hex');

let repository: TestRepository;
beforeEach(() => {
  repository = TestRepository.create();
  repository.commit('records', {
    'evalguard.yaml': POLICY,
    [GOOD]: nativeResult([true]),
    [BAD]: nativeResult([false]),
  });
  repository.publish();
  repository.git('switch', '--quiet', '--create', 'change');
});
afterEach(() => repository.dispose());

const retract = (...args: string[]) => runCli(repository.dir, ['retract', ...args]);
const stored = (path: string) => JSON.parse(readFileSync(repository.path(path), 'utf8'));

function retraction(of: object, more: object = {}): string {
  return JSON.stringify({ schema: 'evalguard.retraction/v1', of, reason: 'r', date: '2026-09-29', ...more });
}

describe('evalguard retract', () => {
  it('K126: adds a retraction beside the record, which stays byte for byte', async () => {
    const ran = await retract(BAD, '--reason', 'the index was empty', '--superseded-by', GOOD, '--json');
    const value = JSON.parse(ran.stdout);
    expect([ran.code, value.path]).toEqual([0, 'results/eval-2026-09-28-corpus-run1.retraction-1.json']);
    expect(stored(value.path)).toEqual({
      schema: 'evalguard.retraction/v1',
      of: { path: BAD, sha256: digest(nativeResult([false])) },
      reason: 'the index was empty',
      date: new Date().toISOString().slice(0, 10),
      superseded_by: GOOD,
    });
    expect(repository.git('status', '--porcelain', '--', BAD)).toBe('');
    repository.commit('retract');
    const { code, report } = await runCheck(repository.dir, ['--base', 'main']);
    expect([code, report.findings]).toEqual([0, []]);
  });

  it('gives a second one the next number, and takes the digest of what git holds, not of the work tree', async () => {
    const first = await retract(BAD, '--reason', 'a');
    repository.write(BAD, nativeResult([false]).replaceAll('\n', '\r\n'));
    const second = JSON.parse((await retract(BAD, '--reason', 'b', '--json')).stdout);
    expect(first.stdout).toContain('git add :/results/eval-2026-09-28-corpus-run1.retraction-1.json');
    expect(second.path).toBe('results/eval-2026-09-28-corpus-run1.retraction-2.json');
    expect(stored(second.path).of.sha256).toBe(digest(nativeResult([false])));
  });

  it('takes files from where the user stands, also with -C, and writes nothing in a dry run', async () => {
    const ran = await runCli(repository.path('results'), [
      'retract',
      '-C',
      repository.dir,
      BAD.slice('results/'.length),
      '--reason',
      'x',
      '--dry-run',
    ]);
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining(`would retract ${BAD}`) });
    expect(repository.git('status', '--porcelain')).toBe('');
  });

  it.each([
    ['no reason', [BAD, '--reason', ' '], 'without a reason'],
    ['a file that is not there', ['results/x.json', '--reason', 'r'], 'cannot be read'],
    ['what is no record', ['evalguard.yaml', '--reason', 'r'], 'is no record'],
    ['itself as its successor', [BAD, '--reason', 'r', '--superseded-by', BAD], 'superseded by itself'],
    [
      'a successor that is not there',
      [BAD, '--reason', 'r', '--superseded-by', 'y.json'],
      'y.json cannot be read',
    ],
    ['a revision that is none', ['nope:results/x.json', '--reason', 'r'], 'does not name a commit'],
    ['no --reason at all', [BAD], '--reason'],
  ])('refuses %s in words', async (_, args, words) => {
    const ran = await retract(...args);
    expect([ran.code, ran.stdout]).toEqual([2, '']);
    expect(ran.stderr).toContain(words);
  });

  it('refuses what was never committed, and what lies in no repository', async () => {
    repository.write('results/new.json', '{}');
    expect((await retract('results/new.json', '--reason', 'r')).stderr).toContain('is not committed');
    expect((await runCli(tmpdir(), ['retract', 'x.json', '--reason', 'r'])).stderr).toContain(
      'no git work tree',
    );
  });
});

describe('a retraction in the check', () => {
  const check = (...args: string[]) => runCheck(repository.dir, args);

  it('marks the result, and passes it over for the threshold of its series', async () => {
    const worse = 'results/eval-2026-09-30-corpus-run1.json';
    repository.commit('worse', { [worse]: nativeResult([false]) });
    expect((await check('--all')).report.thresholds.map(({ path, verdict }) => [path, verdict])).toEqual([
      [worse, 'missed'],
    ]);
    expect((await retract(worse, '--reason', 'too early')).stderr).toContain('is not published');
    repository.publish('change');
    await retract(worse, '--reason', 'the wrong corpus');
    repository.commit('retract');
    const { code, report } = await check('--all');
    expect(report.thresholds.map(({ path, verdict }) => [path, verdict])).toEqual([[GOOD, 'met']]);
    expect(code).toBe(0);
    expect(report.results.find(({ path }) => path === worse)).toMatchObject({
      status: 'retracted',
      reason: 'the wrong corpus',
      retraction: 'results/eval-2026-09-30-corpus-run1.retraction-1.json',
    });
    for (const format of ['terminal', 'markdown'])
      expect((await runCli(repository.dir, ['check', '--all', '--format', format])).stdout).toContain(
        'retracted',
      );
  });

  it('is what its schema says, whatever it is called and whatever series its name falls into', async () => {
    repository.commit('retract', {
      'results/eval-note.json': retraction({ path: BAD, sha256: digest(nativeResult([false])) }),
    });
    const diff = await check('--base', 'main');
    expect([diff.code, diff.report.findings, diff.report.results]).toEqual([0, [], []]);
    const all = await check('--all');
    expect(all.report.results.filter(({ status }) => status === 'retracted').map(({ path }) => path)).toEqual(
      [BAD],
    );
  });

  it('frees no result that arrives with it', async () => {
    const worse = 'results/eval-2026-09-30-corpus-run1.json';
    const text = nativeResult([false]);
    repository.commit('both', {
      [worse]: text,
      'results/x.retraction-1.json': retraction({ path: worse, sha256: digest(text) }),
    });
    const { report, rules } = await check('--base', 'main');
    expect(rules).toEqual(['retraction/target', 'threshold/missed']);
    expect(report.results.map(({ status }) => status)).toEqual(['measured']);
    const all = await check('--all', '--base', 'main');
    expect(all.rules).toEqual(['retraction/target', 'threshold/missed']);
  });

  it('frees no other content under the same name', async () => {
    repository.commit('edit', {
      [GOOD]: nativeResult([false, false]),
      'results/x.retraction-1.json': retraction({ path: GOOD, sha256: digest(nativeResult([true])) }),
    });
    const { report } = await check('--all', '--base', 'main');
    expect(report.results.find(({ path }) => path === GOOD)?.status).toBe('measured');
    expect(report.counts.missed).toBe(1);
  });

  it.each([
    ['a path that never was', { path: 'results/never.json', sha256: digest('') }, ['retraction/target']],
    ['other bytes', { path: BAD, sha256: digest('') }, ['retraction/digest']],
  ])('is an error where it is of %s', async (_, of, expected) => {
    repository.commit('retract', { 'results/x.retraction-1.json': retraction(of) });
    const { code, rules } = await check('--base', 'main');
    expect([code, rules]).toEqual([1, expected]);
    expect((await check('--all')).report.results.some(({ status }) => status === 'retracted')).toBe(false);
  });

  it('acknowledges what history lost, by the digest of what was there', async () => {
    repository.git('switch', '--quiet', 'main');
    repository.git('rm', '--quiet', BAD);
    repository.commit('lose');
    repository.git('switch', '--quiet', '--create', 'acknowledge');
    const ran = await retract(`main^:${BAD}`, '--reason', 'deleted by mistake; void', '--json');
    repository.commit('acknowledge');
    const right = await check('--base', 'main');
    expect([JSON.parse(ran.stdout).of.sha256, right.code]).toEqual([digest(nativeResult([false])), 0]);
    repository.commit('wrong', { 'results/y.json': retraction({ path: BAD, sha256: digest('?') }) });
    expect((await check('--base', 'main')).rules).toEqual(['retraction/digest']);
  });
});
