import { describe, expect, it } from 'vitest';
import { candidateFamilies, nameGlob, spread } from '../../../src/commands/init/survey.ts';
import { matchesGlob } from '../../../src/core/glob.ts';

describe('the glob of a file name', () => {
  it.each([
    ['eval-2026-08-13-gemini.json', 'eval-*.json'],
    ['contradictions_2026-08-13_183819.json', 'contradictions_*.json'],
    ['structural-replay-20260815T121004Z-bf715e06.json', 'structural-replay-*.json'],
    ['nightly-run12.json', 'nightly-*.json'],
    ['2026-01-01.jsonl', '*.jsonl'],
    ['memory_eval.json', 'memory_eval.json'],
    ['gpt-4.json', 'gpt-4.json'],
    ['prune5.json', 'prune5.json'],
    ['odd[1]{a}.json', 'odd\\[1\\]\\{a\\}.json'],
  ])('%s is one of %s, and matches it', (name, glob) => {
    expect(nameGlob(name)).toBe(glob);
    expect(matchesGlob(glob, name)).toBe(true);
  });
});

describe('files that may be results', () => {
  it('are grouped by directory and kind of name, those whose path says so first', () => {
    const paths = ['data/a.json', 'results/eval-2026-01-02.json', 'results/eval-2026-01-01.json', 'src/x.ts'];
    expect(candidateFamilies(paths)).toEqual([
      {
        directory: 'results',
        glob: 'eval-*.json',
        paths: ['results/eval-2026-01-01.json', 'results/eval-2026-01-02.json'],
      },
      { directory: 'data', glob: 'a.json', paths: ['data/a.json'] },
    ]);
  });

  it('are none of a program, its tests, its tools or its dependencies', () => {
    const foreign = [
      'package.json',
      'a/tsconfig.base.json',
      'node_modules/x/results/a.json',
      '.vscode/a.json',
    ];
    const tests = [
      'test/fixtures/results/a.json',
      'tests/results.json',
      '__snapshots__/a.json',
      'schemas/a.json',
    ];
    expect(candidateFamilies([...foreign, ...tests, 'x/result.schema.json'])).toEqual([]);
  });
});

it('a retraction beside its result is no result, and hides none of its kind', () => {
  const result = 'results/eval-2026-01-01-a-run1.json';
  const retraction = 'results/eval-2026-01-01-a-run1.retraction-1.json';
  expect(candidateFamilies([result, retraction]).map(({ paths }) => paths)).toEqual([[result]]);
});

describe('a spread of many', () => {
  const all = Array.from({ length: 100 }, (_, index) => index + 1);
  it('is everything where it is few', () => expect(spread([1, 2], 6)).toEqual([1, 2]));
  it('is even and ends with the last', () => expect(spread(all, 4)).toEqual([25, 50, 75, 100]));
});
