import { cachedLosses } from '../../core/independence.ts';
import { RESULT_SCHEMA } from '../../core/native.ts';
import {
  type Dataset,
  type Definition,
  EMPTY_READING,
  type Judge,
  type Prompt,
  type Provenance,
  type Reading,
  type Row,
  type Rubric,
  type RunIdentity,
  type StatedCase,
  type StatedSplit,
} from '../../core/reading.ts';
import type { Bounds } from '../../core/verdict.ts';
import { formatPointer, type JsonObject, type JsonValue } from '../../document/document.ts';
import { derivedDefinitions } from '../../measures/evidence/plan.ts';
import { asBoolean, asList, asNumber, asObject, asText, member, textMembers, textsIn } from '../field.ts';
import type { Format } from '../format.ts';
import {
  type ArmBlock,
  derivedClaims,
  readClaims,
  readStated,
  statedNumbers,
  unmeasuredClaims,
} from './claims.ts';
import { readRows } from './rows.ts';

/**
 * evalguard's own result. One reading, or two (`baseline` and `candidate`) where a `candidate` block stands. What
 * breaks the schema is read as not said: `result/schema` tells of it.
 */
export const native: Format = {
  id: 'native',
  title: `evalguard result (${RESULT_SCHEMA})`,
  detect: ({ document }) => asText(document?.value, 'schema') === RESULT_SCHEMA,
  read({ document }) {
    const result = asObject(document?.value);
    if (result === null) return [];
    const shared = readShared(result);
    const baseline: ArmBlock = { object: result, pointer: [] };
    const candidate = asObject(result, 'candidate');
    if (candidate === null) return [readArm(result, shared, null, baseline)];
    return [
      readArm(result, shared, 'baseline', baseline),
      readArm(result, shared, 'candidate', { object: candidate, pointer: ['candidate'] }),
    ];
  },
};

function readShared(result: JsonObject): Reading {
  const method = asObject(result, 'method');
  const version = member(result, 'metrics_version');
  const part = asText(method, 'part');
  return {
    ...EMPTY_READING,
    format: 'native',
    run: readIdentity(result),
    status: asText(result, 'status') === 'unmeasured' ? 'unmeasured' : 'measured',
    reason: asText(result, 'reason'),
    mode: readMode(member(result, 'mode')),
    ...(part === null ? {} : { part }),
    metrics_version: asNumber(version) ?? asText(version),
    dataset: readDataset(asObject(result, 'dataset')),
    samples: asNumber(method, 'samples'),
    code: readCode(result),
    limits: asObject(method, 'limits'),
    models: textMembers(asObject(result, 'models')),
    arms: readArms(asObject(result, 'arms')),
    definitions: readDefinitions(result),
    // What the tool that the result was recorded from did not say.
    losses: textsIn(result, 'source', 'losses'),
  };
}

function readArm(
  result: JsonObject,
  reading: Reading,
  arm: 'baseline' | 'candidate' | null,
  block: ArmBlock,
): Reading {
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
  block: ArmBlock,
  reading: Reading,
  rows: readonly Row[] | null,
): ReadonlyMap<string, Definition> {
  if (member(result, 'metrics') !== undefined) return reading.definitions;
  const derived = derivedDefinitions(rows ?? []);
  const aggregate = asObject(block.object, 'aggregate');
  if (aggregate === null) return derived;
  return new Map([...derived].filter(([name]) => Object.hasOwn(aggregate, name)));
}

function readMode(mode: JsonValue | undefined): Reading['mode'] {
  if (mode === undefined) return 'real';
  return mode === 'real' || mode === 'scripted' ? mode : null;
}

/** Which run the result says it is of. What it leaves to its file name stays `null`. */
function readIdentity(result: JsonObject): RunIdentity {
  return {
    suite: asText(result, 'suite'),
    date: asText(result, 'date'),
    routing: asText(result, 'routing'),
    variant: asText(result, 'variant'),
    run: asNumber(result, 'run'),
    generated_at: asText(result, 'generated_at'),
  };
}

/** The code that ran, or `null` where the result does not say. */
function readCode(result: JsonObject): Provenance | null {
  const code = asObject(result, 'code');
  if (code === null) return null;
  return { commit: asText(code, 'commit'), tree: asText(code, 'tree'), dirty: asBoolean(code, 'dirty') };
}

/** The named configurations; what is no object configures nothing. */
function readArms(arms: JsonObject | null): Reading['arms'] {
  return new Map(Object.entries(arms ?? {}).map(([name, arm]) => [name, asObject(arm) ?? {}]));
}

/** The data that was run on, or `null` where there is no such object. */
export function readDataset(dataset: JsonObject | null): Dataset | null {
  if (dataset === null) return null;
  return {
    name: asText(dataset, 'name'),
    version: asText(dataset, 'version'),
    fingerprint: asText(dataset, 'fingerprint'),
    cases: asNumber(dataset, 'cases'),
  };
}

/** The judge, with the counts of one arm. A run without a `candidate` counts as the baseline. */
function readJudge(result: JsonObject, arm: 'baseline' | 'candidate'): Judge | null {
  const judge = asObject(result, 'judge');
  if (judge === null) return null;
  const tally = asObject(judge, arm);
  return {
    route: asText(judge, 'route'),
    ruled: asNumber(tally, 'ruled'),
    unreached: asNumber(tally, 'unreached'),
    undisclosed: asNumber(tally, 'undisclosed'),
    served: textsIn(tally, 'served'),
    answered: asBoolean(judge, 'answered'),
    checked_against: textsIn(judge, 'checked_against'),
    temperature: asNumber(judge, 'temperature'),
    prompt_sha256: asText(judge, 'prompt_sha256'),
  };
}

/** The definitions that the result states, by metric. */
function readDefinitions(result: JsonObject): ReadonlyMap<string, Definition> {
  const definitions = new Map<string, Definition>();
  for (const [name, value] of Object.entries(asObject(result, 'metrics') ?? {})) {
    const definition = asObject(value);
    const aggregate = asText(definition, 'aggregate');
    if (definition !== null && aggregate !== null) definitions.set(name, { ...definition, aggregate });
  }
  return definitions;
}

const PARTS = ['category', 'provenance', 'negative', 'arm'] as const;

/** The numbers that a block states of parts of its rows (`aggregate_by`). */
function readSplits({ object, pointer }: ArmBlock): readonly StatedSplit[] {
  const stated = asObject(object, 'aggregate_by');
  return PARTS.flatMap((by) =>
    Object.entries(asObject(stated, by) ?? {}).flatMap(([group, values]) =>
      Object.entries(asObject(values) ?? {}).flatMap(([metric, value]): readonly StatedSplit[] => {
        const number = asNumber(value);
        if (number === null && value !== null) return [];
        const place = formatPointer([...pointer, 'aggregate_by', by, group, metric]);
        return [{ by, group, metric, value: number, pointer: place }];
      }),
    ),
  );
}

/** What a block plans and says of single cases. */
function readCases({ object, pointer }: ArmBlock): ReadonlyMap<string, StatedCase> {
  const cases = new Map<string, StatedCase>();
  for (const [id, value] of Object.entries(asObject(object, 'cases') ?? {})) {
    const stated = asObject(value);
    if (stated === null) continue;
    cases.set(id, {
      samples: asNumber(stated, 'samples'),
      threshold: readBounds(asObject(stated, 'threshold')),
      should_fail: asBoolean(stated, 'should_fail') ?? false,
      stopped_early: asBoolean(stated, 'stopped_early') ?? false,
      passed: Object.hasOwn(stated, 'passed') ? asBoolean(stated, 'passed') : undefined,
      pointer: formatPointer([...pointer, 'cases', id]),
    });
  }
  return cases;
}

/** The prompts of a block, with the digests that it states. */
function readPrompts({ object, pointer }: ArmBlock): readonly Prompt[] {
  return Object.entries(asObject(object, 'prompts') ?? {}).flatMap(([role, value]) => {
    const prompt = asObject(value);
    const sha256 = asText(prompt, 'sha256');
    if (sha256 === null) return [];
    const text = asText(prompt, 'text');
    return [{ role, text, sha256, pointer: formatPointer([...pointer, 'prompts', role]) }];
  });
}

/** The scale and the weights of the criteria; a criterion weighs 1 unless said. */
function readRubric(result: JsonObject): Rubric | null {
  const rubric = asObject(result, 'rubric');
  if (rubric === null) return null;
  const [low, high] = (asList(rubric, 'scale') ?? []).map((end) => asNumber(end));
  const criteria = Object.entries(asObject(rubric, 'criteria') ?? {});
  return {
    scale: typeof low === 'number' && typeof high === 'number' && low < high ? [low, high] : null,
    weights: new Map(criteria.map(([name, value]) => [name, asNumber(value, 'weight') ?? 1])),
  };
}

function readBounds(bounds: JsonObject | null): Bounds | null {
  if (bounds === null) return null;
  const [min, max] = [asNumber(bounds, 'min'), asNumber(bounds, 'max')];
  return min === null && max === null ? null : { min, max };
}
