import type { Reason } from '../core/verdict.ts';

export type { Reason };

/** The two sums behind a value, kept so that a threshold can compare them as a rational number. */
export interface Ratio {
  readonly numerator: number;
  readonly denominator: number;
}

export interface Value {
  readonly value: number;
  readonly ratio?: Ratio;
}

export interface Unmeasured {
  readonly value: null;
  readonly reason: Reason;
  readonly detail?: string;
}

/** A finite number, or no number and the reason why: a missing value cannot be averaged by mistake. */
export type Measured = Value | Unmeasured;

/** Wraps a number that was measured. @throws RangeError where it is not finite: that is a bug of the caller. */
export function measured(value: number): Value {
  if (!Number.isFinite(value)) throw new RangeError(`a measured value must be finite, not ${value}`);
  // -0 is 0: which of the two comes out must not depend on the order of the rows.
  return { value: value === 0 ? 0 : value };
}

/** Says that there is no number, and why. */
export function unmeasured(reason: Reason, detail?: string): Unmeasured {
  return detail === undefined ? { value: null, reason } : { value: null, reason, detail };
}

/**
 * numerator / denominator with both kept, the denominator positive. `no_cases` over nothing: never 0, never NaN.
 * @throws RangeError where a part is not finite.
 */
export function ratioOf(numerator: number, denominator: number, detail?: string): Measured {
  if (denominator === 0) return unmeasured('no_cases', detail);
  // A rational compares by cross-multiplication, which wants a positive denominator.
  const sign = Math.sign(denominator);
  const ratio = { numerator: measured(numerator * sign).value, denominator: Math.abs(denominator) };
  return { ...measured(ratio.numerator / ratio.denominator), ratio };
}
