import { afterEach, describe, expect, it } from 'vitest';
import { Repository } from '../../../src/adapters/git/repository.ts';
import { commitsOf } from '../../../src/commands/check/read/range.ts';
import { resolveRange } from '../../../src/commands/check/read/resolve.ts';
import { treeDifferences } from '../../../src/commands/check/read/tree-differences.ts';
import { runCheck, runCli } from '../../support/cli.ts';
import { TestRepository } from '../../support/repository.ts';
import { nativeResult } from '../../support/result.ts';

const GOOD = nativeResult([true, true, true]);
const BAD = nativeResult([false, false, false]);
const OTHER = nativeResult([true, false, true]);
const RUN = 'results/eval-2026-08-13-corpus-run1.json';
const NEW = 'results/eval-2026-08-14-corpus-run1.json';
const RULE = 'ledger/rewritten-in-range';

let repository: TestRepository;
afterEach(() => repository.dispose());

/** A repository with one record on main, standing on a branch of it. */
function branch(): TestRepository {
  repository = TestRepository.create();
  repository.commit('the first run', { [RUN]: GOOD });
  repository.git('switch', '-qc', 'topic');
  return repository;
}

async function judged(...args: string[]) {
  const range = ['--base', 'main', '--head', 'topic'];
  const plain = await runCheck(repository.dir, [...range, ...args]);
  const each = await runCheck(repository.dir, [...range, '--each-commit', ...args]);
  const findings = each.report.findings.filter(({ rule }) => rule === RULE);
  return { plain: plain.rules, each: each.rules, code: each.code, findings };
}

describe('check --each-commit', () => {
  it('sees an edit that a later commit takes back, and names both commits', async () => {
    branch();
    const edit = repository.commit('edit', { [RUN]: BAD });
    const restore = repository.commit('restore', { [RUN]: GOOD });
    const { plain, each, code, findings } = await judged();
    expect([plain, each, code]).toEqual([[], [RULE], 1]);
    expect(findings[0]?.path).toBe(RUN);
    expect(findings[0]?.message).toContain(
      `${edit.slice(0, 12)} changed it, ${restore.slice(0, 12)} changed it`,
    );
  });

  it('sees an edit that is taken back but for the executable bit', async () => {
    branch().commit('edit', { [RUN]: BAD });
    repository.write(RUN, GOOD);
    repository.git('add', '--all');
    repository.git('update-index', '--chmod=+x', RUN);
    repository.git('commit', '-qm', 'restore');
    expect((await judged()).each).toEqual([RULE]);
  });

  it('sees a record that is added and then overwritten, or deleted again', async () => {
    branch();
    const add = repository.commit('add', { [NEW]: BAD, 'results/gone.json': '{}' });
    const overwrite = repository.commit('overwrite', { [NEW]: OTHER });
    repository.remove('results/gone.json');
    const remove = repository.commit('remove');
    const { plain, findings } = await judged();
    expect(plain).toEqual([]);
    expect(findings.map(({ path }) => path)).toEqual([NEW, 'results/gone.json']);
    expect(findings[0]?.message).toContain(
      `added on the way by ${add.slice(0, 12)} and not left alone: ${overwrite.slice(0, 12)} changed it`,
    );
    expect(findings[1]?.message).toContain(`${remove.slice(0, 12)} deleted it`);
    expect(findings[0]?.remedy).toContain('git rebase -i');
  });

  it('sees a base record that is deleted and added again', async () => {
    branch();
    repository.remove(RUN);
    repository.commit('delete');
    repository.commit('add again', { [RUN]: GOOD });
    const [finding] = (await judged()).findings;
    expect(finding?.message).toMatch(/deleted it, [0-9a-f]{12} added it again/);
  });

  it('K048 sees what an evil merge does and a later commit takes back', async () => {
    branch().commit('topic', { 'src/a.ts': 'a' });
    repository.git('switch', '-q', 'main');
    repository.commit('main', { 'src/b.ts': 'b' });
    repository.git('switch', '-q', 'topic');
    repository.git('merge', '-q', '--no-commit', '--no-ff', 'main');
    const merge = repository.commit('an evil merge', { [RUN]: BAD });
    repository.commit('restore', { [RUN]: GOOD });
    const { plain, each, findings } = await judged();
    expect([plain, each]).toEqual([[], [RULE]]);
    expect(findings[0]?.message).toContain(merge.slice(0, 12));
  });

  it('accuses nobody of what a merge brings in from main, nor of an ordinary branch', async () => {
    branch().commit('a run', { [NEW]: BAD });
    repository.git('switch', '-q', 'main');
    repository.commit('forced in: main overwrites', { [RUN]: OTHER, 'results/main.json': '{}' });
    repository.git('switch', '-q', 'topic');
    repository.git('merge', '-q', '-m', 'bring main in', 'main');
    repository.commit('another run', { 'results/eval-2026-08-15-corpus-run1.json': OTHER });
    expect((await judged()).findings).toEqual([]);
  });

  it('accuses nobody who picks what main did to a record meanwhile', async () => {
    branch();
    repository.git('switch', '-q', 'main');
    repository.commit('forced in', { [RUN]: OTHER });
    repository.git('switch', '-q', 'topic');
    repository.commit('a run', { [NEW]: BAD });
    repository.git('cherry-pick', 'main');
    const { plain, findings } = await judged();
    expect([plain, findings]).toEqual([[], []]);
  });

  it('leaves to the other rules what the range as a whole changes', async () => {
    branch().commit('edit', { [RUN]: BAD });
    repository.commit('edit again', { [RUN]: OTHER });
    expect((await judged()).each).toEqual(['ledger/modified']);
  });

  it('leaves exempt paths alone', async () => {
    branch();
    repository.git('switch', '-q', 'main');
    repository.commit('policy', {
      'evalguard.yaml': 'version: 1\nledger: [results]\nexempt: ["**/latest.json"]\n',
    });
    repository.git('switch', '-qC', 'topic');
    repository.commit('one', { 'results/latest.json': '{"a":1}' });
    repository.commit('two', { 'results/latest.json': '{"a":2}' });
    expect((await judged()).findings).toEqual([]);
  });

  it('takes no process more for a branch without merges, and one more for one with merges', async () => {
    branch().commit('one', { 'src/a.ts': 'a' });
    repository.commit('two', { 'src/a.ts': 'b' });
    const linear = [await spawns(false), await spawns(true)];
    repository.git('switch', '-q', 'main');
    repository.commit('main', { 'src/b.ts': 'b' });
    repository.git('switch', '-q', 'topic');
    repository.git('merge', '-q', '-m', 'bring main in', 'main');
    const merged = [await spawns(false), await spawns(true)];
    expect([linear, merged].map(([plain, each]) => each! - plain!)).toEqual([0, 1]);
  });

  it('in a shallow clone that lacks a commit between is exit 3, with the fix', async () => {
    branch().commit('edit', { [RUN]: BAD });
    repository.commit('restore', { [RUN]: GOOD });
    repository.git('switch', '-q', 'main');
    repository.git('merge', '-q', '--no-ff', '-m', 'a merge ref', 'topic');
    const clone = TestRepository.clone(`file://${repository.dir}`, '--depth', '2', '--branch', 'main');
    const { code, report } = await runCheck(clone.dir, [
      '--base',
      'HEAD^1',
      '--head',
      'HEAD',
      '--each-commit',
    ]);
    clone.dispose();
    expect([code, report.incomplete[0]?.remedy]).toEqual([3, expect.stringContaining('fetch-depth: 0')]);
  });

  it('is refused where nothing is compared', async () => {
    branch();
    for (const mode of ['--staged', '--all'])
      expect((await runCli(repository.dir, ['check', mode, '--each-commit'])).code).toBe(2);
  });
});

/** How many git processes the comparison of the range takes. */
async function spawns(eachCommit: boolean): Promise<number> {
  const opened = await Repository.open({ cwd: repository.dir, env: process.env, hook: false });
  const range = await resolveRange(opened, {
    mode: 'diff',
    base: { text: 'main', origin: '--base' },
    head: { text: 'topic', origin: '--head' },
  });
  await treeDifferences(opened, range, eachCommit ? await commitsOf(opened, range) : []);
  opened.close();
  return opened.git.spawns;
}
