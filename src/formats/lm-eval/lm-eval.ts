import { type Dataset, EMPTY_READING, type Reading } from '../../core/reading.ts';
import { slug } from '../../core/record/identity.ts';
import type { Document, JsonObject, JsonValue } from '../../document/document.ts';
import {
  asCount,
  asList,
  asNumber,
  asObject,
  asText,
  instantOf,
  member,
  memberAt,
  runAt,
  textMembers,
  versionAt,
} from '../field.ts';
import type { Format } from '../format.ts';
import { onlyValue } from '../row.ts';
import { listing, listLosses, notFiniteIn, notFiniteLosses } from '../wording.ts';
import { type CountsOf, readCounts, readMetrics } from './metrics.ts';
import { isSamples, readSamples } from './samples.ts';

/** The files of EleutherAI's lm-evaluation-harness: aggregated results, old and new, and the log of one task's samples. */
export const lmEval: Format = {
  id: 'lm-eval',
  title: 'lm-evaluation-harness (results JSON, samples JSON Lines)',
  detect: ({ document }) => isResults(asObject(document?.value)) || isSamples(asList(document?.value)),
  read(file) {
    const value = file.document?.value;
    const [root, lines] = [asObject(value), asList(value)];
    if (isResults(root)) return [readResults(root, file.document)];
    return isSamples(lines) ? [readSamples(file.path, lines, file.document)] : [];
  },
};

/** Whether an object is what the harness writes under `results_<time>.json`, before or since version 0.4. */
function isResults(root: JsonObject | null): root is JsonObject {
  const results = asObject(root, 'results');
  const config = asObject(root, 'config');
  return (
    results !== null &&
    Object.values(results).every((entry) => asObject(entry) !== null) &&
    asObject(root, 'versions') !== null &&
    config !== null &&
    Object.hasOwn(config, 'model') &&
    Object.hasOwn(config, 'model_args')
  );
}

/** Reads aggregated results: one metric a task, metric and filter. The file keeps no rows, so all of them are claims. */
function readResults(root: JsonObject, document: Document | null): Reading {
  const config = asObject(root, 'config') ?? {};
  const notFinite = notFiniteIn(document);
  const counts = readCounts(root);
  const { claims, definitions, tasks, losses } = readMetrics(root, counts, notFinite);
  const model = readModel(config);
  const date = asNumber(root, 'date');
  const generated_at = date === null ? null : instantOf(date);
  const [only, ...others] = tasks;
  return {
    ...EMPTY_READING,
    format: 'lm-eval',
    status: claims.length === 0 ? 'unmeasured' : 'measured',
    reason: claims.length === 0 ? 'no_cases: the file states no metric of any task' : null,
    run: { ...runAt(generated_at), suite: only === undefined || others.length > 0 ? null : slug(only) },
    tool_version: harness(root),
    part: partOf(root, tasks, counts),
    metrics_version: versionsOf(root, tasks),
    dataset: readDataset(root, tasks, counts),
    // Null where tasks differ, or none says.
    samples: onlyValue(repeatsOf(root, tasks).map(({ count }) => count)),
    limits: Object.hasOwn(config, 'limit') ? { limit: config['limit'] ?? null } : null,
    models: model.route === null ? new Map() : new Map([['model', model.route]]),
    claims,
    definitions,
    losses: listLosses(
      'rows: the file keeps none, so its numbers are claims; where they were logged, they stand in samples_<task>_<time>.jsonl',
      'mode, code: the file states none',
      'scales: the file states none, and 0 to 100 may stand beside 0 to 1',
      generated_at === null && 'date: the file states none',
      harness(root) === null && 'harness: the file states no version of it',
      ...model.losses,
      ...losses,
      ...notFiniteLosses(notFinite),
    ),
  };
}

/** The version of the harness, with the commit that it was run in where it says one. */
function harness(root: JsonObject): string | null {
  const version = asText(root, 'lm_eval_version');
  const commit = asText(root, 'git_hash');
  const parts = [version, commit === null ? null : `git ${commit}`].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(', ');
}

/**
 * What was asked: the tasks by name; and as their version how many examples stood in the prompt, and which part of the
 * items was asked, so that a run of the first 100 is never compared with a full one, nor 5-shot with 0-shot.
 */
function readDataset(root: JsonObject, tasks: readonly string[], countsOf: CountsOf): Dataset {
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

/** The repeats of every task that states them. */
function repeatsOf(root: JsonObject, tasks: readonly string[]) {
  const configs = asObject(root, 'configs');
  return leaves(root, tasks).flatMap((task) => {
    const count = asCount(configs, task, 'repeats');
    return count !== null && count > 0 ? [{ task, count }] : [];
  });
}

/** The version of the tasks' definitions: one number where all have it, else each task's own, as text. */
export function versionsOf(root: JsonObject, tasks: readonly string[]): number | string | null {
  const versions = asObject(root, 'versions');
  const stated = tasks.map((task) => versionAt(versions, task));
  const known = [...new Set(stated.filter((version) => version !== null))];
  const [only] = known;
  if (only === undefined) return null;
  if (known.length === 1 && !stated.includes(null)) return only;
  return listing(tasks.flatMap((task, at) => (stated[at] === null ? [] : [`${task} ${stated[at]}`])));
}

/** Tasks that count items of their own: a group's are those of its tasks. */
function leaves(root: JsonObject, tasks: readonly string[]): readonly string[] {
  const counted = asObject(root, 'n-samples');
  return counted === null ? tasks : Object.keys(counted);
}

function shotsOf(root: JsonObject, tasks: readonly string[]): string | null {
  const stated = asObject(root, 'n-shot');
  if (stated === null) {
    const config = asObject(root, 'config');
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
function partOf(root: JsonObject, tasks: readonly string[], countsOf: CountsOf): string | null {
  const limit = scalar(memberAt(root, 'config', 'limit'));
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

/** The arguments that name a model, in the order in which the harness itself looks for them. */
const NAMING = ['pretrained', 'model', 'path', 'engine'] as const;
/** What is laid over it, so that another model answers. */
const OVER = ['peft', 'delta'] as const;

/**
 * The model by the back end that ran it, with the revision or the commit of its weights behind an @: `hf:org/name@sha`.
 * The harness's own `model_name` is not taken: it is the first argument that looks like one.
 */
function readModel(config: JsonObject) {
  const backend = asText(config, 'model');
  const args = argumentsOf(member(config, 'model_args'));
  const name = NAMING.map((key) => args.get(key)).find((value) => value !== undefined);
  if (backend === null || name === undefined) {
    return { route: backend, losses: ['model: its arguments name none, the back end alone is known'] };
  }
  const over = OVER.flatMap((key) => (args.has(key) ? [`+${key}=${args.get(key)}`] : []));
  const sha = filled(asText(config, 'model_sha'));
  const revision = sha ?? args.get('revision') ?? null;
  const at = revision === null ? '' : `@${revision}`;
  return {
    route: `${backend}:${name}${over.join('')}${at}`,
    losses: revision === null ? ['model: which revision of it answered is not stated'] : [],
  };
}

/** `pretrained=org/name,revision=step512`, or an object of the same. */
function argumentsOf(value: JsonValue | undefined): ReadonlyMap<string, string> {
  const object = asObject(value);
  if (object !== null) return textMembers(object);
  const pairs = (asText(value) ?? '').split(',').flatMap((part): [string, string][] => {
    const at = part.indexOf('=');
    const [key, text] = [part.slice(0, at).trim(), part.slice(at + 1).trim()];
    return at > 0 && text !== '' ? [[key, text]] : [];
  });
  return new Map(pairs);
}

function filled(text: string | null): string | null {
  return text === null || text.trim() === '' || text === 'None' ? null : text;
}
