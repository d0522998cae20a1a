import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { attempt, edited, evalguardClone, hookedRepository, NEXT, RECORD } from '../support/hooks.ts';
import { describePeer } from '../support/peers.ts';
import { TestRepository } from '../support/repository.ts';
import { nativeResult } from '../support/result.ts';

describePeer('pre-commit', 'the hook under the real pre-commit program', () => {
  let source: TestRepository;
  let cache: string;
  let config: string;
  const made: TestRepository[] = [];

  beforeAll(() => {
    source = evalguardClone();
    cache = mkdtempSync(join(tmpdir(), 'evalguard-pre-commit-'));
    const rev = source.git('rev-parse', 'HEAD');
    config = `repos:\n  - repo: file://${source.dir}\n    rev: ${rev}\n    hooks:\n      - id: evalguard\n`;
  });
  afterEach(() => {
    for (const repository of made.splice(0)) repository.dispose();
  });
  afterAll(() => {
    source.dispose();
    rmSync(cache, { recursive: true, force: true });
  });

  function preCommit(repository: TestRepository, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
    return attempt(repository, 'pre-commit', args, {
      PRE_COMMIT_HOME: cache,
      PRE_COMMIT_COLOR: 'never',
      ...env,
    });
  }

  function commit(repository: TestRepository, ...args: string[]) {
    const env = { PRE_COMMIT_HOME: cache, PRE_COMMIT_COLOR: 'never' };
    return attempt(repository, 'git', ['commit', '--quiet', '-m', 'Work', ...args], env);
  }

  function installed(repository: TestRepository): TestRepository {
    made.push(repository);
    expect(preCommit(repository, ['install'])).toMatchObject({ code: 0 });
    return repository;
  }

  function hooked(files: Readonly<Record<string, string>> = {}): TestRepository {
    return installed(hookedRepository({ '.pre-commit-config.yaml': config, ...files }));
  }

  it('lets a new record land, installed from a git ref without build and network', () => {
    const repository = hooked();
    repository.write(NEXT, nativeResult());
    repository.git('add', NEXT);
    // Proxies that lead nowhere: whatever asked the network would fail.
    const offline = {
      HTTPS_PROXY: 'http://127.0.0.1:9',
      HTTP_PROXY: 'http://127.0.0.1:9',
      npm_config_offline: 'true',
    };
    const fresh = mkdtempSync(join(tmpdir(), 'evalguard-pre-commit-'));
    const ran = preCommit(repository, ['run'], { ...offline, PRE_COMMIT_HOME: fresh });
    rmSync(fresh, { recursive: true, force: true });
    expect(ran).toMatchObject({ code: 0, output: expect.stringContaining('Passed') });
    expect(commit(repository)).toMatchObject({ code: 0 });
  });

  it.each([['-a'], ['--only', RECORD], ['--include', RECORD]])(
    'refuses an edited record under git commit %s %s, and what it says undoes it',
    (...args) => {
      const repository = hooked();
      repository.write(RECORD, edited);
      const refused = commit(repository, ...args.filter(Boolean));
      const undo = `git restore --staged --worktree --source=HEAD -- :/${RECORD}`;
      expect(refused).toMatchObject({ code: 1, output: expect.stringContaining(undo) });
      expect(refused.output).toContain('ledger/modified');
      expect(attempt(repository, 'sh', ['-c', undo])).toMatchObject({ code: 0 });
      expect(repository.git('status', '--porcelain')).toBe('');
    },
  );

  it('names the commit that holds the record where HEAD holds the edit already', () => {
    const repository = hooked();
    const published = repository.git('rev-parse', 'HEAD');
    repository.write(RECORD, edited);
    expect(commit(repository, '-a', '--no-verify')).toMatchObject({ code: 0 });
    repository.write('notes.txt', 'more');
    repository.git('add', 'notes.txt');
    const undo = `git restore --staged --worktree --source=${published} -- :/${RECORD}`;
    expect(commit(repository)).toMatchObject({ code: 1, output: expect.stringContaining(undo) });
    expect(attempt(repository, 'sh', ['-c', undo])).toMatchObject({ code: 0 });
    expect(commit(repository)).toMatchObject({ code: 0 });
  });

  it('lets --only commit one file while an edited record stays staged', () => {
    const repository = hooked({ 'notes.txt': 'one' });
    repository.write(RECORD, edited);
    repository.git('add', RECORD);
    repository.write('notes.txt', 'two');
    expect(commit(repository, '--only', 'notes.txt')).toMatchObject({ code: 0 });
  });

  it('sees a commit that only deletes (K182)', () => {
    const repository = hooked();
    repository.git('rm', '--quiet', RECORD);
    expect(commit(repository)).toMatchObject({ code: 1, output: expect.stringContaining('ledger/deleted') });
  });

  it('sees a rename, content identical', () => {
    const repository = hooked();
    repository.git('mv', RECORD, NEXT);
    expect(commit(repository)).toMatchObject({ code: 1, output: expect.stringContaining('ledger/renamed') });
  });

  it('lets a record be amended that nobody has seen yet, and no other (K179)', () => {
    const repository = hooked();
    repository.write(NEXT, nativeResult());
    repository.git('add', NEXT);
    expect(commit(repository)).toMatchObject({ code: 0 });
    repository.write(NEXT, nativeResult([true, false, false]));
    expect(commit(repository, '--all', '--amend')).toMatchObject({ code: 0 });
    repository.write(RECORD, edited);
    expect(commit(repository, '--all', '--amend')).toMatchObject({ code: 1 });
  });

  it('does not blame a merge for what the other side brings, but for what its resolution edits (K181)', () => {
    const repository = hooked({ 'notes.txt': 'one' });
    repository.git('switch', '--quiet', '--create', 'topic');
    repository.commit('Mine', { 'notes.txt': 'mine' });
    repository.git('switch', '--quiet', 'main');
    repository.commit('Theirs', { 'notes.txt': 'theirs', [NEXT]: nativeResult() });
    repository.publish();
    repository.git('switch', '--quiet', 'topic');
    expect(attempt(repository, 'git', ['merge', '--quiet', 'main'])).toMatchObject({ code: 1 });
    repository.write('notes.txt', 'both');
    repository.write(NEXT, edited);
    expect(commit(repository, '-a')).toMatchObject({ code: 1, output: expect.stringContaining(NEXT) });
    repository.git('restore', '--staged', '--worktree', '--source=MERGE_HEAD', '--', NEXT);
    repository.git('add', 'notes.txt');
    expect(commit(repository)).toMatchObject({ code: 0 });
    expect(repository.git('rev-list', '--parents', '--max-count=1', 'HEAD').split(' ')).toHaveLength(3);
  });

  it('lets the first commit of a repository be made (K178)', () => {
    const repository = TestRepository.create();
    repository.git('config', '--unset', 'core.hooksPath');
    repository.write('.pre-commit-config.yaml', config);
    installed(repository);
    repository.write(RECORD, nativeResult());
    repository.git('add', '--all');
    expect(commit(repository)).toMatchObject({ code: 0 });
  });

  it('judges the staged blob, not the file on disk (K175)', () => {
    const repository = hooked();
    repository.write(NEXT, '{"schema": "evalguard.result/v1"}');
    repository.git('add', NEXT);
    repository.write(NEXT, nativeResult());
    expect(commit(repository)).toMatchObject({ code: 1, output: expect.stringContaining('result/schema') });
  });

  it('leaves index and work tree of a partially staged record as they were (K176, K183)', () => {
    const repository = hooked();
    const tree = TestRepository.create();
    made.push(tree);
    tree.dispose();
    repository.git('worktree', 'add', '--quiet', '-b', 'linked', tree.dir);
    tree.write(NEXT, nativeResult());
    tree.git('add', NEXT);
    const later = nativeResult([false, false, true]);
    tree.write(NEXT, later);
    const index = tree.git('rev-parse', '--path-format=absolute', '--git-path', 'index');
    const before = [readFileSync(index), tree.git('ls-files', '--stage')];
    // The hook's program as git runs it, with git's own variables, and no pre-commit around it.
    const env = {
      GIT_INDEX_FILE: index,
      GIT_DIR: tree.git('rev-parse', '--absolute-git-dir'),
      GIT_PREFIX: '',
    };
    const ran = attempt(tree, 'node', [source.path('dist/cli.cjs'), 'check', '--staged'], env);
    expect(ran).toMatchObject({ code: 0 });
    expect([readFileSync(index), tree.git('ls-files', '--stage')]).toEqual(before);
    expect(commit(tree)).toMatchObject({ code: 0 });
    expect(readFileSync(tree.path(NEXT), 'utf8')).toBe(later);
    expect(tree.git('status', '--porcelain')).toBe(` M ${NEXT}`);
    expect(repository.git('status', '--porcelain')).toBe('');
  });

  it('sees one duplicate among 400 staged results, which pre-commit would split into batches (K173)', () => {
    const repository = hooked();
    for (let run = 1; run <= 400; run += 1)
      repository.write(`results/many-2026-01-03-corpus-run${run}.json`, nativeResult());
    repository.write('results/MANY-2026-01-03-corpus-run7.json', nativeResult());
    repository.git('add', '--all');
    const refused = commit(repository);
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('ledger/name-collision') });
    repository.git('rm', '--quiet', '--force', 'results/MANY-2026-01-03-corpus-run7.json');
    expect(commit(repository)).toMatchObject({ code: 0 });
  });

  it('reads none of 5,000 results for a commit of the README (K186)', () => {
    const repository = hooked();
    const blob = repository.gitWith({ input: '{}\n' }, 'hash-object', '-w', '--stdin');
    const records = Array.from(
      { length: 5000 },
      (_, run) => `M 100644 ${blob} results/2025/old-2025-01-01-corpus-run${run + 1}.json\n`,
    );
    const head =
      'commit refs/heads/main\ncommitter T <t@example.invalid> 1700000000 +0000\ndata 0\nfrom refs/heads/main^0\n';
    repository.gitWith({ input: `${head}${records.join('')}` }, 'fast-import', '--quiet');
    repository.git('reset', '--quiet', '--hard');
    repository.publish();
    repository.write('README.md', 'Read me.');
    repository.git('add', 'README.md');
    expect(commit(repository)).toMatchObject({ code: 0 });
    // With their content gone, whoever reads one of them fails.
    repository.remove(`.git/objects/${blob.slice(0, 2)}/${blob.slice(2)}`);
    repository.write('README.md', 'Read me again.');
    repository.git('add', 'README.md');
    expect(attempt(repository, 'node', [source.path('dist/cli.cjs'), 'check', '--staged'])).toMatchObject({
      code: 0,
    });
  });

  it('says under CI that nothing was checked where nothing is staged (K187)', () => {
    const repository = hooked();
    repository.git('switch', '--quiet', '--create', 'change');
    repository.write(RECORD, edited);
    expect(commit(repository, '-a', '--no-verify')).toMatchObject({ code: 0 });
    repository.publish('change');
    const blind = preCommit(repository, ['run', '--all-files'], { CI: 'true' });
    expect(blind).toMatchObject({ code: 1, output: expect.stringContaining('nothing was checked') });
    expect(blind.output).toContain('exit code: 3');
    const refs = ['--from-ref', 'origin/main', '--to-ref', 'HEAD'];
    const looked = preCommit(repository, ['run', ...refs], { CI: 'true' });
    expect(looked).toMatchObject({ code: 1, output: expect.stringContaining('ledger/modified') });
    expect(looked.output).toContain('exit code: 1');
  });

  it('is not there in a fresh clone, which is why CI checks again (K188)', () => {
    const repository = hooked();
    const clone = TestRepository.clone(`file://${repository.dir}`);
    made.push(clone);
    clone.git('config', '--unset', 'core.hooksPath');
    clone.write(RECORD, edited);
    expect(commit(clone, '-a')).toMatchObject({ code: 0 });
    const guard = attempt(clone, 'node', [source.path('dist/cli.cjs'), 'check']);
    expect(guard).toMatchObject({ code: 1, output: expect.stringContaining('ledger/modified') });
  });
});
