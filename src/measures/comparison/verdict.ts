import type { ComparisonVerdict, Difference } from '../../core/comparison.ts';
import { ALPHA } from '../interval.ts';
import type { Direction } from './direction.ts';

/** With fewer cases that differ no two-sided exact test can reach 5 %: 2 / 2^5 is more. */
export const LEAST_UNTIED = 6;

/** What a test found: how far from no difference, and how far it could be with what was not measured. */
export interface Found {
  /** Cases that speak for one side, and the words for what they did: `differ`, `were decided`. */
  readonly untied: number;
  readonly few: string;
  /** Signed, head minus base; `null` where nothing pairs. */
  readonly effect: number | null;
  readonly interval: readonly [low: number, high: number] | null;
  readonly p_adjusted: number | null;
  readonly direction: Direction | null;
  readonly margin: number | null;
  /** What one side alone measured, in words with a number; `null` where nothing is missing. */
  readonly missing: string | null;
  /** The effect with what is missing at its lowest and highest for head; `null` where no end is known. */
  readonly bounds: readonly [low: number, high: number] | null;
}

/** A verdict, and why it is none of better, worse or equal. */
export interface Said {
  readonly verdict: ComparisonVerdict;
  readonly reason: string | null;
}

/** Why a metric is not compared at all, in words. */
export function forbids(reasons: readonly Difference[]): Said {
  const keys = [...new Set(reasons.map(({ key }) => key))];
  return say(
    'incomparable',
    keys.length === 1 ? `${keys[0]} differs or is not known` : `${keys.join(', ')} differ or are not known`,
  );
}

/** The verdict on what a test found. */
export function verdictOf(found: Found): Said {
  const { untied, few, direction, p_adjusted: adjusted, interval, margin } = found;
  if (direction === null)
    return say('unmeasured', 'no direction is declared, so no difference is better or worse');
  if (untied < LEAST_UNTIED)
    return say('insufficient', `fewer than ${LEAST_UNTIED} cases ${few}, and so few tell nothing`);
  if (adjusted !== null && adjusted <= ALPHA) return significant(found, direction);
  const [low, high] = interval ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  return margin !== null && (high - low) / 2 > margin
    ? say('insufficient', 'the interval is wider than the margin')
    : say('no_difference', null);
}

/** A difference that the test finds; told only where what one side lost could not turn it. */
function significant({ effect, missing, bounds }: Found, direction: Direction): Said {
  const better = effect !== null && effect > 0 === (direction === 'higher');
  if (missing !== null) {
    const worst = bounds?.[direction === 'higher' ? 0 : 1] ?? null;
    const best = bounds?.[direction === 'higher' ? 1 : 0] ?? null;
    const end = better ? worst : best;
    const holds = end !== null && end !== 0 && end > 0 === (effect ?? 0) > 0;
    if (!holds) return say('unmeasured', `${missing}, and could turn the difference`);
  }
  return say(better ? 'improved' : 'regressed', null);
}

export function say(verdict: ComparisonVerdict, reason: string | null): Said {
  return { verdict, reason };
}
