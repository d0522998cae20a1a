import { afterEach, expect, it } from 'vitest';
import { runCheck, runCli } from '../../support/cli.ts';
import { TestRepository } from '../../support/repository.ts';
import { nativeResult } from '../../support/result.ts';

let repository: TestRepository;
afterEach(() => repository.dispose());

it('right after init, an empty ledger is put down to the policy that is not committed yet (C9)', async () => {
  repository = TestRepository.create();
  repository.commit('records', { 'evals/eval-2026-01-01-corpus-run1.json': nativeResult() });
  expect((await runCli(repository.dir, ['init'])).code).toBe(0);
  const { report } = await runCheck(repository.dir, ['--all']);
  const [finding] = report.findings.filter(({ rule }) => rule === 'ledger/empty');
  expect(finding?.message).toContain('evalguard.yaml on disk is not committed yet');
  expect(finding?.remedy).toBe(
    'Commit evalguard.yaml. To try it before, run `evalguard check --all --policy-file evalguard.yaml`.',
  );
  expect((await runCheck(repository.dir, ['--all', '--policy-file', 'evalguard.yaml'])).code).toBe(0);
  repository.commit('policy');
  expect((await runCheck(repository.dir, ['--all'])).rules).toEqual([]);
});

it('a committed policy that names an empty directory is still told to be corrected (C9)', async () => {
  repository = TestRepository.create();
  repository.commit('policy', { 'evalguard.yaml': 'version: 1\nledger: [reslts]\n' });
  const { report } = await runCheck(repository.dir, ['--all']);
  expect(report.findings.find(({ rule }) => rule === 'ledger/empty')?.remedy).toContain('Correct `ledger`');
});
