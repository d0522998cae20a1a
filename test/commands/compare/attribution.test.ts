import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Comparison } from '../../../src/core/comparison.ts';
import { runCli } from '../../support/cli.ts';
import { TestRepository } from '../../support/repository.ts';
import { nativeResult } from '../../support/result.ts';

let repository: TestRepository;
beforeEach(() => {
  repository = TestRepository.create();
});
afterEach(() => repository.dispose());

const JUDGES = ['acme:judge-1', 'other:grader-2'] as const;

/** A judged run over cases with these answers; no answer is not kept. */
function run(route: string, answers: readonly (string | null)[], passed = true): string {
  return nativeResult([], {
    metrics: { pass_rate: { aggregate: 'rate', score: 'passed', judged: true } },
    judge: { route },
    // An answer that is not kept is left out, or null.
    results: answers.map((output, index) => ({
      id: `case-${index}`,
      scores: { passed },
      ...(output === null && index % 2 === 0 ? {} : { output }),
    })),
  });
}

async function compared(base: string, head: string, ...args: string[]) {
  repository.write('a.json', base);
  repository.write('b.json', head);
  const json = await runCli(repository.dir, ['compare', 'a.json', 'b.json', '--format', 'json', ...args]);
  const { stdout } = await runCli(repository.dir, ['compare', 'a.json', 'b.json', ...args]);
  const markdown = await runCli(repository.dir, [
    'compare',
    'a.json',
    'b.json',
    '--format',
    'markdown',
    ...args,
  ]);
  return { comparison: JSON.parse(json.stdout) as Comparison, stdout, markdown: markdown.stdout };
}

describe('K113: what a difference between two judges comes from', () => {
  it.each<[string, readonly (string | null)[], readonly (string | null)[], object, string]>([
    [
      'judge and answers changed',
      ['a', 'b', 'c'],
      ['a', 'x', 'y'],
      { same: 1, changed: 2, unknown: 0 },
      'Judge and answers changed (2 of 3 answers): what a judged difference comes from cannot be told.',
    ],
    [
      'a stored transcript was graded again',
      ['a', 'b'],
      ['a', 'b'],
      { same: 2, changed: 0, unknown: 0 },
      "The judge changed, and the answers are the same: a judged difference is the judge's.",
    ],
    [
      'an answer was not kept',
      ['a', 'b'],
      ['a', null],
      { same: 1, changed: 0, unknown: 1 },
      'The judge changed, and 1 of 2 answers were not kept on both sides',
    ],
    [
      'a case is on one side alone',
      ['a'],
      ['a', 'b'],
      { same: 1, changed: 0, unknown: 1 },
      '1 of 2 answers were not kept on both sides',
    ],
  ])('%s', async (_, before, after, counts, words) => {
    const { comparison, stdout, markdown } = await compared(
      run(JUDGES[0], before),
      run(JUDGES[1], after, false),
    );
    expect([comparison.comparable, comparison.attribution]).toEqual([false, counts]);
    expect(stdout).toContain(words);
    expect(markdown).toContain(words);
  });

  it('is said too where the user sets the numbers beside each other all the same', async () => {
    const sides = [run(JUDGES[0], ['a', 'b']), run(JUDGES[1], ['a', 'x'], false)] as const;
    const { comparison, stdout } = await compared(...sides, '--allow', 'judge');
    expect([comparison.allowed, comparison.attribution]).toEqual([
      ['judge'],
      { same: 1, changed: 1, unknown: 0 },
    ]);
    expect(stdout).toContain('cannot be told');
  });

  it('nothing is said where the judge is the same', async () => {
    const { comparison, stdout } = await compared(run(JUDGES[0], ['a']), run(JUDGES[0], ['x']));
    expect(comparison.attribution).toBeNull();
    expect(stdout).not.toContain('The judge changed');
  });
});
