import { words } from '../../../core/text.ts';
import { formatPointer, isObject, type JsonValue, resolvePointer } from '../../../document/document.ts';
import type { Mapping } from '../../../policy/policy.ts';
import { PART_READERS } from '../parts.ts';
import { plainKey } from './key-words.ts';

/** What each part is taken for, in words, and the keys that it has, the most telling first. */
const PARTS = {
  generated_at: [
    'when it was made',
    `generated_at created_at timestamp run_at evaluated_at measured_at finished_at completed_at evaluated_at_utc
     timestamp_utc recorded_at ran_at started_at created generated created_on time`,
  ],
  date: ['the date', 'date run_date day updated'],
  metrics_version: ['the version of the metrics', 'metrics_version metric_version'],
  models: ['the models', 'models model model_name model_id llm llm_model'],
  judge: ['the judge', 'judge judge_model grader grader_model evaluator_model'],
  dataset: ['the dataset', 'dataset benchmark dataset_name'],
  part: [
    'a filter or a limit, with which a run is a part of the whole',
    'case_filter filter subset only limit max_cases max_samples max_queries max_questions max_tasks',
  ],
  mode: ['whether models were called', 'llm_mode mode fake scripted'],
  limits: ['the limits', 'limits'],
  thresholds: ['thresholds', 'thresholds'],
} as const;

type HeaderPart = keyof typeof PARTS;

const KEYS = new Map((Object.keys(PARTS) as HeaderPart[]).map((part) => [part, words(PARTS[part][1])]));

/** The place of a key among those of a part; one that ends in "filter" filters cases whatever stands before. */
function rankOf(key: string, part: HeaderPart): number {
  const keys = KEYS.get(part)!;
  const at = keys.indexOf(key);
  return at < 0 && part === 'part' && key.endsWith('_filter') ? keys.length : at;
}

/** Objects in which parts of a file stand, where not at its root. */
const HOLDERS = new Set(words('meta metadata run run_info info method environment config args header'));

interface FoundParts {
  readonly parts: Partial<Pick<Mapping, HeaderPart>>;
  readonly took: readonly string[];
  readonly unsure: readonly string[];
}

/** Where the parts of these files stand that are neither metrics nor rows. Some files may lack one. `arms`: what is read of them. */
export function findParts(values: readonly JsonValue[], arms: readonly JsonValue[]): FoundParts {
  const parts: Partial<Record<HeaderPart, string>> = {};
  const took: string[] = [];
  const places = [...placesIn(values), ...(arms === values ? [] : placesIn(arms))];
  const roots = [...values, ...(arms === values ? [] : arms)];
  for (const part of Object.keys(PARTS) as HeaderPart[]) {
    const found = places
      .filter(({ key }) => rankOf(key, part) >= 0)
      .toSorted((a, b) => rankOf(a.key, part) - rankOf(b.key, part))
      .find(({ pointer }) => roots.some((root) => fits(part, root, pointer)));
    if (found === undefined) continue;
    parts[part] = found.pointer;
    took.push(`${found.pointer}: ${PARTS[part][0]}`);
  }
  return { parts, took, unsure: parts.generated_at === undefined ? timesWithoutZone(values, places) : [] };
}

/** Whether what stands there is understood as the part. A filter that is not set says so by null. */
function fits(part: HeaderPart, root: JsonValue, pointer: string): boolean {
  const value = resolvePointer(root, pointer);
  if (value === undefined) return false;
  if (part === 'part') return true;
  return value !== null && PART_READERS[part](value, { pointer, root }) !== null;
}

interface KeyPlace {
  readonly pointer: string;
  /** Its last key, as `plainKey` spells it. */
  readonly key: string;
}

/** The keys at the roots and in what describes the run, each once. */
function placesIn(values: readonly JsonValue[]): readonly KeyPlace[] {
  const places = new Map<string, KeyPlace>();
  const add = (tokens: readonly string[]) => {
    const pointer = formatPointer(tokens);
    if (!places.has(pointer)) places.set(pointer, { pointer, key: plainKey(tokens.at(-1)!) });
  };
  for (const value of values) {
    if (!isObject(value)) continue;
    for (const [key, inner] of Object.entries(value)) {
      add([key]);
      if (isObject(inner) && HOLDERS.has(plainKey(key)))
        for (const under of Object.keys(inner)) add([key, under]);
    }
  }
  return [...places.values()];
}

/** Times that are none: without a zone each is another moment on every machine. */
function timesWithoutZone(values: readonly JsonValue[], places: readonly KeyPlace[]): readonly string[] {
  const local = places.find(
    ({ pointer, key }) =>
      rankOf(key, 'generated_at') >= 0 &&
      values.some((value) => /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(String(resolvePointer(value, pointer)))),
  );
  return local === undefined
    ? []
    : [`${local.pointer} has no time zone, so it says no moment, and is not read.`];
}
