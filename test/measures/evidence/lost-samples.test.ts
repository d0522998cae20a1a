import { describe, expect, it } from 'vitest';
import type { MetricComparison } from '../../../src/core/comparison.ts';
import type { Reading } from '../../../src/core/reading.ts';
import { compareReadings } from '../../../src/measures/comparison/compare.ts';
import { judgedMetrics } from '../../../src/measures/evidence/metrics.ts';
import { DEFAULT_POLICY } from '../../../src/policy/policy.ts';
import { judgeThresholds } from '../../../src/policy/thresholds.ts';
import { aReading, metricOf } from '../../support/evidence.ts';
import { aSeries, aThreshold } from '../../support/policies.ts';

type Value = boolean | number | null;

const RATE = { metrics: { m: { aggregate: 'rate', score: 's' } }, dataset: { fingerprint: 'sha256:aa' } };

/** A case for each list, a sample for each value; what is null ran into a quota. */
function cases(lists: readonly (readonly Value[])[]): readonly object[] {
  return lists.flatMap((values, index) =>
    values.map((value, sample) => ({
      id: `c${index + 1}`,
      sample: sample + 1,
      ...(value === null
        ? { error: { kind: 'target_quota' }, scores: { s: null } }
        : { scores: { s: value } }),
    })),
  );
}

const samples = (pass: number, fail: number, lost = 0): readonly Value[] => [
  ...Array<Value>(pass).fill(true),
  ...Array<Value>(fail).fill(false),
  ...Array<Value>(lost).fill(null),
];
const times = (count: number, list: readonly Value[]) => Array<readonly Value[]>(count).fill(list);
const run = (lists: readonly (readonly Value[])[], parts: object = {}): Reading =>
  aReading(cases(lists), { ...RATE, ...parts });

function verdictOf(
  reading: Reading,
  bar: Parameters<typeof aThreshold>[0],
  minCoverage: number | null = null,
) {
  const series = aSeries({ thresholds: [aThreshold({ metric: 'm', enforce: true, ...bar })] });
  return judgeThresholds('results/a.json', series, reading, judgedMetrics(reading), minCoverage)[0]!;
}

function compared(base: Reading, head: Reading, allow: readonly string[] = []): MetricComparison {
  const options = { judge: DEFAULT_POLICY.judge, allow, margin: null, bounds: new Map() };
  const { metrics } = compareReadings(
    { path: 'results/base.json', reading: base },
    { path: 'results/head.json', reading: head },
    options,
  );
  return metrics[0]!;
}

describe('samples lost inside a case, in a check (E1)', () => {
  const quota = run(times(10, samples(9, 0, 1)));

  it('are counted, and say what was measured', () => {
    expect(judgedMetrics(quota)[0]).toMatchObject({ measured: 90, expected: 100, low: 0.9, high: 1 });
    const { verdict, reason } = verdictOf(quota, { min: 0.95 });
    expect([verdict, reason]).toEqual([
      'unmeasured',
      'only 90 of 100 samples were measured, and the others could decide',
    ]);
  });

  it.each([
    [1, 'unmeasured'],
    [0.95, 'unmeasured'],
    [0.9, 'met'],
    [0.5, 'met'],
  ])('a min_coverage of %d: %s', (min_coverage, verdict) => {
    expect(verdictOf(quota, { min: 0.95, min_coverage }).verdict).toBe(verdict);
    expect(verdictOf(quota, { min: 0.95 }, min_coverage).verdict).toBe(verdict);
  });

  it('decide nothing that holds whatever they had come to', () => {
    expect(verdictOf(quota, { min: 0.9 }).verdict).toBe('met');
    expect(verdictOf(run(times(10, samples(1, 8, 1))), { min: 0.9 }).verdict).toBe('missed');
  });

  it('many samples of one case do not make up for nine cases that lost theirs', () => {
    const lopsided = run([samples(900, 0), ...times(9, samples(0, 0, 1))]);
    expect(verdictOf(lopsided, { min: 0.95, min_coverage: 0.9 }).verdict).toBe('unmeasured');
    const most = run([samples(1, 0, 900), ...times(9, samples(1, 0))]);
    expect(verdictOf(most, { min: 0.95, min_coverage: 0.9 }).verdict).toBe('met');
  });

  it('over rows each row counts alike', () => {
    const lists = [samples(900, 0), ...times(9, samples(0, 0, 1))];
    const metrics = { m: { aggregate: 'rate', score: 's', over: 'rows' } };
    expect(verdictOf(run(lists, { metrics }), { min: 0.95, min_coverage: 0.9 }).verdict).toBe('met');
  });

  it.each([
    ['a mean', { aggregate: 'mean', score: 's' }],
    ['pass^2', { aggregate: 'pass_hat_k', score: 's', k: 2 }],
    ['pass@2', { aggregate: 'pass_at_k', score: 's', k: 2 }],
    ['a condition', { aggregate: 'rate', pass_if: { s: { min: 1 } } }],
  ])('of %s', (_, m) => {
    const reading = run(times(10, samples(3, 0, 3)), { metrics: { m } });
    expect(verdictOf(reading, { min: 0.99, min_coverage: 0.9 }).verdict).toBe('unmeasured');
  });
});

describe('planned samples that have no row (E1)', () => {
  const planned = (count: number) => ({ method: { limits: {}, samples: count } });

  it('are lost as those that have a row and no value', () => {
    const dropped = run(times(10, samples(9, 0)), planned(10));
    expect(judgedMetrics(dropped)[0]).toMatchObject({ measured: 90, expected: 100, low: 0.9, high: 1 });
    expect(verdictOf(dropped, { min: 0.95 }).verdict).toBe('unmeasured');
  });

  it('a case’s own plan counts before that of the run', () => {
    const own = { ...planned(10), cases: Object.fromEntries([1, 2].map((n) => [`c${n}`, { samples: 3 }])) };
    expect(metricOf(RATE.metrics.m, cases(times(2, samples(3, 0))), own)).toMatchObject({
      measured: 6,
      expected: 6,
    });
  });

  it('without a plan nothing is missing: nobody knows of more', () => {
    expect(verdictOf(run([samples(5, 0), samples(3, 0)]), { min: 0.95 }).verdict).toBe('met');
  });

  it('a condition that the case meets asks for its samples too, one that it does not meet for none', () => {
    const rows = cases(times(2, samples(1, 0))).map((row, index) => ({
      ...row,
      category: index === 0 ? 'x' : 'y',
    }));
    const where = { ...RATE.metrics.m, where: { category: 'x' } };
    expect(metricOf(where, rows, planned(4))).toMatchObject({ measured: 1, expected: 4, low: 0.25, high: 1 });
  });

  it('a case without any row lacks as many samples as the others have', () => {
    expect(
      metricOf(RATE.metrics.m, cases(times(9, samples(10, 0))), { dataset: { cases: 10 } }),
    ).toMatchObject({
      ...{ measured: 90, expected: 100, low: 0.9, high: 1 },
    });
  });

  it('a plan that is a typing error neither hangs nor hides the loss', () => {
    const typo = run(times(10, samples(1, 0)), planned(1_000_000_000));
    expect(verdictOf(typo, { min: 0.95, min_coverage: 0.5 }).verdict).toBe('unmeasured');
  });
});

describe('a case that stopped early (E1)', () => {
  const stopped = (list: readonly Value[], parts: object) =>
    run([list, ...times(9, samples(10, 0))], {
      method: { limits: {}, samples: 10 },
      cases: { c1: { samples: 10, stopped_early: true, ...parts } },
    });

  it.each([
    ['is whole once its passes suffice', samples(6, 0), { threshold: { min: 0.6 } }, 'met'],
    ['is whole once its fails suffice', samples(0, 5), { threshold: { min: 0.6 } }, 'met'],
    [
      'is not where the rest could have changed its verdict',
      samples(5, 0),
      { threshold: { min: 0.6 } },
      'unmeasured',
    ],
    ['is not where it only says so', samples(5, 0), { passed: true }, 'unmeasured'],
  ])('%s', (_, list, parts, verdict) => {
    const reading = stopped(list, parts);
    const bar = verdict === 'met' ? { min: 0.9 } : { min: 0.99 };
    expect(verdictOf(reading, bar).verdict).toBe(verdict);
  });

  it('may keep rows for what it left out; what a quota took is lost all the same', () => {
    const rows = (kind: string) => [
      ...cases([samples(6, 0)]),
      ...[7, 8, 9, 10].map((sample) => ({ id: 'c1', sample, scores: { s: null }, unmeasured: { s: kind } })),
    ];
    const parts = { cases: { c1: { samples: 10, stopped_early: true, threshold: { min: 0.6 } } } };
    expect(metricOf(RATE.metrics.m, rows('stopped_early'), parts)).toMatchObject({
      measured: 6,
      expected: 6,
    });
    expect(metricOf(RATE.metrics.m, rows('target_quota'), parts)).toMatchObject({
      measured: 6,
      expected: 10,
    });
  });
});

describe('samples lost inside a case, in a comparison (E1)', () => {
  const half = times(20, samples(5, 5));

  it('turn no gain into one that is found: the failing samples of head timed out', () => {
    const metric = compared(run(half), run(times(20, samples(5, 0, 5))));
    expect(metric).toMatchObject({ verdict: 'unmeasured', lost: 100, low: 0, high: 0.5 });
    expect(metric.reason).toBe('100 samples were measured on one side alone, and could turn the difference');
  });

  it('have no row at all, under the same plan', () => {
    const plan = { method: { limits: {}, samples: 10 } };
    expect(compared(run(half, plan), run(times(20, samples(5, 0)), plan))).toMatchObject({
      ...{ verdict: 'unmeasured', lost: 100 },
    });
  });

  it('have no row at all, where one case keeps up the number of samples and no plan is stated', () => {
    const head = run([samples(5, 5), ...times(19, samples(5, 0))]);
    expect(compared(run(half), head)).toMatchObject({ verdict: 'unmeasured', lost: 95 });
  });

  it('were lost by base', () => {
    const metric = compared(run(times(20, samples(0, 5, 5))), run(half));
    expect(metric).toMatchObject({ verdict: 'unmeasured', lost: 100, low: 0, high: 0.5 });
  });

  it('do not hide a loss that they could not have turned', () => {
    const metric = compared(run(times(20, samples(9, 1))), run(times(20, samples(2, 7, 1))));
    expect(metric).toMatchObject({ verdict: 'regressed', lost: 20 });
    expect(metric.high).toBeCloseTo(-0.6, 12);
  });

  it('of cases with one sample each are whole cases, in those words', () => {
    const metric = compared(
      run(times(20, samples(0, 1))),
      run([...times(10, samples(1, 0)), ...times(10, samples(0, 0, 1))]),
    );
    expect(metric).toMatchObject({ verdict: 'improved', lost: 10, low: 0.5, high: 1 });
  });

  it('on no known scale leave nothing to be found', () => {
    const metrics = { m: { aggregate: 'mean', score: 's', direction: 'higher' } };
    const slow = run(times(20, [10, 11]), { metrics });
    expect(compared(slow, run(times(20, [20, null]), { metrics }))).toMatchObject({
      verdict: 'unmeasured',
      lost: 20,
    });
  });

  it('of runs that planned otherwise, compared all the same, are none', () => {
    const metric = compared(run(times(20, samples(1, 4))), run(times(20, samples(8, 2))), ['samples']);
    expect(metric).toMatchObject({ verdict: 'improved', lost: 0 });
  });

  it('pass^k with too few of them is lost too', () => {
    const metrics = { m: { aggregate: 'pass_hat_k', score: 's', k: 2 } };
    const metric = compared(
      run(times(20, samples(1, 1)), { metrics }),
      run(times(20, samples(2, 0)), { metrics }),
    );
    expect(metric).toMatchObject({ verdict: 'improved', lost: 0 });
  });

  it('hide no regression: head fell, and lost as many of its failing samples as evens it out', () => {
    const head = run(times(20, samples(2, 2, 6)));
    const metric = compared(run(half), head);
    expect(metric).toMatchObject({ verdict: 'unmeasured', difference: 0, lost: 120 });
    expect(metric.reason).toBe('120 samples were measured on one side alone, and could hide a regression');
    const cases = run([...times(10, samples(1, 0)), ...times(8, samples(0, 0, 1))]);
    expect(compared(run(times(18, samples(1, 0))), cases)).toMatchObject({ verdict: 'unmeasured', lost: 8 });
  });

  it('so few that they could hide none are told, and change nothing', () => {
    const one = (lost: number) =>
      run([
        ...times(30, samples(5, 5)),
        ...times(lost, samples(5, 4, 1)),
        ...times(8, samples(6, 4)),
        ...times(8, samples(4, 6)),
      ]);
    const base = run([...times(31, samples(5, 5)), ...times(8, samples(4, 6)), ...times(8, samples(6, 4))]);
    expect(compared(base, one(1))).toMatchObject({ verdict: 'no_difference', lost: 1 });
  });
});
