import { truncateSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCheck } from '../../support/cli.ts';
import { TestRepository } from '../../support/repository.ts';
import { nativeResult } from '../../support/result.ts';

const MIB = 1024 * 1024;

describe('a result above the limit', () => {
  let repository: TestRepository;

  beforeAll(() => {
    repository = TestRepository.create();
    repository.write('README.md', 'A ledger.\n');
    repository.write(
      'evalguard.yaml',
      'version: 1\nseries:\n  eval: { files: "eval-*.json", name: "eval-{run}.json" }\n',
    );
    repository.git('add', '-A');
    repository.git('commit', '-qm', 'policy');
    repository.write('results/eval-0.json', nativeResult());
    repository.git('add', '-A');
    repository.git('commit', '-qm', 'a small result');
    // A sparse file: it costs no disk, and git stores it in a few kilobytes.
    writeFileSync(repository.path('results/eval-1.json'), '');
    truncateSync(repository.path('results/eval-1.json'), 64 * MIB);
    repository.git('add', '-A');
    repository.git('commit', '-qm', 'a large result');
  });

  afterAll(() => repository.dispose());

  it('K078: is refused with its size and the limit, and is never held in memory', async () => {
    // What is loaded once is not the file's.
    await runCheck(repository.dir, ['--base', 'HEAD~2', '--head', 'HEAD~1']);
    const before = process.resourceUsage().maxRSS;
    const { code, report } = await runCheck(repository.dir, ['--base', 'HEAD~1']);
    const grown = (process.resourceUsage().maxRSS - before) / 1024;
    expect(code).toBe(1);
    expect(report.findings).toMatchObject([{ rule: 'file/too-large', path: 'results/eval-1.json' }]);
    expect(report.findings[0]?.message).toBe(
      `The file has ${64 * MIB} bytes and the limit is ${20 * MIB}, so it was not read and nothing in it is checked.`,
    );
    // git sends it in pieces, each let go at once: what grows is what waits for the collector.
    expect(grown).toBeLessThan(48);
  });
});
