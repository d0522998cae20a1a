import { compareToBound, type Quantity } from './quantity.ts';

/** Inclusive bounds on a metric; at least one of them is a number. */
export interface Bounds {
  readonly min: number | null;
  readonly max: number | null;
}

/** What a threshold check says. `unmeasured` has a reason and no number: it can neither be averaged nor counted. */
export type Verdict =
  | { readonly kind: 'met'; readonly quantity: Quantity }
  | { readonly kind: 'missed'; readonly quantity: Quantity; readonly bound: 'min' | 'max' }
  | { readonly kind: 'unmeasured'; readonly reason: string };

/** A value that was measured, or the reason why there is none. */
export type Measured = { readonly quantity: Quantity } | { readonly unmeasured: string };

/** Holds a value against inclusive bounds. */
export function judge(measured: Measured, bounds: Bounds): Verdict {
  if ('unmeasured' in measured) return { kind: 'unmeasured', reason: measured.unmeasured };
  const { quantity } = measured;
  if (bounds.min !== null && compareToBound(quantity, bounds.min) < 0)
    return { kind: 'missed', quantity, bound: 'min' };
  if (bounds.max !== null && compareToBound(quantity, bounds.max) > 0)
    return { kind: 'missed', quantity, bound: 'max' };
  return { kind: 'met', quantity };
}

/** The words for a value that was not measured, the same everywhere. */
export const UNMEASURED = 'n/a (unmeasured)';
