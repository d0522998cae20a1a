import { existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readPolicy } from '../../../src/adapters/policy.ts';
import { runCheck, runCli } from '../../support/cli.ts';
import { proposalIn } from '../../support/init.ts';
import { TestRepository } from '../../support/repository.ts';
import { nativeResult } from '../../support/result.ts';

const WORKFLOW = '.github/workflows/evalguard.yml';
const made: TestRepository[] = [];
afterEach(() => {
  for (const repository of made.splice(0)) repository.dispose();
});

function given(files: Readonly<Record<string, string>> = {}): TestRepository {
  const repository = TestRepository.create();
  made.push(repository);
  if (Object.keys(files).length > 0) repository.commit('Before', files);
  return repository;
}

const read = (repository: TestRepository, path: string) => readFileSync(repository.path(path), 'utf8');
const mapped = JSON.stringify({ aggregate: { completion_rate: 0.9 }, results: [{ id: 'a' }] });

describe('evalguard init', () => {
  it('writes a policy that reads what is there, the workflow, and attributes', async () => {
    const native = 'results/eval-2026-01-01-corpus-run1.json';
    const repository = given({ [native]: nativeResult(), 'results/old-2026-01-01.json': mapped });
    const { code, stdout } = await runCli(repository.dir, ['init']);
    expect(code).toBe(0);
    expect(stdout).toContain('eval: eval-*.json (1 file, format native)');
    expect(stdout).toContain('old: old-*.json (1 file, read by a mapping)');
    const policy = await readPolicy(readFileSync(repository.path('evalguard.yaml')), 'evalguard.yaml');
    expect(policy.series.map(({ id, name }) => [id, name !== null])).toEqual([
      ['eval', true],
      ['old', false],
      ['recorded', true],
    ]);
    expect(parse(read(repository, WORKFLOW)).on.push).toEqual({ branches: ['main'] });
    expect(read(repository, '.gitattributes')).toMatch(/^results\/\*\* -text$/m);
    expect(repository.git('status', '--porcelain', '--untracked-files=all').split('\n')).toHaveLength(3);
    repository.commit('Guarded');
    const { code: judged, report } = await runCheck(repository.dir, ['--all']);
    expect([judged, report.results.map(({ series }) => series)]).toEqual([0, ['eval', 'old']]);
    expect(stdout).toContain('evalguard: PASS');
    expect(stdout).toContain('every record is as it landed');
  });

  it('finds nothing to do the second time', async () => {
    const repository = given({ 'results/old-2026-01-01.json': mapped });
    await runCli(repository.dir, ['init', '--hook', 'lefthook', '--codeowners', '@acme/evals']);
    repository.commit('Guarded');
    const { stdout } = await runCli(repository.dir, [
      'init',
      '--hook',
      'lefthook',
      '--codeowners',
      '@acme/evals',
    ]);
    expect(stdout).toContain('There is nothing to do.');
    expect(repository.git('status', '--porcelain')).toBe('');
  });

  it('shows in a dry run what it would change, and writes nothing', async () => {
    const repository = given({ '.gitattributes': '* text=auto\n' });
    const { stdout } = await runCli(repository.dir, ['init', '--dry-run']);
    expect(stdout).toContain('--- /dev/null\n+++ b/evalguard.yaml\n');
    expect(stdout).toContain('--- a/.gitattributes\n+++ b/.gitattributes\n');
    expect(stdout).toContain(' * text=auto\n');
    expect(stdout).toContain('+results/** -text\n');
    expect(stdout).toContain('Would create evalguard.yaml.');
    expect(repository.git('status', '--porcelain')).toBe('');
  });

  it('shows a difference that git applies, and that comes to the same', async () => {
    const repository = given({ '.gitattributes': '* text=auto' });
    const { stdout } = await runCli(repository.dir, ['init', '--dry-run']);
    const patch = stdout.slice(stdout.indexOf('--- '), stdout.indexOf('Would '));
    repository.gitWith({ input: patch }, 'apply', '-');
    expect((await runCli(repository.dir, ['init'])).stdout).toContain('There is nothing to do.');
  });

  it('never overwrites a policy or a workflow without --force, and goes by the policy that is there', async () => {
    const own = 'version: 1\nledger: [evals]\n';
    const repository = given({
      'evalguard.yaml': own,
      [WORKFLOW]: 'name: mine\n',
      'evals/a-2026-01-01.json': mapped,
    });
    const { stdout } = await runCli(repository.dir, ['init']);
    expect([read(repository, 'evalguard.yaml'), read(repository, WORKFLOW)]).toEqual([own, 'name: mine\n']);
    expect(stdout).toContain('evalguard.yaml is there already and was left alone; --force overwrites it');
    expect(read(repository, '.gitattributes')).toMatch(/^evals\/\*\* -text$/m);
    expect((await runCli(repository.dir, ['init'])).stdout).toContain('There is nothing to do.');
    await runCli(repository.dir, ['init', '--force']);
    expect(read(repository, 'evalguard.yaml')).toContain('a-*.json');
    expect(read(repository, WORKFLOW)).toContain('eval-artifacts');
  });

  it('proposes the same from any folder', async () => {
    const files = { 'evals/results/a-2026-01-01.json': mapped, 'evals/run.py': '', 'src/app.ts': '' };
    const repository = given(files);
    const { stdout } = await runCli(repository.dir, ['init', '--dry-run']);
    expect(stdout).toContain('a: a-*.json (1 file');
    for (const folder of ['src', 'evals', 'evals/results']) {
      expect((await runCli(repository.path(folder), ['init', '--dry-run'])).stdout).toBe(stdout);
    }
  });

  it('says the second time what it would add to the policy that is there', async () => {
    const repository = given({ 'results/a-2026-01-01.json': mapped });
    await runCli(repository.dir, ['init']);
    repository.commit('Guarded', {
      'eval/results.json': mapped,
      'eval/run.py': '',
      'results/b-2026-01-01.json': mapped,
    });
    const { stdout } = await runCli(repository.dir, ['init']);
    expect(stdout).toContain('There is nothing to do.');
    expect(stdout).toContain(
      'ledger: eval/results*.json (1 result is outside the ledger, such as eval/results.json)',
    );
    expect(stdout).toContain('series b: b-*.json (1 file of no series)');
    expect(repository.git('status', '--porcelain')).toBe('');
  });

  it('says that nobody was asked, and takes what guards more', async () => {
    const repository = given({ 'results/a-2026-01-01.json': mapped, 'results/index.json': '{"best":0.5}' });
    repository.commit('Newer', { 'results/index.json': '{"best":0.75}' });
    const { stdout } = await runCli(repository.dir, ['init', '--yes']);
    expect(stdout).toContain('one question was not asked (no terminal, or --yes)');
    expect(read(repository, 'evalguard.yaml')).toMatch(/^# exempt:\n# {2}- "results\/index.json"/m);
  });

  it('exempts at its full path what a person says may change', async () => {
    const repository = given({ 'results/a-2026-01-01.json': mapped, 'results/index.json': '{"best":0.5}' });
    repository.commit('Newer', { 'results/index.json': '{"best":0.75}' });
    const answers = new Map([['exempt results/index.json', true]]);
    const { settings } = await proposalIn(repository.dir, { answers });
    expect(settings.exempt).toEqual(['results/index.json']);
  });

  it('keeps a new ledger with a README, so that the guard has something to guard', async () => {
    const repository = given({ 'README.md': 'New.\n' });
    await runCli(repository.dir, ['init']);
    expect(existsSync(repository.path('results/README.md'))).toBe(true);
    repository.commit('Guarded');
    const { code, rules } = await runCheck(repository.dir, ['--all']);
    expect([code, rules]).toEqual([0, []]);
  });

  it('works in a repository without commits, and below its root', async () => {
    const repository = given();
    repository.write('deep/down/note.txt', '');
    const { code } = await runCli(repository.path('deep/down'), ['init']);
    expect([code, existsSync(repository.path('evalguard.yaml'))]).toEqual([0, true]);
  });

  it('guards results at the root by their names, and says that a crowded folder should be divided', async () => {
    const crowd = Array.from({ length: 1001 }, (_, run) => [
      `results/many-2026-01-01-c-run${run + 1}.json`,
      mapped,
    ]);
    const repository = given({ 'eval-2026-01-01.json': mapped, ...Object.fromEntries(crowd) });
    const { stdout } = await runCli(repository.dir, ['init', '--dry-run']);
    expect(stdout).toContain('1002 result files were found; the ledger is eval-*.json, results:');
    expect(stdout).toContain('results/ holds 1001 results in one flat directory');
    expect(stdout).toContain('results/<suite>/<yyyy-mm>/');
  });

  it.each([
    ['pre-commit', '.pre-commit-config.yaml'],
    ['lefthook', 'lefthook.yml'],
    ['husky', '.husky/pre-commit'],
    ['git', '.git/hooks/pre-commit'],
  ])('adds the hook for %s', async (program, file) => {
    const repository = given();
    repository.git('config', '--unset', 'core.hooksPath');
    const { stdout } = await runCli(repository.dir, ['init', '--hook', program]);
    expect(stdout).toContain(`Created ${file}.`);
    expect(read(repository, file)).toContain('evalguard');
    if (program === 'git') expect(statSync(repository.path(file)).mode & 0o111).not.toBe(0);
  });

  it('adds the owner to the CODEOWNERS that is there', async () => {
    const repository = given({ 'docs/CODEOWNERS': '* @acme/all\n' });
    await runCli(repository.dir, ['init', '--codeowners', '@acme/evals']);
    expect(read(repository, 'docs/CODEOWNERS')).toMatch(
      /^\* @acme\/all\n\n#.*\n\/evalguard.yaml @acme\/evals\n\/\.github\/workflows\/evalguard.yml @acme\/evals\n\/docs\/CODEOWNERS @acme\/evals\n$/,
    );
    expect(existsSync(repository.path('.github/CODEOWNERS'))).toBe(false);
  });
});

describe('evalguard init refuses', () => {
  it('to write through a link, in the place of a file or on the way to it', async () => {
    const [repository, elsewhere] = [given({ 'a.txt': '' }), given({ 'kept.yaml': 'kept: true\n' })];
    symlinkSync(elsewhere.path('kept.yaml'), repository.path('evalguard.yaml'));
    expect(await runCli(repository.dir, ['init'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('a link'),
    });
    repository.remove('evalguard.yaml');
    symlinkSync(elsewhere.dir, repository.path('.github'));
    const { code, stderr } = await runCli(repository.dir, ['init']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('leads out of the repository')]);
    expect(elsewhere.git('status', '--porcelain')).toBe('');
    expect(existsSync(repository.path('evalguard.yaml'))).toBe(false);
  });

  it('to write where a directory stands', async () => {
    const repository = given({ 'evalguard.yaml/a.txt': '' });
    expect(await runCli(repository.dir, ['init'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('evalguard.yaml is not touched'),
    });
  });

  it('to write half of it: where a hook cannot be added, nothing else is written either', async () => {
    const repository = given({ '.pre-commit-config.yaml': '- a list\n' });
    const { code, stderr } = await runCli(repository.dir, ['init', '--hook', 'pre-commit']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('not added to .pre-commit-config.yaml')]);
    expect(repository.git('status', '--porcelain')).toBe('');
  });

  it('a git hook where git keeps its hooks outside this repository', async () => {
    const [repository, shared] = [given(), given()];
    repository.git('config', 'core.hooksPath', shared.dir);
    const { code, stderr } = await runCli(repository.dir, ['init', '--hook', 'git']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('outside its work tree')]);
  });

  it.each([
    ['an owner that GitHub does not know', ['--codeowners', 'evals team']],
    ['a policy outside the repository', ['--config', '../evalguard.yaml']],
    ['an unknown hook program', ['--hook', 'overcommit']],
  ])('%s', async (_, args) => {
    expect((await runCli(given().dir, ['init', ...args])).code).toBe(2);
  });

  it('an invalid policy that is there, with its place', async () => {
    const repository = given({ 'evalguard.yaml': 'version: 1\nleger: [results]\n' });
    const { code, stderr } = await runCli(repository.dir, ['init']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('evalguard.yaml:2')]);
  });

  it('a folder that is no repository', async () => {
    const repository = given();
    repository.remove('.git');
    expect((await runCli(repository.dir, ['init'])).code).toBe(3);
  });
});
