import { type JsonValue, parsePointer } from '../../document/document.ts';
import type { ValidationError } from '../../generated/validator.d.ts';
import { missingChoice, missingKey, type SchemaFault, unknownKey, wrongName, wrongValue } from './fault.ts';
import { outlineAt, type SchemaName } from './outline.ts';

// ajv reports each keyword that fails; of several at one value the first of these names the mistake.
const WEIGHT: readonly SchemaFault['problem'][] = ['wrong-type', 'not-allowed', 'pattern', 'out-of-range'];

/** The faults of a value by ajv's errors. Where it is of another kind altogether, that alone. */
export function faultsOf(
  name: SchemaName,
  value: JsonValue,
  errors: readonly ValidationError[],
): readonly SchemaFault[] {
  const faults = explain(name, value, errors);
  const otherKind = faults.find((fault) => fault.pointer === '/schema' && fault.problem === 'not-allowed');
  return otherKind === undefined ? faults : [otherKind];
}

/** Turns ajv's errors into faults: one for one mistake, sorted by pointer; at least one if there is an error. */
function explain(
  name: SchemaName,
  value: JsonValue,
  errors: readonly ValidationError[],
): readonly SchemaFault[] {
  const unknown = of(errors, 'additionalProperties').map((error) => ({
    parent: error.pointer,
    fault: unknownKey(name, value, error),
  }));
  // A misspelt key is one mistake, not also the lack of the key that was meant.
  const meant = (parent: string, keys: readonly string[]) =>
    unknown.some(
      (each) => each.parent === parent && each.fault.nearest !== null && keys.includes(each.fault.nearest),
    );
  const missing = of(errors, 'required').filter((error) => !meant(error.pointer, [error.key ?? '']));
  const choices = of(errors, 'anyOf')
    .map((error) => ({ pointer: error.pointer, keys: alternatives(errors, error.pointer) }))
    .filter((choice) => !meant(choice.pointer, choice.keys));
  const faults = distinct([
    ...unknown.map((each) => each.fault),
    ...missing.map((error) => missingKey(name, error.pointer, error.key ?? '')),
    ...choices.map((choice) => missingChoice(name, choice.pointer, choice.keys)),
    ...of(errors, 'propertyNames').map((error) => wrongName(name, error)),
    ...errors.filter((error) => isOfValue(name, error)).map((error) => wrongValue(name, value, error)),
  ]);
  // No fault means valid, so an error that nothing above understands must not get lost.
  return faults.length > 0 ? faults : errors.slice(0, 1).map((error) => wrongValue(name, value, error));
}

function of(errors: readonly ValidationError[], keyword: string): readonly ValidationError[] {
  return errors.filter((error) => error.keyword === keyword);
}

// All our choices are between required keys.
function alternatives(errors: readonly ValidationError[], pointer: string): readonly string[] {
  const keys = of(errors, 'branch').filter((error) => error.pointer === pointer);
  return [...new Set(keys.flatMap((error) => (error.key === null ? [] : [error.key])))];
}

const STRUCTURAL = new Set(['additionalProperties', 'required', 'anyOf', 'propertyNames', 'branch', 'if']);

// What fails within propertyNames is reported at the object, whose own schema has no pattern.
function isOfValue(name: SchemaName, error: ValidationError): boolean {
  if (STRUCTURAL.has(error.keyword)) return false;
  return error.keyword !== 'pattern' || outlineAt(name, error.pointer).pattern !== undefined;
}

function distinct(faults: readonly SchemaFault[]): readonly SchemaFault[] {
  const byPlace = new Map<string, SchemaFault>();
  for (const fault of faults) {
    const place = JSON.stringify([fault.pointer, fault.key]);
    const before = byPlace.get(place);
    if (before === undefined || weight(fault) < weight(before)) byPlace.set(place, fault);
  }
  return [...byPlace.values()].sort(
    (one, other) =>
      comparePointers(one.pointer, other.pointer) || compareText(one.key ?? '', other.key ?? ''),
  );
}

function weight(fault: SchemaFault): number {
  const found = WEIGHT.indexOf(fault.problem);
  return found === -1 ? WEIGHT.length : found;
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

// The order in which a reader goes through a file: places in a list by number, all else by code unit.
function comparePointers(one: string, other: string): number {
  const [left, right] = [parsePointer(one) ?? [], parsePointer(other) ?? []];
  const at = left.findIndex((part, place) => part !== right[place]);
  const [a, b] = [left[at], right[at]];
  if (a === undefined || b === undefined) return left.length - right.length;
  const byNumber = /^\d+$/.test(a) && /^\d+$/.test(b) ? Number(a) - Number(b) : 0;
  return byNumber !== 0 ? byNumber : compareText(a, b);
}
