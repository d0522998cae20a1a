import { expect, it } from 'vitest';
import { ledgerMode } from '../../src/rules/ledger-mode.ts';
import { EVERY_CHANGE, found, range } from '../support/range.ts';

it('notes a mode change, which is no error (K055)', () => {
  expect(found(ledgerMode, range(EVERY_CHANGE))).toEqual([
    expect.stringMatching(/^note results\/mode\.json: Only the file mode changed \(file -> executable\)/),
  ]);
});
