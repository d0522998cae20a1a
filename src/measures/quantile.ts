import { type Measured, measured } from './measured.ts';
import { measuredValues, whyNothing } from './observation.ts';

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
export function quantileOf(ascending: ArrayLike<number>, q: number): number {
  const position = (ascending.length - 1) * q;
  const below = Math.floor(position);
  const low = ascending[below]!;
  const high = ascending[Math.min(below + 1, ascending.length - 1)]!;
  // Weighing both ends, not adding a difference: the difference of two finite numbers can overflow.
  const part = position - below;
  return part === 0 || low === high ? low : low * (1 - part) + high * part;
}
