import type { Path } from '../../core/path.ts';
import {
  type Claim,
  type Dataset,
  type Definition,
  EMPTY_DATASET,
  EMPTY_READING,
  type Reading,
  type Row,
  type StatedThreshold,
} from '../../core/reading.ts';
import { shorten } from '../../core/text.ts';
import { formatPointer, type JsonObject } from '../../document/document.ts';
import { rate } from '../../measures/means.ts';
import { computedClaim, scaleOf } from '../claim.ts';
import { failureOf } from '../failure.ts';
import {
  asCount,
  asDay,
  asInstant,
  asList,
  asNumber,
  asObject,
  asText,
  member,
  nameAt,
  runAt,
  textMembers,
  versionAt,
} from '../field.ts';
import { bareRow, countMeasured, observations, withDoubts } from '../row.ts';
import { listLosses, NO_ROWS } from '../wording.ts';

/** One of the shapes that the engine's result files have. */
export interface ResultShape {
  detect(root: JsonObject): boolean;
  read(root: JsonObject, path: Path): readonly Reading[];
}

export const FORMAT = 'research-engine';

/** The engine rounds its headlines to four places. */
export const PLACES = 4;

/** The reason of a `null` that the file states and says no more about. */
export const NO_REASON = 'evidence_missing: the file states null and does not say why';

/** What the report and memory runs say of themselves before their numbers. */
export function readRun(root: JsonObject): Reading {
  const own = runAt(asInstant(root, 'generated_at'));
  const method = asObject(root, 'method');
  const metrics_version = versionAt(method, 'metrics_version');
  const mode = readMode(member(root, 'llm_mode'));
  const models = readModels(asObject(root, 'models'));
  const limits = asObject(method, 'limits');
  return {
    ...EMPTY_READING,
    format: FORMAT,
    run: { ...own, date: asDay(root, 'date') ?? own.date },
    mode,
    metrics_version,
    dataset: readDataset(root, method),
    limits: limits === null ? null : unlimited(limits),
    models: mode === 'scripted' ? new Map() : models,
    losses: listLosses(
      metrics_version === null && 'metrics_version: the file states none',
      limits === null && 'limits: the file states none',
      mode === null && 'mode: the file does not say whether models were called',
      mode === 'scripted' && untrusted(models),
    ),
  };
}

export function readMode(value: unknown): Reading['mode'] {
  if (value === 'fake') return 'scripted';
  return value === 'real' ? 'real' : null;
}

/** Routes by role; a key such as `_note` is no role. */
export function readModels(models: JsonObject | null): ReadonlyMap<string, string> {
  return new Map([...textMembers(models)].filter(([role]) => !role.startsWith('_')));
}

/** What is lost where a fake run names models. */
export function untrusted(models: ReadonlyMap<string, string>): string {
  const named = [...new Set(models.values())].sort().join(', ');
  if (named === '') return 'models: in fake mode no model was called';
  return `models: the file names ${named}, but in fake mode no model was called`;
}

function readDataset(root: JsonObject, method: JsonObject | null): Dataset | null {
  const name = asText(method, 'query_set');
  const cases = asCount(root, 'aggregate', 'queries');
  return name === null && cases === null ? null : { ...EMPTY_DATASET, name, cases };
}

/** The engine writes 0 for "no limit". */
function unlimited(limits: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(limits).map(([name, limit]) => [name, limit === 0 ? null : limit]),
  );
}

/** Reads the rows under a key of a block; `null` where it holds no such list. */
export function readRows(
  block: JsonObject,
  key: string,
  path: readonly string[],
  read: (row: Row, source: JsonObject) => Row,
): Pick<Reading, 'rows' | 'losses'> {
  const list = asList(block, key);
  if (list === null) return { rows: null, losses: [NO_ROWS] };
  const rows = list.flatMap((item, index) => {
    const source = asObject(item);
    const id = nameAt(source, 'id');
    if (source === null || id === null) return [];
    const row = bareRow(id, formatPointer([...path, key, index]), source);
    return [withErrorDoubts(read({ ...row, error: readError(source) }, source))];
  });
  const odd = list.length - rows.length;
  return {
    rows,
    losses: listLosses(odd > 0 && `rows: ${odd} of ${list.length} have no id and are not read`),
  };
}

/** A row that ended in an error and says of something that it was reached all the same. */
function withErrorDoubts(row: Row): Row {
  const { error } = row;
  if (error === null) return row;
  const reached = [...row.scores].filter(([, value]) => value === true);
  const because = `the row ended in an error: ${shorten(error.message ?? error.kind, 80)}`;
  return { ...row, ...withDoubts(reached.map(([score]) => ({ score, by: 'field', because }))) };
}

function readError(source: JsonObject): Row['error'] {
  const message = asText(source, 'error');
  return message === null || message === '' ? null : { kind: failureOf(message), message };
}

/** That a block holds fewer or more rows than it says it ran. */
export function rowsMissing(rows: readonly Row[] | null, queries: number | null): readonly string[] {
  if (rows === null || queries === null || rows.length === queries) return [];
  return [`rows: the file holds ${rows.length} of the ${queries} that it says it ran`];
}

/** A threshold of the engine: the key of its number, the key of its verdict, and the metric that it is on. */
export interface ReleaseCriterion {
  readonly bound: 'min' | 'max';
  readonly threshold: string;
  readonly verdict: string;
  readonly metric: string;
}

/** The thresholds that a block states, with the verdicts that the engine drew: its `null` is "unmeasured". */
export function readCriteria(
  block: JsonObject,
  path: readonly string[],
  releaseCriteria: readonly ReleaseCriterion[],
): readonly StatedThreshold[] {
  const criteria = asObject(block, 'release_criteria');
  const thresholds = asObject(criteria, 'thresholds');
  const place = [...path, 'release_criteria', 'thresholds'];
  return readStatedThresholds(thresholds, criteria, place, releaseCriteria);
}

/** The thresholds whose numbers stand in one object and whose verdicts in another. */
export function readStatedThresholds(
  thresholds: JsonObject | null,
  verdicts: JsonObject | null,
  path: readonly string[],
  releaseCriteria: readonly ReleaseCriterion[],
): readonly StatedThreshold[] {
  return releaseCriteria.flatMap(({ bound, threshold, verdict, metric }) => {
    const value = asNumber(thresholds, threshold);
    if (value === null) return [];
    const [min, max] = bound === 'min' ? [value, null] : [null, value];
    const pointer = formatPointer([...path, threshold]);
    return [{ metric, min, max, verdict: verdictOf(member(verdicts, verdict)), pointer }];
  });
}

function verdictOf(ok: unknown): StatedThreshold['verdict'] {
  if (ok === null) return 'unmeasured';
  if (typeof ok !== 'boolean') return null;
  return ok ? 'met' : 'missed';
}

/** What a metric of the engine came to, and under which name the number that the file states stands. */
export interface Restated {
  readonly claims: readonly Claim[];
  readonly name: string;
  readonly losses: readonly string[];
}

/**
 * A rate of which the engine counts rows that ended in an error as plain failures (or, for false positives, as
 * successes). An error is unmeasured: where there is one, the metric is what the other rows come to, and the stated
 * number is kept beside it as `<name>_as_stated`.
 */
export function restate(
  stated: Claim,
  definition: Definition,
  rows: readonly Row[] | null,
  score: string,
): Restated {
  const broken = rows?.filter((row) => row.error !== null).length ?? 0;
  if (rows === null || broken === 0 || stated.value === null) {
    return { claims: [stated], name: stated.name, losses: [] };
  }
  const counts = { measured: countMeasured(rows, score), expected: rows.length, ...scaleOf(definition) };
  const name = `${stated.name}_as_stated`;
  return {
    claims: [computedClaim(stated.name, rate(observations(rows, score)), counts), { ...stated, name }],
    name,
    losses: [
      `${stated.name}: the file states ${stated.value} (kept as ${name}), which counts ${broken} of ${rows.length} ` +
        'rows that ended in an error as if they had been measured',
    ],
  };
}
