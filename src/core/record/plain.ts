import { formatPointer } from '../../document/document.ts';
import { resolved, type Shape } from './canonical.ts';

/** Why a value cannot be written as JSON without changing what it says. */
export interface Unwritable {
  readonly pointer: string;
  readonly problem: string;
}

/**
 * The first thing in a value that JSON would not keep: `NaN` and `Infinity` would become `null`, which means
 * "unmeasured"; a hole in a list likewise; an undefined score would vanish, and its row with it from the average; dates,
 * maps and classes would become something else. Only an option that the schema names may be undefined, which says the
 * same as leaving it out. `null` where all is plain.
 */
export function firstUnwritable(value: unknown, schema: Shape = {}): Unwritable | null {
  return look(value, { path: [], above: new Set(), shape: schema, root: schema });
}

interface Where {
  readonly path: readonly (string | number)[];
  readonly above: ReadonlySet<object>;
  readonly shape: Shape;
  readonly root: Shape;
}

/** Keys that hold what was measured: undefined, they would leave a result that looks whole. */
const MEASUREMENT: ReadonlySet<string> = new Set([
  'results',
  'aggregate',
  'aggregate_by',
  'unmeasured',
  'thresholds',
  'metrics',
  'cases',
  'candidate',
  'scores',
  'judgments',
  'value',
  'min',
  'max',
  'arm',
  'sample',
  'turn',
  'relevant',
  'retrieved',
  'selection',
  'expected_tool_calls',
  'tool_calls',
]);

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
  const inner = (key: string | number, next: Shape | boolean | undefined): Where => ({
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
