import { expect, it } from 'vitest';
import { ledgerGrown } from '../../src/rules/ledger-grown.ts';
import { AFTER, BEFORE, EVERY_CHANGE, facts, found, range } from '../support/range.ts';

const grown = (path: string, by: 'lines' | 'rows', count: number) =>
  facts({ kind: 'grown', path, before: BEFORE, after: AFTER, by, count });

it('finds nothing where no file grew', () => {
  const others = EVERY_CHANGE.filter(({ change }) => change.kind !== 'grown');
  expect(found(ledgerGrown, range(others))).toEqual([]);
});

it('says once what each file gained', () => {
  const changes = [
    grown('results/a.csv', 'rows', 3),
    grown('results/b.log', 'lines', 1),
    grown('results/c.csv', 'rows', 0),
  ];
  expect(found(ledgerGrown, range(changes))).toEqual([
    expect.stringContaining(
      'note results/a.csv: results/a.csv grew by 3 rows; results/b.log grew by 1 line; results/c.csv holds the same rows, written in another way or order. What the base holds stands as it was.',
    ),
  ]);
});

it('counts the files beyond the first', () => {
  const many = Array.from({ length: 10 }, (_, index) => grown(`results/${index}.csv`, 'rows', 1));
  expect(found(ledgerGrown, range(many))).toEqual([
    expect.stringContaining('results/7.csv grew by 1 row; and 2 more files.'),
  ]);
});
