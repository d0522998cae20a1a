import { cachedLosses } from '../core/independence.ts';
import { RESULT_SCHEMA } from '../core/native.ts';
import { type Definition, EMPTY_READING, type Reading, type Row } from '../core/reading.ts';
import type { JsonValue } from '../document/document.ts';
import { derivedDefinitions } from '../measures/evidence/derived.ts';
import { asList, asNumber, asObject, asText, type JsonObject, member, textMembers } from './field.ts';
import type { Format } from './format.ts';
import {
  type Block,
  derivedClaims,
  readClaims,
  readStated,
  statedNumbers,
  unmeasuredClaims,
} from './native/claims.ts';
import { readCases, readPrompts, readRubric, readSplits } from './native/evidence.ts';
import {
  readArms,
  readCode,
  readDataset,
  readDefinitions,
  readIdentity,
  readJudge,
} from './native/header.ts';
import { readRows } from './native/rows.ts';

/**
 * evalguard's own result. One reading, or two (`baseline` and `candidate`) where a `candidate` block stands. What
 * breaks the schema is read as not said: `result/schema` tells of it.
 */
export const native: Format = {
  id: 'native',
  title: `evalguard result (${RESULT_SCHEMA})`,
  detect: ({ document }) => asText(member(asObject(document?.value), 'schema')) === RESULT_SCHEMA,
  read({ document }) {
    const result = asObject(document?.value);
    if (result === null) return [];
    const shared = readShared(result);
    const baseline: Block = { object: result, pointer: [] };
    const candidate = asObject(member(result, 'candidate'));
    if (candidate === null) return [readArm(shared, null, baseline)];
    return [
      readArm(shared, 'baseline', baseline),
      readArm(shared, 'candidate', { object: candidate, pointer: ['candidate'] }),
    ];
  },
};

interface Shared {
  readonly result: JsonObject;
  readonly reading: Reading;
}

function readShared(result: JsonObject): Shared {
  const method = asObject(member(result, 'method'));
  const version = member(result, 'metrics_version');
  const part = asText(member(method, 'part'));
  const reading: Reading = {
    ...EMPTY_READING,
    format: 'native',
    run: readIdentity(result),
    status: asText(member(result, 'status')) === 'unmeasured' ? 'unmeasured' : 'measured',
    reason: asText(member(result, 'reason')),
    mode: readMode(member(result, 'mode')),
    ...(part === null ? {} : { part }),
    metrics_version: asNumber(version) ?? asText(version),
    dataset: readDataset(asObject(member(result, 'dataset'))),
    samples: asNumber(member(method, 'samples')),
    code: readCode(result),
    limits: asObject(member(method, 'limits')),
    models: textMembers(asObject(member(result, 'models'))),
    arms: readArms(asObject(member(result, 'arms'))),
    definitions: readDefinitions(result),
    losses: losses(result),
  };
  return { result, reading };
}

function readArm({ result, reading }: Shared, arm: 'baseline' | 'candidate' | null, block: Block): Reading {
  const rows = readRows(block.object, block.pointer);
  const definitions = definitionsOf(result, block, reading, rows);
  const measured = reading.status === 'measured';
  const ignored = measured ? [] : statedNumbers(block);
  const read: Reading = {
    ...reading,
    arm,
    judge: readJudge(result, arm ?? 'baseline'),
    definitions,
    rows,
    stated: readStated(block),
    splits: readSplits(block),
    cases: readCases(block),
    prompts: readPrompts(block),
    rubric: readRubric(result),
  };
  const claims = measured
    ? readClaims(block, definitions)
    : unmeasuredClaims(block, definitions, reading.reason);
  return {
    ...read,
    claims: measured ? [...claims, ...derivedClaims(read, claims)] : claims,
    losses: [
      ...new Set([...reading.losses, ...cachedLosses(rows)]),
      ...ignored.map((name) => `${name} has a number though the run is unmeasured`),
    ],
  };
}

/**
 * How the metrics follow from the rows. Where nothing is defined, an aggregate named as a score of the rows is its rate
 * or mean, and where nothing is aggregated either, every score has one.
 */
function definitionsOf(
  result: JsonObject,
  block: Block,
  reading: Reading,
  rows: readonly Row[] | null,
): ReadonlyMap<string, Definition> {
  if (member(result, 'metrics') !== undefined) return reading.definitions;
  const derived = derivedDefinitions(rows ?? []);
  const aggregate = asObject(member(block.object, 'aggregate'));
  if (aggregate === null) return derived;
  return new Map([...derived].filter(([name]) => Object.hasOwn(aggregate, name)));
}

function readMode(mode: JsonValue | undefined): Reading['mode'] {
  if (mode === undefined) return 'real';
  return mode === 'real' || mode === 'scripted' ? mode : null;
}

/** What the tool that the result was recorded from did not say. */
function losses(result: JsonObject): readonly string[] {
  const listed = asList(member(asObject(member(result, 'source')), 'losses'));
  return (listed ?? []).filter((loss) => typeof loss === 'string');
}
