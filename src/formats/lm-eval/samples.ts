import { sha256 } from '../../core/digest.ts';
import { baseName, type Path } from '../../core/path.ts';
import {
  type Dataset,
  type Definition,
  EMPTY_DATASET,
  EMPTY_READING,
  type Reading,
  type Row,
} from '../../core/reading.ts';
import { slug } from '../../core/record/identity.ts';
import { counted } from '../../core/wording.ts';
import { type Document, formatPointer, type JsonObject, type JsonValue } from '../../document/document.ts';
import { claimFromRows } from '../claim.ts';
import { asList, asObject, asText, nameAt } from '../field.ts';
import { bareRow, readScores } from '../row.ts';
import {
  listLosses,
  type NotFinite,
  notFiniteIn,
  notFiniteLosses,
  reasonOfNull,
  STATES_NULL,
} from '../wording.ts';
import { directionByName, directionLosses, metricName } from './metrics.ts';

const OWN = ['doc_id', 'doc', 'target', 'resps', 'filtered_resps'] as const;

/** Whether a list is the log of a task's samples: a line for each item and filter. */
export function isSamples(lines: readonly JsonValue[] | null): lines is readonly JsonObject[] {
  return (
    lines !== null &&
    lines.length > 0 &&
    lines.every((line) => {
      const object = asObject(line);
      return object !== null && OWN.every((key) => Object.hasOwn(object, key));
    })
  );
}

/** Reads the samples of one task. A row is keyed by (doc_id, filter), the filter being its arm. */
export function readSamples(path: Path, lines: readonly JsonObject[], document: Document | null): Reading {
  const { task, date } = nameParts(path);
  const notFinite = notFiniteIn(document);
  const scores = scoreNames(lines);
  const doubt = ambiguous(lines);
  const base = {
    ...EMPTY_READING,
    format: 'lm-eval',
    run: { ...EMPTY_READING.run, suite: task === null ? null : slug(task), date },
    dataset: readDataset(task, lines),
  };
  const losses = [...stated(task, date), ...notFiniteLosses(notFinite)];
  if (doubt !== null) {
    const reason = `inconclusive: ${doubt}`;
    const claims = scores.map((score) => ({
      name: metricName(score, task),
      value: null,
      reason,
      pointer: null,
    }));
    return { ...base, status: 'unmeasured', reason, claims, losses: [...losses, `rows: ${doubt}`] };
  }
  const read = readLines(lines, scores, notFinite);
  const definitions = define(read.rows, scores, task);
  return {
    ...base,
    dataset: withRepeats(base.dataset, read.repeats),
    claims: [...definitions].map(([name, { definition, mine }]) => claimFromRows(name, definition, mine)),
    definitions: new Map([...definitions].map(([name, { definition }]) => [name, definition])),
    rows: read.rows,
    losses: [...losses, ...noMeans(scores), ...directionLosses(scores), ...read.losses],
  };
}

/**
 * The items by the harness's own digests of them: a doc_id is only the place of an item, and another edition of the
 * dataset has another item there, which must not be paired with it.
 */
function readDataset(task: string | null, lines: readonly JsonObject[]): Dataset | null {
  const items = new Set<string>();
  for (const line of lines) {
    const [id, doc, target] = [idOf(line), ...['doc_hash', 'target_hash'].map((key) => asText(line, key))];
    if (id === null || !doc || !target) return task === null ? null : { ...EMPTY_DATASET, name: task };
    items.add(JSON.stringify([id, doc, target]));
  }
  const fingerprint = `sha256:${sha256(JSON.stringify([task, ...[...items].sort()]))}`;
  return { ...EMPTY_DATASET, name: task, fingerprint };
}

/** One score stands for all answers of an item: five of them are another measurement than one, of the same items. */
function withRepeats(dataset: Dataset | null, repeats: number): Dataset | null {
  if (repeats < 2) return dataset;
  const fingerprint = dataset?.fingerprint ?? null;
  return {
    ...(dataset ?? EMPTY_DATASET),
    version: `${repeats} answers for each item`,
    fingerprint: fingerprint === null ? null : `sha256:${sha256(JSON.stringify([fingerprint, repeats]))}`,
  };
}

/** `samples_<task>_<time>.jsonl`; what the name does not say stays unknown. */
function nameParts(path: Path): { readonly task: string | null; readonly date: string | null } {
  const parts = /^samples_(.+)_(\d{4}-\d{2}-\d{2})T[\d.:-]+\.jsonl$/.exec(baseName(path));
  return { task: parts?.[1] ?? null, date: parts?.[2] ?? null };
}

function stated(task: string | null, date: string | null): readonly string[] {
  return [
    'models, limits, metrics_version, mode: the file states none; they stand in results_<time>.json',
    'part: whether the run was limited to the first items is not stated',
    'headlines: the file states none; they are the means of its rows',
    task === null ? 'task: the file does not name it' : 'task: taken from the file’s name',
    date === null ? 'date: the file states none' : 'date: taken from the file’s name, in an unknown zone',
  ];
}

/** A metric for each score and filter: its mean over the items, or the share of them where it is true or false. */
function define(rows: readonly Row[], scores: readonly string[], task: string | null) {
  const filters = [...new Set(rows.map(({ arm }) => arm))];
  const defined = new Map<string, { readonly definition: Definition; readonly mine: readonly Row[] }>();
  for (const filter of filters) {
    const mine = rows.filter(({ arm }) => arm === filter);
    for (const score of scores) {
      const values = mine.flatMap((row) => row.scores.get(score) ?? []);
      // A list of a score's parts (a prediction beside its reference) is no value that a mean is of.
      if (!mine.some((row) => row.scores.has(score)) || NO_MEANS.has(score)) continue;
      const boolean = values.length > 0 && values.every((value) => typeof value === 'boolean');
      const where = filter === null ? {} : { where: { arm: filter } };
      const name = metricName(filter === null ? score : `${score},${filter}`, task);
      const direction = directionByName(score);
      const declared = direction === null ? {} : { direction };
      const definition = { aggregate: boolean ? 'rate' : 'mean', score, ...where, ...declared };
      defined.set(name, { definition, mine });
    }
  }
  return defined;
}

/** Metrics whose rows hold log-likelihoods: the headline is no mean of them. */
const NO_MEANS: ReadonlySet<string> = new Set([
  'perplexity',
  'word_perplexity',
  'byte_perplexity',
  'bits_per_byte',
]);

function noMeans(scores: readonly string[]): readonly string[] {
  return scores
    .filter((score) => NO_MEANS.has(score))
    .map((score) => `${score}: its rows hold log-likelihoods, and the headline is no mean of them`);
}

/** What every line holds beside its scores. */
const FIXED: ReadonlySet<string> = new Set([
  'doc_id',
  'doc',
  'target',
  'arguments',
  'resps',
  'filtered_resps',
  'filter',
  'metrics',
  'doc_hash',
  'prompt_hash',
  'target_hash',
]);

/** What the harness puts in the place of an answer that an API did not give. */
const PLACEHOLDER = 'LMEVAL_MODEL_NONE_ANSWER_PLACEHOLDER';

/** The names of the scores: as the lines list them; in older logs, every other member that is a number or a boolean. */
function scoreNames(lines: readonly JsonObject[]): readonly string[] {
  const names = new Set<string>();
  for (const line of lines) {
    const listed = asList(line, 'metrics')?.flatMap((name) => asText(name) ?? []);
    const found = listed ?? Object.keys(line).filter((key) => !FIXED.has(key) && isScore(line[key]));
    for (const name of found) if (!FIXED.has(name)) names.add(name);
  }
  return [...names];
}

function isScore(value: JsonValue | undefined): boolean {
  return typeof value === 'number' || typeof value === 'boolean';
}

/**
 * Why rows cannot be told apart, or `null`: some versions write a line for every filter and leave the filter's name out,
 * so that nobody knows which of the lines belong together; and the logs of two runs may stand in one file.
 */
function ambiguous(lines: readonly JsonObject[]): string | null {
  const counts = new Map<string, number>();
  const filters = new Map<string | null, number>();
  for (const line of lines) {
    const [id, filter] = [idOf(line), filterOf(line)];
    filters.set(filter, (filters.get(filter) ?? 0) + 1);
    if (id === null) continue;
    const key = JSON.stringify([id, filter]);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const nameless = filters.get(null) ?? 0;
  if (nameless > 0 && filters.size > 1) {
    return `${nameless} of ${lines.length} lines do not name their filter, and the others do: which of them belong together is not known, so nothing is recomputed`;
  }
  const twice = [...counts].find(([, count]) => count > 1);
  if (twice === undefined) return null;
  const [id, filter] = JSON.parse(twice[0]) as [string, string | null];
  const which = `which of the ${twice[1]} lines of doc_id ${id} counts is not known, so nothing is recomputed`;
  return filter === null
    ? `${lines.length} lines are of ${counts.size} items, and no line names its filter: ${which}`
    : `${lines.length} lines are of ${counts.size} items and filters, as where two logs were put together: ${which}`;
}

function readLines(lines: readonly JsonObject[], scores: readonly string[], notFinite: NotFinite) {
  const parts = new Set<string>();
  let nameless = 0;
  // The most answers that were drawn for one item.
  let repeats = 0;
  const rows = lines.flatMap((line, index) => {
    const id = idOf(line);
    if (id === null) {
      nameless += 1;
      return [];
    }
    repeats = Math.max(repeats, drawn(line));
    for (const score of scores) if (asList(line, score) !== null) parts.add(score);
    const whole = scores.filter((score) => asList(line, score) === null);
    return [readLine(line, id, index, whole, notFinite)];
  });
  const failed = rows.filter(({ error }) => error !== null).length;
  return {
    rows,
    repeats,
    losses: listLosses(
      nameless > 0 && `rows: ${counted(nameless, 'line has', 'lines have')} no doc_id that can be read`,
      failed > 0 &&
        `rows: ${failed} of ${rows.length} hold no answer, which the tool scored as if it were one`,
      repeats > 1 &&
        `repeats: up to ${repeats} answers were drawn for an item, and one score stands for them`,
      ...[...parts].map((score) => `${score}: its rows hold the parts of a value, and no value`),
    ),
  };
}

function readLine(
  line: JsonObject,
  id: string,
  index: number,
  scores: readonly string[],
  notFinite: NotFinite,
): Row {
  const pointer = formatPointer([index]);
  const output = asList(line, 'filtered_resps')?.[0] ?? null;
  const row = {
    ...bareRow(id, pointer, { ...line, expected: line['target'] ?? null, output }),
    arm: filterOf(line),
  };
  const failure = failureOf(line);
  if (failure !== null) {
    const none = scores.filter((score) => Object.hasOwn(line, score));
    return {
      ...row,
      error: { kind: 'target_error', message: failure },
      scores: new Map(none.map((score) => [score, null])),
      unmeasured: new Map(none.map((score) => [score, `target_error: ${failure}`])),
    };
  }
  const why = (score: string) => reasonOfNull(notFinite, formatPointer([index, score]), STATES_NULL);
  return { ...row, ...readScores(line, scores, why) };
}

/** Why a line holds no answer: the harness's placeholder, or nothing at all; `null` where it holds one. */
function failureOf(line: JsonObject): string | null {
  const answers = (asList(line, 'resps') ?? []).flatMap((each) => asList(each) ?? [each]);
  if (answers[0] === PLACEHOLDER) return 'the response is the harness’s placeholder for none';
  const empty = answers.every(
    (answer) => answer === null || (typeof answer === 'string' && answer.trim() === ''),
  );
  return empty ? 'the response is empty' : null;
}

/** How many answers to one request there are. */
function drawn(line: JsonObject): number {
  const first = asList(asList(line, 'resps')?.[0]);
  return first?.every((answer) => typeof answer === 'string') ? first.length : 1;
}

function filterOf(line: JsonObject): string | null {
  return asText(line, 'filter');
}

/** The item's own name, as text; `null` where it has none. */
function idOf(line: JsonObject): string | null {
  return nameAt(line, 'doc_id');
}
