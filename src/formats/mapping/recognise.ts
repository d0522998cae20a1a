import { words } from '../../core/text.ts';
import { isObject, type JsonValue, resolvePointer } from '../../document/document.ts';
import type { Mapping } from '../../policy/policy.ts';
import { asList, asObject } from '../field.ts';
import { mappedMetrics } from './metrics.ts';
import { PART_READERS } from './parts.ts';

/** A mapping that fits files of one kind, and how it was found. */
export interface Recognised {
  readonly mapping: Mapping;
  /** What was taken for what, a sentence each. */
  readonly took: readonly string[];
  /** What a person should decide. */
  readonly unsure: readonly string[];
}

/** Where people keep the numbers of a run, the most telling first. */
const METRICS = words('/aggregate /aggregates /metrics /scores /summary /totals /stats /results');

type Part = Exclude<keyof typeof PART_READERS, 'reason'> | 'rows';

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

/** The mapping that fits all of these files of one kind; `null` where they do not look like results. */
export function recognise(values: readonly JsonValue[]): Recognised | null {
  const metrics = commonMetrics(values);
  if (metrics === null) return null;
  const parts = PARTS.flatMap(([part, pointers]) => {
    const pointer = pointers.find((candidate) => candidate !== metrics && found(values, candidate, part));
    return pointer === undefined ? [] : [[part, pointer] as const];
  });
  const mapping: Mapping = { metrics, ...Object.fromEntries(parts) };
  const took = Object.entries(mapping).map(([part, pointer]) => `${pointer || 'the whole file'}: ${part}`);
  return { mapping, took, unsure: [] };
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
    if (part === 'rows') return asList(stands)?.every(isObject) === true;
    return PART_READERS[part](stands, { pointer, root: value }) !== null;
  });
}
