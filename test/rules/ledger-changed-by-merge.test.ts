import { expect, it } from 'vitest';
import { ledgerChangedByMerge } from '../../src/rules/ledger-changed-by-merge.ts';
import { EVERY_CHANGE, found, range } from '../support/range.ts';

it('finds records that a merge changes, and names those that it leaves to a person (A7)', () => {
  const kinds = ['altered', 'changed', 'removed', 'arrived', 'conflict'] as const;
  const merged = kinds.map((kind) => ({ path: `results/${kind}.json`, kind }));
  expect(found(ledgerChangedByMerge, { ...range(EVERY_CHANGE), merged })).toEqual([
    expect.stringMatching(/^error results\/altered\.json: .*git carries the edit along/),
    expect.stringMatching(/^error results\/changed\.json: .*base branch holds this record/),
    expect.stringMatching(/^error results\/removed\.json: .*takes it away/),
    expect.stringMatching(/^error results\/arrived\.json: .*neither branch has/),
    expect.stringMatching(/^warning results\/conflict\.json: .*conflict with the base branch/),
  ]);
});

it('finds nothing where nothing is merged', () => {
  expect(found(ledgerChangedByMerge, range(EVERY_CHANGE))).toEqual([]);
});

it('says of a file that both sides add to what is wrong with the two together', () => {
  const ungrown = {
    kind: 'ungrown',
    by: 'rows',
    lost: [],
    count: 0,
    reason: 'two rows have the key "a"',
    at: null,
  } as const;
  const merged = [
    { path: 'results/a.csv', kind: 'combined', ungrown },
    { path: 'results/b.log', kind: 'both-grew' },
  ] as const;
  expect(found(ledgerChangedByMerge, { ...range([]), merged })).toEqual([
    expect.stringMatching(/^error results\/a\.csv: .*two rows have the key "a".* → .*keep all that it holds/),
    expect.stringMatching(/^warning results\/b\.log: .*at the same place.* → .*its lines first/),
  ]);
});
