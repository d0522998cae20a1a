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
  readonly direction: Direction | null;
  readonly margin: number | null;
  /** What one side alone measured, in words with a number; `null` where nothing is missing. */
  readonly missing: string | null;
  /** The effect with what is missing at its lowest and highest for head; `null` where no end is known. */
  readonly bounds: readonly [low: number, high: number] | null;
  /** Whether the test would find a regression, had all that is missing come out at its worst for head. */
  readonly hides: boolean;
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

/** Whether a test can find a difference at all: enough cases differ, better is one way, and what is lost could not turn it. */
export function canConclude(found: Found): boolean {
  return found.direction !== null && found.untied >= LEAST_UNTIED && holds(found);
}

/** The verdict on what a test found, by its corrected p. */
export function verdictOf(found: Found, adjusted: number | null): Said {
  const { untied, few, direction, interval, margin } = found;
  if (direction === null)
    return say('unmeasured', 'no direction is declared, so no difference is better or worse');
  if (untied >= LEAST_UNTIED && adjusted !== null && adjusted <= ALPHA) return significant(found, direction);
  // A loss that could be a regression is not passed off as no difference.
  if (found.hides) return say('unmeasured', `${found.missing}, and could hide a regression`);
  if (untied < LEAST_UNTIED)
    return say('insufficient', `fewer than ${LEAST_UNTIED} cases ${few}, and so few tell nothing`);
  const [low, high] = interval ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  return margin !== null && (high - low) / 2 > margin
    ? say('insufficient', 'the interval is wider than the margin')
    : say('no_difference', null);
}

/** A difference that the test finds; told only where what one side lost could not turn it. */
function significant(found: Found, direction: Direction): Said {
  const { effect, missing } = found;
  if (!holds(found)) return say('unmeasured', `${missing}, and could turn the difference`);
  const better = effect !== null && effect > 0 === (direction === 'higher');
  return say(better ? 'improved' : 'regressed', null);
}

/** Whether the effect keeps its side whatever the lost samples had come to. */
function holds({ effect, missing, bounds }: Found): boolean {
  if (missing === null) return true;
  if (effect === null || bounds === null) return false;
  return effect > 0 ? bounds[0] > 0 : bounds[1] < 0;
}

export function say(verdict: ComparisonVerdict, reason: string | null): Said {
  return { verdict, reason };
}
