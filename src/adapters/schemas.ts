import type { JsonValue } from '../document/document.ts';
import type { Validator } from '../generated/validator.d.ts';
import type { SchemaFault } from './schemas/faults.ts';
import { mappingErrors, mappingsIn } from './schemas/mappings.ts';
import type { SchemaName } from './schemas/outline.ts';

export type { SchemaFault, SchemaName };

/** The validators are large, and a check meets two of the four schemas at most. */
const LOADERS: Readonly<Record<SchemaName, () => Promise<{ readonly validator: Validator }>>> = {
  result: () => import('../generated/result.js'),
  retraction: () => import('../generated/retraction.js'),
  policy: () => import('../generated/policy.js'),
  report: () => import('../generated/report.js'),
};

const loaded = new Map<SchemaName, Validator>();

/**
 * The faults of a value by one of the published schemas; none if it is valid. One fault for one mistake, sorted by
 * pointer, 200 at most. Nothing is coerced, completed or thrown. A value of another kind (its `schema` says so) has
 * that one fault: what else differs follows from it.
 */
export async function validate(name: SchemaName, value: JsonValue): Promise<readonly SchemaFault[]> {
  let validator = loaded.get(name);
  if (validator === undefined) {
    validator = (await LOADERS[name]()).validator;
    loaded.set(name, validator);
  }
  const errors = validator(value) ? [] : (validator.errors ?? []);
  const mappings = name === 'policy' ? mappingsIn(value) : [];
  const inside =
    mappings.length === 0 ? [] : mappingErrors(mappings, (await import('../generated/mapping.js')).validator);
  if (errors.length + inside.length === 0) return [];
  // Most files are valid, and what explains a fault takes as long to load as the whole schema.
  return (await import('./schemas/faults.ts')).faultsOf(name, value, [...errors, ...inside]);
}
