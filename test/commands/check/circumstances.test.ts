import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { check } from '../../../src/commands/check/check.ts';
import { runCheck, runCli } from '../../support/cli.ts';
import { plainEnvironment, TestRepository } from '../../support/repository.ts';
import { nativeResult } from '../../support/result.ts';

const RECORD = 'results/eval-2026-01-01-corpus-run1.json';
const NEXT = 'results/eval-2026-01-02-corpus-run1.json';
const edited = nativeResult([true, true, true]);

const made: (TestRepository | string)[] = [];
afterEach(() => {
  for (const one of made.splice(0)) {
    if (typeof one === 'string') rmSync(one, { recursive: true, force: true });
    else one.dispose();
  }
});

function keep<T extends TestRepository | string>(one: T): T {
  made.push(one);
  return one;
}

/** `main` with one record, published; the branch `change` is checked out. */
function published(): TestRepository {
  const repository = keep(TestRepository.create());
  repository.commit('Record', { [RECORD]: nativeResult() });
  repository.publish();
  repository.git('switch', '--quiet', '--create', 'change');
  return repository;
}

function editedBranch(): TestRepository {
  const repository = published();
  repository.commit('Edit', { [RECORD]: edited });
  return repository;
}

describe('where evalguard cannot look, it says so and exits with 3', () => {
  it('a base that does not resolve (K005)', async () => {
    const { code, report } = await runCheck(editedBranch().dir, ['--base', 'deadbeef']);
    expect([code, report.outcome]).toEqual([3, 'incomplete']);
    expect(report.incomplete[0]?.message).toContain('--base "deadbeef"');
  });

  it('an empty base (K034)', async () => {
    const { code, report } = await runCheck(editedBranch().dir, ['--base', '']);
    expect([code, report.incomplete[0]?.message]).toEqual([3, expect.stringContaining('--base is empty')]);
  });

  it.each(['main..change', '--all', 'main:results', ':/Edit'])(
    'a base that is no commit: %s',
    async (base) => {
      const { code } = await runCheck(editedBranch().dir, [`--base=${base}`]);
      expect(code).toBe(3);
    },
  );

  it('a shallow clone, whose merge base is not certain (K001)', async () => {
    const origin = published();
    origin.commit('Edit', { [RECORD]: edited });
    origin.git('switch', '--quiet', 'main');
    origin.commit('Main moves on', { 'a.txt': 'a' });
    const clone = keep(TestRepository.clone(`file://${origin.dir}`, '--depth=1', '--no-single-branch'));
    clone.git('switch', '--quiet', '--detach', 'origin/change');
    const { code, report } = await runCheck(clone.dir, ['--base', 'origin/main']);
    expect(code).toBe(3);
    expect(report.incomplete[0]?.message).toContain('shallow');
    expect(report.incomplete[0]?.remedy).toContain('fetch-depth: 0');
  });

  it('a full clone in which a fetch with a depth cut the history off (K003)', async () => {
    const origin = published();
    origin.commit('Edit', { [RECORD]: edited });
    origin.git('switch', '--quiet', 'main');
    origin.commit('Main moves on', { 'a.txt': 'a' });
    const clone = keep(TestRepository.clone(`file://${origin.dir}`));
    clone.git('switch', '--quiet', '--detach', 'origin/change');
    clone.git('fetch', '--quiet', '--depth=1', 'origin', 'main');
    expect((await runCheck(clone.dir, ['--base', 'origin/main'])).code).toBe(3);
  });

  it('a tag named like the base branch that leads elsewhere', async () => {
    const repository = editedBranch();
    repository.git('tag', 'origin/main', 'change');
    const { code, report } = await runCheck(repository.dir, ['--base', 'origin/main']);
    expect([code, report.incomplete[0]?.message]).toEqual([3, expect.stringContaining('ambiguous')]);
    expect((await runCheck(repository.dir, [])).rules).toEqual(['ledger/modified']);
  });

  it('base and head the same commit (K036)', async () => {
    const { code, report } = await runCheck(published().dir, ['--base', 'origin/main']);
    expect([code, report.incomplete[0]?.message]).toEqual([3, expect.stringContaining('nothing to compare')]);
  });

  it('a blob that is missing', async () => {
    const repository = published();
    repository.commit('Add', { [NEXT]: edited });
    const oid = repository.git('rev-parse', `HEAD:${NEXT}`);
    rmSync(repository.path(`.git/objects/${oid.slice(0, 2)}/${oid.slice(2)}`));
    const { code, report } = await runCheck(repository.dir, ['--base', 'origin/main']);
    expect([code, report.incomplete[0]?.message]).toEqual([3, expect.stringContaining(oid)]);
  });

  it('a tree that is missing', async () => {
    const repository = editedBranch();
    const oid = repository.git('rev-parse', 'HEAD:results');
    rmSync(repository.path(`.git/objects/${oid.slice(0, 2)}/${oid.slice(2)}`));
    expect((await runCheck(repository.dir, ['--base', 'origin/main'])).code).toBe(3);
  });

  it('an object that does not hash to its name', async () => {
    const repository = published();
    repository.commit('Add', { [NEXT]: edited });
    const oid = repository.git('rev-parse', `HEAD:${NEXT}`);
    const other = repository.gitWith({ input: nativeResult([false]) }, 'hash-object', '-w', '--stdin');
    const place = (id: string) => repository.path(`.git/objects/${id.slice(0, 2)}/${id.slice(2)}`);
    chmodSync(place(oid), 0o644);
    execFileSync('cp', [place(other), place(oid)]);
    expect((await runCheck(repository.dir, ['--base', 'origin/main'])).code).toBe(3);
  });

  it('a directory that is no repository', async () => {
    const dir = keep(mkdtempSync(join(tmpdir(), 'evalguard-none-')));
    const { code, report } = await runCheck(dir, []);
    expect([code, report.incomplete[0]?.message]).toEqual([
      3,
      expect.stringContaining('not a git repository'),
    ]);
  });

  it.runIf(process.getuid?.() === 0)('a repository that belongs to another user (K045)', async () => {
    const repository = editedBranch();
    chownSync(repository.dir, 12_345, 12_345);
    chownSync(repository.path('.git'), 12_345, 12_345);
    const { code, report } = await runCheck(repository.dir, ['--base', 'origin/main']);
    expect([code, report.incomplete[0]?.message]).toEqual([3, expect.stringContaining('dubious ownership')]);
    expect(report.incomplete[0]?.remedy).toContain('safe.directory');
  });

  it('git is not there', async () => {
    const { code, report } = await runCheck(editedBranch().dir, [], { PATH: '' });
    expect([code, report.incomplete[0]?.message]).toEqual([3, expect.stringContaining('git was not found')]);
  });

  it('git fails at any step, or is killed (K002)', async () => {
    const repository = editedBranch();
    const real = execFileSync('which', ['git']).toString().trim();
    for (const step of ['rev-parse', 'cat-file', 'merge-base', 'rev-list', 'diff-index']) {
      for (const end of ['exit 1', 'exit 128', 'kill -9 $$']) {
        const bin = keep(mkdtempSync(join(tmpdir(), 'evalguard-bin-')));
        writeFileSync(
          join(bin, 'git'),
          `#!/bin/sh\ncase " $* " in *" ${step} "*) ${end};; esac\nexec ${real} "$@"\n`,
        );
        chmodSync(join(bin, 'git'), 0o755);
        repository.git('commit', '--quiet', '--allow-empty', '--message', 'Further');
        const staged = step === 'rev-list' || step === 'diff-index';
        const args = staged ? ['--staged'] : ['--base', 'origin/main'];
        const { code, report } = await runCheck(repository.dir, args, { PATH: `${bin}:/usr/bin:/bin` });
        expect([step, end, code, report.outcome]).toEqual([step, end, 3, 'incomplete']);
      }
    }
  });

  it('no default branch to compare with', async () => {
    const repository = keep(TestRepository.create('--initial-branch=trunk'));
    repository.git('branch', '-M', 'trunk');
    repository.commit('Record', { [RECORD]: nativeResult() });
    expect((await runCheck(repository.dir, [])).code).toBe(3);
  });

  it('CI without a base (K034)', async () => {
    const { code, stderr } = await runCli(editedBranch().dir, ['check'], { CI: 'true' });
    expect([code, stderr]).toEqual([3, expect.stringContaining('--base')]);
  });

  it('an index with an unresolved merge', async () => {
    const repository = published();
    repository.commit('One', { 'a.txt': 'one' });
    repository.git('switch', '--quiet', '--create', 'other', 'main');
    repository.commit('Two', { 'a.txt': 'two' });
    expect(() => repository.git('merge', 'change')).toThrow();
    const { code, report } = await runCheck(repository.dir, ['--staged']);
    expect([code, report.incomplete[0]?.message]).toEqual([3, expect.stringContaining('a.txt')]);
  });
});

describe('what reshapes git’s answers changes no verdict', () => {
  it('a git before 2.36, which answers objects one by one, finds the same', async () => {
    const repository = editedBranch();
    const real = execFileSync('which', ['git']).toString().trim();
    const bin = keep(mkdtempSync(join(tmpdir(), 'evalguard-bin-')));
    const refusal = 'echo "error: unknown option batch-command" >&2; exit 129';
    const script = `#!/bin/sh\ncase " $* " in *" --batch-command "*) ${refusal};; esac\nexec ${real} "$@"\n`;
    writeFileSync(join(bin, 'git'), script);
    chmodSync(join(bin, 'git'), 0o755);
    const args = ['--base', 'origin/main'];
    const old = await runCheck(repository.dir, args, { PATH: `${bin}:/usr/bin:/bin` });
    const own = await runCheck(repository.dir, args);
    expect([old.code, old.report.findings, old.report.incomplete]).toEqual([1, own.report.findings, []]);
  });

  it.each([
    ['diff.relative', 'true'],
    ['diff.ignoreSubmodules', 'all'],
    ['diff.renames', 'copies'],
    ['diff.external', '/bin/true'],
    ['diff.noprefix', 'true'],
    ['diff.orderFile', '/dev/null'],
    ['diff.algorithm', 'patience'],
    ['core.quotePath', 'false'],
    ['core.attributesFile', '/dev/null'],
    ['core.autocrlf', 'true'],
    ['core.ignoreCase', 'true'],
    ['core.precomposeUnicode', 'true'],
    ['core.fileMode', 'false'],
    ['core.abbrev', '4'],
    ['core.pager', 'false'],
    ['core.sparseCheckout', 'true'],
    ['core.useReplaceRefs', 'true'],
    ['color.ui', 'always'],
    ['status.relativePaths', 'false'],
    ['submodule.recurse', 'true'],
    ['log.showSignature', 'true'],
    ['i18n.logOutputEncoding', 'latin1'],
    ['alias.diff-tree', '!true'],
  ])('%s = %s (K024, K030)', async (name, value) => {
    const repository = editedBranch();
    repository.git('config', name, value);
    mkdirSync(repository.path('deep/down'), { recursive: true });
    for (const cwd of [repository.dir, repository.path('deep/down'), repository.path('results')]) {
      expect((await runCheck(cwd, ['--base', 'origin/main'])).rules).toEqual(['ledger/modified']);
    }
  });

  it('a replace ref that hides the edit', async () => {
    const repository = editedBranch();
    repository.git(
      'replace',
      repository.git('rev-parse', `HEAD:${RECORD}`),
      repository.git('rev-parse', `main:${RECORD}`),
    );
    repository.git('replace', 'HEAD', 'main');
    expect((await runCheck(repository.dir, ['--base', 'origin/main'])).rules).toEqual(['ledger/modified']);
  });

  it('a graft that moves the merge base', async () => {
    const repository = published();
    repository.commit('Edit', { [RECORD]: edited });
    const later = repository.commit('Later', { 'a.txt': 'a' });
    mkdirSync(repository.path('.git/info'), { recursive: true });
    repository.write('.git/info/grafts', `${repository.git('rev-parse', 'main')} ${later}\n`);
    expect((await runCheck(repository.dir, ['--base', 'origin/main'])).rules).toEqual(['ledger/modified']);
  });

  it('GIT_* variables of the caller', async () => {
    const repository = editedBranch();
    const other = published();
    const env = {
      GIT_DIR: other.path('.git'),
      GIT_WORK_TREE: other.dir,
      GIT_EXTERNAL_DIFF: '/bin/true',
      GIT_LITERAL_PATHSPECS: '0',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'diff.relative',
      GIT_CONFIG_VALUE_0: 'true',
      GIT_CONFIG_PARAMETERS: "'diff.relative'='true'",
    };
    expect((await runCheck(repository.dir, ['--base', 'origin/main'], env)).rules).toEqual([
      'ledger/modified',
    ]);
  });

  it('a git that the pull request brings on PATH is not run', async () => {
    const repository = editedBranch();
    const proof = keep(join(tmpdir(), `evalguard-ran-${process.pid}`));
    repository.write('bin/git', `#!/bin/sh\ntouch ${proof}\nexit 0\n`);
    chmodSync(repository.path('bin/git'), 0o755);
    const link = keep(mkdtempSync(join(tmpdir(), 'evalguard-bin-')));
    symlinkSync(repository.path('bin/git'), join(link, 'git'));
    for (const path of [
      `${repository.path('bin')}:/usr/bin:/bin`,
      `${link}:/usr/bin:/bin`,
      'bin:/usr/bin:/bin',
      ':/usr/bin:/bin',
    ]) {
      expect((await runCheck(repository.dir, ['--base', 'origin/main'], { PATH: path })).rules).toEqual([
        'ledger/modified',
      ]);
    }
    expect(() => execFileSync('ls', [proof], { stdio: 'pipe' })).toThrow();
    const { code } = await runCheck(repository.dir, ['--base', 'origin/main'], {
      PATH: repository.path('bin'),
    });
    expect(code).toBe(3);
  });

  it('an embedded bare repository is not looked into', async () => {
    const repository = editedBranch();
    const bare = repository.path('results/bare');
    execFileSync('git', ['init', '--quiet', '--bare', bare]);
    const { code, report } = await runCheck(bare, ['--base', 'origin/main']);
    expect([code, report.incomplete.length]).toEqual([3, 1]);
  });

  it('names that are not UTF-8 and that a decoder prints alike', async () => {
    const repository = published();
    const blob = (text: string) => repository.gitWith({ input: text }, 'hash-object', '-w', '--stdin');
    const tree = (names: readonly (readonly [Buffer, string])[]) =>
      repository.gitWith(
        {
          input: Buffer.concat(
            names.flatMap(([name, oid]) => [Buffer.from(`100644 blob ${oid}\t`), name, Buffer.from('\0')]),
          ),
        },
        'mktree',
        '-z',
      );
    const commit = (names: readonly (readonly [Buffer, string])[], ...parents: string[]) => {
      const root = repository.gitWith({ input: `040000 tree ${tree(names)}\tresults\0` }, 'mktree', '-z');
      return repository.git('commit-tree', root, '-m', 'c', ...parents.flatMap((parent) => ['-p', parent]));
    };
    const first = Buffer.from('run-\xff.json', 'latin1');
    const second = Buffer.from('run-\xfe.json', 'latin1');
    const base = commit([
      [first, blob('{"a":1}')],
      [second, blob('{"a":2}')],
    ]);
    const swapped = commit(
      [
        [first, blob('{"a":2}')],
        [second, blob('{"a":1}')],
      ],
      base,
    );
    const { rules, report } = await runCheck(repository.dir, ['--base', base, '--head', swapped]);
    expect([rules, report.findings.length]).toEqual([['ledger/modified'], 2]);
    const lost = commit([[second, blob('{"a":2}')]], base);
    expect((await runCheck(repository.dir, ['--base', base, '--head', lost])).rules).toEqual([
      'ledger/deleted',
    ]);
  });
});

describe('honest work passes', () => {
  it('an addition after main moved on (K007)', async () => {
    const repository = published();
    repository.commit('Add', { [NEXT]: edited });
    repository.git('switch', '--quiet', 'main');
    repository.commit('Main adds another', { 'results/eval-2026-01-04-corpus-run1.json': edited });
    repository.publish();
    repository.git('switch', '--quiet', 'change');
    const { code, report } = await runCheck(repository.dir, []);
    expect([code, report.changes.map(({ path }) => path)]).toEqual([0, [NEXT]]);
  });

  it('a merge of main', async () => {
    const repository = published();
    repository.commit('Add', { [NEXT]: edited });
    repository.git('switch', '--quiet', 'main');
    repository.commit('Main adds another', { 'results/eval-2026-01-04-corpus-run1.json': edited });
    repository.publish();
    repository.git('switch', '--quiet', 'change');
    repository.git('merge', '--quiet', '--no-edit', 'main');
    const { code, report } = await runCheck(repository.dir, []);
    expect([code, report.changes.map(({ path }) => path)]).toEqual([0, [NEXT]]);
  });

  it('what reached main under other commits is no change of the branch (K009)', async () => {
    const repository = published();
    repository.commit('Feature', { [NEXT]: edited });
    repository.git('switch', '--quiet', 'main');
    repository.git('merge', '--quiet', '--squash', 'change');
    repository.git('commit', '--quiet', '--message', 'Squashed');
    repository.publish();
    repository.git('switch', '--quiet', 'change');
    repository.commit('More', { 'results/eval-2026-01-05-corpus-run1.json': edited });
    const { code, report } = await runCheck(repository.dir, []);
    expect([code, report.changes.map(({ path }) => path)]).toEqual([
      0,
      ['results/eval-2026-01-05-corpus-run1.json'],
    ]);
  });

  it('on a detached HEAD (K047), in a linked worktree, and through -C', async () => {
    const repository = published();
    repository.commit('Add', { [NEXT]: edited });
    repository.git('switch', '--quiet', '--detach');
    expect((await runCheck(repository.dir, [])).code).toBe(0);
    const linked = keep(mkdtempSync(join(tmpdir(), 'evalguard-linked-')));
    repository.git('worktree', 'add', '--quiet', join(linked, 'tree'), 'change');
    expect((await runCheck(join(linked, 'tree'), [])).code).toBe(0);
    expect((await runCheck('/', ['-C', join(linked, 'tree')])).code).toBe(0);
  });

  it('a first commit (K178)', async () => {
    const repository = keep(TestRepository.create());
    repository.write(RECORD, nativeResult());
    repository.git('add', '--all');
    const { code, report } = await runCheck(repository.dir, ['--staged']);
    expect([code, report.counts.added]).toEqual([0, 1]);
  });

  it('an amend of a record that is not published (K179)', async () => {
    const repository = published();
    repository.commit('Add', { [NEXT]: nativeResult() });
    repository.write(NEXT, edited);
    repository.git('add', '--all');
    expect((await runCheck(repository.dir, ['--staged'])).code).toBe(0);
  });

  it('a merge in progress: what main changed is not this commit’s (K181)', async () => {
    const repository = published();
    repository.commit('Add', { [NEXT]: edited });
    repository.git('switch', '--quiet', 'main');
    repository.commit('Main retires a record', { [RECORD]: edited });
    repository.publish();
    repository.git('switch', '--quiet', 'change');
    repository.git('merge', '--quiet', '--no-commit', '--no-ff', 'main');
    expect((await runCheck(repository.dir, ['--staged'])).code).toBe(0);
    repository.write(RECORD, nativeResult([false]));
    repository.git('add', '--all');
    expect((await runCheck(repository.dir, ['--staged'])).rules).toEqual(['ledger/modified']);
  });
});

describe('a file that is only intended to be added is not part of the commit', () => {
  it('and is not judged', async () => {
    const repository = published();
    repository.write(NEXT, '');
    repository.write('note.txt', 'x');
    repository.git('add', 'note.txt');
    repository.git('add', '--intent-to-add', NEXT);
    const { code, report } = await runCheck(repository.dir, ['--staged']);
    expect([code, report.counts.added, report.findings]).toEqual([0, 0, []]);
  });

  it('and a record that is taken out of the index so is deleted', async () => {
    const repository = published();
    repository.git('rm', '--quiet', '--cached', RECORD);
    repository.git('add', '--intent-to-add', RECORD);
    const { code, rules } = await runCheck(repository.dir, ['--staged']);
    expect([code, rules]).toEqual([1, ['ledger/deleted']]);
  });

  it('nor is it anything that a CI job has staged', async () => {
    const repository = published();
    repository.write(NEXT, '');
    repository.git('add', '--intent-to-add', NEXT);
    expect((await runCheck(repository.dir, ['--staged'], { CI: 'true' })).code).toBe(3);
  });
});

describe('dishonest histories are refused', () => {
  it('an addition where main meanwhile holds another record of the name (K010)', async () => {
    const repository = published();
    repository.commit('Add', { [NEXT]: edited });
    repository.git('switch', '--quiet', 'main');
    repository.commit('Main adds it too', { [NEXT]: nativeResult() });
    repository.publish();
    repository.git('switch', '--quiet', 'change');
    expect((await runCheck(repository.dir, [])).rules).toEqual(['ledger/overwrites-base']);
  });

  it('an amend of a published record, and a reset behind it', async () => {
    const repository = published();
    repository.commit('Add', { [NEXT]: nativeResult() });
    repository.publish('change');
    repository.git('update-ref', 'refs/remotes/origin/main', 'change');
    repository.write(NEXT, edited);
    repository.git('add', '--all');
    expect((await runCheck(repository.dir, ['--staged'])).rules).toEqual(['ledger/modified']);
    repository.git('reset', '--quiet', '--soft', 'HEAD^');
    expect((await runCheck(repository.dir, ['--staged'])).rules).toEqual(['ledger/overwrites-base']);
  });

  it('an edit made while merging main (K048)', async () => {
    const repository = published();
    repository.commit('Work', { 'a.txt': 'a' });
    repository.git('switch', '--quiet', 'main');
    repository.commit('Main moves', { 'b.txt': 'b' });
    repository.publish();
    repository.git('switch', '--quiet', 'change');
    repository.git('merge', '--quiet', '--no-commit', '--no-ff', 'main');
    repository.write(RECORD, edited);
    repository.git('add', '--all');
    expect((await runCheck(repository.dir, ['--staged'])).rules).toEqual(['ledger/modified']);
    repository.git('commit', '--quiet', '--no-edit');
    expect((await runCheck(repository.dir, [])).rules).toEqual(['ledger/modified']);
  });

  it('a record of either merge base after criss-cross merges', async () => {
    const repository = published();
    const one = repository.commit('One', { 'results/one.json': '{"a":1}\n' });
    repository.git('switch', '--quiet', 'main');
    const two = repository.commit('Two', { 'results/two.json': '{"a":2}\n' });
    repository.git('merge', '--quiet', '--no-edit', one);
    repository.publish();
    repository.git('switch', '--quiet', 'change');
    repository.git('merge', '--quiet', '--no-edit', two);
    for (const name of ['one', 'two']) {
      repository.remove(`results/${name}.json`);
      repository.commit(`Without ${name}`);
      const { rules, report } = await runCheck(repository.dir, []);
      expect([rules, report.range.how]).toEqual([
        ['ledger/deleted'],
        expect.stringContaining('2 merge bases'),
      ]);
      repository.git('reset', '--quiet', '--hard', 'HEAD^');
    }
  });

  it('a revert of a landed record (K050)', async () => {
    const repository = published();
    repository.git('revert', '--no-edit', 'main');
    expect((await runCheck(repository.dir, [])).rules).toEqual(['ledger/deleted']);
  });

  it.each([
    ['commit -a', ['-a']],
    ['commit --only', ['--only', RECORD]],
  ])('%s in a hook, whose index is not the usual one', async (_, args) => {
    const repository = published();
    const hooks = keep(mkdtempSync(join(tmpdir(), 'evalguard-hooks-')));
    const program = join(dirname(new URL(import.meta.url).pathname), '../../../dist/cli.cjs');
    writeFileSync(
      join(hooks, 'pre-commit'),
      `#!/bin/sh\nexec ${process.execPath} ${program} check --staged\n`,
    );
    chmodSync(join(hooks, 'pre-commit'), 0o755);
    repository.git('config', 'core.hooksPath', hooks);
    repository.write(RECORD, edited);
    expect(() => repository.git('commit', '--message', 'Edit', ...args)).toThrow(/ledger\/modified/);
    repository.git('restore', RECORD);
    repository.write('README.md', 'Read me.\n');
    repository.git('add', '--all');
    repository.git('commit', '--message', 'Honest', '-a');
  });
});

describe('no program of the configuration is started (C9)', () => {
  const HOOKS = [
    'post-index-change',
    'reference-transaction',
    'pre-commit',
    'post-checkout',
    'fsmonitor-watchman',
  ];

  /** A repository in which everything that git can be configured to start leaves a proof; gives the proof's path. */
  function booby(repository: TestRepository): string {
    const place = keep(mkdtempSync(join(tmpdir(), 'evalguard-programs-')));
    const proof = join(place, 'proof');
    const script = join(place, 'program');
    writeFileSync(script, `#!/bin/sh\necho "$0 $*" >> ${proof}\nexit 1\n`);
    chmodSync(script, 0o755);
    for (const hook of HOOKS) symlinkSync(script, join(place, hook));
    const settings: readonly (readonly [string, string])[] = [
      ...['core.fsmonitor', 'core.askPass', 'core.pager', 'core.editor', 'core.sshCommand'].map(
        (name) => [name, script] as const,
      ),
      ['core.hooksPath', place],
      ['core.alternateRefsCommand', script],
      ['credential.helper', script],
      ['diff.external', script],
      ...['diff.x.command', 'diff.x.textconv', 'filter.x.clean', 'filter.x.smudge', 'filter.x.process'].map(
        (name) => [name, script] as const,
      ),
      ['merge.x.driver', script],
      ['merge.default', 'x'],
      ['merge.renormalize', 'true'],
      ['log.showSignature', 'true'],
      ['gpg.program', script],
      ['uploadpack.packObjectsHook', script],
      ['pager.status', script],
    ];
    for (const [name, value] of settings) repository.git('config', name, value);
    repository.write('.git/info/attributes', '* diff=x filter=x merge=x\n');
    return proof;
  }

  /** A branch with an edit of a record on it, another in its work tree, and a `main` that moved on; traps everywhere. */
  function trapped(staged: boolean) {
    const repository = editedBranch();
    repository.git('switch', '--quiet', 'main');
    repository.commit('Meanwhile', { 'a.txt': 'a' });
    repository.publish();
    repository.git('switch', '--quiet', 'change');
    // As long as before: git has to look inside.
    repository.write(RECORD, edited.replace('eval', 'EVAL'));
    repository.write('new.json', nativeResult([false]));
    if (staged) repository.git('add', RECORD);
    const proof = booby(repository);
    const env = { SSH_ASKPASS: join(dirname(proof), 'program'), DISPLAY: ':0' };
    return { repository, env, started: () => (existsSync(proof) ? readFileSync(proof, 'utf8') : '') };
  }

  it.each([
    ['a range', ['check', '--base', 'origin/main'], 1],
    ['each commit', ['check', '--base', 'origin/main', '--each-commit'], 1],
    ['the index', ['check', '--staged'], 1],
    ['the whole ledger', ['check', '--all'], 0],
    ['an audit', ['audit'], 1],
    ['where hooks stand', ['init', '--dry-run'], 0],
  ])('for %s', async (_, args, expected) => {
    const { repository, env, started } = trapped(args.includes('--staged'));
    const { code, stderr } = await runCli(repository.dir, args, env);
    expect([code, stderr]).toEqual([expected, expect.anything()]);
    expect(started()).toBe('');
  });

  it('for the note about the work tree, which asks git whether files differ', async () => {
    const { repository, env, started } = trapped(false);
    const { notes } = await check({
      cwd: repository.dir,
      env: { ...plainEnvironment(), ...env },
      range: { mode: 'diff', base: null, head: null },
      policy: { config: 'evalguard.yaml' },
      workTree: true,
    });
    expect(notes).toEqual([expect.stringMatching(/^1 uncommitted change in the ledger/)]);
    expect(started()).toBe('');
  });

  it('for a record, which asks git whether the code differs, but the filters that files on disk went through', async () => {
    const { repository, env, started } = trapped(false);
    for (const kind of ['clean', 'smudge', 'process'])
      repository.git('config', '--unset', `filter.x.${kind}`);
    const args = ['record', 'new.json', '--suite', 'eval', '--dry-run'];
    expect((await runCli(repository.dir, args, env)).code).toBe(0);
    expect(started()).toBe('');
  });

  it('and the traps would be sprung by git itself', () => {
    const repository = editedBranch();
    const proof = booby(repository);
    repository.write(RECORD, nativeResult([false, false]));
    expect(() => repository.git('status')).not.toThrow();
    expect(readFileSync(proof, 'utf8')).toContain('program');
  });
});
