import { expect, it } from 'vitest';
import { ledgerRenamed } from '../../src/rules/ledger-renamed.ts';
import { EVERY_CHANGE, found, range } from '../support/range.ts';

it('finds renames, and restores the old path (K018)', () => {
  const [text, ...more] = found(ledgerRenamed, range(EVERY_CHANGE));
  expect(more).toEqual([]);
  expect(text).toMatch(/^error results\/new\.json: The record results\/old\.json was renamed/);
  expect(text).toMatch(/-- :\/results\/old\.json`/);
});
