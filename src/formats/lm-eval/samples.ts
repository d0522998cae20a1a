import { sha256 } from '../../core/digest.ts';
import { baseName, type Path } from '../../core/path.ts';
import {
  type Claim,
  type Dataset,
  type Definition,
  EMPTY_READING,
  type Reading,
  type Row,
} from '../../core/reading.ts';
import { slug } from '../../core/record/identity.ts';
import type { Document, JsonValue } from '../../document/document.ts';
import { aggregate } from '../../measures/aggregate.ts';
import { computedClaim, scaleOf } from '../claim.ts';
import { asObject, asText, type JsonObject, member } from '../field.ts';
import { notFiniteIn, notFiniteLosses } from '../not-finite.ts';
import { observations } from '../row.ts';
import { directionByName, directionLosses } from './direction.ts';
import { ambiguous, idOf, readLines, scoreNames } from './lines.ts';
import { metricName } from './metrics.ts';

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
    claims: [...definitions].map(([name, definition]) => claimOf(name, definition)),
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
    const [id, doc, target] = [
      idOf(line),
      ...['doc_hash', 'target_hash'].map((key) => asText(member(line, key))),
    ];
    if (id === null || !doc || !target) return task === null ? null : { ...NAMELESS, name: task };
    items.add(JSON.stringify([id, doc, target]));
  }
  const fingerprint = `sha256:${sha256(JSON.stringify([task, ...[...items].sort()]))}`;
  return { ...NAMELESS, name: task, fingerprint };
}

/** One score stands for all answers of an item: five of them are another measurement than one, of the same items. */
function withRepeats(dataset: Dataset | null, repeats: number): Dataset | null {
  if (repeats < 2) return dataset;
  const fingerprint = dataset?.fingerprint ?? null;
  return {
    ...(dataset ?? NAMELESS),
    version: `${repeats} answers for each item`,
    fingerprint: fingerprint === null ? null : `sha256:${sha256(JSON.stringify([fingerprint, repeats]))}`,
  };
}

const NAMELESS: Dataset = { name: null, version: null, fingerprint: null, cases: null };

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
    ...(task === null ? ['task: the file does not name it'] : ['task: taken from the file’s name']),
    ...(date === null
      ? ['date: the file states none']
      : ['date: taken from the file’s name, in an unknown zone']),
  ];
}

interface Defined {
  readonly definition: Definition;
  readonly mine: readonly Row[];
}

/** A metric for each score and filter: its mean over the items, or the share of them where it is true or false. */
function define(
  rows: readonly Row[],
  scores: readonly string[],
  task: string | null,
): ReadonlyMap<string, Defined> {
  const filters = [...new Set(rows.map(({ arm }) => arm))];
  const defined = new Map<string, Defined>();
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

function claimOf(name: string, { definition, mine }: Defined): Claim {
  const how = definition.aggregate === 'rate' ? 'rate' : 'mean';
  const score = String(definition['score']);
  const result = aggregate({ aggregate: how }, observations(mine, score));
  const { measuredCases, expectedCases } = result.coverage;
  const counts = { measured: measuredCases, expected: expectedCases };
  return computedClaim(name, result, { ...counts, ...scaleOf(definition) });
}
