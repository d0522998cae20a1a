import { EMPTY_READING, type Reading } from '../../core/reading.ts';
import { slug } from '../../core/record/identity.ts';
import type { Document } from '../../document/document.ts';
import { failureOf } from '../failure.ts';
import { asObject, asText, type JsonObject, member } from '../field.ts';
import { readInstant, utcDay } from '../mapping/parts.ts';
import { notFiniteIn, notFiniteLosses } from '../not-finite.ts';
import {
  epochsOf,
  readCode,
  readDataset,
  readLimits,
  readModels,
  readPart,
  readVersion,
  toolVersion,
} from './header.ts';
import { readJudge } from './judge.ts';
import { readLosses } from './losses.ts';
import { readRows } from './rows.ts';
import { plannedClaims, readScores } from './scores.ts';

/** The version of the log's format that is read; logs of some writers leave it out. */
export const VERSION = 2;

/** Whether an object is a log: what was evaluated, how it ended and with which plan. */
export function isLog(root: JsonObject | null): root is JsonObject {
  const run = asObject(member(root, 'eval'));
  return (
    asText(member(root, 'status')) !== null &&
    asObject(member(root, 'plan')) !== null &&
    ['task', 'task_id', 'model', 'created'].every((key) => asText(member(run, key)) !== null) &&
    asObject(member(run, 'dataset')) !== null
  );
}

/** Reads a log. A run that did not end well has rows, and no headline that counts. */
export function readLog(root: JsonObject, document: Document | null): Reading {
  const run = asObject(member(root, 'eval')) ?? {};
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
  const generated_at = readInstant(member(run, 'created') ?? null);
  const code = readCode(run);
  return {
    ...EMPTY_READING,
    format: 'inspect',
    status: reason === null ? 'measured' : 'unmeasured',
    reason,
    mode: models.mode,
    run: {
      ...EMPTY_READING.run,
      suite: slug(asText(member(run, 'task')) ?? ''),
      date: utcDay(generated_at),
      generated_at,
    },
    tool_version: toolVersion(run),
    part: readPart(run),
    metrics_version: readVersion(run),
    dataset: readDataset(run),
    samples: epochsOf(run),
    code: code.code,
    limits: readLimits(run),
    models: models.routes,
    judge: judge.judge,
    claims,
    // What the rows of a run come to that did not end is no headline of it.
    definitions: unfinished === null ? scored.definitions : new Map(),
    rows: rows === null ? null : rows.rows,
    losses: [
      ...(Object.hasOwn(root, 'version') ? [] : [`version: the log states none, and was read as ${VERSION}`]),
      ...code.losses,
      ...models.losses,
      ...judge.losses,
      ...scored.losses,
      ...readLosses(root, rows),
      ...notFiniteLosses(notFinite),
    ],
  };
}

/** Why a run has no headline: it was cancelled, failed or had not ended; `null` for one that ended well. */
function whyUnfinished(root: JsonObject): string | null {
  const status = asText(member(root, 'status'));
  if (status === 'success') return null;
  if (status === 'cancelled') return 'cancelled: the log says that the run was cancelled';
  if (status === 'started')
    return 'cancelled: the log says "started", so the run had not ended when it was written';
  const message = asText(member(asObject(member(root, 'error')), 'message'));
  if (status === 'error') {
    return message === null
      ? 'target_error: the log says that the run ended in an error'
      : `${failureOf(message)}: the run ended in an error: ${message}`;
  }
  return `inconclusive: the log has the unknown status ${JSON.stringify(status)}`;
}
