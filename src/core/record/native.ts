import { RESULT_SCHEMA } from '../native.ts';
import type { Reading } from '../reading.ts';
import { asReason } from '../reason.ts';
import { nativeDefinitions, nativeMetrics, nativeThresholds } from './metrics.ts';
import { nativeJudge, nativeModels } from './models.ts';
import { NO_MODELS } from './named-models.ts';
import { given, type JsonObject } from './object.ts';
import { nativeRow } from './rows.ts';

/** The file that a record is made from. */
export interface RecordSource {
  readonly format: string;
  readonly file: string;
  /** SHA-256 of the file's bytes, in hexadecimal. */
  readonly sha256: string;
}

/** What a foreign file does not say and a native result cannot be without. */
export interface Assumed {
  readonly metrics_version: number;
}

/**
 * The native result of one run: one reading, or a baseline and its candidate. What the native form cannot hold is left
 * out and told under `source.losses`; nothing is filled in, and what was not measured stays `null` with a reason.
 */
export function toNative(
  readings: readonly [Reading, ...Reading[]],
  source: RecordSource,
  assumed: Assumed,
): JsonObject {
  const [first, candidate] = readings;
  const losses = new Set(readings.flatMap((reading) => reading.losses));
  const lose = (loss: string) => losses.add(loss);
  const version = versionOf(first, assumed, lose);
  if (first.models.size === 0 && first.mode !== 'scripted') lose(NO_MODELS);
  const header = {
    ...given('suite', first.run.suite),
    ...given('date', first.run.date),
    ...given('routing', first.run.routing),
    ...given('variant', first.run.variant),
    ...given('generated_at', first.run.generated_at),
    ...given('mode', first.mode),
    ...(first.status === 'measured' ? {} : { status: 'unmeasured', reason: asReason(first.reason) }),
    ...given('code', first.code === null ? null : compact({ ...first.code })),
    ...given('dataset', compact(datasetOf(first))),
    metrics_version: version,
    ...given('method', methodOf(first)),
    ...given('models', nativeModels(first.models, lose)),
    ...given('arms', first.arms.size === 0 ? null : Object.fromEntries(first.arms)),
    ...given('judge', nativeJudge(first.judge, candidate?.judge ?? null, candidate !== undefined, lose)),
    ...given('metrics', nativeDefinitions(readings, lose)),
  };
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

/**
 * Readings by the records that they become: a baseline and its candidate share one, every other run has its own.
 */
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

function methodOf({ limits, samples, part }: Reading): JsonObject | null {
  const method = { ...given('limits', limits), ...given('samples', samples), ...given('part', part ?? null) };
  return Object.keys(method).length === 0 ? null : method;
}

/** An object without its nulls; `null` where nothing is left. */
function compact(object: JsonObject): JsonObject | null {
  const kept = Object.entries(object).filter(([, value]) => value !== null);
  return kept.length === 0 ? null : Object.fromEntries(kept);
}
