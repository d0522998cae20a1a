import { asList, asNumber, asObject, asText, type JsonObject, member } from '../field.ts';

/** How many items of a task were asked, and how many it has; `null` is what the file does not say. */
export interface Counts {
  readonly effective: number | null;
  readonly original: number | null;
}

const UNKNOWN: Counts = { effective: null, original: null };

/** The items of a task, or of a group: the sum over its tasks, where the file counts every one of them. */
export type CountsOf = (task: string) => Counts;

/** Reads `n-samples`, which counts tasks and no groups. */
export function readCounts(root: JsonObject): CountsOf {
  const stated = asObject(member(root, 'n-samples'));
  const subtasks = asObject(member(root, 'group_subtasks'));
  const countsOf = (task: string, above: readonly string[]): Counts => {
    const own = asObject(member(stated, task));
    if (own !== null) {
      return { effective: count(member(own, 'effective')), original: count(member(own, 'original')) };
    }
    const below = (asList(member(subtasks, task)) ?? []).map(asText);
    // a group that holds itself would never end
    if (below.length === 0 || above.includes(task)) return UNKNOWN;
    const parts = below.map((name) => (name === null ? UNKNOWN : countsOf(name, [...above, task])));
    return { effective: sum(parts, 'effective'), original: sum(parts, 'original') };
  };
  return (task) => countsOf(task, []);
}

function count(value: JsonObject[string] | undefined): number | null {
  const number = asNumber(value);
  return number !== null && Number.isSafeInteger(number) && number >= 0 ? number : null;
}

function sum(parts: readonly Counts[], key: keyof Counts): number | null {
  return parts.reduce<number | null>((total, part) => {
    const more = part[key];
    return total === null || more === null ? null : total + more;
  }, 0);
}
