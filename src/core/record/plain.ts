import { formatPointer } from '../document/pointer.ts';

/** Why a value cannot be written as JSON without changing what it says. */
export interface Unwritable {
  readonly pointer: string;
  readonly problem: string;
}

/**
 * The first thing in a value that JSON would not keep: `NaN` and `Infinity` would become `null`, which means
 * "unmeasured"; a hole in a list likewise; dates, maps and classes would become something else. An undefined member is
 * a member that is not there. `null` where all is plain.
 */
export function firstUnwritable(value: unknown): Unwritable | null {
  return look(value, [], new Set());
}

type Path = readonly (string | number)[];

function look(value: unknown, path: Path, above: ReadonlySet<object>): Unwritable | null {
  const refused = (problem: string) => ({ pointer: formatPointer(path), problem });
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return null;
  if (typeof value === 'number')
    return Number.isFinite(value) ? null : refused(`${value} is no finite number`);
  if (typeof value !== 'object') return refused(`${typeof value} is no JSON`);
  if (above.has(value)) return refused('it contains itself');
  const within = new Set(above).add(value);
  if (Array.isArray(value)) {
    return first(Array.from(value, (item: unknown, at) => () => look(item, [...path, at], within)));
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return refused('it is no plain object');
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return first(
    members.map(
      ([key, member]) =>
        () =>
          look(member, [...path, key], within),
    ),
  );
}

function first(looks: readonly (() => Unwritable | null)[]): Unwritable | null {
  for (const next of looks) {
    const found = next();
    if (found !== null) return found;
  }
  return null;
}
