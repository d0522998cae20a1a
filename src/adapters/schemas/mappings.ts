import { formatPointer, isObject, type JsonObject, type JsonValue } from '../../document/document.ts';
import type { ValidationError, Validator } from '../../generated/validator.d.ts';

/** The mappings of a policy and their places. Few policies have one, and their schema is as large as all the rest. */
export function mappingsIn(policy: JsonValue): readonly (readonly [pointer: string, mapping: JsonObject])[] {
  const series = isObject(policy) && Object.hasOwn(policy, 'series') ? policy['series'] : undefined;
  if (!isObject(series)) return [];
  return Object.entries(series).flatMap(([id, each]) => {
    const format = isObject(each) && Object.hasOwn(each, 'format') ? each['format'] : undefined;
    return isObject(format) ? [[formatPointer(['series', id, 'format']), format] as const] : [];
  });
}

/** What ajv finds in the mappings of a policy, at their places in the policy. */
export function mappingErrors(
  mappings: ReturnType<typeof mappingsIn>,
  validator: Validator,
): readonly ValidationError[] {
  return mappings.flatMap(([pointer, mapping]) =>
    validator(mapping)
      ? []
      : (validator.errors ?? []).map((error) => ({ ...error, pointer: pointer + error.pointer })),
  );
}
