import type { JsonValue } from '../document/document.ts';

type JsonObject = { readonly [key: string]: JsonValue };

/** The part of a JSON Schema that gives keys their order. */
export interface Shape {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Shape>>;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly additionalProperties?: Shape | boolean;
  readonly items?: Shape;
}

/**
 * The one text of a value: two spaces deep, a newline at the end, the keys that the schema names in the schema's order
 * and before all others, which keep theirs. The same content gives the same bytes.
 */
export function canonicalText(value: JsonValue, schema: Shape): string {
  return `${JSON.stringify(arrange(value, schema, schema), null, 2)}\n`;
}

function arrange(value: JsonValue, shape: Shape, root: Shape): JsonValue {
  const here = resolved(shape, root);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item) => arrange(item, here.items ?? {}, root));
  const object = value as JsonObject;
  const known = Object.keys(here.properties ?? {}).filter((key) => Object.hasOwn(object, key));
  const rest = Object.keys(object).filter((key) => !known.includes(key));
  const free = typeof here.additionalProperties === 'object' ? here.additionalProperties : {};
  return Object.fromEntries([
    ...known.map((key) => [key, arrange(object[key]!, here.properties![key]!, root)] as const),
    ...rest.map((key) => [key, arrange(object[key]!, free, root)] as const),
  ]);
}

function resolved(shape: Shape, root: Shape): Shape {
  if (shape.$ref === undefined) return shape;
  const target = root.$defs?.[shape.$ref.slice('#/$defs/'.length)];
  if (target === undefined)
    throw new TypeError(`the schema points at ${shape.$ref}, which it does not define`);
  return resolved(target, root);
}
