import type { Claim } from '../../core/reading.ts';
import { formatPointer } from '../../document/document.ts';
import { asNumber, asObject, type JsonObject } from '../field.ts';

/** What an object of metrics came to, and what stood in it beside them. */
export interface MappedMetrics {
  readonly claims: readonly Claim[];
  readonly losses: readonly string[];
}

/**
 * The metrics of a team's own object: its numbers, and its nulls as unmeasured. An object one level down is read as
 * `outer.inner` where it holds numbers and nulls alone; everything else is no metric and is listed under the losses. A
 * member whose own name is `outer.inner` comes before one that would be called so.
 */
export function mappedMetrics(object: JsonObject, pointer: readonly string[], reason: string): MappedMetrics {
  const claims = new Map<string, Claim>();
  const losses: string[] = [];
  const nested: (readonly [string, JsonObject])[] = [];
  const claim = (name: string, value: number | null, tokens: readonly string[]) => {
    const place = formatPointer([...pointer, ...tokens]);
    claims.set(name, { name, value, reason: value === null ? reason : null, pointer: place });
  };
  for (const [name, value] of Object.entries(object)) {
    const inner = asObject(value);
    if (value === null || asNumber(value) !== null) claim(name, asNumber(value), [name]);
    else if (inner !== null && holdsMetrics(inner)) nested.push([name, inner]);
    else losses.push(`${formatPointer([...pointer, name])} is no number and no metric: ${kindOf(value)}`);
  }
  for (const [outer, object] of nested) {
    for (const [inner, value] of Object.entries(object)) {
      const name = `${outer}.${inner}`;
      if (!claims.has(name)) claim(name, asNumber(value), [outer, inner]);
      else losses.push(`${formatPointer([...pointer, outer, inner])} is not read: ${name} is taken`);
    }
  }
  return { claims: [...claims.values()], losses };
}

function holdsMetrics(object: JsonObject): boolean {
  const values = Object.values(object);
  return values.length > 0 && values.every((value) => value === null || asNumber(value) !== null);
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object that holds more than numbers' : `a ${typeof value}`;
}
