import { describe, expect, it } from 'vitest';
import { judgedValue } from '../../src/core/result-wording.ts';
import { thresholdWith } from '../support/report.ts';

const interval = { low: 0.89995, high: 1, level: 0.95, method: 'wilson' } as const;

describe('judgedValue', () => {
  it.each([
    ['nothing is known of its cases', {}, '1'],
    ['the cases alone', { n: 30 }, '1 (30 cases)'],
    ['one case', { n: 1, few: true }, '1 (1 case, which is few)'],
    [
      'an end beside its bound shows on which side it lies',
      { n: 30, interval },
      '1 (30 cases, 95 % 0.89995 to 1)',
    ],
    [
      'within noise',
      { n: 30, interval, within_noise: true },
      '1 (30 cases, 95 % 0.89995 to 1, within noise)',
    ],
    ['K118: few cases', { n: 2, few: true, interval }, '1 (2 cases, which is few, 95 % 0.89995 to 1)'],
    [
      'what was not measured rests on nothing',
      { value: null, verdict: 'unmeasured', n: 2, interval },
      'n/a (unmeasured)',
    ],
  ] as const)('%s', (_, parts, text) => {
    expect(judgedValue(thresholdWith(parts))).toBe(text);
  });
});
