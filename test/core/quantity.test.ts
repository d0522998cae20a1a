import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareToBound,
  formatApart,
  formatBeside,
  formatNumber,
  type Quantity,
} from '../../src/core/quantity.ts';
import { trials } from '../support/trial.ts';

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
/** Values and bounds of everyday size, often near each other and near whole numbers. */
const near = fc
  .tuple(fc.integer({ min: -5, max: 5 }), fc.integer({ min: -50, max: 50 }), fc.integer({ min: 0, max: 11 }))
  .map(([whole, step, places]) => Number((whole + step / 10 ** places).toPrecision(15)));
const anyNumber = fc.oneof(finite, near, fc.double({ min: 0, max: 1, noNaN: true }));
const ratio: fc.Arbitrary<Quantity> = fc
  .tuple(fc.nat(100_000), fc.integer({ min: 1, max: 100_000 }))
  .map(([numerator, denominator]) => ({ value: numerator / denominator, ratio: { numerator, denominator } }));
const measured = fc.oneof(
  anyNumber.map((value): Quantity => ({ value })),
  ratio,
);

describe('formatNumber', () => {
  it.each([
    [0, '0'],
    [-0, '0'],
    [1, '1'],
    [12345, '12345'],
    [0.95, '0.95'],
    [0.7966, '0.7966'],
    [1 / 3, '0.3333'],
    [0.1 + 0.2, '0.3'],
    [99.94999, '99.95'],
    [1234.5, '1234.5'],
    [123456.78, '123456.8'],
    [-0.5, '-0.5'],
  ])('prints %d as %s', (value, text) => {
    expect(formatNumber(value)).toBe(text);
  });

  it.each([
    [265 / 266, '0.9962'],
    [26_599 / 26_600, '0.99996'],
    [999_999_999 / 1_000_000_000, '0.999999999'],
    [1 - 2 ** -53, '0.9999999999999999'],
    [4.00001, '4.00001'],
  ])('K070 never prints %d as a whole number', (value, text) => {
    expect(formatNumber(value)).toBe(text);
  });

  it('K070 never makes any number that is not whole look whole', () => {
    fc.assert(
      fc.property(anyNumber, (value) => {
        expect(Number.isInteger(Number(formatNumber(value)))).toBe(Number.isInteger(value));
      }),
      { numRuns: trials(2000) },
    );
  });

  it('never reverses the order of two numbers', () => {
    fc.assert(
      fc.property(anyNumber, anyNumber, (a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        expect(Number(formatNumber(low))).toBeLessThanOrEqual(Number(formatNumber(high)));
      }),
      { numRuns: trials(2000) },
    );
  });
});

describe('formatBeside', () => {
  it.each([
    ['K067', 0.7966, 0.8, '0.7966'],
    ['K067', 0.79999, 0.8, '0.79999'],
    ['K068', 3.49758, 3.5, '3.498'],
    ['K068', 3.49998, 3.5, '3.49998'],
    ['K070', 265 / 266, 1, '0.9962'],
    ['K070', 9_999_999 / 10_000_000, 1, '0.9999999'],
  ])('%s prints %d beside %d as %s', (_case, value, bound, text) => {
    expect(formatBeside(value, bound)).toBe(text);
  });

  it('spells a value that counts as equal like its bound', () => {
    expect(formatBeside(0.1 + 0.2, 0.3)).toBe('0.3');
    expect(formatBeside(0.123456, 0.123456)).toBe('0.123456');
    expect(formatBeside({ value: 19 / 20, ratio: { numerator: 19, denominator: 20 } }, 0.95)).toBe('0.95');
  });

  it('does not move a value past the bound that it keeps', () => {
    expect(formatBeside(0.12345, 0.123456)).toBe('0.12345');
    expect(formatBeside(0.95004, 0.95)).toBe('0.95004');
  });

  it('shows a value between two bounds between them', () => {
    expect(formatBeside(0.950004, 0.95, 0.95001)).toBe('0.950004');
  });

  it('K067 prints every number on the side of every bound where it was found', () => {
    fc.assert(
      fc.property(measured, fc.uniqueArray(anyNumber, { maxLength: 2 }), (quantity, bounds) => {
        const printed = Number(formatBeside(quantity, ...bounds));
        for (const bound of bounds) {
          const side = compareToBound(quantity, bound);
          if (side !== 0) expect(Math.sign(printed - Number(String(bound)))).toBe(side);
        }
      }),
      { numRuns: trials(3000) },
    );
  });

  it('K070 keeps what is not whole from looking whole beside any bound', () => {
    fc.assert(
      fc.property(measured, anyNumber, (quantity, bound) => {
        const whole = Number.isInteger(Number(formatBeside(quantity, bound)));
        expect(whole).toBe(Number.isInteger(quantity.value));
      }),
      { numRuns: trials(2000) },
    );
  });
});

describe('formatApart', () => {
  it('shows which of two close numbers is the greater', () => {
    expect(formatApart(0.12346, 0.12354)).toEqual(['0.12346', '0.12354']);
    expect(formatApart(0.9, 0.97)).toEqual(['0.9', '0.97']);
    expect(formatApart(1, 0)).toEqual(['1', '0']);
  });

  it('never prints two different numbers alike or in the wrong order', () => {
    fc.assert(
      fc.property(anyNumber, anyNumber, (a, b) => {
        const [left, right] = formatApart(a, b).map(Number);
        expect(Math.sign(left! - right!)).toBe(Math.sign(a - b));
      }),
      { numRuns: trials(2000) },
    );
  });
});

describe('compareToBound', () => {
  it('refuses what has no order', () => {
    expect(() => compareToBound({ value: Number.NaN }, 0)).toThrow(RangeError);
    expect(() => compareToBound({ value: 0 }, Number.NaN)).toThrow(RangeError);
    expect(() => compareToBound({ value: 0 }, Number.POSITIVE_INFINITY)).toThrow(RangeError);
  });

  it('compares a ratio of counts exactly', () => {
    const third = { value: 1 / 3, ratio: { numerator: 1, denominator: 3 } };
    expect(compareToBound(third, 0.33333333333)).toBe(1);
    expect(compareToBound({ value: 1 / 3 }, 0.333333333333)).toBe(0);
  });

  const ratio = (numerator: number, denominator: number) => ({
    value: numerator / denominator,
    ratio: { numerator, denominator },
  });

  it('meets every k of n up to 300 with the threshold that it prints itself, at all digits and at 12 (E4)', () => {
    for (let n = 1; n <= 300; n += 1) {
      for (let k = 0; k <= n; k += 1) {
        const own = ratio(k, n);
        if (compareToBound(own, k / n) !== 0) throw new Error(`${k} of ${n} is not ${k / n}`);
        const printed = Number((k / n).toPrecision(12));
        if (compareToBound(own, printed) !== 0) throw new Error(`${k} of ${n} is not ${printed}`);
      }
    }
  });

  it.each([
    ['a shorter bound is meant as it is written', 5, 6, 0.8333, 1],
    ['so is a shorter one above', 2, 3, 0.6667, -1],
    ['11 digits are short', 2, 3, 0.66666666667, -1],
    ['one case more or fewer is another number', 4, 6, 0.8333333333333334, -1],
    ['no run is 100 % but a whole one', 265, 266, 1, -1],
    ['nor for large counts', 999_999_999_999_999, 1_000_000_000_000_000, 1, -1],
    ['noise of a computed bound is none', 3, 10, 0.1 + 0.2, 0],
    ['a negative ratio', -5, 6, -0.8333333333333334, 0],
    ['a tiny one', 1, 3_000_000, 1 / 3_000_000, 0],
    ['a large one', 10_000_000, 3, 10_000_000 / 3, 0],
  ])('%s: %d of %d against %d', (_, k, n, bound, side) => {
    expect(compareToBound(ratio(k, n), bound)).toBe(side);
  });
});
