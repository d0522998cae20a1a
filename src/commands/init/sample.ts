import type { Path } from '../../core/path.ts';
import type { Reading } from '../../core/reading.ts';
import { words } from '../../core/text.ts';
import { type JsonValue, resolvePointer } from '../../document/document.ts';
import { decodeJson, decodeJsonLines } from '../../document/json.ts';
import { asObject } from '../../formats/field.ts';
import type { ResultFile } from '../../formats/format.ts';
import { mappedMetrics, PART_READERS, readMapped } from '../../formats/mapping.ts';
import { detectFormat, formatById } from '../../formats/registry.ts';
import type { Mapping } from '../../policy/policy.ts';

/** A file that was looked at. */
export interface Sample {
  readonly path: Path;
  readonly file: ResultFile;
  /** The format that knows it, or `null`. */
  readonly format: string | null;
  /** What it holds where it is JSON, else `null`. */
  readonly value: JsonValue;
}

/** A file and the format that knows it; `null` where it cannot be parsed. */
export function sampleOf(path: Path, bytes: Uint8Array): Sample | null {
  const lines = /\.(?:jsonl|ndjson)$/i.test(path);
  const syntax = lines ? decodeJsonLines : /\.json$/i.test(path) ? decodeJson : null;
  const decoded = syntax?.(bytes) ?? null;
  if (decoded?.ok === false) return null;
  const document = decoded?.document ?? null;
  const file = { path, bytes, document };
  return { path, file, format: detectFormat(file)?.id ?? null, value: document?.value ?? null };
}

/**
 * How to read a family: the format that knows all of it, `auto` where several do, or a mapping that fits all of it.
 * `null` where it does not look like results. `mayMap`: its path says that it holds results.
 */
export function readAs(samples: readonly Sample[], mayMap: boolean): string | Mapping | null {
  const formats = new Set(samples.map(({ format }) => format));
  const [only] = formats;
  if (samples.length === 0) return null;
  if (formats.size === 1 && typeof only === 'string') return only;
  if (!formats.has(null)) return 'auto';
  const values = samples.flatMap(({ value }) => (value === null ? [] : [value]));
  return mayMap && values.length === samples.length ? proposeMapping(values) : null;
}

/** The first reading of a file; `null` where it has none. */
export function readingOf({ file, format: detected }: Sample, format: string | Mapping): Reading | null {
  if (typeof format !== 'string') {
    const mapped = readMapped(file, format);
    return 'readings' in mapped ? (mapped.readings[0] ?? null) : null;
  }
  return formatById(detected ?? format)?.read(file)[0] ?? null;
}

/** Where people keep the numbers of a run, the most telling first. */
const METRICS = words('/aggregate /aggregates /metrics /scores /summary /totals /stats /results');

type Part = Exclude<keyof Mapping, 'metrics' | 'reason'>;

/** Where people keep the rest. */
const PARTS: readonly (readonly [Part, readonly string[]])[] = [
  ['metrics_version', ['/metrics_version', '/method/metrics_version', '/meta/metrics_version']],
  ['limits', ['/limits', '/method/limits']],
  ['models', ['/models', '/model']],
  ['judge', ['/judge', '/judge_model', '/method/judge']],
  ['rows', ['/results', '/rows', '/cases', '/case_results', '/samples', '/items']],
  ['generated_at', ['/generated_at', '/created_at', '/timestamp', '/run_at', '/finished_at']],
  ['dataset', ['/dataset', '/benchmark']],
  ['status', ['/status']],
  ['mode', ['/llm_mode', '/mode', '/fake', '/scripted']],
  ['date', ['/date', '/run_date']],
  ['thresholds', ['/thresholds']],
];

const METRIC_NAME =
  /rate|ratio|accuracy|\bacc\b|recall|precision|\bf1\b|score|mrr|ndcg|pass|exact|bleu|rouge|auc|hit|faithful|relevan|support|agreement|latency|cost/i;

/** The pointers that all of these files of one family have in common, or `null` where their metrics cannot be found. */
export function proposeMapping(values: readonly JsonValue[]): Mapping | null {
  const metrics = commonMetrics(values);
  if (metrics === null) return null;
  const parts = PARTS.flatMap(([part, pointers]) => {
    const pointer = pointers.find((candidate) => candidate !== metrics && found(values, candidate, part));
    return pointer === undefined ? [] : [[part, pointer] as const];
  });
  return { metrics, ...Object.fromEntries(parts) };
}

function commonMetrics(values: readonly JsonValue[]): string | null {
  const [first] = values;
  const members = Object.keys(asObject(first) ?? {}).map(
    (key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
  );
  const usual = METRICS.find((pointer) => values.every((value) => measures(value, pointer, false)));
  const other = () =>
    [...members, ''].find((pointer) => values.every((value) => measures(value, pointer, true)));
  return values.length === 0 ? null : (usual ?? other() ?? null);
}

/** Whether metrics stand there; where the key is no usual one, by names that metrics have. */
function measures(value: JsonValue, pointer: string, byName: boolean): boolean {
  const object = asObject(resolvePointer(value, pointer));
  if (object === null) return false;
  const { claims } = mappedMetrics(object, [], '');
  return claims.some((claim) => claim.value !== null && (!byName || METRIC_NAME.test(claim.name)));
}

/** Some files may lack a part: a file that lacks it says so under its losses. */
function found(values: readonly JsonValue[], pointer: string, part: Part): boolean {
  return values.some((value) => {
    const stands = resolvePointer(value, pointer);
    if (stands === undefined || stands === null) return false;
    return PART_READERS[part](stands, { pointer, root: value }) !== null;
  });
}
