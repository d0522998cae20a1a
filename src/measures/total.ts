import { exactSum } from './exact-sum.ts';
import { type Measured, measured, ratioOf, unmeasured } from './measured.ts';
import { measuredValues, type Observation, whyNothing } from './observation.ts';

const TOO_LARGE = 'the sum exceeds the range of a double';

/** The sum over all measured rows, of any sign. Null where none is measured: an unknown cost is not 0. */
export function sum(observations: readonly Measured[]): Measured {
  const values = measuredValues(observations);
  if (values.length === 0) return whyNothing(observations);
  const total = exactSum(values);
  return Number.isFinite(total) ? measured(total) : unmeasured('inconclusive', TOO_LARGE);
}

/** How many rows were measured: 0 is a true count here, except that a count over no rows at all is null. */
export function count(observations: readonly Observation[]): Measured {
  if (observations.length === 0) return unmeasured('no_cases');
  return measured(measuredValues(observations).length);
}

/** The two scores of one row whose sums are divided. */
export interface RatioRow {
  readonly numerator: Measured;
  readonly denominator: Measured;
}

/**
 * The ratio of two sums over the rows that have both. Long rows weigh more than short ones, which is what sets it
 * apart from a mean of ratios (Cochran, "Sampling Techniques", 1977, chapter 6). Null where no row has both, or the
 * denominator's sum is 0.
 */
export function ratio(rows: readonly RatioRow[]): Measured {
  const whole = rows.filter((row) => row.numerator.value !== null && row.denominator.value !== null);
  if (whole.length === 0) return whyNothing(rows.map(missingPart));
  const numerator = exactSum(measuredValues(whole.map((row) => row.numerator)));
  const denominator = exactSum(measuredValues(whole.map((row) => row.denominator)));
  if (!Number.isFinite(numerator / (denominator || 1))) return unmeasured('inconclusive', TOO_LARGE);
  return ratioOf(numerator, denominator, 'the denominator sums to 0');
}

function missingPart(row: RatioRow): Measured {
  return row.numerator.value === null ? row.numerator : row.denominator;
}
