import type { Claim, Definition, Reading, StatedThreshold } from '../../core/reading.ts';
import { formatPointer, type JsonObject } from '../../document/document.ts';
import { recompute } from '../../measures/evidence/recompute.ts';
import { whyEmpty } from '../../measures/evidence/unmeasured.ts';
import { computedClaim, scaleOf } from '../claim.ts';
import { asNumber, asObject, asText, textMembers } from '../field.ts';

/** One arm of a native result: the object that holds its numbers, and where that object stands. */
export interface ArmBlock {
  readonly object: JsonObject;
  readonly pointer: readonly string[];
}

/**
 * The metrics of an arm: what `aggregate` states, then what is only listed as unmeasured. A number that has a reason
 * too, and a `null` that has none, stay as they are: a rule tells of them.
 */
export function readClaims(
  { object, pointer }: ArmBlock,
  definitions: ReadonlyMap<string, Definition>,
): readonly Claim[] {
  const reasons = textMembers(asObject(object, 'unmeasured'));
  const claims = new Map<string, Claim>();
  for (const [name, stated] of Object.entries(asObject(object, 'aggregate') ?? {})) {
    const value = asNumber(stated);
    if (value === null && stated !== null) continue;
    const place = formatPointer([...pointer, 'aggregate', name]);
    claims.set(name, { name, value, reason: reasons.get(name) ?? null, pointer: place });
  }
  for (const [name, reason] of reasons) {
    const place = formatPointer([...pointer, 'unmeasured', name]);
    if (!claims.has(name)) claims.set(name, { name, value: null, reason, pointer: place });
  }
  return Array.from(claims.values(), (claim) => withScale(claim, definitions.get(claim.name)));
}

/** The metrics that are defined and not stated: they are what the rows come to. */
export function derivedClaims(reading: Reading, claims: readonly Claim[]): readonly Claim[] {
  const stated = new Set(claims.map(({ name }) => name));
  const definitions = new Map([...reading.definitions].filter(([name]) => !stated.has(name)));
  return recompute({ ...reading, claims: [], definitions }).flatMap(({ name, definition, basis }) => {
    if (basis.kind === 'claim') return [];
    const { value, measured, expected } = basis;
    const computed = computedClaim(name, value, { measured, expected });
    const claim =
      value.value === null
        ? { ...computed, reason: whyEmpty(name, definition, value, reading.rows) }
        : computed;
    return [withScale(claim, reading.definitions.get(name))];
  });
}

/** The metrics of a run that measured nothing: each has the run's reason, whatever else the file says of it. */
export function unmeasuredClaims(
  { object, pointer }: ArmBlock,
  definitions: ReadonlyMap<string, Definition>,
  reason: string | null,
): readonly Claim[] {
  const stated = Object.keys(asObject(object, 'aggregate') ?? {});
  const listed = Object.keys(asObject(object, 'unmeasured') ?? {});
  return Array.from(new Set([...stated, ...listed, ...definitions.keys()]), (name) => {
    const place = stated.includes(name) ? formatPointer([...pointer, 'aggregate', name]) : null;
    return withScale({ name, value: null, reason, pointer: place }, definitions.get(name));
  });
}

/** The names of the numbers that a run states although it says that it measured nothing. */
export function statedNumbers({ object }: ArmBlock): readonly string[] {
  const aggregate = Object.entries(asObject(object, 'aggregate') ?? {});
  return aggregate.filter(([, value]) => asNumber(value) !== null).map(([name]) => name);
}

/** The thresholds that the harness stated, with the verdicts that it drew. */
export function readStated({ object, pointer }: ArmBlock): readonly StatedThreshold[] {
  return Object.entries(asObject(object, 'thresholds') ?? {}).flatMap(([metric, value]) => {
    const threshold = readThreshold(
      metric,
      asObject(value),
      formatPointer([...pointer, 'thresholds', metric]),
    );
    return threshold === null ? [] : [threshold];
  });
}

/** One stated threshold, or `null` where it has neither bound. */
export function readThreshold(
  metric: string,
  object: JsonObject | null,
  pointer: string,
): StatedThreshold | null {
  const min = asNumber(object, 'min');
  const max = asNumber(object, 'max');
  if (min === null && max === null) return null;
  const word = asText(object, 'verdict');
  const verdict = word === 'met' || word === 'missed' || word === 'unmeasured' ? word : null;
  return { metric, min, max, verdict, pointer };
}

// Never guessed from a name: "mean_rmsd" is better low, and no word in it says so (LeBonhommePharma/FlexAIDdS#344).
function withScale(claim: Claim, definition: Definition | undefined): Claim {
  const places = definition?.['places'];
  // What follows from rows was rounded by nobody.
  const rounded = claim.pointer !== null && typeof places === 'number';
  return {
    ...claim,
    ...(rounded ? { places } : {}),
    ...scaleOf(definition),
  };
}
