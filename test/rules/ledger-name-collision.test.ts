import { expect, it } from 'vitest';
import { ledgerNameCollision } from '../../src/rules/ledger-name-collision.ts';
import type { NameFacts } from '../../src/rules/subject.ts';
import { EVERY_CHANGE, found, range } from '../support/range.ts';

const name = (parts: Partial<NameFacts>): NameFacts => ({
  path: 'results/Run1.json',
  of: 'results/Run1.json',
  alike: [],
  misfit: null,
  ...parts,
});

it('finds paths that some systems take for one (K028)', () => {
  const names = [name({}), name({ alike: ['results/run1.json'] })];
  expect(found(ledgerNameCollision, { ...range(EVERY_CHANGE), names })).toEqual([
    expect.stringMatching(/^error results\/Run1\.json: .*results\/run1\.json are one file/),
  ]);
});

it('names the directory on the way that is taken for another (A4)', () => {
  const names = [name({ path: 'Results/a/x.json', of: 'Results', alike: ['results'] })];
  expect(found(ledgerNameCollision, { ...range([]), names })).toEqual([
    expect.stringMatching(
      /^error Results\/a\/x\.json: .*Results, on the way to this path, and results are one.*Rename Results\.$/,
    ),
  ]);
});
