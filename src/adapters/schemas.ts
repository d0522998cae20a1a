import type { JsonValue } from '../core/document/document.ts';
import { validators } from '../generated/validators.js';
import { explain } from './schemas/explain.ts';
import type { SchemaFault } from './schemas/fault.ts';
import type { SchemaName } from './schemas/outline.ts';

export type { SchemaFault, SchemaName };

/**
 * What is wrong with a value by one of the published schemas; nothing if it is valid. One fault for one mistake,
 * sorted by pointer, 200 at most. The value is never coerced, completed or changed, and nothing is thrown.
 * A value of another kind (its `schema` says so) has that one fault: what else differs follows from it.
 */
export function validate(name: SchemaName, value: JsonValue): readonly SchemaFault[] {
  const validator = validators[name];
  if (validator(value)) return [];
  const faults = explain(name, value, validator.errors ?? []);
  const otherKind = faults.find((fault) => fault.pointer === '/schema' && fault.problem === 'not-allowed');
  return otherKind === undefined ? faults : [otherKind];
}
