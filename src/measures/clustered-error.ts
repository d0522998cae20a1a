import { exactSum } from './exact-sum.ts';

/** What one case adds to the numerator and to the denominator of a quotient of sums. */
export type Part = readonly [numerator: number, denominator: number];

/**
 * The standard error of a quotient of sums, `value`, over at least two cases: by the residual of each case, so that what
 * belongs to one case counts as one piece of evidence (Cochran, "Sampling Techniques", 1977, section 6.4, without the
 * correction for a finite population). With all denominators 1 it is s / sqrt(n), the clustered error of a mean (Miller,
 * "Adding Error Bars to Evals", 2024, section 2.2). `null` where the denominators sum to 0 or the sums leave the range.
 */
export function clusteredError(parts: readonly Part[], value: number): number | null {
  const n = parts.length;
  const whole = exactSum(parts.map(([, b]) => b));
  const squares = parts.map(([a, b]) => (a - value * b) ** 2);
  if (n < 2 || whole === 0 || !squares.every(Number.isFinite)) return null;
  const error = Math.sqrt((n / (n - 1)) * exactSum(squares)) / Math.abs(whole);
  return Number.isFinite(error) ? error : null;
}
