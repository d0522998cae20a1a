import { formatPointer, isList, type JsonObject, type JsonValue } from '../../document/document.ts';
import { respelled, spelled } from '../../document/spelling.ts';
import { words } from '../text.ts';

/** A member, or nothing where there is no value: what a file does not say is left out. */
export function given(key: string, value: JsonValue): JsonObject {
  return value === null ? {} : { [key]: value };
}

/** An object without its nulls; `null` where nothing is left. */
export function compact(object: JsonObject): JsonObject | null {
  const kept = Object.entries(object).filter(([, value]) => value !== null);
  return kept.length === 0 ? null : Object.fromEntries(kept);
}

/** The part of a JSON Schema that gives keys their order. */
interface SchemaPart {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, SchemaPart>>;
  readonly properties?: Readonly<Record<string, SchemaPart>>;
  readonly additionalProperties?: SchemaPart | boolean;
  readonly items?: SchemaPart;
}

/**
 * The one text of a value: two spaces deep, with a newline at the end. Keys that the schema names come first, in the
 * schema's order; all others keep theirs. The same content gives the same bytes, and a number that was read keeps the
 * digits that it was written with.
 */
export function canonicalText(value: JsonValue, schema: SchemaPart): string {
  return `${print(arrange(value, schema, schema), '')}\n`;
}

function arrange(value: JsonValue, shape: SchemaPart, root: SchemaPart): JsonValue {
  const here = resolved(shape, root);
  if (value === null || typeof value !== 'object') return value;
  if (isList(value)) {
    const items = value.map((item) => arrange(item, here.items ?? {}, root));
    return respelled(items, value);
  }
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

/** A part of a schema, with what it refers to in its place. */
function resolved(shape: SchemaPart, root: SchemaPart): SchemaPart {
  if (shape.$ref === undefined) return shape;
  const target = root.$defs?.[shape.$ref.slice('#/$defs/'.length)];
  if (target === undefined)
    throw new TypeError(`the schema points at ${shape.$ref}, which it does not define`);
  return resolved(target, root);
}

/** Why a value cannot be written as JSON without changing what it says. */
interface Unwritable {
  readonly pointer: string;
  readonly problem: string;
}

/**
 * The first thing in a value that JSON would not keep. `NaN`, `Infinity` and a hole in a list would become `null`, which
 * means "unmeasured". An undefined score would vanish, and its row with it from the average. Dates, maps and classes
 * would become something else. Only an option that the schema names may be undefined, which says the
 * same as leaving it out. `null` where all is plain.
 */
export function firstUnwritable(value: unknown, schema: SchemaPart = {}): Unwritable | null {
  return look(value, { path: [], above: new Set(), shape: schema, root: schema });
}

interface Where {
  readonly path: readonly (string | number)[];
  readonly above: ReadonlySet<object>;
  readonly shape: SchemaPart;
  readonly root: SchemaPart;
}

/** Keys that hold what was measured: undefined, they would leave a result that looks whole. */
const MEASUREMENT: ReadonlySet<string> = new Set(
  words(`results aggregate aggregate_by unmeasured thresholds metrics cases candidate scores judgments value min max arm
    sample turn relevant retrieved selection expected_tool_calls tool_calls`),
);

function look(value: unknown, where: Where): Unwritable | null {
  const { path, above, root } = where;
  const refused = (problem: string, key?: string) => ({
    pointer: formatPointer(key === undefined ? path : [...path, key]),
    problem,
  });
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return null;
  if (typeof value === 'number')
    return Number.isFinite(value) ? null : refused(`${value} is no finite number`);
  if (value === undefined) return refused('undefined is no JSON');
  if (typeof value !== 'object') return refused(`${typeof value} is no JSON`);
  if (above.has(value)) return refused('it contains itself');
  if (typeof (value as { readonly toJSON?: unknown }).toJSON === 'function')
    return refused('it has a toJSON of its own, which would write something else');
  if (Object.getOwnPropertySymbols(value).length > 0) return refused('a key that is a symbol would vanish');
  const shape = resolved(where.shape, root);
  const within = new Set(above).add(value);
  const inner = (key: string | number, next: SchemaPart | boolean | undefined): Where => ({
    path: [...path, key],
    above: within,
    shape: typeof next === 'object' ? next : {},
    root,
  });
  const prototype: unknown = Object.getPrototypeOf(value);
  if (Array.isArray(value)) {
    if (prototype !== Array.prototype) return refused('it is no plain list');
    const extra = Object.keys(value).find((key) => !/^\d+$/.test(key));
    if (extra !== undefined) return refused('a named member of a list would vanish', extra);
    for (let at = 0; at < value.length; at += 1) {
      const found = look(value[at], inner(at, shape.items));
      if (found !== null) return found;
    }
    return null;
  }
  if (prototype !== Object.prototype && prototype !== null) return refused('it is no plain object');
  for (const key of Object.getOwnPropertyNames(value)) {
    const { enumerable, get } = Object.getOwnPropertyDescriptor(value, key)!;
    if (enumerable !== true) return refused('a hidden member would vanish', key);
    if (get !== undefined)
      return refused('it is computed when it is read, and may be another value the next time', key);
    const known = shape.properties !== undefined && Object.hasOwn(shape.properties, key);
    const member = (value as Readonly<Record<string, unknown>>)[key];
    if (member === undefined && known && !MEASUREMENT.has(key)) continue;
    const found = look(member, inner(key, known ? shape.properties[key] : shape.additionalProperties));
    if (found !== null) return found;
  }
  return null;
}
