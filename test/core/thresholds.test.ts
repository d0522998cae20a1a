import { describe, expect, it } from 'vitest';
import { EMPTY_READING } from '../../src/core/reading.ts';
import { type JudgedMetric, judgeThresholds } from '../../src/core/thresholds.ts';
import { aSeries, aThreshold } from '../support/policies.ts';
import { metricWith } from '../support/report.ts';

const judged = (
  metric: Partial<JudgedMetric>,
  bar: Parameters<typeof aThreshold>[0] = {},
  minCoverage: number | null = null,
) => {
  const series = aSeries({ thresholds: [aThreshold({ metric: 'm', min: 0.9, ...bar })] });
  const metrics: JudgedMetric[] = [{ ...metricWith({ name: 'm' }), pointer: null, ...metric }];
  return judgeThresholds('results/a.json', series, EMPTY_READING, metrics, minCoverage)[0]!;
};
const enforced = { enforce: true };
const nine = { value: 0.95, measured: 9, expected: 10 };

describe('an enforced bar with cases unmeasured', () => {
  it.each([
    ['is met where the worst case meets it', { ...nine, low: 0.9, high: 1 }, enforced, null, 'met'],
    [
      'is unmeasured where the worst case misses it',
      { ...nine, low: 0.85, high: 1 },
      enforced,
      null,
      'unmeasured',
    ],
    [
      'is missed where even the best case misses it',
      { ...nine, value: 0.5, low: 0.4, high: 0.6 },
      enforced,
      null,
      'missed',
    ],
    [
      'K109: is unmeasured where no scale bounds what is missing',
      { ...nine, low: null, high: null },
      enforced,
      null,
      'unmeasured',
    ],
    [
      'is judged on what was measured from min_coverage on',
      { ...nine, low: 0.85, high: 1 },
      enforced,
      0.9,
      'met',
    ],
    ['K107: is unmeasured below min_coverage', { ...nine, low: 0.85, high: 1 }, enforced, 0.95, 'unmeasured'],
    [
      'K103: has a min_coverage of its own before the policy’s',
      { ...nine, low: 0.85, high: 1 },
      { ...enforced, min_coverage: 1 },
      0.5,
      'unmeasured',
    ],
    [
      'is unmeasured where samples are, though each case has one',
      { value: 0.95, measured: 10, expected: 10, low: 0.6, high: 1 },
      enforced,
      null,
      'unmeasured',
    ],
    [
      'is unmeasured between two bounds that both ends miss',
      { ...nine, value: 0.2, low: 0.1, high: 0.9 },
      { ...enforced, min: 0.4, max: 0.6 },
      null,
      'unmeasured',
    ],
    [
      'is met at a max where the worst case is the highest',
      { ...nine, value: 0.1, low: 0.05, high: 0.2 },
      { ...enforced, min: null, max: 0.2 },
      null,
      'met',
    ],
  ])('%s', (_, metric, bar, minCoverage, verdict) => {
    expect(judged(metric, bar, minCoverage).verdict).toBe(verdict);
  });

  it('says how much was measured', () => {
    expect(judged({ ...nine, low: 0.85, high: 1 }, enforced).reason).toMatch(/^only 9 of 10 cases/);
  });
});

describe('a bar that is not enforced', () => {
  it('is judged on what was measured, whatever is missing: it blocks nothing, and coverage is shown', () => {
    expect(judged({ ...nine, low: 0.85, high: 1 }).verdict).toBe('met');
  });

  it('K105: is unmeasured over nothing, with the metric’s reason', () => {
    const verdict = judged({ value: null, reason: 'target_quota: none of 2 was measured', measured: 0 });
    expect(verdict).toMatchObject({ verdict: 'unmeasured', reason: expect.stringMatching(/^target_quota/) });
  });

  it('K117: is missed by a hair, and the digits show it', () => {
    expect(judged({ value: 0.6919, measured: 198, expected: 198 }, { min: 0.7 })).toMatchObject({
      verdict: 'missed',
      value: 0.6919,
    });
  });
});
