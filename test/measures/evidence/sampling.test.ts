import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Claim } from '../../../src/core/reading.ts';
import { isWithinNoise, type Sampling } from '../../../src/core/verdict.ts';
import { planOf, scaleOf } from '../../../src/measures/evidence/plan.ts';
import { samplingOfClaim } from '../../../src/measures/evidence/sampling.ts';
import { aReading, metricOf } from '../../support/evidence.ts';

const rate = { aggregate: 'rate', score: 's' };
const mean = { aggregate: 'mean', score: 's' };

type Value = number | boolean | string | null;

/** A case for each list, a sample for each of its values. */
function cases(...lists: readonly (readonly Value[])[]): readonly object[] {
  return lists.flatMap((values, index) =>
    values.map((value, sample) => ({
      id: `c${index}`,
      sample: sample + 1,
      scores: { s: value },
      ...(value === null ? { unmeasured: { s: 'judge_timeout' } } : {}),
    })),
  );
}

const times = (count: number, value: Value): readonly (readonly Value[])[] =>
  Array.from({ length: count }, () => [value]);

function rounded({ n, few, interval }: Sampling): unknown {
  if (interval === null) return { n, few };
  const { low, high, method } = interval;
  return { n, few, method, low: Number(low.toFixed(4)), high: Number(high.toFixed(4)) };
}

describe('the interval of a recomputed value', () => {
  it.each<[string, object, readonly object[], object]>([
    [
      'K117: 137 of 198 cases: Wilson',
      rate,
      cases(...times(137, true), ...times(61, false)),
      { n: 198, few: false, method: 'wilson', low: 0.6245, high: 0.7521 },
    ],
    [
      'K118: two of two: from a third on',
      rate,
      cases([true], [true]),
      { n: 2, few: true, method: 'wilson', low: 0.3424, high: 1 },
    ],
    [
      'three of three are few',
      rate,
      cases(...times(3, true)),
      { n: 3, few: true, method: 'wilson', low: 0.4385, high: 1 },
    ],
    [
      'four of four are not',
      rate,
      cases(...times(4, true)),
      { n: 4, few: false, method: 'wilson', low: 0.5101, high: 1 },
    ],
    // Means of cases 1, 1/2, 3/4, 1/4: 0.625, s = 0.32275, se = 0.16137, t(0.975, 3) = 3.18245: 0.625 -+ 0.51357.
    [
      'repeats: the score interval of as many cases as theirs are worth, at Student’s t',
      rate,
      cases(
        [true, true, true, true],
        [true, false, true, false],
        [true, true, true, false],
        [true, false, false, false],
      ),
      { n: 4, few: false, method: 'wilson', low: 0.1549, high: 0.9381 },
    ],
    [
      'a mean of numbers on no known scale: the same, not cut',
      mean,
      cases([1], [0.5], [0.75], [0.25]),
      { n: 4, few: false, method: 't', low: 0.1114, high: 1.1386 },
    ],
    [
      'cases that all came out alike: as wide as the scale allows for so many cases, not for so many rows',
      rate,
      cases([true, true, true], [true, true, true], [true, true, true], [true, true, true]),
      { n: 4, few: false, method: 'wilson', low: 0.5101, high: 1 },
    ],
    [
      'alike on no known scale: nothing is known',
      mean,
      cases([3.5], [3.5], [3.5], [3.5]),
      { n: 4, few: false },
    ],
    ['one case alone', mean, cases([1, 2, 3]), { n: 1, few: true }],
    // pass^2 of 2/4, 4/4, 3/4, 2/4: 1/6, 1, 1/2, 1/6; mean 0.45833, s = 0.39382, se = 0.19691: -+ 0.62666.
    [
      'pass^2: the same over the estimates of the cases',
      { aggregate: 'pass_hat_k', score: 's', k: 2 },
      cases(
        [true, true, false, false],
        [true, true, true, true],
        [true, true, true, false],
        [false, true, true, false],
      ),
      { n: 4, few: false, method: 'wilson', low: 0.0795, high: 0.8924 },
    ],
    // Sums 4 of 4 rows, 0 of 2, 1 of 1, 0 of 1: 5/8; residuals 1.5, -1.25, 0.375, -0.625; se = sqrt(4/3 * 4.34375) / 8.
    [
      'over rows: by the residual of each case',
      { ...mean, over: 'rows' },
      cases([1, 1, 1, 1], [0, 0], [1], [0]),
      { n: 4, few: false, method: 't', low: -0.3324, high: 1.7777 },
    ],
    [
      'a sum estimates nothing, and stands on so many cases',
      { aggregate: 'sum', score: 's' },
      cases([1], [2]),
      { n: 2, few: false },
    ],
    [
      'a percentile likewise',
      { aggregate: 'percentile', score: 's', p: 95 },
      cases([1], [2], [null]),
      { n: 2, few: false },
    ],
    [
      'cases that were not measured are none',
      rate,
      cases([true], [true], [true], [true], [null], [null]),
      { n: 4, few: false, method: 'wilson', low: 0.5101, high: 1 },
    ],
    ['nothing measured', rate, cases([null]), { n: null, few: false }],
  ])('%s', (_, definition, rows, expected) => {
    expect(rounded(metricOf({ ...definition }, rows).sampling)).toEqual(expected);
  });

  // 3 of 4, 1 of 2, 5 of 6: 9/12; residuals 0, -1/2, 1/2; se = sqrt(3/2 * 1/2) / 12, t(0.975, 2) = 4.30265: -+ 0.31052.
  it('a ratio of sums: by the residual of each case, on the scale of a share where no part exceeds its whole', () => {
    const rows = [
      [3, 4],
      [1, 2],
      [5, 6],
    ].map(([good, all], index) => ({ id: `c${index}`, scores: { good, all } }));
    const ratio = { aggregate: 'ratio', numerator: 'good', denominator: 'all' };
    expect(rounded(metricOf(ratio, rows).sampling)).toEqual({
      ...{ n: 3, few: true, method: 'wilson', low: 0.1317, high: 0.9834 },
    });
    const speed = { aggregate: 'ratio', numerator: 'all', denominator: 'good' };
    expect(metricOf(speed, rows).sampling.interval?.high).toBeGreaterThan(1.33);
  });

  it('a ratio of which one part exceeds its whole is on no scale, so that nothing is cut', () => {
    // 3 / 3 = 1; residuals 2, -1, -1: se = sqrt(3 / 2 * 6) / 3 = 1, t(0.975, 2) = 4.30265.
    const rows = [3, 0, 0].map((all, index) => ({ id: `c${index}`, scores: { all, one: 1 } }));
    const ratio = { aggregate: 'ratio', numerator: 'all', denominator: 'one' };
    expect(rounded(metricOf(ratio, rows).sampling)).toMatchObject({ low: -3.3027, high: 15.1253 });
  });

  it('numbers whose squares leave the range have none', () => {
    expect(metricOf(mean, cases([1e200], [-1e200], [0])).sampling).toMatchObject({ n: 3, interval: null });
  });

  it('grades of 0 and 1 on a longer scale are no passes and fails', () => {
    // Mean 0.75, s = 0.5, se = 0.25, t(0.975, 3) = 3.18245: 0.75 -+ 0.79561, cut at the end of the scale.
    const rubric = { scale: [0, 5], criteria: { s: {} } };
    const { sampling } = metricOf(mean, cases([1], [0], [1], [1]), { rubric });
    expect(rounded(sampling)).toEqual({ n: 4, few: false, method: 'wilson', low: 0.0805, high: 3.2778 });
  });

  it('a win rate is over decided pairs', () => {
    const rows = cases(['a'], ['a'], ['b'], ['a'], ['tie'], [null]);
    expect(rounded(metricOf({ aggregate: 'win_rate', score: 's', arm: 'a' }, rows).sampling)).toEqual({
      ...{ n: 4, few: false, method: 'wilson', low: 0.3006, high: 0.9544 },
    });
  });
});

describe('the interval of a claim without rows', () => {
  const claim = (parts: Partial<Claim>): Claim => ({
    name: 'm',
    value: 0.6919,
    reason: null,
    pointer: '/m',
    ...parts,
  });

  it.each<[string, Partial<Claim>, object]>([
    [
      'K117: counts: Wilson',
      { ratio: { numerator: 137, denominator: 198 } },
      { n: 198, few: false, method: 'wilson', low: 0.6245, high: 0.7521 },
    ],
    [
      'a standard error that the file states',
      { standard_error: 0.01, measured: 805 },
      { n: 805, few: false, method: 'standard_error', low: 0.6723, high: 0.7115 },
    ],
    ['a number of cases alone', { measured: 2 }, { n: 2, few: true }],
    ['a number over no case', { measured: 0 }, { n: 0, few: false }],
    ['nothing', {}, { n: null, few: false }],
    [
      'counts of what cases have several of: no interval, and as many as the cases',
      { ratio: { numerator: 137, denominator: 198 }, measured: 20 },
      { n: 20, few: false },
    ],
    ['a ratio that is no share', { ratio: { numerator: 3, denominator: 2 } }, { n: null, few: false }],
  ])('%s', (_, parts, expected) => {
    expect(rounded(samplingOfClaim(claim(parts), null))).toEqual(expected);
  });

  it('a sum over two cases is about those two', () => {
    expect(samplingOfClaim(claim({ measured: 2 }), { aggregate: 'sum' }).few).toBe(false);
  });
});

describe('laws of intervals', () => {
  const sample = fc.oneof(fc.boolean(), fc.constant(null));
  const grid = fc.array(fc.array(sample, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 12 });
  const definitions = fc.constantFrom(rate, mean, { ...mean, over: 'rows' }, { ...rate, over: 'rows' });

  it('holds its value, and stays on the scale', () => {
    fc.assert(
      fc.property(grid, definitions, (lists, definition) => {
        const { value, sampling } = metricOf(definition, cases(...lists));
        fc.pre(value !== null && sampling.interval !== null);
        const { low, high } = sampling.interval;
        expect(low).toBeLessThanOrEqual(value);
        expect(high).toBeGreaterThanOrEqual(value);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('the order of the rows changes no bit, and unmeasured rows none either', () => {
    fc.assert(
      fc.property(grid, definitions, (lists, definition) => {
        const rows = cases(...lists);
        const { sampling } = metricOf(definition, rows);
        expect(metricOf(definition, rows.toReversed()).sampling).toEqual(sampling);
        const more = [...rows, { id: 'new', scores: { s: null }, unmeasured: { s: 'judge_timeout' } }];
        expect(metricOf(definition, more).sampling).toEqual(sampling);
      }),
    );
  });

  it('saying each answer twice adds no case', () => {
    fc.assert(
      fc.property(grid, (lists) => {
        const { sampling } = metricOf(rate, cases(...lists));
        const twice = metricOf(rate, cases(...lists.map((values) => [...values, ...values]))).sampling;
        expect([twice.n, twice.few]).toEqual([sampling.n, sampling.few]);
      }),
    );
  });
});

describe('within noise', () => {
  const interval = { low: 0.6, high: 0.8, level: 0.95, method: 'wilson' } as const;
  it.each([
    [{ min: 0.7, max: null }, true],
    [{ min: null, max: 0.7 }, true],
    [{ min: 0.5, max: 0.79 }, true],
    [{ min: 0.6, max: null }, false],
    [{ min: null, max: 0.8 }, false],
    [{ min: 0.5, max: 0.9 }, false],
  ])('a bound of %o inside 0.6 to 0.8: %s', (bounds, expected) => {
    expect(isWithinNoise({ n: 10, few: false, interval }, bounds)).toBe(expected);
  });

  it('without an interval nothing is said', () => {
    expect(isWithinNoise({ n: 2, few: true, interval: null }, { min: 0.7, max: null })).toBe(false);
  });
});

describe('a score that no row shows to be true or false has no scale', () => {
  const failed = (values: readonly (number | boolean | null)[]) =>
    values.map((value, index) => ({
      id: `c${index}`,
      error: { kind: 'target_error' },
      scores: { s: value },
    }));

  it.each([
    ['latencies of rows that all failed', failed([3, 4, 5]), 't'],
    ['of some that failed', [...failed([3, 4]), { id: 'other', scores: { s: 5 } }], 't'],
    [
      'a truth and a number in a row that failed',
      [...cases([true], [false]), ...failed([1, 2, 3]).slice(2)],
      't',
    ],
    ['truths of rows that all failed', failed([true, false, true]), 'wilson'],
  ])('%s', (_, rows, method) => {
    const { sampling, value } = metricOf(mean, rows);
    expect(sampling.interval?.method).toBe(method);
    if (method === 't') expect(sampling.interval!.high).toBeGreaterThan(value! + 0.5);
  });

  it.each([
    ['nothing was measured', failed([null, null]), [null, null]],
    ['one of two latencies was', failed([3, null]), [null, null]],
    ['one of two truths was', failed([true, null]), [0.5, 1]],
  ])('nor bounds where %s', (_, rows, ends) => {
    const { low, high } = metricOf(mean, rows);
    expect([low, high]).toEqual(ends);
  });
});

describe('the scale of a mean', () => {
  const scaleOfRows = (values: readonly Value[]) => {
    let looked = 0;
    const rows = aReading(cases(...values.map((value) => [value]))).rows!.map((row) => ({
      ...row,
      get scores() {
        looked += 1;
        return row.scores;
      },
    }));
    return { scale: scaleOf(planOf('s', mean), rows, null), looked };
  };

  it.each<[readonly Value[], object | null]>([
    [[true, false, null], { low: 0, high: 1 }],
    [[null, null], null],
    [[true, 1], null],
    [[0, 1], null],
  ])('is that of a share where all of %j that was measured is true or false', (values, scale) => {
    expect(scaleOfRows(values).scale).toEqual(scale);
  });

  it('is known not to be one from the first number on, however many rows follow', () => {
    expect(scaleOfRows(Array.from({ length: 1000 }, () => 0.5))).toEqual({ scale: null, looked: 1 });
  });
});
