import { aggregateNamed, isRowMeasure, ROW_MEASURES } from '../../core/definition.ts';
import type { Reading } from '../../core/reading.ts';
import type { Bounds } from '../../core/verdict.ts';

/** Which way is better. */
export type Direction = 'higher' | 'lower';

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
