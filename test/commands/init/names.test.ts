import { describe, expect, it } from 'vitest';
import { familiesOf, isPointerName, isResultByName, mayBeResult } from '../../../src/commands/init/names.ts';
import { spread } from '../../../src/commands/init/survey.ts';
import { matchesGlob } from '../../../src/core/glob.ts';

/** The globs of files of one folder, with how many each has. */
function globsOf(...names: readonly string[]): readonly string[] {
  const families = familiesOf(names.map((name) => `results/${name}`));
  for (const { glob, paths } of families)
    for (const path of paths)
      expect([glob, path, matchesGlob(glob, path.slice(8))]).toEqual([glob, path, true]);
  return families.map(({ glob, paths }) => `${glob} ${paths.length}`).sort();
}

describe('the families of names', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['a date', ['eval-2026-08-13-gemini.json'], ['eval-*.json 1']],
    ['a date and a time', ['contradictions_2026-08-13_183819.json'], ['contradictions_*.json 1']],
    ['a hash', ['replay-bf715e06.json', 'replay-0a1b2c3.json'], ['replay-*.json 2']],
    ['a run', ['nightly-run12.json'], ['nightly-*.json 1']],
    ['nothing before a date', ['2026-01-01.jsonl'], ['*.jsonl 1']],
    ['nothing', ['memory_eval.json'], ['memory_eval.json 1']],
    ['a number alone', ['prune5.json'], ['prune5.json 1']],
    ['numbers of several', ['prune5.json', 'prune6.json'], ['prune*.json 2']],
    ['numbers spelt in three ways', ['smoke_00.json', 'smoke-01.json', 'smoke02.json'], ['smoke*.json 3']],
    ['versions', ['bench-v1.2.json', 'bench-v1.10.json'], ['bench-*.json 2']],
    ['steps', ['step-100.json', 'step-2000.json'], ['step-*.json 2']],
    ['a name and the same with dates', ['results.json', 'results-2026-01-01.json'], ['results*.json 2']],
    ['a model', ['gpt-4.json'], ['gpt-4.json 1']],
    [
      'models before what they are of',
      ['gpt-4o_results.json', 'claude-opus_results.json'],
      ['*_results.json 2'],
    ],
    [
      'models behind a suite',
      ['mmlu_gpt-4o.json', 'mmlu_claude.json', 'gsm8k_gpt-4o.json'],
      ['gsm8k_gpt-4o.json 1', 'mmlu_*.json 2'],
    ],
    ['signs of globs', ['odd[1]{a}.json'], ['odd\\[1\\]\\{a\\}.json 1']],
    ['different endings', ['run-1.json', 'run-2.json', 'run-1.csv'], ['run-*.csv 1', 'run-*.json 2']],
  ])('with %s', (_, names, globs) => expect(globsOf(...names)).toEqual(globs));

  it('take a name of many folders together', () => {
    expect(familiesOf(['results/a/x.json', 'results/b/x.json'])).toHaveLength(1);
  });
});

describe('files that may be results', () => {
  it.each([
    'results/a.json',
    'eval/results.csv',
    'logs/eval_history.jsonl',
    '.deepeval/.latest_test_run.json',
    '.promptfoo/output.yaml',
    'data/a.json',
  ])('are %s', (path) => expect(mayBeResult(path)).toBe(true));

  it.each([
    'package.json',
    'a/tsconfig.base.json',
    'node_modules/x/results/a.json',
    '.vscode/results.json',
    'test/fixtures/results/a.json',
    'tests/results.json',
    '__snapshots__/a.json',
    'schemas/a.json',
    'x/result.schema.json',
    'data/table.csv',
    'config/app.yaml',
    'promptfooconfig.yaml',
    'results/eval-2026-01-01-a-run1.retraction-1.json',
  ])('are not %s', (path) => expect(mayBeResult(path)).toBe(false));

  it('are so by name where folder or name says it', () => {
    expect(
      ['results/x.json', 'eval/results.json', 'eval/queries.json', 'leaderboard.csv'].map(isResultByName),
    ).toEqual([true, true, false, true]);
  });
});

it('names of pointers are those of the newest and of lists', () => {
  const names = [
    'latest.json',
    'Latest',
    '.latest-run.json',
    'current.yaml',
    'index.md',
    'manifest.json',
    'newest_result.json',
  ];
  expect(names.filter((name) => !isPointerName(`results/${name}`))).toEqual([]);
  expect(
    ['results.json', 'latest-model-2.json', 'indexes.json', 'leaderboard.json'].filter((name) =>
      isPointerName(name),
    ),
  ).toEqual([]);
});

describe('a spread of many', () => {
  const all = Array.from({ length: 100 }, (_, index) => index + 1);
  it('is everything where it is few', () => expect(spread([1, 2], 6)).toEqual([1, 2]));
  it('is even and ends with the last', () => expect(spread(all, 4)).toEqual([25, 50, 75, 100]));
});
