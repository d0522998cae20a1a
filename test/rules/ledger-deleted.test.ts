import { expect, it } from 'vitest';
import { ledgerDeleted } from '../../src/rules/ledger-deleted.ts';
import { EVERY_CHANGE, found, range } from '../support/range.ts';

it('finds records that are gone, and says how to put them back', () => {
  expect(found(ledgerDeleted, range(EVERY_CHANGE))).toEqual([
    expect.stringMatching(/^error results\/deleted\.json: This record was deleted.*git restore/),
  ]);
});
