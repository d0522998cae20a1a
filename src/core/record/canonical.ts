import type { JsonValue } from '../../document/document.ts';
import { respelled, spelled } from '../../document/spelling.ts';

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
 * and before all others, which keep theirs. The same content gives the same bytes, and a number that was read keeps the
 * digits that it was written with.
 */
export function canonicalText(value: JsonValue, schema: Shape): string {
  return `${print(arrange(value, schema, schema), '')}\n`;
}

function arrange(value: JsonValue, shape: Shape, root: Shape): JsonValue {
  const here = resolved(shape, root);
  if (value === null || typeof value !== 'object') return value;
  if (isList(value))
    return respelled(
      value.map((item) => arrange(item, here.items ?? {}, root)),
      value,
    );
  const object = value as JsonObject;
  const known = Object.keys(here.properties ?? {}).filter((key) => Object.hasOwn(object, key));
  const rest = Object.keys(object).filter((key) => !known.includes(key));
  const free = typeof here.additionalProperties === 'object' ? here.additionalProperties : {};
  const arranged = Object.fromEntries([
    ...known.map((key) => [key, arrange(object[key]!, here.properties![key]!, root)] as const),
    ...rest.map((key) => [key, arrange(object[key]!, free, root)] as const),
  ]);
  return respelled(arranged, object);
}

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** What `JSON.stringify` prints with an indent of two, but for the digits of numbers. */
function print(value: JsonValue, indent: string): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}  `;
  const member = (key: string | number, each: JsonValue) => {
    if (typeof each !== 'number') return print(each, inner);
    const digits = spelled(value, key, each);
    // YAML and workbooks know spellings that JSON does not
    return NUMBER.test(digits) ? digits : JSON.stringify(each);
  };
  const [open, close, items] = isList(value)
    ? (['[', ']', value.map((item, at) => member(at, item))] as const)
    : ([
        '{',
        '}',
        Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${member(key, each)}`),
      ] as const);
  return items.length === 0
    ? open + close
    : `${open}\n${inner}${items.join(`,\n${inner}`)}\n${indent}${close}`;
}

// Array.isArray does not narrow readonly arrays
function isList(value: object): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** A part of a schema, with what it refers to in its place. */
export function resolved(shape: Shape, root: Shape): Shape {
  if (shape.$ref === undefined) return shape;
  const target = root.$defs?.[shape.$ref.slice('#/$defs/'.length)];
  if (target === undefined)
    throw new TypeError(`the schema points at ${shape.$ref}, which it does not define`);
  return resolved(target, root);
}
