import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Quantity } from '../../src/core/quantity.ts';
import { type Bounds, judge } from '../../src/core/verdict.ts';
import { trials } from '../support/trial.ts';

const of = (value: number) => ({ quantity: { value } });
const rate = (numerator: number, denominator: number) => ({
  quantity: { value: numerator / denominator, ratio: { numerator, denominator } },
});
const min = (bound: number): Bounds => ({ min: bound, max: null });
const max = (bound: number): Bounds => ({ min: null, max: bound });

describe('judge', () => {
  it.each([
    ['K066 a bound of 0 is a bound: below', of(-0.1), min(0), 'missed'],
    ['K066 a bound of 0 is a bound: on it', of(0), min(0), 'met'],
    ['K066 a maximum of 0 is a bound', of(0.001), max(0), 'missed'],
    ['a value of 0 meets a maximum of 0', of(0), max(0), 'met'],
    ['a value of 0 is measured', of(0), min(0.9), 'missed'],
    ['0.1 + 0.2 meets 0.3', of(0.1 + 0.2), min(0.3), 'met'],
    ['0.1 + 0.2 meets a maximum of 0.3', of(0.1 + 0.2), max(0.3), 'met'],
    ['0.9499 misses 0.95', of(0.9499), min(0.95), 'missed'],
    ['K067 0.7966 misses 0.80', of(0.7966), min(0.8), 'missed'],
    ['K068 3.49758 misses 3.5: display rounding plays no part', of(3.49758), min(3.5), 'missed'],
    ['K070 265 of 266 misses 1', rate(265, 266), min(1), 'missed'],
    ['19 of 20 meets .95 exactly', rate(19, 20), min(0.95), 'met'],
    ['19 of 20 meets a maximum of .95 exactly', rate(19, 20), max(0.95), 'met'],
    ['bounds are inclusive on both sides', of(2), { min: 2, max: 2 }, 'met'],
    ['K060 an emptied group is unmeasured', rate(0, 0), min(0), 'unmeasured'],
    ['K060 NaN meets nothing', of(Number.NaN), min(-1), 'unmeasured'],
    ['infinity meets nothing', of(Number.POSITIVE_INFINITY), min(0), 'unmeasured'],
    ['what was not measured is unmeasured', { unmeasured: 'judge_quota' }, min(0), 'unmeasured'],
  ])('%s', (_name, measured, bounds, kind) => {
    expect(judge(measured, bounds).kind).toBe(kind);
  });

  it('says which bound was missed, and why nothing was measured', () => {
    expect(judge(of(1), { min: 2, max: 3 })).toMatchObject({ kind: 'missed', bound: 'min' });
    expect(judge(of(4), { min: 2, max: 3 })).toMatchObject({ kind: 'missed', bound: 'max' });
    expect(judge({ unmeasured: 'judge_quota: 429' }, min(0))).toEqual({
      kind: 'unmeasured',
      reason: 'judge_quota: 429',
    });
    expect(judge(rate(0, 0), min(0))).toMatchObject({ reason: expect.stringMatching(/^no_cases/) });
  });

  it('agrees with exact rational arithmetic on every ratio of counts', () => {
    const bound = fc.tuple(fc.integer({ min: -20_000, max: 20_000 }), fc.nat(4));
    const counts = fc.tuple(fc.nat(2000), fc.integer({ min: 1, max: 2000 }));
    fc.assert(
      fc.property(counts, bound, bound, ([numerator, denominator], low, high) => {
        const [n, d] = [BigInt(numerator), BigInt(denominator)];
        // value < digits / 10^places, multiplied out
        const below = ([digits, places]: readonly [number, number]) =>
          n * 10n ** BigInt(places) < BigInt(digits) * d;
        const above = ([digits, places]: readonly [number, number]) =>
          n * 10n ** BigInt(places) > BigInt(digits) * d;
        const decimal = ([digits, places]: readonly [number, number]) => Number(`${digits}e-${places}`);
        const verdict = judge(rate(numerator, denominator), { min: decimal(low), max: decimal(high) });
        expect(verdict.kind).toBe(below(low) || above(high) ? 'missed' : 'met');
      }),
      { numRuns: trials(3000) },
    );
  });

  it('agrees with exact arithmetic on decimals of up to 12 digits', () => {
    const decimal = fc.tuple(fc.integer({ min: -999_999, max: 999_999 }), fc.nat(6));
    fc.assert(
      fc.property(decimal, decimal, ([a, aPlaces], [b, bPlaces]) => {
        const quantity: Quantity = { value: Number(`${a}e-${aPlaces}`) };
        const exact = BigInt(a) * 10n ** BigInt(bPlaces) >= BigInt(b) * 10n ** BigInt(aPlaces);
        expect(judge({ quantity }, min(Number(`${b}e-${bPlaces}`))).kind).toBe(exact ? 'met' : 'missed');
      }),
      { numRuns: trials(2000) },
    );
  });
});
