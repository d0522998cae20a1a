import { compareToBound, type Quantity } from './quantity.ts';

/** Inclusive bounds on a metric; at least one of them is a number. */
export interface Bounds {
  readonly min: number | null;
  readonly max: number | null;
}

/** The verdict of a threshold. `unmeasured` has a reason and no number: it can neither be averaged nor counted. */
export type Verdict =
  | { readonly kind: 'met'; readonly quantity: Quantity }
  | { readonly kind: 'missed'; readonly quantity: Quantity; readonly bound: 'min' | 'max' }
  | { readonly kind: 'unmeasured'; readonly reason: string };

/** A value that was measured, or the reason why there is none. */
export type MeasuredQuantity =
  | { readonly quantity: Quantity }
  | { readonly unmeasured: string; readonly remedy?: string };

/**
 * Compares a value with inclusive bounds. A rate over nothing and a value that is no number are unmeasured whatever
 * the caller thinks of them: NaN is below no bound and would pass them all.
 */
export function judge(measured: MeasuredQuantity, bounds: Bounds): Verdict {
  if ('unmeasured' in measured) return { kind: 'unmeasured', reason: measured.unmeasured };
  const { quantity } = measured;
  if (quantity.ratio?.denominator === 0)
    return { kind: 'unmeasured', reason: 'no_cases: a rate over nothing' };
  if (!Number.isFinite(quantity.value)) {
    return { kind: 'unmeasured', reason: 'inconclusive: the value is not a finite number' };
  }
  if (bounds.min !== null && compareToBound(quantity, bounds.min) < 0)
    return { kind: 'missed', quantity, bound: 'min' };
  if (bounds.max !== null && compareToBound(quantity, bounds.max) > 0)
    return { kind: 'missed', quantity, bound: 'max' };
  return { kind: 'met', quantity };
}

/** A miss below the least and one above the most are two: between them lies what would have met the threshold. */
export function sameVerdict(a: Verdict, b: Verdict): boolean {
  return a.kind === b.kind && (a.kind !== 'missed' || b.kind !== 'missed' || a.bound === b.bound);
}

/** The words for a value that was not measured, the same everywhere. */
export const UNMEASURED = 'n/a (unmeasured)';

/** The reasons why a value is missing: the one list of the result format (docs/result.md). */
export const REASONS = [
  'target_error',
  'target_quota',
  'target_timeout',
  'judge_error',
  'judge_unparseable',
  'judge_quota',
  'judge_timeout',
  'judge_refused',
  'judge_off_scale',
  'judge_missing',
  'evidence_missing',
  'budget_stop',
  'stopped_early',
  'cancelled',
  'infrastructure',
  'no_cases',
  'too_few_samples',
  'inconclusive',
  'not_applicable',
] as const;

export type Reason = (typeof REASONS)[number];

/** Whether a text is one of the reasons, alone or with free text after a colon. */
export function isReason(text: string): boolean {
  return (REASONS as readonly string[]).includes(text.split(':', 1)[0] ?? '');
}

/** The text as a reason: as it stands where it is one, else after `evidence_missing`, since no cause was named. */
export function asReason(text: string | null): string {
  if (text === null || text.trim() === '') return 'evidence_missing: no reason is stated';
  return isReason(text) ? text : `evidence_missing: ${text}`;
}

/**
 * Where the value would lie over all cases that could have been asked, as far as those that were tell: the interval, its
 * level (0.95), and how it was made: Wilson's for shares, Student's t over cases, or the standard error that a file states.
 */
export interface SamplingInterval {
  readonly low: number;
  readonly high: number;
  readonly level: number;
  readonly method: 'wilson' | 't' | 'standard_error';
}

/** How far a value speaks for more than the cases that were asked. */
export interface Sampling {
  /** Independent units that were measured: cases, not their repeats; `null` where nothing says how many. */
  readonly n: number | null;
  /** Whether they are so few that even a flawless score could be chance. */
  readonly few: boolean;
  readonly interval: SamplingInterval | null;
}

export const UNKNOWN_SAMPLING: Sampling = { n: null, few: false, interval: null };

/**
 * The most cases that are few: Wilson's interval of n passes among n begins at n / (n + 1.96^2), which is below one half
 * up to three. So even a flawless score over three cases cannot be told from tossing a coin.
 */
export const FEW = 3;

/** Whether a bound lies inside the interval: the next run of the same system may well come out on the other side of it. */
export function isWithinNoise({ interval }: Sampling, { min, max }: Bounds): boolean {
  if (interval === null) return false;
  return [min, max].some((bound) => bound !== null && bound > interval.low && bound < interval.high);
}
