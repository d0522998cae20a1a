import { exactSum } from './exact-sum.ts';

/** What each case adds to the numerator and to the denominator of a quotient of sums; no denominators: 1 each. */
export interface Parts {
  readonly numerators: readonly number[];
  readonly denominators: readonly number[] | null;
}

/**
 * The standard error of a quotient of sums, `value`, over at least two cases: by the residual of each case, so that what
 * belongs to one case counts as one piece of evidence (Cochran, "Sampling Techniques", 1977, section 6.4, without the
 * correction for a finite population). With all denominators 1 it is s / sqrt(n), the clustered error of a mean (Miller,
 * "Adding Error Bars to Evals", 2024, section 2.2). `null` where the denominators sum to 0 or the sums leave the range.
 */
export function clusteredError({ numerators, denominators }: Parts, value: number): number | null {
  const n = numerators.length;
  const whole = denominators === null ? n : exactSum(denominators);
  const squares = numerators.map((part, index) => (part - value * (denominators?.[index] ?? 1)) ** 2);
  if (n < 2 || whole === 0 || !squares.every(Number.isFinite)) return null;
  const error = Math.sqrt((n / (n - 1)) * exactSum(squares)) / Math.abs(whole);
  return Number.isFinite(error) ? error : null;
}
