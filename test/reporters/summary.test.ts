import { expect, it } from 'vitest';
import { checkSummary } from '../../src/reporters/summary.ts';
import { inTerminal } from '../../src/reporters/terminal.ts';
import { runCheck, runCli } from '../support/cli.ts';
import { TestRepository } from '../support/repository.ts';

it('a summary says how much was found of what, with an example, and the verdict', async () => {
  const repository = TestRepository.create();
  try {
    const files = Object.fromEntries(
      Array.from({ length: 7 }, (_, at) => [`results/r${at}.json`, '{"a":1}\n']),
    );
    repository.commit('One', files);
    repository.commit(
      'Two',
      Object.fromEntries(Object.keys(files).map((path, at) => [path, `{"a":${at + 2}}\n`])),
    );
    repository.commit('Three', { 'results/r3.json': '{"a":9}\n' });
    const { code, stdout } = await runCli(repository.dir, ['audit', '--summary']);
    expect(code).toBe(1);
    const lines = stdout.split('\n');
    expect(lines[0]).toBe('Records that did not stay as landed');
    expect(lines[1]).toMatch(
      /^ {2}results\/r3\.json: 2 contents lost, first by [0-9a-f]{12} of \d{4}-\d{2}-\d{2}$/,
    );
    expect(lines.slice(2, 7).join('\n')).toMatch(
      /results\/r0\.json: 1 content lost[\s\S]*… and 2 more records/,
    );
    expect(stdout).toMatch(/evalguard: FAIL \(exit 1\): 7 records did not stay as landed/);
    expect((await runCli(repository.dir, ['audit', '--summary', '--format', 'markdown'])).stdout).toContain(
      'results/r3.json',
    );
    const { report } = await runCheck(repository.dir, ['--base', 'HEAD~2']);
    const text = inTerminal(checkSummary, report, { color: false });
    expect(text).toMatch(/What was found\n {2}error ledger\/modified, and 6 more\n {4}results\/r0\.json: /);
    expect(text).toContain('evalguard: FAIL (exit 1)');
  } finally {
    repository.dispose();
  }
});
