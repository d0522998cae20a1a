import { describe, expect, it } from 'vitest';
import { isHeldBy, namesFiles, parseLedgerEntry, placeOf } from '../../src/core/ledger-entry.ts';

describe('an entry of the ledger', () => {
  it.each([
    ['results', 'results'],
    ['./evals/results/', 'evals/results'],
    ['.', '.'],
    ['results.json', 'results.json'],
    ['results*.json', 'results*.json'],
    ['./eval/{results,baseline}.json', 'eval/{results,baseline}.json'],
  ])('%s is %s', (text, entry) => expect(parseLedgerEntry(text)).toEqual({ entry }));

  it.each([
    ['', 'empty'],
    ['/results', 'begins with "/"'],
    ['../results', 'leads upwards'],
    ['a\\b', 'backslash'],
    ['!results', 'negated'],
    ['a*/results.json', 'last part alone'],
    ['results/**', 'last part alone'],
    ['results*/', 'last part alone'],
    ['results[.json', 'is not closed'],
  ])('%s is none', (text, why) => {
    expect(parseLedgerEntry(text)).toEqual({ wrong: expect.stringContaining(why) });
  });

  it.each([
    ['results', ['results/a.json', 'results/x/y.txt'], ['results', 'results.json', 'other/a.json']],
    ['.', ['a.json', 'x/y.ts'], []],
    ['eval/results.json', ['eval/results.json', 'eval/results.json/a'], ['eval/run.py', 'results.json']],
    [
      'eval/results*.json',
      ['eval/results.json', 'eval/results-2.json'],
      ['eval/run.py', 'eval/x/results.json'],
    ],
    ['run-*.json', ['run-1.json'], ['x/run-1.json', 'run-1.py']],
  ])('%s holds %j and not %j', (entry, held, others) => {
    for (const path of held) expect([path, isHeldBy(path, entry)]).toEqual([path, true]);
    for (const path of others) expect([path, isHeldBy(path, entry)]).toEqual([path, false]);
  });

  it('is found in a directory, and may name files', () => {
    expect(['results', 'eval/r*.json', 'r*.json', 'a/b.json'].map(placeOf)).toEqual([
      'results',
      'eval',
      '.',
      'a/b.json',
    ]);
    expect(['results', '.deepeval', 'v1.2', 'r*.json', 'a/b.json'].map(namesFiles)).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
  });
});
