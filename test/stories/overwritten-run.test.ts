import { execFileSync } from 'node:child_process';
import { afterEach, expect, it } from 'vitest';
import { retractionOf, runAudit } from '../support/audit.ts';
import { runCheck, runCli } from '../support/cli.ts';
import { TestRepository } from '../support/repository.ts';
import { nativeResult } from '../support/result.ts';

const PERFECT = nativeResult(Array(10).fill(true));
const FAILED = nativeResult(Array(10).fill(false));
const RUN = 'results/eval-2026-08-13-ollama-run1.json';
const README = `# A research assistant\n\nIt answers <!-- evalguard: ${RUN} passed as fraction -->10/10<!-- /evalguard --> questions.\n`;
const POLICY = 'version: 1\nledger: [results]\ncitations: [README.md]\n';

let repository: TestRepository;
afterEach(() => repository.dispose());

it('the story that evalguard is made for, from the commit that overwrites to the day the numbers can be trusted again', async () => {
  repository = TestRepository.create();
  const measured = repository.commit('feat: measure', {
    [RUN]: PERFECT,
    'README.md': README,
    'evalguard.yaml': POLICY,
  });
  repository.publish();

  // A front-end commit brings a failed run along. The guard refuses it, in a pull request and before it is committed.
  repository.git('switch', '-qc', 'side-nav');
  repository.write(RUN, FAILED);
  repository.git('add', '--all');
  const staged = await runCheck(repository.dir, ['--staged']);
  expect([staged.code, staged.rules]).toEqual([1, ['citation/stale', 'ledger/modified']]);
  const overwriting = repository.commit('feat: replace TopNav with SideNav', { 'web/nav.ts': 'nav' });
  const proposed = await runCheck(repository.dir, ['--base', 'origin/main']);
  expect([proposed.code, proposed.rules]).toEqual([1, ['citation/stale', 'ledger/modified']]);
  const modified = proposed.report.findings.find(({ rule }) => rule === 'ledger/modified');
  expect(modified?.message).toContain('passed 1 -> 0');

  // Forced in, the audit says which commit it was, what it cost, and where the true content still is.
  repository.git('switch', '-q', 'main');
  repository.git('merge', '-q', '--ff-only', 'side-nav');
  repository.commit('docs: a year later', { 'docs/notes.md': 'x' });
  const { stdout, code } = await runCli(repository.dir, ['audit']);
  expect(code).toBe(1);
  const shown = `git show ${measured}:${RUN}`;
  for (const words of [
    RUN,
    `lost  by ${overwriting.slice(0, 12)} of `,
    'feat: replace TopNav with SideNav',
    'passed 1 -> 0',
    'No record holds it now; the history does.',
    shown,
    'evalguard: FAIL (exit 1): 1 record did not stay as landed',
  ])
    expect(stdout).toContain(words);
  expect(execFileSync('sh', ['-c', shown], { cwd: repository.dir }).toString()).toBe(PERFECT);

  // So does whoever checks the prose: the README still says what no record says any more.
  const cited = await runCli(repository.dir, ['cite', 'check']);
  expect(cited.code).toBe(1);
  for (const words of ['README.md', '10/10', '0/10', RUN]) expect(cited.stdout).toContain(words);

  // Restored under a name of its own, and the loss acknowledged: the failed run keeps its record, nothing is hidden.
  const restored = await runCli(repository.dir, ['audit', '--restore', RUN]);
  expect(restored.stdout).toContain('restored results/eval-2026-08-13-ollama-run2.json');
  repository.commit('fix: restore a destroyed measurement');
  expect((await runAudit(repository.dir)).audit.records[0]?.losses[0]).toMatchObject({
    status: 'elsewhere',
    held_by: ['results/eval-2026-08-13-ollama-run2.json'],
  });
  const acknowledgement = 'results/eval-2026-08-13-ollama-run1.retraction-1.json';
  repository.commit('docs: acknowledge it', { [acknowledgement]: retractionOf(RUN, PERFECT) });
  const settled = await runCli(repository.dir, ['audit']);
  expect(settled.code).toBe(0);
  expect(settled.stdout).toContain(`${acknowledgement} acknowledges the loss.`);
});
