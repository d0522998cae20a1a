import { describe, expect, it } from 'vitest';
import { compareWithItself } from '../../../src/measures/comparison/compare.ts';
import { aReading, metricOf } from '../../support/evidence.ts';

/** Samples of a case that pass or fail; what follows a `c` came from the cache. */
function rows(id: string, text: string): readonly object[] {
  return [...text.matchAll(/(c?)([pf])/g)].map(([, cached, outcome], index) => ({
    id,
    sample: index + 1,
    scores: { passed: outcome === 'p' },
    ...(cached === '' ? {} : { cached: true }),
  }));
}

const passHat = { aggregate: 'pass_hat_k', score: 'passed', k: 2 };

describe('cached repeats in a recomputation (K115)', () => {
  it.each<[string, string, number | null]>([
    ['no cache', 'pp', 1],
    ['one asked, one repeated', 'pcp', null],
    ['all from the cache', 'cpcpcpcpcp', null],
    ['two asked, one repeated: 1 of 2 passes, so no pair does', 'pfcp', 0],
  ])('pass^2 over %s', (_, samples, value) => {
    expect(metricOf(passHat, rows('q1', samples)).value).toBe(value);
  });

  it('says that the cache is why there are too few samples', () => {
    expect(metricOf(passHat, rows('q1', 'pcpcp')).reason).toBe(
      'too_few_samples: 2 measured samples are needed of each case: q1 (1); 2 cached rows add no samples of their own',
    );
    expect(metricOf(passHat, rows('q1', 'p')).reason).not.toContain('cached');
  });

  it('a mean is that of the rows as they stand: each case weighs the same, however often it ran', () => {
    const mean = { aggregate: 'mean', score: 'passed' };
    const both = [...rows('q1', 'pcpcp'), ...rows('q2', 'f')];
    expect(metricOf(mean, both).value).toBe(0.5);
    expect(metricOf(mean, rows('q1', 'pcf')).value).toBe(0.5);
  });

  it('a run is not split into halves that are one and the same answer', () => {
    const parts = { metrics: { rate: { aggregate: 'rate', score: 'passed' } } };
    expect(compareWithItself(aReading([...rows('q1', 'cpcp'), ...rows('q2', 'fcf')], parts))).toBeNull();
    expect(compareWithItself(aReading([...rows('q1', 'pp'), ...rows('q2', 'fcf')], parts))?.cases).toBe(1);
  });
});
