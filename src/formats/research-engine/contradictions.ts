import {
  type Claim,
  type Definition,
  EMPTY_DATASET,
  EMPTY_READING,
  type Reading,
  type Row,
} from '../../core/reading.ts';
import type { JsonObject } from '../../document/document.ts';
import { claimAt, scaleOf, whyUnmeasured } from '../claim.ts';
import { asInstant, asList, asObject, asText, member, runAt } from '../field.ts';
import { countMeasured, readScores } from '../row.ts';
import { listLosses } from '../wording.ts';
import {
  FORMAT,
  NO_REASON,
  PLACES,
  type ReleaseCriterion,
  type Restated,
  type ResultShape,
  readMode,
  readModels,
  readRows,
  readStatedThresholds,
  restate,
  untrusted,
} from './shape.ts';

/** A rate of the cases that were planted as contradictions, or of those that agree. */
interface Part {
  readonly name: string;
  readonly category: string;
  readonly definition: Definition;
  readonly criterion: Omit<ReleaseCriterion, 'metric'>;
}

const PARTS: readonly Part[] = [
  {
    name: 'recall',
    category: 'contradiction',
    definition: detection('contradiction', 'higher'),
    criterion: { bound: 'min', threshold: 'min_recall', verdict: 'recall_ok' },
  },
  {
    name: 'false_positive_rate',
    category: 'consistent',
    definition: detection('consistent', 'lower'),
    criterion: { bound: 'max', threshold: 'max_false_positive', verdict: 'fp_ok' },
  },
];

/** How well the engine finds contradictions among sources: flat, without an `aggregate`. */
export const contradictions: ResultShape = {
  detect: (root) => asText(root, 'metric') === 'contradiction_detection' && asList(root, 'cases') !== null,
  read: (root) => [readDetection(root)],
};

function detection(category: string, direction: 'higher' | 'lower'): Definition {
  return { aggregate: 'rate', score: 'detected', where: { category }, direction };
}

function readDetection(root: JsonObject): Reading {
  const generated_at = asInstant(root, 'run_at');
  const mode = readMode(member(root, 'mode'));
  const models = readModels(asObject(root, 'model'));
  const { rows, losses } = readRows(root, 'cases', [], readRow);
  const read = PARTS.map((part) => ({ ...part, restated: readPart(root, part, rows) }));
  const claimed = read.filter(({ restated }) => restated !== null);
  const releaseCriteria = read.map(({ name, criterion, restated }) => ({
    ...criterion,
    metric: restated?.name ?? name,
  }));
  return {
    ...EMPTY_READING,
    format: FORMAT,
    run: runAt(generated_at),
    mode,
    dataset: rows === null ? null : { ...EMPTY_DATASET, cases: rows.length },
    models: mode === 'scripted' ? new Map() : models,
    claims: claimed.flatMap(({ restated }) => restated?.claims ?? []),
    definitions: new Map(claimed.map(({ name, definition }) => [name, definition])),
    rows,
    stated: readStatedThresholds(root, root, [], releaseCriteria),
    losses: listLosses(
      'metrics_version: the file states none',
      'limits: the file states none',
      mode === 'scripted' && untrusted(models),
      ...losses,
      ...claimed.flatMap(({ restated }) => restated?.losses ?? []),
    ),
  };
}

function readPart(
  root: JsonObject,
  { name, category, definition }: Part,
  rows: readonly Row[] | null,
): Restated | null {
  const mine = rows?.filter((row) => row.category === category) ?? null;
  const why = () => (mine === null ? 'evidence_missing' : whyUnmeasured(mine, 'detected'));
  const claim = claimAt(root, name, [], why);
  if (claim === null) return null;
  const counts = {
    measured: mine === null ? null : countMeasured(mine, 'detected'),
    expected: mine?.length ?? null,
  };
  const stated: Claim = { ...claim, ...counts, ...scaleOf(definition), places: PLACES };
  return restate(stated, definition, mine, 'detected');
}

function readRow(row: Row, source: JsonObject): Row {
  const expect = asText(source, 'expect');
  // A case that broke is written as "nothing found", which would flatter the false positives.
  const seen: JsonObject = row.error === null ? source : { ...source, detected: null, pairs: null };
  const why = () => row.error?.kind ?? NO_REASON;
  const stands = ['detected', 'pairs', 'latency_s'].filter((name) => Object.hasOwn(source, name));
  const negative = expect === 'consistent' ? true : expect === 'contradiction' ? false : null;
  return { ...row, category: expect, negative, ...readScores(seen, stands, why) };
}
