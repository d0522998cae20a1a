import { describe, expect, it } from 'vitest';
import { agrees } from '../../src/core/agreement.ts';

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
  ])('%s', (_, claimed, recomputed, places, expected) => {
    expect(agrees(claimed, recomputed, places)).toBe(expected);
  });
});
