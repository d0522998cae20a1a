import { expect, it } from 'vitest';
import { ledgerNameCollision } from '../../src/rules/ledger-name-collision.ts';
import { AFTER, EVERY_CHANGE, facts, found, range } from '../support/range.ts';

it('finds paths that some systems take for one (K028)', () => {
  const change = facts(
    { kind: 'added', path: 'results/Run1.json', after: AFTER },
    { collisions: ['results/run1.json'] },
  );
  expect(found(ledgerNameCollision, range([...EVERY_CHANGE, change]))).toEqual([
    expect.stringMatching(/^error results\/Run1\.json: .*results\/run1\.json are one file/),
  ]);
});

it('finds a name that one tree lists twice', () => {
  expect(found(ledgerNameCollision, range([], [], ['results/x.json']))).toEqual([
    expect.stringContaining('more than once'),
  ]);
});
