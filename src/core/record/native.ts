import { isObject, type JsonObject, type JsonValue } from '../../document/document.ts';
import { respelled } from '../../document/spelling.ts';
import { RESULT_SCHEMA } from '../native.ts';
import type { Claim, Definition, Judgment, Reading, Row } from '../reading.ts';
import { asReason, isReason } from '../verdict.ts';
import { compact, given } from './canonical.ts';
import { NO_MODELS, nativeJudge, nativeModels, nativeRoute } from './models.ts';

/** The file that a record is made from. */
export interface SourceFile {
  readonly format: string;
  readonly file: string;
  /** SHA-256 of the file's bytes, in hexadecimal. */
  readonly sha256: string;
}

/** What a foreign file does not say and a native result cannot be without. */
interface Assumed {
  readonly metrics_version: number;
}

/**
 * The native result of one run: one reading, or a baseline and its candidate. What the native form cannot hold is left
 * out and listed under `source.losses`; nothing is filled in, and what was not measured stays `null` with a reason.
 */
export function toNative(
  readings: readonly [Reading, ...Reading[]],
  source: SourceFile,
  assumed: Assumed,
): JsonObject {
  const [first, candidate] = readings;
  const losses = new Set(readings.flatMap((reading) => reading.losses));
  const lose = (loss: string) => losses.add(loss);
  const version = versionOf(first, assumed, lose);
  if (first.models.size === 0 && first.mode !== 'scripted') lose(NO_MODELS);
  const { mode, limits, samples, part = null } = first;
  const { suite, date, routing, variant, generated_at } = first.run;
  const header = compact({
    ...{ suite, date, routing, variant, generated_at, mode },
    ...(first.status === 'measured' ? {} : { status: 'unmeasured', reason: asReason(first.reason) }),
    code: compact({ ...first.code }),
    dataset: compact(datasetOf(first)),
    metrics_version: version,
    method: compact({ limits, samples, part }),
    models: nativeModels(first.models, lose),
    arms: first.arms.size === 0 ? null : Object.fromEntries(first.arms),
    judge: nativeJudge(first.judge, candidate?.judge ?? null, candidate !== undefined, lose),
    metrics: nativeDefinitions(readings, lose),
  });
  const blocks = readings.map((reading) => blockOf(reading, lose));
  return {
    schema: RESULT_SCHEMA,
    ...header,
    ...blocks[0],
    ...(blocks[1] === undefined ? {} : { candidate: blocks[1] }),
    source: {
      ...source,
      ...given('version', first.tool_version ?? null),
      ...(losses.size === 0 ? {} : { losses: [...losses] }),
      claimed: Object.fromEntries(first.claims.map(({ name, value }) => [name, value])),
    },
  };
}

/** Readings by the records that they become: a baseline and its candidate share one, every other run has its own. */
export function byRecord(readings: readonly Reading[]): readonly (readonly [Reading, ...Reading[]])[] {
  const groups: [Reading, ...Reading[]][] = [];
  for (const reading of readings) {
    const last = groups.at(-1);
    if (reading.arm === 'candidate' && last?.length === 1 && last[0].arm === 'baseline') last.push(reading);
    else groups.push([reading]);
  }
  return groups;
}

function blockOf(reading: Reading, lose: (loss: string) => void): JsonObject {
  const rows = reading.rows?.map((row) => nativeRow(row, lose)) ?? null;
  return {
    ...nativeMetrics(reading, rows === null, lose),
    ...nativeThresholds(reading),
    ...given('results', rows),
  };
}

/**
 * The dataset. A version of the definitions that has no place of its own stands in the dataset's: two runs of different
 * versions must not become comparable by being recorded.
 */
function datasetOf(reading: Reading): JsonObject {
  const { dataset, metrics_version: stated } = reading;
  if (stated === null || wholeVersion(reading) !== null) return { ...dataset };
  const version = [...(dataset?.version ? [dataset.version] : []), `metrics version ${stated}`].join('; ');
  return { ...dataset, version };
}

/** A version counts from 0 in the native form; `null` for any other. */
function wholeVersion({ metrics_version: stated }: Reading): number | null {
  if (typeof stated === 'number' && Number.isInteger(stated) && stated >= 0) return stated;
  return typeof stated === 'string' && /^\d{1,9}$/.test(stated) ? Number(stated) : null;
}

function versionOf(reading: Reading, assumed: Assumed, lose: (loss: string) => void): number {
  const whole = wholeVersion(reading);
  if (whole !== null) return whole;
  const { metrics_version: stated } = reading;
  lose(
    stated === null
      ? `no version of the metrics' definitions: ${assumed.metrics_version} was assumed`
      : `the version of the metrics' definitions is ${JSON.stringify(stated)}, no whole number: ${assumed.metrics_version} was assumed, and it stands in the dataset’s version`,
  );
  return assumed.metrics_version;
}

/** How each metric follows from the rows; `null` where no file of the run says so. A mark of derivation is no option. */
function nativeDefinitions(readings: readonly Reading[], lose: (loss: string) => void): JsonObject | null {
  const definitions = new Map<string, JsonObject>();
  for (const { definitions: stated, claims } of readings) {
    for (const [name, definition] of stated) definitions.set(name, withScale(definition, claims, name));
    for (const { name, direction, unit } of claims) {
      if (definitions.has(name)) continue;
      if (direction) lose(`how ${name} follows from rows, so that its direction (${direction}) has no place`);
      if (unit) lose(`how ${name} follows from rows, so that its unit (${unit}) has no place`);
    }
  }
  return definitions.size === 0 ? null : Object.fromEntries(definitions);
}

function withScale(
  { derived: _derived, ...definition }: Definition,
  claims: readonly Claim[],
  name: string,
): JsonObject {
  const claim = claims.find((each) => each.name === name);
  const { direction = null, unit = null, places = null } = claim ?? {};
  return { ...compact({ direction, unit, places }), ...definition };
}

/** The headline of one arm: a number, or `null` with its reason. */
function nativeMetrics(reading: Reading, rowless: boolean, lose: (loss: string) => void): JsonObject {
  const withheld = reading.status === 'unmeasured';
  const aggregate: [string, JsonValue][] = [];
  const unmeasured: [string, string][] = [];
  for (const claim of reading.claims) {
    const { name } = claim;
    const value = withheld ? null : claim.value;
    if (withheld && claim.value !== null) lose(`${name} has a number though the run is unmeasured`);
    aggregate.push([name, value]);
    if (value === null) unmeasured.push([name, asReason(claim.reason ?? reading.reason)]);
    if (rowless || !reading.definitions.has(name)) countsLost(claim, lose);
  }
  return {
    ...(aggregate.length === 0 && !rowless ? {} : { aggregate: Object.fromEntries(aggregate) }),
    ...(unmeasured.length === 0 ? {} : { unmeasured: Object.fromEntries(unmeasured) }),
  };
}

/** The counts behind a number are lost without rows and a definition: the native form has no other place for them. */
function countsLost(
  { name, measured, expected, standard_error: error }: Claim,
  lose: (loss: string) => void,
): void {
  if (typeof measured === 'number') {
    lose(
      `which rows ${name} stands on (${measured}${typeof expected === 'number' ? ` of ${expected}` : ''} were measured)`,
    );
  }
  if (typeof error === 'number') lose(`which rows ${name} stands on (its standard error is ${error})`);
}

/** The thresholds that the harness stated, with its verdicts. */
function nativeThresholds({ stated }: Reading): JsonObject {
  if (stated.length === 0) return {};
  const thresholds = stated.map(({ metric, min, max, verdict }) => [
    metric,
    compact({ min, max, verdict }) ?? {},
  ]);
  return { thresholds: Object.fromEntries(thresholds) };
}

/** A row in the native form, with the evidence that the reader kept in the words of the native form. */
export function nativeRow(row: Row, lose: (loss: string) => void): JsonObject {
  const evidence = evidenceOf(row.source);
  const { id, arm, turn, category, provenance, negative } = row;
  const sample = row.sample === 1 ? null : row.sample;
  const native = {
    ...compact({ id, arm, sample, turn, category, provenance, negative, error: errorOf(row) }),
    scores: Object.fromEntries(row.scores),
    ...reasonsOf(row),
    ...(row.judgments.length === 0 ? {} : { judgments: row.judgments.map(judgmentOf) }),
    ...servedOf(row, lose),
    ...evidence,
  };
  return respelled(native, evidence);
}

function errorOf({ error }: Row): JsonObject | null {
  if (error === null) return null;
  const { kind, message } = error;
  if (isReason(kind))
    return { kind: kind.split(':', 1)[0]!, ...given('message', message ?? textAfter(kind)) };
  return { kind: 'inconclusive', message: message === null ? kind : `${kind}: ${message}` };
}

function textAfter(kind: string): string | null {
  const colon = kind.indexOf(':');
  return colon < 0 ? null : kind.slice(colon + 1).trim();
}

/** A reason for every null score that the row's error does not explain, and for every score that the row contradicts. */
function reasonsOf({ scores, unmeasured, error, doubts }: Row): JsonObject {
  const reasons = new Map(Array.from(unmeasured, ([name, reason]) => [name, asReason(reason)]));
  for (const { score, because } of doubts ?? [])
    if ((scores.get(score) ?? null) !== null && !reasons.has(score))
      reasons.set(score, `inconclusive: ${because}`);
  for (const [name, value] of scores) {
    if (value === null && error === null && !reasons.has(name)) reasons.set(name, asReason(null));
  }
  return reasons.size === 0 ? {} : { unmeasured: Object.fromEntries(reasons) };
}

function judgmentOf({ score, item, value, judged_by: by, order }: Judgment): JsonObject {
  return {
    score,
    ...given('item', item),
    ...(order?.length === 2 ? { order } : {}),
    value,
    judged_by: nativeRoute(by),
  };
}

function servedOf({ served }: Row, lose: (loss: string) => void): JsonObject {
  if (served.size === 0) return {};
  const routes = Array.from(served, ([role, text]) => {
    const route = nativeRoute(text);
    if (text !== null && route === null) lose(`who answered as ${role}: the name is no route`);
    return [role, route] as const;
  });
  return { served: Object.fromEntries(routes) };
}

const anything = () => true;
const isText = (value: JsonValue) => typeof value === 'string';
const isTexts = (value: JsonValue) => value === null || (Array.isArray(value) && value.every(isText));
const isGrades = (value: JsonValue) =>
  isObject(value) && Object.values(value).every((grade) => typeof grade === 'number' && grade >= 0);
const isCalls = (flag: string) => (value: JsonValue) =>
  Array.isArray(value) && value.every((call: JsonValue) => isObject(call) && isCall(call, flag));

function isCall(call: JsonObject, flag: string): boolean {
  return Object.entries(call).every(([key, value]) => {
    if (key === 'name') return isText(value);
    return key === 'arguments' ? isObject(value) : key === flag && typeof value === 'boolean';
  });
}

/** Members of a row that are evidence, and the shape that each must have to be it. */
const EVIDENCE: Readonly<Record<string, (value: JsonValue) => boolean>> = {
  input: anything,
  expected: anything,
  output: anything,
  cached: (value) => typeof value === 'boolean',
  source_url: isText,
  relevant: isGrades,
  retrieved: isTexts,
  selection: isTexts,
  expected_tool_calls: isCalls('optional'),
  tool_calls: (value) => value === null || isCalls('skipped')(value),
};

function evidenceOf(source: Row['source']): JsonObject {
  const kept = Object.entries(EVIDENCE).flatMap(([key, fits]) => {
    const value = Object.hasOwn(source, key) ? source[key] : undefined;
    return value !== undefined && fits(value) ? [[key, value] as const] : [];
  });
  return respelled(Object.fromEntries(kept), source);
}
