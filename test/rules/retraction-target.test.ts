import { describe, expect, it } from 'vitest';
import { retractionTarget } from '../../src/rules/retraction-target.ts';
import { findingsOf } from '../support/record.ts';
import { aRetraction } from '../support/retraction.ts';

const problems = (...args: Parameters<typeof aRetraction>) =>
  findingsOf(retractionTarget, aRetraction(...args)).map(({ data }) => data.problem);

describe('retraction/target', () => {
  it.each([
    ['held by the base', { target: 'held' }, []],
    ['lost from history: the loss is acknowledged', { target: 'lost' }, []],
    ['added by the same change', { target: 'added', digests: [] }, ['added']],
    ['nowhere', { target: 'missing', digests: [] }, ['missing']],
  ] as const)('K126: a record that is %s', (_, parts, expected) => {
    expect(problems(parts)).toEqual(expected);
  });

  it.each([
    ['is there', true, 'results/b.json', []],
    ['is not', false, 'results/b.json', ['successor']],
    ['is not named', false, null, []],
  ])('a successor that %s', (_, successor, name, expected) => {
    expect(problems({ successor }, name)).toEqual(expected);
  });

  it('points at the path in the retraction and says what to do', () => {
    expect(findingsOf(retractionTarget, aRetraction({ target: 'missing', digests: [] }))).toEqual([
      expect.objectContaining({
        severity: 'error',
        path: 'results/a.retraction-1.json',
        pointer: '/of/path',
        message: expect.stringContaining('results/a.json'),
        remedy: expect.stringContaining('evalguard retract'),
      }),
    ]);
  });
});
