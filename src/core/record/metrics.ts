import type { JsonValue } from '../../document/document.ts';
import type { Claim, Definition, Reading } from '../reading.ts';
import { asReason } from '../reason.ts';
import { given, type JsonObject } from './object.ts';

/** How each metric follows from the rows; `null` where no file of the run says so. A mark of derivation is no option. */
export function nativeDefinitions(
  readings: readonly Reading[],
  lose: (loss: string) => void,
): JsonObject | null {
  const definitions = new Map<string, JsonObject>();
  for (const { definitions: stated, claims } of readings) {
    for (const [name, definition] of stated) definitions.set(name, withScale(definition, claims, name));
    for (const { name, direction, unit } of claims) {
      if (definitions.has(name)) continue;
      if (direction) lose(`how ${name} follows from rows, so that its direction (${direction}) has no place`);
      if (unit) lose(`how ${name} follows from rows, so that its unit (${unit}) has no place`);
    }
  }
  return definitions.size === 0 ? null : Object.fromEntries(definitions);
}

function withScale(
  { derived: _derived, ...definition }: Definition,
  claims: readonly Claim[],
  name: string,
): JsonObject {
  const claim = claims.find((each) => each.name === name);
  return {
    ...given('direction', claim?.direction ?? null),
    ...given('unit', claim?.unit ?? null),
    ...given('places', claim?.places ?? null),
    ...definition,
  };
}

/** The headline of one arm: a number, or `null` with its reason. */
export function nativeMetrics(reading: Reading, rowless: boolean, lose: (loss: string) => void): JsonObject {
  const withheld = reading.status === 'unmeasured';
  const aggregate: [string, JsonValue][] = [];
  const unmeasured: [string, string][] = [];
  for (const claim of reading.claims) {
    const { name } = claim;
    const value = withheld ? null : claim.value;
    if (withheld && claim.value !== null) lose(`${name} has a number though the run is unmeasured`);
    aggregate.push([name, value]);
    if (value === null) unmeasured.push([name, asReason(claim.reason ?? reading.reason)]);
    if (rowless || !reading.definitions.has(name)) countsLost(claim, lose);
  }
  return {
    ...(aggregate.length === 0 && !rowless ? {} : { aggregate: Object.fromEntries(aggregate) }),
    ...(unmeasured.length === 0 ? {} : { unmeasured: Object.fromEntries(unmeasured) }),
  };
}

/** Only rows and a definition say what a number stands on: the native form has no other place for it. */
function countsLost(
  { name, measured, expected, standard_error: error }: Claim,
  lose: (loss: string) => void,
): void {
  if (typeof measured === 'number') {
    lose(
      `which rows ${name} stands on (${measured}${typeof expected === 'number' ? ` of ${expected}` : ''} were measured)`,
    );
  }
  if (typeof error === 'number') lose(`which rows ${name} stands on (its standard error is ${error})`);
}

/** The thresholds that the harness stated, with its verdicts. */
export function nativeThresholds({ stated }: Reading): JsonObject {
  if (stated.length === 0) return {};
  const thresholds = stated.map(({ metric, min, max, verdict }) => [
    metric,
    { ...given('min', min), ...given('max', max), ...given('verdict', verdict) },
  ]);
  return { thresholds: Object.fromEntries(thresholds) };
}
