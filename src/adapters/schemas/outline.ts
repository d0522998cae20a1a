import { parsePointer } from '../../document/document.ts';
import { outlines } from '../../generated/outlines.js';
import type { Outline } from '../../generated/validator.d.ts';

/** The names of the published schemas, `schemas/<name>.v1.schema.json`. */
export type SchemaName = 'result' | 'retraction' | 'policy' | 'report';

let parsed: Readonly<Record<SchemaName, Outline>> | null = null;

/** The part of a schema that describes the value at a pointer; empty where the schema leaves the place open. */
export function outlineAt(name: SchemaName, pointer: string): Outline {
  const root = outlineOf(name);
  return (parsePointer(pointer) ?? []).reduce<Outline>((node, key) => child(root, node, key), root);
}

/** The part of a schema that describes the names of the keys at a pointer. */
export function namesAt(name: SchemaName, pointer: string): Outline {
  return resolve(outlineOf(name), outlineAt(name, pointer).propertyNames ?? {});
}

/** The whole schema, with the keywords that this program looks at. Parsed once, and only where it is asked for. */
export function outlineOf(name: SchemaName): Outline {
  parsed ??= outlines();
  return parsed[name];
}

function child(root: Outline, node: Outline, key: string): Outline {
  const found = own(node.properties, key) ?? node.items ?? node.additionalProperties;
  return typeof found === 'object' ? resolve(root, found) : {};
}

// All references lie within the schema's own `$defs`.
function resolve(root: Outline, node: Outline): Outline {
  if (node.$ref === undefined) return node;
  const target = own(root.$defs, node.$ref.slice('#/$defs/'.length));
  if (target === undefined) throw new Error(`The schema points at ${node.$ref}, which it does not define.`);
  return resolve(root, target);
}

function own<T>(map: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return map !== undefined && Object.hasOwn(map, key) ? map[key] : undefined;
}
