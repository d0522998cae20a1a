import { exactMean, exactSum } from './exact-sum.ts';
import { type Measured, measured, unmeasured } from './measured.ts';

/**
 * The sample standard deviation, with n - 1, in the unit of the values; at least 0. Null (`too_few_samples`) for fewer
 * than two.
 */
export function standardDeviation(values: readonly number[]): Measured {
  if (values.length < 2) return unmeasured('too_few_samples', 'a spread needs at least two values');
  const mean = exactMean(values);
  const squares = exactSum(values.map((value) => (value - mean) ** 2));
  return measured(Math.sqrt(squares / (values.length - 1)));
}

/**
 * The standard error of the mean of independent values, s / sqrt(n) with the sample deviation (n - 1). Give one value
 * a case: repeats are not independent. Null for fewer than two.
 */
export function standardError(values: readonly number[]): Measured {
  const spread = standardDeviation(values);
  return spread.value === null ? spread : measured(spread.value / Math.sqrt(values.length));
}
