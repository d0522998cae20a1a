import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Aggregation, aggregate, worstCase } from '../../src/measures/aggregate.ts';
import { exactSum } from '../../src/measures/exact-sum.ts';
import {
  measured,
  type Observation,
  type Reason,
  ratioOf,
  splitBy,
  unmeasured,
} from '../../src/measures/observation.ts';
import { ratio } from '../../src/measures/totals.ts';

const seen = (id: string, ...values: readonly number[]): readonly Observation[] =>
  values.map((value) => ({ case: id, value }));
const missing = (id: string, reason: Reason): Observation => ({ case: id, ...unmeasured(reason) });

/** Case a has two samples, case b one: the mean over cases and the mean over rows differ. */
const uneven = [...seen('a', 1, 0), ...seen('b', 1)];
const latencies = [...seen('a', 10, 20), ...seen('b', 30), ...seen('c', 40)];

describe('aggregate', () => {
  test.each<[string, Aggregation, readonly Observation[], number]>([
    ['mean counts a case once: (1/2 + 1) / 2', { aggregate: 'mean' }, uneven, 0.75],
    ['mean over rows counts each sample: 2/3', { aggregate: 'mean', over: 'rows' }, uneven, 2 / 3],
    ['rate is over cases as the mean is', { aggregate: 'rate' }, uneven, 0.75],
    ['rate over rows: 2/3', { aggregate: 'rate', over: 'rows' }, uneven, 2 / 3],
    ['sum', { aggregate: 'sum' }, latencies, 100],
    ['count', { aggregate: 'count' }, latencies, 4],
    ['min', { aggregate: 'min' }, latencies, 10],
    ['max', { aggregate: 'max' }, latencies, 40],
    ['median of four: (20 + 30) / 2', { aggregate: 'median' }, latencies, 25],
    ['percentile 95, type 7: 30 + 0.85 x 10', { aggregate: 'percentile', p: 95 }, latencies, 38.5],
    [
      'pass^2: (C(1,2)/C(2,2) + C(2,2)/C(2,2)) / 2',
      { aggregate: 'pass_hat_k', k: 2 },
      [...seen('a', 1, 0), ...seen('b', 1, 1)],
      0.5,
    ],
    [
      'pass@2: (1 - C(1,2)/C(2,2) + 1) / 2',
      { aggregate: 'pass_at_k', k: 2 },
      [...seen('a', 1, 0), ...seen('b', 1, 1)],
      1,
    ],
  ])('%s', (_, how, rows, expected) => {
    expect(aggregate(how, rows).value).toBeCloseTo(expected, 14);
  });

  test.each<Aggregation>([
    { aggregate: 'mean' },
    { aggregate: 'mean', over: 'rows' },
    { aggregate: 'rate' },
    { aggregate: 'rate', over: 'rows' },
    { aggregate: 'sum' },
    { aggregate: 'count' },
    { aggregate: 'min' },
    { aggregate: 'max' },
    { aggregate: 'median' },
    { aggregate: 'percentile', p: 50 },
    { aggregate: 'pass_hat_k', k: 1 },
    { aggregate: 'pass_at_k', k: 1 },
  ])('K063: %j over nothing is null with a reason, neither 0 nor 1', (how) => {
    expect(aggregate(how, [])).toMatchObject({ value: null, reason: 'no_cases' });
  });

  test('K105: where every case failed for quota the rate is unmeasured and says so', () => {
    const rows = ['a', 'b', 'c'].map((id) => missing(id, 'target_quota'));
    expect(aggregate({ aggregate: 'rate' }, rows)).toEqual({
      value: null,
      reason: 'target_quota',
      detail: 'none of 3 was measured: 3 target_quota',
      coverage: { measured: 0, expected: 3, measuredCases: 0, expectedCases: 3 },
    });
  });

  test('K107: an errored row leaves the mean and shows in the coverage', () => {
    const rows = [...seen('a', 1), missing('b', 'judge_error')];
    expect(aggregate({ aggregate: 'mean' }, rows)).toEqual({
      value: 1,
      coverage: { measured: 1, expected: 2, measuredCases: 1, expectedCases: 2 },
    });
  });

  test('what is not applicable leaves value and coverage alike', () => {
    const rows = [...seen('a', 1), missing('b', 'not_applicable')];
    expect(aggregate({ aggregate: 'mean' }, rows).coverage).toMatchObject({ measured: 1, expected: 1 });
    const none = [missing('b', 'not_applicable')];
    expect(aggregate({ aggregate: 'mean' }, none)).toMatchObject({ value: null, reason: 'not_applicable' });
  });

  test('a rate keeps its counts where it is one ratio of them', () => {
    expect(aggregate({ aggregate: 'rate' }, [...seen('a', 1), ...seen('b', 0)]).value).toBe(0.5);
    expect(aggregate({ aggregate: 'rate', over: 'rows' }, uneven)).toMatchObject({
      ratio: { numerator: 2, denominator: 3 },
    });
    expect(aggregate({ aggregate: 'rate' }, uneven)).not.toHaveProperty('ratio');
  });

  test('a rate of something that is no pass or fail is inconclusive, not a number', () => {
    expect(aggregate({ aggregate: 'rate' }, seen('a', 0.5))).toMatchObject({ reason: 'inconclusive' });
    expect(aggregate({ aggregate: 'pass_hat_k', k: 1 }, seen('a', 2))).toMatchObject({
      reason: 'inconclusive',
    });
  });

  test('the order of the rows changes no bit, though naive sums differ', () => {
    const values = [1e16, 1, -1e16, 0.1, 0.2, 0.3, 1e-9];
    const rows = values.flatMap((value, i) => seen(`c${i}`, value));
    expect(values.reduce((a, b) => a + b)).not.toBe([...values].reverse().reduce((a, b) => a + b));
    for (const how of [{ aggregate: 'sum' }, { aggregate: 'mean' }] as const) {
      expect(aggregate(how, rows).value).toBe(aggregate(how, [...rows].reverse()).value);
    }
    expect(aggregate({ aggregate: 'sum' }, rows).value).toBe(1.600000001);
  });

  test('sums beyond the range of a double are inconclusive, and their mean is still right', () => {
    const rows = [...seen('a', 1.5e308), ...seen('b', 1.5e308)];
    expect(aggregate({ aggregate: 'sum' }, rows)).toMatchObject({ value: null, reason: 'inconclusive' });
    expect(aggregate({ aggregate: 'mean' }, rows).value).toBe(1.5e308);
    expect(aggregate({ aggregate: 'median' }, [...seen('a', -1.5e308), ...rows]).value).toBe(1.5e308);
  });

  test('a number that is not finite is a bug of the caller and throws', () => {
    expect(() => aggregate({ aggregate: 'mean' }, seen('a', Number.NaN))).toThrow(RangeError);
    expect(() => measured(Number.POSITIVE_INFINITY)).toThrow(RangeError);
    expect(() => ratioOf(Number.NaN, 1)).toThrow(RangeError);
    expect(() => aggregate({ aggregate: 'percentile', p: 101 }, latencies)).toThrow(RangeError);
    expect(() => aggregate({ aggregate: 'pass_hat_k', k: 0 }, uneven)).toThrow(RangeError);
  });

  test('10,000 cases of 5 samples cost no more than a few times what parsing their JSON does', () => {
    const rows = Array.from({ length: 50_000 }, (_, i) => ({
      case: `case-${i % 10_000}`,
      value: i % 3 === 0 ? 1 : 0,
    }));
    const json = JSON.stringify(rows);
    const parsing = best(() => JSON.parse(json));
    const measuring = best(() => {
      aggregate({ aggregate: 'mean' }, rows);
      aggregate({ aggregate: 'pass_hat_k', k: 3 }, rows);
    });
    // Some 15 ms against 35 on a small machine; a quadratic step would cost a hundred times as much.
    expect(measuring).toBeLessThan(8 * parsing);
  });
});

/** The shortest of seven runs in milliseconds: other work on the machine only ever adds. */
function best(work: () => void): number {
  const times = Array.from({ length: 7 }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return Math.min(...times);
}

describe('exact sum', () => {
  test.each([
    ['a tie that the last part breaks upwards', [1e16, 1, 1e-16], 10000000000000002],
    ['a tie that stays one rounds to even', [1e16, 1], 1e16],
    ['a tie that the last part breaks downwards', [1e16, 3, -1e-16], 10000000000000002],
    ['what cancels leaves the small part whole', [1e100, 1, -1e100, 1e-20], 1],
    ['a partial sum out of range', [1.5e308, 1.5e308, -1.5e308], 1.5e308],
    ['a sum out of range', [1.5e308, 1.5e308], Number.POSITIVE_INFINITY],
    ['ten tenths', Array<number>(10).fill(0.1), 1],
    ['nothing', [], 0],
    ['minus zero', [-0, -0], 0],
  ])('%s', (_, values, expected) => {
    expect(exactSum(values)).toBe(expected);
    expect(exactSum([...values].reverse())).toBe(expected);
  });
});

describe('ratio', () => {
  test('divides the sums over the rows that have both parts, and keeps them', () => {
    const row = (a: number, b: number) => ({ numerator: measured(a), denominator: measured(b) });
    const half = { numerator: measured(7), denominator: unmeasured('judge_error') };
    const other = { numerator: unmeasured('judge_error'), denominator: measured(7) };
    expect(ratio([row(1, 2), row(3, 8), half, other])).toEqual({
      value: 0.4,
      ratio: { numerator: 4, denominator: 10 },
    });
    expect(ratio([row(1, -2)])).toEqual({ value: -0.5, ratio: { numerator: -1, denominator: 2 } });
    expect(ratio([row(1, 0)])).toMatchObject({ value: null, reason: 'no_cases' });
    expect(ratio([half])).toMatchObject({ value: null, reason: 'judge_error' });
    expect(ratio([])).toMatchObject({ value: null, reason: 'no_cases' });
  });
});

describe('pass^k and pass@k', () => {
  test('a case with fewer than k measured samples is named, and the metric unmeasured', () => {
    const rows = [...seen('ok', 1, 1), ...seen('short', 1), missing('short', 'target_quota')];
    expect(aggregate({ aggregate: 'pass_hat_k', k: 2 }, rows)).toMatchObject({
      value: null,
      reason: 'too_few_samples',
      detail: '2 measured samples are needed of each case: short (1)',
    });
  });

  test('K119: a retry that passes is pass@2, not pass@1', () => {
    const rows = seen('retried', 0, 1);
    expect(aggregate({ aggregate: 'pass_at_k', k: 1 }, rows).value).toBe(0.5);
    expect(aggregate({ aggregate: 'pass_at_k', k: 2 }, rows).value).toBe(1);
    expect(aggregate({ aggregate: 'pass_hat_k', k: 2 }, rows).value).toBe(0);
  });

  test('is exact where the binomial coefficients overflow: C(9999,5000)/C(10000,5000) = 1/2', () => {
    const rows = seen('many', 0, ...Array<number>(9_999).fill(1));
    expect(aggregate({ aggregate: 'pass_hat_k', k: 5_000 }, rows).value).toBeCloseTo(0.5, 12);
  });

  const passes = fc.array(fc.constantFrom(0, 1), { minLength: 1, maxLength: 12 });

  test('pass^k falls with k and lies between 0 and c/n; pass@k rises from c/n to at most 1', () => {
    fc.assert(
      fc.property(passes, (values) => {
        const rows = seen('a', ...values);
        const share = values.filter((value) => value === 1).length / values.length;
        const hat = values.map((_, i) => aggregate({ aggregate: 'pass_hat_k', k: i + 1 }, rows).value!);
        const at = values.map((_, i) => aggregate({ aggregate: 'pass_at_k', k: i + 1 }, rows).value!);
        expect(hat[0]).toBeCloseTo(share, 14);
        expect(at[0]).toBeCloseTo(share, 14);
        hat.forEach((value, i) => {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual((hat[i - 1] ?? share) + 1e-14);
          expect(at[i]).toBeLessThanOrEqual(1);
          expect(at[i]).toBeGreaterThanOrEqual((at[i - 1] ?? share) - 1e-14);
        });
      }),
    );
  });
});

const hows = fc.constantFrom<Aggregation>(
  { aggregate: 'mean' },
  { aggregate: 'mean', over: 'rows' },
  { aggregate: 'rate' },
  { aggregate: 'rate', over: 'rows' },
  { aggregate: 'sum' },
  { aggregate: 'min' },
  { aggregate: 'max' },
  { aggregate: 'median' },
  { aggregate: 'percentile', p: 90 },
  { aggregate: 'pass_hat_k', k: 1 },
  { aggregate: 'pass_at_k', k: 1 },
);
const binaryRow = fc
  .record({ case: fc.constantFrom('a', 'b', 'c', 'd'), value: fc.constantFrom(0, 1, null) })
  .map(
    ({ case: id, value }): Observation =>
      value === null ? missing(id, 'judge_timeout') : { case: id, value },
  );

describe('laws', () => {
  test('shuffled rows give the same bits, for numbers of any size', () => {
    const rows = fc.array(
      fc.record({
        case: fc.constantFrom('a', 'b', 'c'),
        value: fc.double({ noNaN: true, min: -1e12, max: 1e12 }),
      }),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(
        rows.chain((list) =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
        ),
        hows,
        ([list, shuffled], how) => {
          expect(aggregate(how, shuffled).value).toBe(aggregate(how, list).value);
        },
      ),
    );
  });

  test('one more unmeasured sample of a measured case changes no value, and lowers the coverage', () => {
    fc.assert(
      fc.property(fc.array(binaryRow), hows, (rows, how) => {
        const all = [...seen('a', 1), ...rows];
        const before = aggregate(how, all);
        const after = aggregate(how, [...all, missing('a', 'judge_error')]);
        expect(after.value).toBe(before.value);
        expect(after.coverage).toEqual({ ...before.coverage, expected: before.coverage.expected + 1 });
      }),
    );
  });

  test('the bounds hold the value, and whatever the unmeasured rows could have been', () => {
    const filled = fc.array(fc.tuple(binaryRow, fc.constantFrom(0, 1)), { minLength: 1 });
    fc.assert(
      fc.property(filled, hows, (pairs, how) => {
        const rows = pairs.map(([row]) => row);
        const truth = pairs.map(([row, value]) => (row.value === null ? { case: row.case, value } : row));
        const { low, high } = worstCase(how, rows)!;
        const value = aggregate(how, truth).value!;
        expect(low).toBeLessThanOrEqual(value + 1e-12);
        expect(high).toBeGreaterThanOrEqual(value - 1e-12);
      }),
    );
  });
});

describe('bounds', () => {
  test('K104: of 10 cases 6 passed and 2 hit a rate limit: 6/10 to 8/10', () => {
    const rows = [
      ...Array.from({ length: 8 }, (_, i) => seen(`c${i}`, i < 6 ? 1 : 0)).flat(),
      missing('x', 'target_quota'),
      missing('y', 'target_quota'),
    ];
    expect(aggregate({ aggregate: 'rate' }, rows).value).toBe(0.75);
    expect(worstCase({ aggregate: 'rate' }, rows)).toEqual({ low: 0.6, high: 0.8 });
  });

  test('a mean on a scale of 1 to 5 is filled with the ends of that scale', () => {
    const rows = [...seen('a', 4), missing('b', 'judge_error')];
    expect(worstCase({ aggregate: 'mean' }, rows, { low: 1, high: 5 })).toEqual({ low: 2.5, high: 4.5 });
  });

  test('are null where there is no case, and count rows whatever the scale', () => {
    expect(worstCase({ aggregate: 'rate' }, [])).toBeNull();
    expect(worstCase({ aggregate: 'count' }, [...seen('a', 9), missing('b', 'cancelled')])).toEqual({
      low: 1,
      high: 2,
    });
  });
});

test('splits come sorted, without the rows that belong to none', () => {
  const rows = [{ kind: 'b' }, { kind: null }, { kind: 'a' }, { kind: 'b' }, { kind: '__proto__' }];
  const groups = splitBy(rows, ({ kind }) => kind);
  expect([...groups].map(([name, list]) => [name, list.length])).toEqual([
    ['__proto__', 1],
    ['a', 1],
    ['b', 2],
  ]);
});

test('cases of different numbers of samples are averaged as fractions, and rounded once (E7)', () => {
  const of = (lists: readonly (readonly number[])[]) =>
    aggregate(
      { aggregate: 'mean' },
      lists.flatMap((values, index) => values.map((value) => ({ case: `c${index}`, value }))),
    ).value;
  // (7/3 + 5/7 + 1) / 3 = 85/63; the means 7/3 and 5/7 are no doubles.
  expect(of([[3, 2, 2], [1, 1, 1, 1, 1, 0, 0], [1]])).toBe(85 / 63);
  expect(
    of([
      [0.1, 0.2],
      [0.1, 0.1, 0.4],
    ]),
  ).toBeCloseTo(0.175, 16);
  expect(of([[1e308, 1e308], [1e308]])).toBe(1e308);
  expect(of([[1, 0, 0], [1, 0, 0], [1, 0, 0], [1]])).toBe(0.5);
});
