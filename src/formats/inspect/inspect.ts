import { EMPTY_READING, type Reading } from '../../core/reading.ts';
import { slug } from '../../core/record/identity.ts';
import { counted } from '../../core/wording.ts';
import type { Document, JsonObject } from '../../document/document.ts';
import { binaryOf, INSPECT_ARCHIVE } from '../../document/refusal.ts';
import { failureOf } from '../failure.ts';
import {
  asCount,
  asInstant,
  asList,
  asObject,
  asText,
  member,
  objectsIn,
  runAt,
  versionAt,
} from '../field.ts';
import type { Format, ResultFile } from '../format.ts';
import { listLosses, notFiniteIn, notFiniteLosses } from '../wording.ts';
import { isShuffled, type Rows, readRows } from './rows.ts';
import {
  epochsOf,
  readCode,
  readDataset,
  readJudge,
  readLimits,
  readModels,
  readPart,
  toolVersion,
} from './run.ts';
import { plannedClaims, readScores } from './scores.ts';

/** The logs of UK AISI's inspect_ai, as JSON. */
export const inspect: Format = {
  id: 'inspect',
  title: 'inspect_ai JSON log (version 2)',
  detect: (file) => isLog(asObject(file.document?.value)) || refuse(file) !== null,
  refuse,
  read(file) {
    const root = asObject(file.document?.value);
    return isLog(root) ? [readLog(root, file.document)] : [];
  },
};

/** Whether an object is a log: what was evaluated, how it ended and with which plan. */
function isLog(root: JsonObject | null): root is JsonObject {
  const run = asObject(root, 'eval');
  return (
    asText(root, 'status') !== null &&
    asObject(root, 'plan') !== null &&
    ['task', 'task_id', 'model', 'created'].every((key) => asText(run, key) !== null) &&
    asObject(run, 'dataset') !== null
  );
}

/** The version of the log's format that is read; logs of some writers leave it out. */
const VERSION = 2;

/**
 * Why a log of inspect_ai is not read: it is its own archive, or of a version that is not known. The format is versioned
 * and no public specification, so another version is never read as if it were this one.
 */
function refuse({ bytes, document }: ResultFile): string | null {
  if (document === null) {
    return binaryOf(bytes) === INSPECT_ARCHIVE
      ? `it is ${INSPECT_ARCHIVE.name} and no JSON: ${INSPECT_ARCHIVE.advice}`
      : null;
  }
  const root = asObject(document.value);
  if (!isLog(root) || !Object.hasOwn(root, 'version') || root['version'] === VERSION) return null;
  const version = JSON.stringify(member(root, 'version'));
  return `it is a log of inspect_ai in version ${version}, and version ${VERSION} alone is known: ${INSPECT_ARCHIVE.advice}`;
}

/** Reads a log. A run that did not end well has rows, and no headline that counts. */
function readLog(root: JsonObject, document: Document | null): Reading {
  const run = asObject(root, 'eval') ?? {};
  const notFinite = notFiniteIn(document);
  const rows = readRows(root, notFinite);
  const models = readModels(run);
  const judge = readJudge(root, models.mode);
  const unfinished = whyUnfinished(root);
  const scored = readScores(root, rows, judge.judged, notFinite);
  const claims =
    scored.claims.length > 0 || unfinished === null ? scored.claims : plannedClaims(run, unfinished);
  const reason =
    unfinished ?? (claims.length === 0 ? 'evidence_missing: the log states no metric of any scorer' : null);
  const generated_at = asInstant(run, 'created');
  const code = readCode(run);
  return {
    ...EMPTY_READING,
    format: 'inspect',
    status: reason === null ? 'measured' : 'unmeasured',
    reason,
    mode: models.mode,
    run: { ...runAt(generated_at), suite: slug(asText(run, 'task') ?? '') },
    tool_version: toolVersion(run),
    part: readPart(run),
    metrics_version: versionAt(run, 'task_version'),
    dataset: readDataset(run),
    samples: epochsOf(run),
    code: code.code,
    limits: readLimits(run),
    models: models.models,
    judge: judge.judge,
    claims,
    // What the rows of a run come to that did not end is no headline of it.
    definitions: unfinished === null ? scored.definitions : new Map(),
    rows: rows === null ? null : rows.rows,
    losses: listLosses(
      !Object.hasOwn(root, 'version') && `version: the log states none, and was read as ${VERSION}`,
      ...code.losses,
      ...models.losses,
      ...judge.losses,
      ...scored.losses,
      ...readLosses(root, rows),
      ...notFiniteLosses(notFinite),
    ),
  };
}

/** Why a run has no headline: it was cancelled, failed or had not ended; `null` for one that ended well. */
function whyUnfinished(root: JsonObject): string | null {
  const status = asText(root, 'status');
  if (status === 'success') return null;
  if (status === 'cancelled') return 'cancelled: the log says that the run was cancelled';
  if (status === 'started')
    return 'cancelled: the log says "started", so the run had not ended when it was written';
  const message = asText(root, 'error', 'message');
  if (status === 'error') {
    return message === null
      ? 'target_error: the log says that the run ended in an error'
      : `${failureOf(message)}: the run ended in an error: ${message}`;
  }
  return `inconclusive: the log has the unknown status ${JSON.stringify(status)}`;
}

/** What a log says against itself, or leaves open: edits, retries, limits, and counts that its samples contradict. */
function readLosses(root: JsonObject, rows: Rows | null): readonly string[] {
  const run = asObject(root, 'eval') ?? {};
  const samples = objectsIn(root, 'samples');
  const of = (test: (sample: JsonObject) => boolean) => samples.filter(test).length;
  const updates = asList(root, 'log_updates')?.length ?? 0;
  const invalid = of((sample) => (member(sample, 'invalidation') ?? null) !== null);
  const edited = of(wasEdited);
  const retried = of((sample) => (asList(sample, 'error_retries')?.length ?? 0) > 0);
  const limited = of((sample) => (member(sample, 'limit') ?? null) !== null);
  const version = toolVersion(run);
  const total = counted(samples.length, 'sample', 'samples');
  return listLosses(
    rows === null && 'rows: the log keeps no samples, so its numbers are claims',
    rows !== null &&
      isShuffled(root) &&
      'cases: the dataset was shuffled, so that a number is no name of a sample; such are known by what they ask',
    version === null && 'tool: the log states no version of inspect_ai',
    member(root, 'invalidated') === true &&
      'invalidated: the log says that it, or a sample of it, is not valid',
    invalid > 0 && `invalidated: ${invalid} of ${total} say that they are not valid`,
    updates > 0 &&
      `edits: the log was edited ${counted(updates, 'time', 'times')} after the run (log_updates)`,
    edited > 0 && `edits: scores of ${edited} of ${total} were edited (history)`,
    retried > 0 && `retries: ${retried} of ${total} were run again after an error`,
    limited > 0 && `limits: ${limited} of ${total} ended at a limit`,
    ...completion(root, run, rows),
  );
}

function wasEdited(sample: JsonObject): boolean {
  return Object.values(asObject(sample, 'scores') ?? {}).some(
    (score) => (asList(score, 'history')?.length ?? 0) > 0,
  );
}

/** `completed_samples` depends on the order of scorers, so the samples themselves are counted. */
function completion(root: JsonObject, run: JsonObject, rows: Rows | null): readonly string[] {
  const results = asObject(root, 'results');
  const [total, stated] = ['total_samples', 'completed_samples'].map((key) => asCount(results, key));
  if (rows === null || stated === undefined || stated === null) return [];
  const ended = rows.rows.filter(({ error }) => error === null).length;
  const whole = total ?? epochsOf(run) * (asCount(run, 'dataset', 'samples') ?? 0);
  return listLosses(
    ended !== stated &&
      `completed: the log says ${stated} of ${counted(whole, 'sample', 'samples')}, and ${ended} of the ${rows.found} in it ended without an error`,
  );
}
