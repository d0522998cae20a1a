import { afterEach, describe, expect, it } from 'vitest';
import { runCheck, runCli } from '../../support/cli.ts';
import { TestRepository } from '../../support/repository.ts';
import { nativeResult } from '../../support/result.ts';

const RECORD = 'results/eval-2026-01-01-corpus-run1.json';
const NEXT = 'results/eval-2026-01-02-corpus-run1.json';

/** On branch `change`, clean, with an edited record that a remote-tracking branch holds too: as CI checks it out. */
function checkedOut(): TestRepository {
  const repository = TestRepository.create();
  repository.commit('Record', { [RECORD]: nativeResult() });
  repository.publish();
  repository.git('switch', '--quiet', '--create', 'change');
  repository.commit('Edit', { [RECORD]: nativeResult([true, true, true]) });
  repository.publish('change');
  return repository;
}

describe('check --staged in CI (K187)', () => {
  const made: TestRepository[] = [];
  afterEach(() => {
    for (const repository of made.splice(0)) repository.dispose();
  });
  function given(): TestRepository {
    const repository = checkedOut();
    made.push(repository);
    return repository;
  }

  it('is incomplete where nothing is staged: it would look at nothing', async () => {
    const { code, report } = await runCheck(given().dir, ['--staged'], { CI: 'true' });
    expect([code, report.outcome]).toEqual([3, 'incomplete']);
    expect(report.incomplete[0]?.message).toContain('nothing was checked');
  });

  it('judges what a job has staged', async () => {
    const repository = given();
    repository.write(NEXT, nativeResult());
    repository.git('add', NEXT);
    const { code, report } = await runCheck(repository.dir, ['--staged'], { CI: 'true' });
    expect([code, report.counts.added]).toEqual([0, 1]);
  });

  it('compares the commits that pre-commit names', async () => {
    const refs = { PRE_COMMIT_FROM_REF: 'origin/main', PRE_COMMIT_TO_REF: 'HEAD', CI: 'true' };
    const { code, report, rules } = await runCheck(given().dir, ['--staged'], refs);
    expect([code, report.range.mode, rules]).toEqual([1, 'diff', ['ledger/modified']]);
  });

  it('is incomplete where those commits are not there or are one and the same', async () => {
    const repository = given();
    for (const from of ['origin/gone', 'HEAD']) {
      const refs = { PRE_COMMIT_FROM_REF: from, PRE_COMMIT_TO_REF: 'HEAD' };
      expect((await runCli(repository.dir, ['check', '--staged'], refs)).code).toBe(3);
    }
  });

  it('outside CI looks at what is not published yet, staged or not', async () => {
    const repository = given();
    repository.git('update-ref', '-d', 'refs/remotes/origin/change');
    const { code, rules } = await runCheck(repository.dir, ['--staged']);
    expect([code, rules]).toEqual([1, ['ledger/modified']]);
  });
});
