import { describe, expect, it } from 'vitest';
import { ledgerDirectories } from '../../../src/commands/init/directories.ts';

const many = (prefix: string, name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index + 1}/${name}`);

describe('the directories that should be the ledger', () => {
  it.each([
    [
      'the one called results',
      ['backend/evals/results/a.json'],
      ['backend/evals/queries.json'],
      ['backend/evals/results'],
    ],
    ['the outer one where several are', ['results/runs/a.json', 'results/b.json'], [], ['results']],
    ['a name that ends in results', ['bench/eval-results/2026/a.json'], [], ['bench/eval-results']],
    ['the widest that holds little else', many('models/m', 'result.json', 5), ['README.md'], ['models']],
    [
      'one ancestor of many, beside code',
      many('models/m', 'result.json', 9),
      many('models/m', 'run.sh', 9),
      ['models'],
    ],
    [
      'only their own where code stands beside',
      ['evals/2026/a.json'],
      ['evals/a.py', 'evals/b.py'],
      ['evals/2026'],
    ],
    ['never the root', ['eval-1.json'], [], []],
    ['all of several', ['a/results/x.json', 'b/results/x.json'], [], ['a/results', 'b/results']],
  ])('%s', (_, results, others, expected) => {
    expect(ledgerDirectories(results, [...results, ...others])).toEqual(expected);
  });
});
