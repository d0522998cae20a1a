import { execFileSync } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import { runCheck, runCli } from '../../support/cli.ts';
import { TestRepository } from '../../support/repository.ts';
import { nativeResult } from '../../support/result.ts';

const RECORD = 'results/eval-2026-01-01-corpus-run1.json';

let repository: TestRepository | null = null;
afterEach(() => {
  repository?.dispose();
  repository = null;
});

function published(files: Readonly<Record<string, string>> = {}): TestRepository {
  repository = TestRepository.create();
  repository.commit('Record', { [RECORD]: nativeResult(), 'docs/page.md': 'x\n', ...files });
  repository.publish();
  repository.git('switch', '--quiet', '--create', 'change');
  return repository;
}

describe('a misspelt policy never turns into a lenient one', () => {
  it.each([
    ['check --all'],
    ['check'],
    ['audit'],
    [`show ${RECORD}`],
    ['cite check docs/page.md'],
    ['record --unmeasured target_quota'],
  ])('%s refuses a --config that is not there', async (command) => {
    const made = published();
    made.commit('Docs', { 'docs/page.md': 'y\n' });
    const ran = await runCli(made.dir, [...command.split(' '), '--config', 'evalgaurd.yaml']);
    expect(ran).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no policy evalgaurd.yaml here'),
    });
  });

  it('a policy of another name counts once a change brings it', async () => {
    const made = published();
    made.commit('Policy', { 'eval/guard.yaml': 'version: 1\n' });
    expect(await runCheck(made.dir, ['--config', 'eval/guard.yaml'])).toMatchObject({ code: 0 });
  });
});

describe('nothing to look at', () => {
  it('a directory that is not there is told in words', async () => {
    const made = published();
    const ran = await runCli(made.dir, ['check', '-C', 'nowhere']);
    expect(ran).toMatchObject({ code: 2, stderr: expect.stringMatching(/nowhere cannot be entered/) });
  });

  it.each(['check', 'check --all', 'audit'])('%s before the first commit says so', async (command) => {
    repository = TestRepository.create();
    const ran = await runCli(repository.dir, command.split(' '));
    expect(ran).toMatchObject({ code: 3, stdout: expect.stringContaining('has none yet') });
    expect(ran.stdout).not.toContain('spelling');
  });

  it('--all says how many results were read, so that none cannot pass for some', async () => {
    const made = published({ 'evalguard.yaml': 'version: 1\nexempt: ["**"]\n' });
    expect((await runCli(made.dir, ['check', '--all'])).stdout).toContain('0 results read.');
    made.commit('Guard', { 'evalguard.yaml': 'version: 1\n' });
    expect((await runCli(made.dir, ['check', '--all'])).stdout).toContain('1 result read.');
  });
});

it('what is printed to undo a change can be pasted in any folder of the repository', async () => {
  const made = published();
  made.commit('Edit', { [RECORD]: nativeResult().replace('{', '{ ') });
  const { report } = await runCheck(made.path('docs'), []);
  const command = /`(git restore [^`]*)`/.exec(report.findings[0]?.remedy ?? '')?.[1] ?? '';
  execFileSync('sh', ['-c', command], { cwd: made.path('docs') });
  expect(made.git('diff', '--cached', '--name-only', 'main')).toBe('');
});

it('whoever asks to see a retraction is sent to the record that it names', async () => {
  const made = published();
  const of = { path: RECORD, sha256: '0'.repeat(64) };
  const retraction = { schema: 'evalguard.retraction/v1', of, reason: 'r', date: '2026-01-02' };
  made.write('retraction.json', JSON.stringify(retraction));
  const { code, stderr } = await runCli(made.dir, ['show', 'retraction.json']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('it is a retraction, not a result')]);
  expect(stderr).toContain('Take the record that it names');
});
