import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCheck } from '../../support/cli.ts';
import { TestRepository } from '../../support/repository.ts';
import { nativeResult } from '../../support/result.ts';

const POLICY = 'version: 1\nseries:\n  eval: { files: "eval-*.json" }\n';

const result = (over: 'rows' | 'cases', metrics_version = 1) =>
  nativeResult([true], {
    metrics_version,
    metrics: { pass_rate: { aggregate: 'rate', score: 'passed', over } },
  });

describe('a definition, held against the newest record of its series in base', () => {
  let repository: TestRepository;

  beforeAll(() => {
    repository = TestRepository.create();
    repository.write('evalguard.yaml', POLICY);
    repository.write('results/2026-08/eval-2026-08-02-corpus-run9.json', result('rows'));
    repository.write('results/2026-08/eval-2026-08-02-corpus-run10.json', result('cases'));
    repository.write('results/2026-07/eval-2026-07-01-corpus-run1.json', result('rows'));
    repository.git('add', '-A');
    repository.git('commit', '-qm', 'two months');
  });

  afterAll(() => repository.dispose());

  async function rulesFor(path: string, content: string): Promise<readonly string[]> {
    repository.git('checkout', '-qf', '-B', 'change', 'main');
    repository.write(path, content);
    repository.git('add', '-A');
    repository.git('commit', '-qm', 'a run');
    return (await runCheck(repository.dir, ['--base', 'main'])).rules;
  }

  it.each([
    ['is the same', 'results/2026-08/eval-2026-08-03-corpus-run1.json', result('cases'), []],
    [
      'K089: is another than that of run 10, which comes after run 9',
      'results/2026-08/eval-2026-08-03-corpus-run1.json',
      result('rows'),
      ['result/definition-changed'],
    ],
    [
      'is another than last month’s, in a folder of its own',
      'results/2026-09/eval-2026-09-01-corpus-run1.json',
      result('rows'),
      ['result/definition-changed'],
    ],
    [
      'is another, under a version of its own',
      'results/2026-09/eval-2026-09-01-corpus-run1.json',
      result('rows', 2),
      [],
    ],
  ])('%s', async (_, path, content, rules) => {
    expect(await rulesFor(path, content)).toEqual(rules);
  });
});
