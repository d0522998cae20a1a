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

  it.each([
    ['a folder', 'results', { target: 'folder', digests: [] }, ['folder']],
    ['the policy', 'evalguard.yaml', { target: 'outside', digests: [] }, ['outside']],
    ['itself', 'results/a.retraction-1.json', { target: 'added', digests: [] }, ['itself']],
    ['a path that climbs', 'results/../results/a.json', { target: 'missing', digests: [] }, ['path']],
    ['an absolute path', '/results/a.json', { target: 'missing', digests: [] }, ['path']],
    ['a path with a dot', './results/a.json', { target: 'missing', digests: [] }, ['path']],
    ['a path that ends in a slash', 'results/', { target: 'folder', digests: [] }, ['path']],
    ['a path of Windows', 'results\\\\a.json', { target: 'missing', digests: [] }, ['path']],
  ] as const)('a retraction of %s is an error (C9)', (_, path, parts, expected) => {
    const subject = aRetraction(parts);
    const retraction = { ...subject.retraction, of: { ...subject.retraction.of, path } };
    const findings = findingsOf(retractionTarget, { ...subject, retraction });
    expect(findings.map(({ data }) => data.problem)).toEqual(expected);
    expect(findings[0]?.severity).toBe('error');
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
