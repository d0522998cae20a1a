import { expect, it } from 'vitest';
import type { Ungrown } from '../../src/core/ledger.ts';
import { ledgerModified } from '../../src/rules/ledger-modified.ts';
import { ledgerRowChanged } from '../../src/rules/ledger-row-changed.ts';
import { AFTER, BEFORE, EVERY_CHANGE, facts, found, range } from '../support/range.ts';

const change = { kind: 'modified', path: 'results/board.csv', before: BEFORE, after: AFTER } as const;
const ROWS: Ungrown = {
  kind: 'ungrown',
  by: 'rows',
  lost: [
    { name: 'gpt-4', changes: [{ column: 'acc', before: '0.90', after: '0.91' }], more: 2 },
    { name: 'claude 2, \u202eb', changes: [], more: 0 },
    { name: '/updated', changes: [{ column: '', before: null, after: '"today: 5"' }], more: 0 },
  ],
  count: 5,
  reason: null,
  at: { pointer: '/2', line: 3, column: 1 },
};

function told(difference: Ungrown, parts = {}) {
  return found(ledgerRowChanged, range([facts(change, { difference, ...parts })]))[0];
}

it('finds nothing in a change of a file that may not grow', () => {
  expect(found(ledgerRowChanged, range(EVERY_CHANGE))).toEqual([]);
});

it('names the rows, what changed in them, and how many more there are', () => {
  expect(told(ROWS)).toContain(
    'What changed or went: gpt-4: acc 0.90 -> 0.91 and 2 columns more; "claude 2, \u202eb" went; /updated: absent -> "today: 5"; and 2 more.',
  );
  expect([...ledgerRowChanged.check(range([facts(change, { difference: ROWS })]))]).toMatchObject([
    { path: 'results/board.csv', line: 3, column: 1 },
  ]);
});

it('names the first line that is not what it was', () => {
  const lost = [{ name: 'line 3', changes: [{ column: '', before: 'a', after: 'a\r' }], more: 0 }];
  expect(told({ ...ROWS, by: 'lines', lost, count: 1 })).toContain(
    'grow by lines at its end, and what landed in it stays as it is. The first line that is not what it was: line 3: a -> "a\\r".',
  );
});

it('says why it cannot be told, and what to correct', () => {
  const text = told({ ...ROWS, lost: [], count: 0, reason: 'two rows have the key "a"', at: null });
  expect(text).toContain('It cannot be shown that it only grew: two rows have the key "a".');
  expect(text).toContain('Correct the file, or `key`, `ignore` and `rows`');
});

it('restores from HEAD before a commit', () => {
  expect(told(ROWS, { staged: true })).toContain('--source=HEAD -- ');
});

it('stands in the place of the rule on changed records', () => {
  expect(found(ledgerModified, range([facts(change, { difference: ROWS })]))).toEqual([]);
});
