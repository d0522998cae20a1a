import type { Dataset } from '../../core/reading.ts';
import type { JsonValue } from '../../document/document.ts';
import { asNumber, asObject, asText, type JsonObject, member, versionAt } from '../field.ts';
import { listing } from '../listing.ts';
import type { CountsOf } from './counts.ts';

/**
 * What was asked: the tasks by name; and as their version how many examples stood in the prompt, and which part of the
 * items was asked, so that a run of the first 100 is never compared with a full one, nor 5-shot with 0-shot.
 */
export function readDataset(root: JsonObject, tasks: readonly string[], countsOf: CountsOf): Dataset {
  const repeats = repeatsOf(root, tasks);
  const mixed = repeats.every(({ count }) => count === repeats[0]?.count)
    ? null
    : `repeats ${listing(repeats.map(({ task, count }) => `${task} ${count}`))}`;
  const version = [shotsOf(root, tasks), partOf(root, tasks, countsOf), mixed].filter(
    (part) => part !== null,
  );
  const originals = leaves(root, tasks).map((task) => countsOf(task).original);
  const whole = originals.every((count) => count !== null) && originals.length > 0;
  return {
    name: tasks.length === 0 ? null : listing(tasks),
    version: version.length === 0 ? null : version.join('; '),
    fingerprint: null,
    cases: whole ? originals.reduce<number>((total, count) => total + (count ?? 0), 0) : null,
  };
}

/** How often each item was asked, where all tasks say the same; `null` where they differ or a file does not say. */
export function samplesOf(root: JsonObject, tasks: readonly string[]): number | null {
  const counts = new Set(repeatsOf(root, tasks).map(({ count }) => count));
  return counts.size === 1 ? [...counts][0]! : null;
}

/** The repeats of every task that states them. */
function repeatsOf(
  root: JsonObject,
  tasks: readonly string[],
): readonly { readonly task: string; readonly count: number }[] {
  const configs = asObject(member(root, 'configs'));
  return leaves(root, tasks).flatMap((task) => {
    const count = asNumber(member(asObject(member(configs, task)), 'repeats'));
    return count !== null && Number.isSafeInteger(count) && count > 0 ? [{ task, count }] : [];
  });
}

/** The version of the tasks' definitions: one number where all have it, else each task's own, as text. */
export function versionsOf(root: JsonObject, tasks: readonly string[]): number | string | null {
  const versions = asObject(member(root, 'versions'));
  const stated = tasks.map((task) => versionAt(versions, task));
  const known = [...new Set(stated.filter((version) => version !== null))];
  const [only] = known;
  if (only === undefined) return null;
  if (known.length === 1 && !stated.includes(null)) return only;
  return listing(tasks.flatMap((task, at) => (stated[at] === null ? [] : [`${task} ${stated[at]}`])));
}

/** Tasks that count items of their own: a group's are those of its tasks. */
function leaves(root: JsonObject, tasks: readonly string[]): readonly string[] {
  const counted = asObject(member(root, 'n-samples'));
  return counted === null ? tasks : Object.keys(counted);
}

function shotsOf(root: JsonObject, tasks: readonly string[]): string | null {
  const stated = asObject(member(root, 'n-shot'));
  if (stated === null) {
    const config = asObject(member(root, 'config'));
    const shots = member(config, 'num_fewshot');
    const number = asNumber(shots);
    if (number !== null) return `${number}-shot`;
    // A list goes by the order of the command line, which the file does not keep.
    return Array.isArray(shots) ? `num_fewshot ${JSON.stringify(shots)}` : null;
  }
  const known = tasks.flatMap((task) => {
    const number = scalar(member(stated, task));
    return number === null ? [] : [{ task, shots: `${number}-shot` }];
  });
  const [first] = known;
  if (first === undefined) return null;
  return known.every(({ shots }) => shots === first.shots)
    ? first.shots
    : listing(known.map(({ task, shots }) => `${task} ${shots}`));
}

/** Which part was asked: `--limit` takes the first items; `null` where every item was asked, or nothing says otherwise. */
export function partOf(root: JsonObject, tasks: readonly string[], countsOf: CountsOf): string | null {
  const limit = scalar(member(asObject(member(root, 'config')), 'limit'));
  const counted = tasks.map((task) => ({ task, ...countsOf(task) }));
  const parts = counted.filter(
    ({ effective, original }) => effective !== null && original !== null && effective < original,
  );
  const unknown = counted.some(({ effective, original }) => effective === null || original === null);
  if (parts.length === 0) return limit === null || !unknown ? null : `first ${limit} of each task`;
  const first = limit === null ? '' : 'first ';
  const share = ({ effective, original }: (typeof parts)[number]) => `${first}${effective} of ${original}`;
  return tasks.length === 1
    ? parts.map(share).join('')
    : listing(parts.map((part) => `${part.task} ${share(part)}`));
}

function scalar(value: JsonValue | undefined): number | string | null {
  return asNumber(value) ?? asText(value);
}
