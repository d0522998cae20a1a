import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { detectableMean, detectableRate } from '../../src/measures/detectable-effect.ts';
import { normalQuantile, tQuantile } from '../../src/measures/distributions.ts';
import { exactSum } from '../../src/measures/exact-sum.ts';
import { newcombe, standardDeviation, standardError, wilson } from '../../src/measures/intervals.ts';
import { random, xoshiro128 } from '../../src/measures/random.ts';
import { holm, mcnemar, signFlip, signFlipInterval } from '../../src/measures/significance.ts';
import { simulations, trials } from '../support/trial.ts';

const count = fc.integer({ min: 0, max: 300 });

describe('Wilson and Newcombe', () => {
  test('81 of 100: 0.722212 to 0.874852', () => {
    expect(wilson(81, 100)!.low).toBeCloseTo(0.722212, 6);
    expect(wilson(81, 100)!.high).toBeCloseTo(0.874852, 6);
  });

  test('none of none has no interval; none and all reach the ends exactly', () => {
    expect(wilson(0, 0)).toBeNull();
    expect(newcombe({ x: 0, n: 0 }, { x: 1, n: 2 })).toBeNull();
    expect(wilson(0, 10)!.low).toBe(0);
    expect(wilson(10, 10)!.high).toBe(1);
    expect(() => wilson(2, 1)).toThrow(RangeError);
  });

  test('K117: 0.6919 of 198 cannot be told from 0.70', () => {
    const { low, high } = wilson(137, 198)!;
    expect(low).toBeLessThan(0.7);
    expect(high).toBeGreaterThan(0.7);
  });

  test('swapping the shares negates Newcombe’s interval, which holds the difference', () => {
    const share = fc
      .tuple(count, count)
      .filter(([a, b]) => a + b > 0)
      .map(([a, b]) => ({ x: a, n: a + b }));
    fc.assert(
      fc.property(share, share, (one, two) => {
        const there = newcombe(one, two)!;
        const back = newcombe(two, one)!;
        expect(there.low).toBeCloseTo(-back.high, 12);
        expect(there.high).toBeCloseTo(-back.low, 12);
        expect(there.low).toBeLessThanOrEqual(one.x / one.n - two.x / two.n);
        expect(there.high).toBeGreaterThanOrEqual(one.x / one.n - two.x / two.n);
      }),
    );
  });
});

describe('McNemar', () => {
  test.each([
    [6, 2, 0.2890625],
    [12, 0, 2 ** -11],
    [5, 0, 0.0625],
    [6, 0, 0.03125],
    [0, 0, 1],
    [7, 7, 1],
  ])('McNemar with %i against %i: %d', (b, c, p) => expect(mcnemar(b, c)).toBeCloseTo(p, 14));

  test('p lies in (0, 1] and is the same from either side', () => {
    fc.assert(
      fc.property(count, count, (b, c) => {
        const p = mcnemar(b, c);
        expect(p).toBe(mcnemar(c, b));
        expect(p).toBeGreaterThan(0);
        expect(p).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('a p too small for a double is the smallest one, not 0', () => {
    expect(mcnemar(3_000, 0)).toBe(Number.MIN_VALUE);
  });

  test('agrees with whole-number arithmetic: the tail of 2,000 at 900', () => {
    let choose = 1n;
    let tail = 0n;
    for (let i = 0n; i <= 900n; i++) {
      tail += choose;
      choose = (choose * (2000n - i)) / (i + 1n);
    }
    const exact = Number((tail * 2n * 10n ** 30n) / 2n ** 2000n) / 1e30;
    expect(mcnemar(900, 1100) / exact).toBeCloseTo(1, 11);
  });
});

describe('sign-flip test', () => {
  test('six gains of any size: 2 of 64 assignments are as extreme', () => {
    expect(signFlip([1, 2, 3, 0.5, 0.1, 7])).toEqual({
      p: 2 / 64,
      untied: 6,
      method: 'exact',
      assignments: 64,
      seed: null,
    });
  });

  test('by hand: 1, 2, -3 sums to 0, so every assignment is as extreme', () => {
    expect(signFlip([1, 2, -3]).p).toBe(1);
  });

  test('by hand: 3, 2, -1 sums to 4; of eight, +-6 and +-4 are as extreme: 4/8', () => {
    expect(signFlip([3, 2, -1]).p).toBe(0.5);
  });

  test('is exact McNemar where all differences are 1, 0 and -1', () => {
    fc.assert(
      fc.property(fc.nat(9), fc.nat(9), fc.nat(5), (b, c, ties) => {
        const differences = [...Array(b).fill(1), ...Array(c).fill(-1), ...Array(ties).fill(0)];
        expect(signFlip(differences).p).toBeCloseTo(mcnemar(b, c), 12);
      }),
    );
  });

  test('rounding makes no ties: thirds and tenths behave as whole numbers', () => {
    const whole = [3, 2, 1, 1, -2, 4, -1];
    for (const unit of [0.1, 1 / 3, 0.7, 1e-9]) {
      expect(signFlip(whole.map((value) => value * unit)).p).toBe(signFlip(whole).p);
    }
  });

  test('nothing untied: p is 1', () => {
    expect(signFlip([0, 0, 0])).toMatchObject({ p: 1, untied: 0 });
    expect(signFlip([])).toMatchObject({ p: 1, untied: 0 });
  });

  const many = Array.from({ length: 60 }, (_, i) => Math.sin(i * 7) + 0.4);

  test('beyond 20 cases it draws, with the seed shown; p is never 0', () => {
    const test = signFlip(many, { seed: 5, draws: 999 });
    expect(test).toMatchObject({ method: 'monte_carlo', assignments: 999, seed: 5, untied: 60 });
    expect(signFlip(Array(60).fill(1), { draws: 999 }).p).toBe(1 / 1000);
  });

  test('the order of the cases and the sign of all change nothing, the seed hardly anything', () => {
    const { p } = signFlip(many);
    expect(signFlip([...many].reverse()).p).toBe(p);
    expect(signFlip(many.map((value) => -value)).p).toBe(p);
    expect(Math.abs(signFlip(many, { seed: 1 }).p - p)).toBeLessThan(0.01);
  });

  test('what is drawn agrees with exact McNemar within Monte-Carlo error', () => {
    const differences = [...Array(18).fill(1), ...Array(10).fill(-1)];
    expect(Math.abs(signFlip(differences).p - mcnemar(18, 10))).toBeLessThan(0.015);
  });
});

describe('the interval that the sign-flip test would not reject (E6)', () => {
  const differences = Array.from({ length: 50 }, (_, i) => ((i * 37) % 11) / 10 - 0.3);

  test('by hand: of six differences the least and the most, of fewer nothing', () => {
    // 63 subsets and floor(64 x 0.025) = 1: the smallest and the largest subset mean.
    expect(signFlipInterval([0.1, 0.5, 0.2, 0.3, 0.4, 0.9])).toEqual({ low: 0.1, high: 0.9, seed: null });
    expect(signFlipInterval([1, 2, 3, 4, 5]).low).toBe(Number.NEGATIVE_INFINITY);
    // Their sum is 0, and the long tail is on one side alone.
    expect(signFlipInterval([5, -1, -1, -1, -1, -1])).toEqual({ low: -1, high: 5, seed: null });
  });

  test('is the same for any order of cases, and mirrored where the arms are swapped', () => {
    const some = fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 1, maxLength: 16 });
    fc.assert(
      fc.property(some, (list) => {
        const there = signFlipInterval(list);
        const back = signFlipInterval(list.map((each) => 0 - each).reverse());
        expect([back.low + 0, back.high + 0]).toEqual([0 - there.high + 0, 0 - there.low + 0]);
      }),
    );
  });

  test('leaves 0 out exactly where the test finds a difference', () => {
    const some = fc.array(fc.integer({ min: -2, max: 9 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(some, (list) => {
        const { low, high } = signFlipInterval(list);
        fc.pre(exactSum(list) !== 0);
        expect(low > 0 || high < 0).toBe(signFlip(list).p <= 0.05);
      }),
      { numRuns: trials(400) },
    );
  });

  test('is near the normal interval for many cases', () => {
    const error = standardError(differences).value!;
    const mean = exactSum(differences) / differences.length;
    const { low, high } = signFlipInterval(differences);
    expect(Math.abs(low - (mean - 1.96 * error))).toBeLessThan(0.2 * error);
    expect(Math.abs(high - (mean + 1.96 * error))).toBeLessThan(0.2 * error);
  });
});

describe('Holm', () => {
  test('by hand: .01 x 4, then max(.04, .02 x 3), .03 x 2, .5 x 1', () => {
    const adjusted = holm([0.03, 0.01, 0.5, 0.02]);
    [0.06, 0.04, 0.5, 0.06].forEach((p, i) => {
      expect(adjusted[i]).toBeCloseTo(p, 15);
    });
    expect(holm([])).toEqual([]);
    expect(holm([0.7, 0.8])).toEqual([1, 1]);
    expect(() => holm([Number.NaN])).toThrow(RangeError);
  });

  test('never lowers a p, keeps their order, and forgets where each stood', () => {
    const ps = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(ps, (list) => {
        const adjusted = holm(list);
        list.forEach((p, i) => {
          expect(adjusted[i]).toBeGreaterThanOrEqual(p);
          expect(adjusted[i]).toBeLessThanOrEqual(1);
          list.forEach((q, j) => {
            if (p <= q) expect(adjusted[i]).toBeLessThanOrEqual(adjusted[j]!);
          });
        });
      }),
    );
  });
});

describe('standard error', () => {
  test('by hand: 2, 4, 4, 4, 5, 5, 7, 9 has squares of 32 about 5, so s = sqrt(32/7)', () => {
    const values = [2, 4, 4, 4, 5, 5, 7, 9];
    expect(standardDeviation(values).value).toBeCloseTo(Math.sqrt(32 / 7), 14);
    expect(standardError(values).value).toBeCloseTo(Math.sqrt(32 / 7 / 8), 14);
    expect(standardError([1])).toMatchObject({ value: null, reason: 'too_few_samples' });
  });
});

describe('Student’s t', () => {
  // From scipy 1.17, stats.t.ppf: on either side of the change to the expansion.
  test.each([
    [0.975, 1, 12.706204736174694],
    [0.9999, 199, 3.789478993814937],
    [0.9999, 200, 3.789120788747759],
    [0.975, 500, 1.9647198374673676],
    [0.1, 1_000, -1.2823987214609247],
  ])('quantile %d with %i degrees of freedom', (p, df, t) => expect(tQuantile(p, df)).toBeCloseTo(t, 8));
});

describe('minimum detectable effect', () => {
  test('for graded scores it is (t + t) standard errors, a little more than 2.8 of them', () => {
    const differences = Array.from({ length: 20 }, (_, i) => (i % 5) / 10);
    const error = standardError(differences).value!;
    const effect = detectableMean(differences).value!;
    expect(effect).toBeCloseTo((tQuantile(0.975, 19) + tQuantile(0.8, 19)) * error, 12);
    expect(effect).toBeGreaterThan(2.8016 * error);
  });

  test('is null where no spread is known', () => {
    expect(detectableMean([0.5])).toMatchObject({ value: null, reason: 'too_few_samples' });
    expect(detectableMean([0, 0, 0])).toMatchObject({ value: null, reason: 'inconclusive' });
    expect(detectableRate(5, 0.5)).toMatchObject({ value: null, reason: 'too_few_samples' });
    expect(detectableRate(0, 0)).toMatchObject({ value: null });
  });

  test('six cases of six must change, seven can spare some', () => {
    expect(detectableRate(6, 0).value).toBeGreaterThan(0.96);
    expect(detectableRate(6, 0).value! ** 6).toBeCloseTo(0.8, 6);
  });

  test.each([
    [20, 0.3],
    [50, 0.2],
    [200, 0.15],
    [2_000, 0.1],
  ])('%i cases of which a share of %d changes: in simulation four runs of five find it', (n, discordant) => {
    const effect = detectableRate(n, discordant).value!;
    const changing = Math.max(discordant, effect);
    const { next } = random(n);
    const runs = simulations(n > 1_000 ? 1_000 : 4_000);
    let found = 0;
    for (let run = 0; run < runs; run++) {
      let b = 0;
      let c = 0;
      for (let i = 0; i < n; i++) {
        const u = next() / 2 ** 32;
        if (u < (changing + effect) / 2) b += 1;
        else if (u < changing) c += 1;
      }
      if (mcnemar(b, c) <= 0.05) found += 1;
    }
    expect(found / runs).toBeGreaterThan(0.78);
    expect(found / runs).toBeLessThan(0.84);
  });

  test.each([20, 50, 200])(
    '%i graded cases: the sign-flip test finds the effect in four runs of five',
    (n) => {
      const { next } = random(1);
      const deviates = () => Array.from({ length: n }, () => normalQuantile((next() + 0.5) / 2 ** 32));
      const spread = tQuantile(0.975, n - 1) + tQuantile(0.8, n - 1);
      let found = 0;
      const runs = simulations(1_500);
      for (let run = 0; run < runs; run++) {
        const sample = deviates().map((value) => value + spread / Math.sqrt(n));
        if (signFlip(sample, { draws: 499, seed: run }).p <= 0.05) found += 1;
      }
      expect(found / runs).toBeGreaterThan(0.78);
    },
  );

  test('shrinks with more cases, across the change to the approximation', () => {
    const effects = [10, 50, 500, 2_000, 2_001, 10_000].map((n) => detectableRate(n, 0.2).value!);
    effects.slice(1).forEach((effect, i) => {
      expect(effect).toBeLessThan(effects[i]!);
    });
    expect(effects[4]! / effects[3]!).toBeGreaterThan(0.95);
  });
});

describe('random', () => {
  test('the same seed gives the same stream, another seed another', () => {
    const stream = (seed: number) => Array.from({ length: 5 }, random(seed).next);
    expect(stream(1)).toEqual(stream(1));
    expect(stream(1)).not.toEqual(stream(2));
    expect(new Set(stream(0)).size).toBe(5);
    expect(() => random(-1)).toThrow(RangeError);
    expect(() => random(0.5)).toThrow(RangeError);
  });

  test('xoshiro128** from the state 1, 2, 3, 4 gives the first outputs of the reference code', () => {
    const { next } = xoshiro128([1, 2, 3, 4]);
    expect(Array.from({ length: 8 }, next)).toEqual([
      11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849,
    ]);
  });

  test('below(n) is even: chi-squared of 60,000 throws of a die stays under its 99.9 % point, 20.5', () => {
    const { below } = random(42);
    const counts = Array<number>(6).fill(0);
    for (let i = 0; i < 60_000; i++) counts[below(6)]! += 1;
    const chi = counts.reduce((sum, each) => sum + (each - 10_000) ** 2 / 10_000, 0);
    expect(chi).toBeLessThan(20.5);
  });
});
