import { describe, expect, it } from 'vitest';
import { resultScale } from '../../src/rules/result-scale.ts';
import { aSeries, aThreshold } from '../support/policies.ts';
import { aRecord, aResult, findingsOf } from '../support/record.ts';

interface Case {
  readonly metric?: string;
  readonly value: number | null;
  readonly definition?: object;
  readonly bar?: { readonly min?: number | null; readonly max?: number | null };
  readonly stated?: object;
}

function found({ metric = 'acc', value, definition, bar, stated }: Case) {
  const threshold = aThreshold({ metric, min: null, max: null, ...bar });
  const content = aResult({
    metrics: definition === undefined ? undefined : { [metric]: definition },
    aggregate: { [metric]: value },
    unmeasured: value === null ? { [metric]: 'cancelled' } : undefined,
    thresholds: stated === undefined ? undefined : { [metric]: stated },
  });
  const series = aSeries({ thresholds: bar === undefined ? [] : [threshold] });
  return findingsOf(resultScale, aRecord(content, { series }));
}

const rate = { aggregate: 'rate', score: 'x' };
const mean = { aggregate: 'mean', score: 'x' };

describe('result/scale', () => {
  it.each<[string, Case, string]>([
    ['K071: a rate above 1', { value: 87.2, definition: rate }, 'share-above-one'],
    ['a name that ends in _rate, above 1', { metric: 'pass_rate', value: 1.5 }, 'share-above-one'],
    [
      'a measure of retrieval above 1',
      { value: 80, definition: { aggregate: 'mean', measure: 'mrr' } },
      'share-above-one',
    ],
    ['a rate with a bar in percent', { value: 0.87, definition: rate, bar: { min: 95 } }, 'bound-above-one'],
    [
      'an unmeasured rate with a bar in percent',
      { value: null, definition: rate, bar: { max: 5 } },
      'bound-above-one',
    ],
    ['K071: percent against a fraction', { value: 87.2, bar: { min: 0.9 } }, 'percent-and-fraction'],
    ['a fraction against percent', { value: 0.872, bar: { min: 90 } }, 'percent-and-fraction'],
    [
      'a mean of percent against a fraction, which it meets whatever it is',
      { value: 87.2, definition: mean, bar: { min: 0.9 } },
      'percent-and-fraction',
    ],
    [
      'a mean of fractions against percent',
      { value: 0.9, definition: mean, bar: { min: 90 } },
      'percent-and-fraction',
    ],
    [
      'percent against a fraction that the result states',
      { value: 97, stated: { min: 0.95 } },
      'percent-and-fraction',
    ],
  ])('warns of %s', (_, each, problem) => {
    const findings = found(each);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ severity: 'warning', data: { problem } });
    expect(findings[0]?.pointer).toMatch(/^\/aggregate\//);
    expect(findings[0]?.message).toMatch(/does not convert/);
  });

  it.each<[string, Case]>([
    ['a rate of exactly 1', { value: 1, definition: rate, bar: { min: 1 } }],
    ['a rate that misses its bar', { value: 0, definition: rate, bar: { min: 0.9 } }],
    ['a mean of grades', { value: 4.2, definition: mean, bar: { min: 4 } }],
    ['a bad mean of grades', { value: 0.8, definition: mean, bar: { min: 4 } }],
    ['a count against a bar of 0', { value: 3, bar: { max: 0 } }],
    ['a count against a bar of 1', { value: 6, bar: { min: 1 } }],
    ['a sum', { value: 30, definition: { aggregate: 'sum', score: 'x' }, bar: { max: 0.5 } }],
    [
      'a median of ratios of times against a small most',
      { value: 5.929, definition: { aggregate: 'median', score: 'ratio' }, bar: { max: 0.7 } },
    ],
    [
      'a percentile above a small least',
      { value: 3, definition: { aggregate: 'percentile', p: 95, score: 'x' }, bar: { min: 0.5 } },
    ],
    ['a mean of ratios of times over a small most', { value: 3.03, definition: mean, bar: { max: 0.5 } }],
    [
      'a ratio of sums',
      {
        value: 3.03,
        definition: { aggregate: 'ratio', numerator: 'a', denominator: 'b' },
        bar: { min: 0.5 },
      },
    ],
    ['a latency under its bar', { value: 0.5, bar: { max: 20 } }],
    ['a name that ends in a unit', { metric: 'avg_latency_s', value: 3, bar: { max: 0.5 } }],
    ['a value too large for percent', { value: 1200, bar: { max: 0.5 } }],
    ['a metric that states its unit', { value: 87.2, definition: { ...mean, unit: '%' }, bar: { min: 0.9 } }],
    [
      'a mean whose definition declares a wider scale (A12)',
      { metric: 'quality_rate', value: 4.5, definition: { ...mean, scale: [1, 5] }, bar: { min: 4 } },
    ],
    ['a value that nothing is held against', { value: 87.2 }],
    ['nothing measured', { value: null, bar: { min: 0.9 } }],
  ])('passes %s', (_, each) => {
    expect(found(each)).toEqual([]);
  });

  it('passes a bar of another metric', () => {
    const thresholds = [aThreshold({ metric: 'other', min: 0.9 })];
    const record = aRecord(aResult({ aggregate: { acc: 87.2 } }), { series: aSeries({ thresholds }) });
    expect(findingsOf(resultScale, record)).toEqual([]);
  });

  it('says where the bar stands', () => {
    expect(found({ value: 97, bar: { min: 0.95 } })[0]?.message).toContain(
      'the policy holds it against 0.95',
    );
    expect(found({ value: 97, stated: { min: 0.95 } })[0]?.message).toContain(
      'the result holds it against 0.95',
    );
  });
});
