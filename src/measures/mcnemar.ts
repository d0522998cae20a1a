import { lowerTail } from './binomial.ts';

/**
 * The exact two-sided p-value of McNemar's test for b pairs that only the first passed and c that only the second
 * did: twice the smaller binomial tail at 1/2, at most 1 (McNemar 1947; the exact form in Fay, "Two-sided Exact
 * Tests", 2010). In (0, 1]; 1 where nothing differs. Symmetric in b and c.
 * @throws RangeError where b or c is no count.
 */
export function mcnemar(b: number, c: number): number {
  if (!(Number.isSafeInteger(b) && Number.isSafeInteger(c) && b >= 0 && c >= 0)) {
    throw new RangeError(`${b} and ${c} are no counts`);
  }
  if (b === c) return 1;
  return positive(2 * lowerTail(Math.min(b, c), b + c, 0.5));
}

/** No p-value is 0: one below the smallest double is given as that. */
export function positive(p: number): number {
  return Math.min(1, Math.max(Number.MIN_VALUE, p));
}
