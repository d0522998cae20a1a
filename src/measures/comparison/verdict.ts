import type { ComparisonVerdict, Difference } from '../../core/comparison.ts';
import { aggregateNamed } from '../../core/definition.ts';
import type { JudgedMetric } from '../../core/judged-metric.ts';
import type { Reading } from '../../core/reading.ts';
import type { Bounds } from '../../core/verdict.ts';
import { ALPHA } from '../intervals.ts';
import { isRowMeasure, ROW_MEASURES } from '../row-measures.ts';

/** A verdict, and why it is none of better, worse or equal. */
export interface Conclusion {
  readonly verdict: ComparisonVerdict;
  readonly reason: string | null;
}

/** Which way is better. */
export type Direction = 'higher' | 'lower';

/** With fewer cases that differ no two-sided exact test can reach 5 %: 2 / 2^5 is more. */
export const LEAST_UNTIED = 6;

/** The effect that a test found: how far from no difference, and how far it could be with what was not measured. */
export interface Effect {
  /** Cases that speak for one side, and what they did. */
  readonly untied: number;
  readonly untiedDid: 'differ' | 'were decided';
  /** Head minus base; `null` where nothing pairs. */
  readonly difference: number | null;
  readonly interval: readonly [low: number, high: number] | null;
  readonly direction: Direction | null;
  readonly margin: number | null;
  /** What one side alone measured, in words with a number; `null` where nothing is missing. */
  readonly missing: string | null;
  /** The difference with what is missing at its lowest and highest for head; `null` where no end is known. */
  readonly bounds: readonly [low: number, high: number] | null;
  /** Whether the test would find a regression, had all that is missing come out at its worst for head. */
  readonly hides: boolean;
}

/** The verdict on what a test found, by its corrected p. */
export function verdictOf(effect: Effect, adjusted: number | null): Conclusion {
  const { untied, untiedDid, direction, interval, margin } = effect;
  if (direction === null)
    return concluded('unmeasured', 'no direction is declared, so no difference is better or worse');
  if (untied >= LEAST_UNTIED && adjusted !== null && adjusted <= ALPHA) return significant(effect, direction);
  // A loss that could be a regression is not passed off as no difference.
  if (effect.hides) return concluded('unmeasured', `${effect.missing}, and could hide a regression`);
  if (untied < LEAST_UNTIED)
    return concluded(
      'insufficient',
      `fewer than ${LEAST_UNTIED} cases ${untiedDid}, and so few tell nothing`,
    );
  const [low, high] = interval ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  return margin !== null && (high - low) / 2 > margin
    ? concluded('insufficient', 'the interval is wider than the margin')
    : concluded('no_difference', null);
}

/** A difference that the test finds; told only where what one side lost could not turn it. */
function significant(effect: Effect, direction: Direction): Conclusion {
  const { difference, missing } = effect;
  if (!isCertain(effect)) return concluded('unmeasured', `${missing}, and could turn the difference`);
  const better = difference !== null && difference > 0 === (direction === 'higher');
  return concluded(better ? 'improved' : 'regressed', null);
}

/** Whether the difference keeps its side whatever the lost samples had come to. */
function isCertain({ difference, missing, bounds }: Effect): boolean {
  if (missing === null) return true;
  if (difference === null || bounds === null) return false;
  return difference > 0 ? bounds[0] > 0 : bounds[1] < 0;
}

/** Whether a test can find a difference at all: enough cases differ, better is one way, and what is lost could not turn it. */
export function canConclude(effect: Effect): boolean {
  return effect.direction !== null && effect.untied >= LEAST_UNTIED && isCertain(effect);
}

export function concluded(verdict: ComparisonVerdict, reason: string | null): Conclusion {
  return { verdict, reason };
}

/** The conclusion on a metric that reasons forbid to compare. */
export function incomparable(reasons: readonly Difference[]): Conclusion {
  const keys = [...new Set(reasons.map(({ key }) => key))];
  return concluded(
    'incomparable',
    keys.length === 1 ? `${keys[0]} differs or is not known` : `${keys.join(', ')} differ or are not known`,
  );
}

/** A metric that no two arms have a value each of, and why. */
export interface UncomparedMetric {
  readonly kind: 'none';
  readonly metric: JudgedMetric;
  readonly why: string;
  /** Whether a gate that asks for it waits for it. */
  readonly decides: boolean;
}

export function uncompared(metric: JudgedMetric, why: string, decides: boolean): UncomparedMetric {
  return { kind: 'none', metric, why, decides };
}

/**
 * Which way of a metric is better, as each side has it: as it says itself, as the policy's bound or its own implies, or as
 * its kind does; `null` where nothing says. It is never guessed from a name.
 */
export function directionsOf(
  name: string,
  base: Reading,
  head: Reading,
  bounds: ReadonlyMap<string, Bounds>,
): readonly [base: Direction | null, head: Direction | null] {
  const bound = bounds.get(name);
  return [directionIn(base, name, bound), directionIn(head, name, bound)];
}

function directionIn(reading: Reading, name: string, policy: Bounds | undefined): Direction | null {
  const definition = reading.definitions.get(name);
  const said = reading.claims.find((claim) => claim.name === name)?.direction ?? definition?.['direction'];
  if (said === 'higher' || said === 'lower') return said;
  const bound = policy ?? reading.stated.find(({ metric }) => metric === name);
  if (bound !== undefined) return bound.min === null && bound.max !== null ? 'lower' : 'higher';
  if (definition === undefined) return null;
  const measure = definition['measure'];
  if (typeof measure === 'string' && isRowMeasure(measure)) return ROW_MEASURES[measure].better;
  return aggregateNamed(definition.aggregate)?.upward === true ? 'higher' : null;
}
