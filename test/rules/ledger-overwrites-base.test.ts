import { expect, it } from 'vitest';
import { ledgerOverwritesBase } from '../../src/rules/ledger-overwrites-base.ts';
import { AFTER, BEFORE, EVERY_CHANGE, facts, found, range } from '../support/range.ts';

it('finds an addition where the base branch holds other content (K010), not one that it holds alike', () => {
  const change = { kind: 'added', path: 'results/run2.json', after: AFTER } as const;
  const subject = range([...EVERY_CHANGE, facts(change, { tip: BEFORE }), facts(change, { tip: AFTER })]);
  expect(found(ledgerOverwritesBase, subject)).toEqual([
    expect.stringMatching(/^error results\/run2\.json: .*already holds a record of the same name/),
  ]);
});
