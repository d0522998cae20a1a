import { faultsOf } from '../../src/adapters/schemas/faults.ts';
import { mappingErrors, mappingsIn } from '../../src/adapters/schemas/mappings.ts';
import type { SchemaFault, SchemaName } from '../../src/adapters/schemas.ts';
import type { JsonValue } from '../../src/document/document.ts';
import { validator as mapping } from '../../src/generated/mapping.js';
import { validator as policy } from '../../src/generated/policy.js';
import { validator as report } from '../../src/generated/report.js';
import { validator as result } from '../../src/generated/result.js';
import { validator as retraction } from '../../src/generated/retraction.js';

const VALIDATORS = { result, retraction, policy, report } as const;

/** `validate`, at once: thousands of cases of a law are not to wait for each other. */
export function validateNow(name: SchemaName, value: JsonValue): readonly SchemaFault[] {
  const validator = VALIDATORS[name];
  const errors = validator(value) ? [] : (validator.errors ?? []);
  const inside = name === 'policy' ? mappingErrors(mappingsIn(value), mapping) : [];
  return errors.length + inside.length === 0 ? [] : faultsOf(name, value, [...errors, ...inside]);
}
