import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance, nearest } from '../../src/core/nearest.ts';

const KEYS = ['thresholds', 'files', 'format', 'metrics_version', 'min', 'max', 'enforce', 'ledger'];

describe('nearest', () => {
  it.each([
    ['threshhold', 'thresholds'],
    ['tresholds', 'thresholds'],
    ['threhsolds', 'thresholds'],
    ['metricsVersion', 'metrics_version'],
    ['METRICS-VERSION', 'metrics_version'],
    ['file', 'files'],
    ['mn', 'min'],
    ['enforced', 'enforce'],
    ['leger', 'ledger'],
  ])('takes %s for %s (K167)', (word, meant) => {
    expect(nearest(word, KEYS)).toBe(meant);
  });

  it.each(['', 'zzz', 'p', 'colour', 'threshold_for_the_nightly_run', '__proto__', 'x'.repeat(100_000)])(
    'guesses nothing for a word that is near none: %.20s',
    (word) => {
      expect(nearest(word, KEYS)).toBeNull();
    },
  );

  it('takes the nearest of several, and the first in order of equally near ones', () => {
    expect(nearest('result', ['results', 'resets'])).toBe('results');
    expect(nearest('abcx', ['abcz', 'abcy'])).toBe('abcy');
    expect(nearest('abcx', ['abcy', 'abcz'])).toBe('abcy');
  });

  it('finds a known word itself', () => {
    fc.assert(
      fc.property(fc.constantFrom(...KEYS), (key) => {
        expect(nearest(key, KEYS)).toBe(key);
      }),
    );
  });

  it('knows nothing where nothing is known', () => {
    expect(nearest('min', [])).toBeNull();
  });
});

describe('editDistance', () => {
  it.each([
    ['', '', 0],
    ['abc', '', 3],
    ['kitten', 'sitting', 3],
    ['ab', 'ba', 1],
    ['ca', 'abc', 3], // 2 if a swapped pair could be edited again
    ['threhsolds', 'thresholds', 1],
  ])('from %j to %j is %i', (from, to, distance) => {
    expect(editDistance(from, to)).toBe(distance);
  });

  it('is symmetric, 0 only for equal texts, and no longer than the longer text', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
    fc.assert(
      fc.property(text, text, (from, to) => {
        const distance = editDistance(from, to);
        expect(distance).toBe(editDistance(to, from));
        expect(distance === 0).toBe(from === to);
        expect(distance).toBeLessThanOrEqual(Math.max(from.length, to.length));
      }),
    );
  });
});
