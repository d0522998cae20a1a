import { describe, expect, it } from 'vitest';
import { agreementOf, agrees } from '../../src/core/agreement.ts';

describe('a claim and its recomputation', () => {
  it.each([
    ['are equal', 0.95, 0.95, undefined, true],
    ['differ by the order of summing', 0.1 + 0.2, 0.3, undefined, true],
    ['differ by noise around 0', 0.1 + 0.2 - 0.3, 0, undefined, true],
    ['differ by a millionth', 0.950001, 0.95, undefined, false],
    ['are large, and differ by less than a billionth of it', 1e12 + 100, 1e12, undefined, true],
    ['are rounded to 4 places', 0.7416, 0.74155, 4, true],
    ['are rounded to 4 places, and differ by more', 0.7416, 0.74152, 4, false],
    ['are 1 and 265 of 266, rounded to 2 places', 1, 265 / 266, 2, true],
    ['are 1 and 265 of 266', 1, 265 / 266, undefined, false],
    ['state places that the claim does not have (E3)', 3.9, 3.4967, 0, false],
    ['are half a unit apart, and the claim is no rounding (E3)', 0.55, 0.5, 1, false],
  ])('%s', (_, claimed, recomputed, places, expected) => {
    expect(agrees(claimed, recomputed, places)).toBe(expected);
  });

  it.each([
    ['two decimals', 0.67, 2 / 3, 'rounded'],
    ['four decimals', 0.6667, 2 / 3, 'rounded'],
    ['a half, either way', 0.12, 0.125, 'rounded'],
    ['a half, either way', 0.13, 0.125, 'rounded'],
    ['a number that looks whole', 3, 3.0049, 'rounded'],
    ['one decimal', 0.7, 2 / 3, 'differs'],
    ['none', 3, 3.4967, 'differs'],
    ['0 for nearly none', 0, 0.0004, 'differs'],
    ['1 for nearly all', 1, 0.9996, 'differs'],
    ['single precision', Math.fround(2 / 3), 2 / 3, 'single'],
    ['single precision as it is printed', 0.6666667, 2 / 3, 'rounded'],
    ['single precision, summed in it', Math.fround(Math.fround(0.1) * 7), 0.7, 'single'],
    ['percent', 66.66666666666667, 2 / 3, 'percent'],
    ['percent, rounded', 66.7, 2 / 3, 'percent'],
    ['percent, whole', 67, 2 / 3, 'percent'],
    ['100 percent for nearly all', 100, 0.9996, 'differs'],
    ['percent of no share', 350, 3.5, 'differs'],
    ['cut off', 0.66, 2 / 3, 'truncated'],
    ['cut off at four', 0.6666, 2 / 3, 'truncated'],
    ['cut off below 0', -0.66, -2 / 3, 'truncated'],
    ['cut off to 0', 0, 0.004, 'differs'],
    ['a hundredth too much', 0.68, 2 / 3, 'differs'],
    ['a hundredth too little', 0.65, 2 / 3, 'differs'],
    ['another number', 0.9, 0.5, 'differs'],
  ])('%s (E5)', (_, claimed, recomputed, kind) => {
    expect(agreementOf(claimed, recomputed).kind).toBe(kind);
  });
});
