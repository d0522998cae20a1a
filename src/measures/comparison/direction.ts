import type { Reading } from '../../core/reading.ts';
import type { Bounds } from '../../core/verdict.ts';

/** Which way is better. */
export type Direction = 'higher' | 'lower';

/** Means of which nobody says which way is better have none; a rate of passes has. */
const UPWARD = new Set(['rate', 'pass_hat_k', 'pass_at_k', 'win_rate', 'ratio']);

/**
 * Which way of a metric is better: as head or base say it, as a bound on it implies, or as its kind does; `null` where
 * nothing says. It is never guessed from a name.
 */
export function directionOf(
  name: string,
  base: Reading,
  head: Reading,
  bounds: ReadonlyMap<string, Bounds>,
): Direction | null {
  for (const reading of [head, base]) {
    const stated =
      reading.claims.find((claim) => claim.name === name)?.direction ??
      reading.definitions.get(name)?.['direction'];
    if (stated === 'higher' || stated === 'lower') return stated;
    const bound = bounds.get(name) ?? reading.stated.find(({ metric }) => metric === name);
    if (bound !== undefined) return bound.min === null && bound.max !== null ? 'lower' : 'higher';
  }
  const definition = head.definitions.get(name);
  if (definition === undefined) return null;
  return UPWARD.has(definition.aggregate) || typeof definition['measure'] === 'string' ? 'higher' : null;
}
