import type { Claim, Definition, Reading, Row } from '../../core/reading.ts';
import type { JsonObject } from '../../document/document.ts';
import { claimAt, scaleOf, whyUnmeasured } from '../claim.ts';
import { asCount, asList, asObject, asText } from '../field.ts';
import { countMeasured, readScores } from '../row.ts';
import {
  NO_REASON,
  PLACES,
  type ResultShape,
  readCriteria,
  readRows,
  readRun,
  restate,
  rowsMissing,
} from './shape.ts';

const PASS: Definition = { aggregate: 'rate', score: 'pass_test', direction: 'higher' };

const DEFINITIONS: ReadonlyMap<string, Definition> = new Map<string, Definition>([
  ['pass_rate', PASS],
  ['avg_latency_s', { aggregate: 'mean', score: 'latency_s', direction: 'lower', unit: 's' }],
]);

const SCORES = ['completed', 'latency_s', 'has_citations', 'is_refusal', 'pass_test'] as const;

/** What an error leaves unmeasured: the harness looks for citations and refusals in an answer that is not there. */
const PREVENTED: ReadonlySet<string> = new Set(['has_citations', 'is_refusal', 'pass_test']);

/** A memory run: questions on stored research, some of which must be refused. */
export const memory: ResultShape = {
  detect(root) {
    const aggregate = asObject(root, 'aggregate');
    return (
      asText(root, 'llm_mode') !== null &&
      aggregate !== null &&
      Object.hasOwn(aggregate, 'pass_rate') &&
      asList(root, 'results') !== null
    );
  },
  read: (root) => [readMemory(root)],
};

function readMemory(root: JsonObject): Reading {
  const run = readRun(root);
  const { rows, losses } = readRows(root, 'results', [], readRow);
  const aggregate = asObject(root, 'aggregate') ?? {};
  const queries = asCount(aggregate, 'queries');
  const claims = readClaims(aggregate, rows, queries ?? rows?.length ?? null);
  const passed = claims.find(({ name }) => name === 'pass_rate');
  const restated = passed === undefined ? null : restate(passed, PASS, rows, 'pass_test');
  const keys = { bound: 'min', threshold: 'min_pass_rate', verdict: 'pass_rate_ok' } as const;
  return {
    ...run,
    claims: claims.flatMap((claim) => (claim === passed ? (restated?.claims ?? []) : [claim])),
    definitions: new Map([...DEFINITIONS].filter(([name]) => claims.some((claim) => claim.name === name))),
    rows,
    stated: readCriteria(root, [], [{ ...keys, metric: restated?.name ?? 'pass_rate' }]),
    losses: [...run.losses, ...losses, ...rowsMissing(rows, queries), ...(restated?.losses ?? [])],
  };
}

function readClaims(
  aggregate: JsonObject,
  rows: readonly Row[] | null,
  expected: number | null,
): readonly Claim[] {
  return Object.keys(aggregate).flatMap((name): readonly Claim[] => {
    const definition = DEFINITIONS.get(name);
    const score = asText(definition?.['score']) ?? name;
    const why = () => (rows === null ? 'evidence_missing' : whyUnmeasured(rows, score));
    const claim = name === 'queries' ? null : claimAt(aggregate, name, ['aggregate'], why);
    if (claim === null) return [];
    const measured = rows === null ? null : countMeasured(rows, score);
    const counted = { ...claim, measured, expected, ...scaleOf(definition) };
    // The harness writes 0 over no queries at all.
    if (expected === 0) return [{ ...counted, value: null, reason: 'no_cases' }];
    return [{ ...counted, places: PLACES }];
  });
}

function readRow(row: Row, source: JsonObject): Row {
  const type = asText(source, 'type');
  const broken = row.error;
  const read = readScores(source, SCORES, () => NO_REASON);
  const scores = new Map(read.scores);
  const unmeasured = new Map(read.unmeasured);
  if (broken !== null) {
    for (const name of scores.keys()) {
      if (!PREVENTED.has(name)) continue;
      scores.set(name, null);
      unmeasured.set(name, broken.kind);
    }
  }
  // An unsupported question is a negative case: the right answer to it is a refusal.
  const negative = type === 'unsupported' ? true : type === 'supported' ? false : null;
  return { ...row, category: type, negative, scores, unmeasured };
}
