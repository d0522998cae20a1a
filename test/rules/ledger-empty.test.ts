import { expect, it } from 'vitest';
import { ledgerEmpty } from '../../src/rules/ledger-empty.ts';
import { EVERY_CHANGE, found, range } from '../support/range.ts';

it('finds a directory with nothing in it, which must not pass (K063)', () => {
  const directories = [
    { directory: 'results', files: 'some', link: null },
    { directory: 'reslts', files: 'none', link: null },
  ] as const;
  expect(found(ledgerEmpty, range(EVERY_CHANGE, directories))).toEqual([
    expect.stringMatching(/^error reslts: The ledger directory reslts holds nothing/),
  ]);
});
