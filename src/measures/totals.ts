import { exactSum } from './exact-sum.ts';
import {
  type Measured,
  measured,
  measuredValues,
  type Observation,
  ratioOf,
  unmeasured,
  whyNothing,
} from './observation.ts';

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

/**
 * The p-th percentile of all measured rows, p in [0, 100]: linear interpolation between order statistics at
 * (n - 1) p / 100, type 7 of Hyndman and Fan, "Sample Quantiles in Statistical Packages", 1996 (the default of R and
 * NumPy). Null where nothing is measured.
 * @throws RangeError where p is outside [0, 100].
 */
export function percentile(observations: readonly Measured[], p: number): Measured {
  if (!(p >= 0 && p <= 100)) throw new RangeError(`a percentile is between 0 and 100, not ${p}`);
  const values = measuredValues(observations);
  return values.length === 0
    ? whyNothing(observations)
    : measured(
        quantileOf(
          [...values].sort((a, b) => a - b),
          p / 100,
        ),
      );
}

/** The middle value of all measured rows, or the mean of the two middle ones. */
export function median(observations: readonly Measured[]): Measured {
  return percentile(observations, 50);
}

/** The smallest measured row. */
export function min(observations: readonly Measured[]): Measured {
  return percentile(observations, 0);
}

/** The largest measured row. */
export function max(observations: readonly Measured[]): Measured {
  return percentile(observations, 100);
}

/** The type-7 quantile of at least one ascending number, q in [0, 1]. */
function quantileOf(ascending: ArrayLike<number>, q: number): number {
  const position = (ascending.length - 1) * q;
  const below = Math.floor(position);
  const low = ascending[below]!;
  const high = ascending[Math.min(below + 1, ascending.length - 1)]!;
  // Weighing both ends, not adding a difference: the difference of two finite numbers can overflow.
  const part = position - below;
  return part === 0 || low === high ? low : low * (1 - part) + high * part;
}
