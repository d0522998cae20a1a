import {
  type Claim,
  type Definition,
  EMPTY_DATASET,
  EMPTY_READING,
  type Reading,
  type Row,
} from '../../core/reading.ts';
import type { JsonObject } from '../../document/document.ts';
import { claimAt, claimsAndDefinitions, scaleOf, whyUnmeasured } from '../claim.ts';
import { asCount, asInstant, asObject, asText, member, nameAt, runAt, versionAt } from '../field.ts';
import { countMeasured, readScores } from '../row.ts';
import { listLosses, sliceName } from '../wording.ts';
import {
  FORMAT,
  type ReleaseCriterion,
  type ResultShape,
  readRows,
  readStatedThresholds,
  rowsMissing,
} from './shape.ts';

const NOTHING = 'not_applicable: the query gives this metric nothing to measure';

/** Retrieval over a corpus or over a selection of it: `aggregate.overall` and `by_kind`, and a row a query. */
export const retrieval: ResultShape = {
  detect: (root) =>
    Object.hasOwn(root, 'retrieval_metrics_version') &&
    (asObject(root, 'aggregate') !== null || asText(root, 'status') === 'unmeasured'),
  read: (root) => [readRetrieval(root)],
};

/** The digest of a dataset as records have it. */
const FINGERPRINT = /^(?:sha256:[0-9a-f]{64}|(?!sha256:)[!-~]+)$/;

function readRetrieval(root: JsonObject): Reading {
  const generated_at = asInstant(root, 'generated_at');
  const embedding = asText(root, 'embedding_model');
  const measured = asText(root, 'status') !== 'unmeasured';
  const { rows, losses } = readRows(root, 'queries', [], readRow);
  const blocks = measured ? readBlocks(asObject(root, 'aggregate')) : [];
  const overall = blocks[0]?.queries ?? null;
  const claims = blocks.flatMap((block) => readClaims(block, rows));
  const reason = asText(root, 'reason');
  const fingerprint = asText(root, 'dataset_fingerprint');
  const isFingerprint = fingerprint !== null && FINGERPRINT.test(fingerprint);
  return {
    ...EMPTY_READING,
    format: FORMAT,
    run: runAt(generated_at),
    status: measured ? 'measured' : 'unmeasured',
    // The harness refuses where an embedder or its dataset is missing; it states that in words of its own.
    reason: measured ? null : `infrastructure: ${reason ?? 'the file does not say why'}`,
    metrics_version: versionAt(root, 'retrieval_metrics_version'),
    dataset: {
      ...EMPTY_DATASET,
      version: nameAt(root, 'dataset_version'),
      fingerprint: isFingerprint ? fingerprint : null,
      cases: overall ?? rows?.length ?? null,
    },
    models: embedding === null ? new Map() : new Map([['embedding', embedding]]),
    ...claimsAndDefinitions(claims),
    rows: measured ? rows : null,
    stated: readStated(root),
    losses: [
      'limits: the file states none',
      'mode: the file does not say whether models were called',
      ...listLosses(
        fingerprint !== null && !isFingerprint && 'dataset_fingerprint: what the file states is no digest',
      ),
      ...(measured ? [...losses, ...rowsMissing(rows, overall), ...ungraded(rows)] : []),
    ],
  };
}

interface Block {
  readonly object: JsonObject;
  readonly path: readonly string[];
  readonly queries: number | null;
  /** The part of the rows that it is over, or `null` for all of them. */
  readonly kind: string | null;
}

/** The overall numbers first, then those by kind; an aggregate without `overall` is itself the overall one. */
function readBlocks(aggregate: JsonObject | null): readonly Block[] {
  if (aggregate === null) return [];
  const overall = asObject(aggregate, 'overall');
  const whole = overall === null ? aggregate : overall;
  const path = overall === null ? ['aggregate'] : ['aggregate', 'overall'];
  const kinds = Object.entries(asObject(aggregate, 'by_kind') ?? {}).flatMap(([kind, value]) => {
    const object = asObject(value);
    return object === null ? [] : [blockOf(object, ['aggregate', 'by_kind', kind], kind)];
  });
  return [blockOf(whole, path, null), ...kinds];
}

function blockOf(object: JsonObject, path: readonly string[], kind: string | null): Block {
  return { object, path, kind, queries: asCount(object, 'queries') };
}

function readClaims(
  { object, path, queries, kind }: Block,
  rows: readonly Row[] | null,
): readonly { readonly claim: Claim; readonly definition: Definition }[] {
  const mine = kind === null ? rows : (rows?.filter((row) => row.category === kind) ?? null);
  return Object.keys(object).flatMap((metric) => {
    const value = object[metric];
    if (metric === 'queries' || (value !== null && typeof value === 'object')) return [];
    const definition = definitionOf(metric, kind);
    const why = () =>
      mine === null || mine.length === 0
        ? 'not_applicable: the file states null'
        : whyUnmeasured(mine, metric);
    const name = kind === null ? metric : sliceName(metric, 'kind', kind);
    const claim = claimAt(object, metric, path, why, name);
    if (claim === null) return [];
    const empty = queries === 0 ? { value: null, reason: 'no_cases' } : {};
    const measured = mine === null || mine.length !== queries ? null : countMeasured(mine, metric);
    return [
      { claim: { ...claim, ...empty, measured, expected: queries, ...scaleOf(definition) }, definition },
    ];
  });
}

/** What the engine's metrics mean: recall counts grade 2, precision grade 1 and above, the gain is 2^grade - 1. */
function definitionOf(metric: string, kind: string | null): Definition {
  const [base, depth = ''] = metric.split('@');
  return {
    aggregate: 'mean',
    score: metric,
    ...(kind === null ? {} : { where: { category: kind } }),
    ...(/^[1-9]\d{0,8}$/.test(depth) ? { k: Number(depth) } : {}),
    ...(base === 'recall' ? { min_grade: 2 } : {}),
    ...(base === 'precision' ? { min_grade: 1 } : {}),
    ...(base === 'ndcg' ? { gain: 'exponential' } : {}),
    direction: base === 'leakage' ? 'lower' : 'higher',
  };
}

const NO_SCORES: ReadonlySet<string> = new Set(['top_k', 'k', 'leak_possible']);

function readRow(row: Row, source: JsonObject): Row {
  const flat = flatten(source);
  const names = Object.entries(flat).flatMap(([name, value]) =>
    !NO_SCORES.has(name) && (value === null || typeof value === 'number' || typeof value === 'boolean')
      ? [name]
      : [],
  );
  return {
    ...row,
    category: asText(source, 'kind'),
    ...readScores(flat, names, () => row.error?.kind ?? NOTHING),
  };
}

/** `recall: {"@5": 1}` is the score `recall@5`. A leakage of 0 where no leak was possible proves nothing. */
function flatten(source: JsonObject): JsonObject {
  const flat: [string, JsonObject[string]][] = [];
  for (const [name, value] of Object.entries(source)) {
    if (name === 'id' || name === 'kind' || name === 'error') continue;
    const depths = asObject(value);
    if (depths === null) flat.push([name, value]);
    else
      for (const [depth, each] of Object.entries(depths)) {
        if (depth.startsWith('@')) flat.push([`${name}${depth}`, each]);
      }
  }
  const proof = member(source, 'leak_possible') !== false;
  return Object.fromEntries(flat.map(([name, value]) => [name, name === 'leakage' && !proof ? null : value]));
}

/** Bars are stated as `min_<metric>` and `max_<metric>` beside the numbers, with `<metric>_ok` for the verdict. */
function readStated(root: JsonObject): Reading['stated'] {
  const criteria = asObject(root, 'release_criteria');
  const thresholds = asObject(criteria, 'thresholds');
  const releaseCriteria = Object.keys(thresholds ?? {}).flatMap((threshold): readonly ReleaseCriterion[] => {
    const bound = threshold.slice(0, 3);
    const metric = threshold.slice(4);
    if ((bound !== 'min' && bound !== 'max') || threshold[3] !== '_') return [];
    return [{ bound, threshold, verdict: `${metric}_ok`, metric }];
  });
  return readStatedThresholds(thresholds, criteria, ['release_criteria', 'thresholds'], releaseCriteria);
}

function ungraded(rows: readonly Row[] | null): readonly string[] {
  if (rows === null || rows.length === 0) return [];
  return [
    'relevance: the grades are in the dataset, not in this file; the numbers of each query cannot be recomputed from ' +
      'what it retrieved',
  ];
}
