import { describe, expect, it } from 'vitest';
import { ledgerDirectories, proposeExemptions, statesAny } from '../../../src/commands/init/proposal.ts';

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

function globs(
  files: readonly string[],
  rewritten: Readonly<Record<string, number>> = {},
): readonly string[] {
  return proposeExemptions(['results'], files, new Map(Object.entries(rewritten))).map(({ glob }) => glob);
}

describe('what changes by design', () => {
  it('is a pointer to the newest result that history rewrote, once or often', () => {
    expect(globs(['results/latest.json', 'results/a.json'], { 'results/latest.json': 1 })).toEqual([
      '**/latest.json',
    ]);
    expect(globs(['results/board.json', 'results/a.json'], { 'results/board.json': 3 })).toEqual([
      '**/board.json',
    ]);
  });

  it('is no file that nobody rewrote, whatever its name', () => {
    expect(globs(['results/latest.json', 'results/a.json'])).toEqual([]);
  });

  it('is no result that was overwritten where others were too, or where it is alone: that is what must stop', () => {
    const files = ['results/a.json', 'results/b.json', 'results/x/result.json'];
    expect(globs(files, { 'results/a.json': 5, 'results/b.json': 1, 'results/x/result.json': 7 })).toEqual(
      [],
    );
  });

  it('is code beside the results, READMEs and files outside left alone', () => {
    expect(globs(['results/run.sh', 'results/README.md', 'results/a.json', 'src/a.py'])).toEqual([
      'results/**/*.sh',
    ]);
  });
});

describe('a text that states a value', () => {
  it.each([
    ['as it is', 'Support is 0.7416 today.', true],
    ['rounded', 'Support is 0.742.', true],
    ['in percent', '| support | 74.2 % |', true],
    ['with too few digits to be told from chance', 'About 0.74.', false],
    ['another number', 'Support is 0.743.', false],
    ['a version', 'Since 1.0.7416', false],
  ])('%s', (_, text, expected) => {
    expect(statesAny(text, [0.7416, 12])).toBe(expected);
  });
});
