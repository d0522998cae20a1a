import {
  type Claim,
  EMPTY_DATASET,
  EMPTY_JUDGE,
  EMPTY_READING,
  type Reading,
  type StatedThreshold,
} from '../../core/reading.ts';
import {
  formatPointer,
  isObject,
  type JsonObject,
  type JsonValue,
  parsePointer,
  resolvePointer,
} from '../../document/document.ts';
import type { Mapping } from '../../policy/policy.ts';
import {
  asDay,
  asInstant,
  asList,
  asNumber,
  asObject,
  asText,
  textMembers,
  utcDay,
  versionAt,
} from '../field.ts';
import type { ResultFile } from '../format.ts';
import { readThreshold } from '../native/claims.ts';
import { readDataset } from '../native/native.ts';

/** The `format` of readings that a policy's mapping made. */
export const MAPPED = 'mapping';

const NO_REASON = 'no reason stated';

/**
 * Reads a team's own JSON by the pointers of a policy. Only `metrics` must be there; whatever else a pointer does not
 * find is unknown (`null`) and a loss, never an error and never 0.
 */
export function readMapped(
  file: ResultFile,
  mapping: Mapping,
): { readonly readings: readonly Reading[] } | { readonly unread: string } {
  if (file.document === null) return { unread: 'its syntax is none that a mapping can point into' };
  const root = file.document.value;
  const at = mapping.metrics ?? '';
  const stated = resolvePointer(root, at);
  const metrics = asObject(stated);
  if (metrics === null) return { unread: noMetrics(at, stated) };
  const losses: string[] = [];
  /** Every part that the mapping names and the file does not hold is a loss. */
  const find = <Part extends keyof typeof PART_READERS>(part: Part) => {
    const place = mapping[part];
    const pointer = part === 'rows' && isObject(place) ? String(place['at']) : place;
    if (typeof pointer !== 'string') return null;
    const value = resolvePointer(root, pointer);
    const found = value === undefined || value === null ? null : PART_READERS[part](value, { pointer, root });
    if (found === null) losses.push(`${part}: ${lost(value, pointer)}`);
    return found as ReturnType<(typeof PART_READERS)[Part]>;
  };
  const status = find('status') ?? 'measured';
  const reason = find('reason');
  const generated_at = find('generated_at');
  const expected = find('rows');
  const found = mappedMetrics(metrics, parsePointer(at) ?? [], reason ?? NO_REASON);
  const claim = (each: Claim): Claim => ({
    ...each,
    ...(status === 'unmeasured' ? { value: null, reason: reason ?? NO_REASON } : {}),
    ...(expected === null ? {} : { expected }),
  });
  const reading: Reading = {
    ...EMPTY_READING,
    format: MAPPED,
    run: { ...EMPTY_READING.run, date: find('date') ?? utcDay(generated_at), generated_at },
    status,
    reason,
    mode: find('mode'),
    metrics_version: find('metrics_version'),
    dataset: find('dataset'),
    limits: find('limits'),
    models: find('models') ?? EMPTY_READING.models,
    judge: find('judge'),
    claims: found.claims.map(claim),
    stated: find('thresholds') ?? [],
  };
  return { readings: [{ ...reading, losses: [...losses, ...found.losses] }] };
}

function noMetrics(pointer: string, found: JsonValue | undefined): string {
  const place = pointer === '' ? 'the whole file' : pointer;
  return found === undefined
    ? `nothing stands at ${place}, where the mapping of its series says that the metrics are`
    : `${place} is no object, and the mapping of its series says that the metrics are its members`;
}

/**
 * The metrics of a team's own object: its numbers, and its nulls as unmeasured. An object one level down is read as
 * `outer.inner` where it holds numbers and nulls alone; everything else is no metric and is listed under the losses. A
 * member whose own name is `outer.inner` comes before one that would be called so.
 */
export function mappedMetrics(
  object: JsonObject,
  pointer: readonly string[],
  reason: string,
): Pick<Reading, 'claims' | 'losses'> {
  const claims = new Map<string, Claim>();
  const losses: string[] = [];
  const nested: (readonly [string, JsonObject])[] = [];
  const claim = (name: string, value: number | null, tokens: readonly string[]) => {
    const place = formatPointer([...pointer, ...tokens]);
    claims.set(name, { name, value, reason: value === null ? reason : null, pointer: place });
  };
  for (const [name, value] of Object.entries(object)) {
    const inner = asObject(value);
    if (value === null || asNumber(value) !== null) claim(name, asNumber(value), [name]);
    else if (inner !== null && holdsMetrics(inner)) nested.push([name, inner]);
    else losses.push(`${formatPointer([...pointer, name])} is no number and no metric: ${kindOf(value)}`);
  }
  for (const [outer, object] of nested) {
    for (const [inner, value] of Object.entries(object)) {
      const name = `${outer}.${inner}`;
      if (!claims.has(name)) claim(name, asNumber(value), [outer, inner]);
      else losses.push(`${formatPointer([...pointer, outer, inner])} is not read: ${name} is taken`);
    }
  }
  return { claims: [...claims.values()], losses };
}

function holdsMetrics(object: JsonObject): boolean {
  const values = Object.values(object);
  return values.length > 0 && values.every((value) => value === null || asNumber(value) !== null);
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object that holds more than numbers' : `a ${typeof value}`;
}

function lost(value: JsonValue | undefined, pointer: string): string {
  if (value === undefined) return `nothing stands at ${pointer}`;
  return value === null ? `${pointer} is null` : `what stands at ${pointer} is not understood`;
}

/** Where a part of a file stands. */
interface PartPlace {
  readonly pointer: string;
  readonly root: JsonValue;
}

/** What reads each part of a file that a mapping can point to; `null` where it is not understood. */
export const PART_READERS = {
  status: (value) => (value === 'measured' || value === 'unmeasured' ? value : null),
  reason: (value) => asText(value),
  generated_at: (value) => asInstant(value),
  date: (value) => asDay(value),
  mode: readMode,
  metrics_version: (_, { pointer, root }) => {
    const tokens = parsePointer(pointer) ?? [];
    const holder = resolvePointer(root, formatPointer(tokens.slice(0, -1)));
    return versionAt(asObject(holder), tokens.at(-1) ?? '');
  },
  // By its name alone, or as an object.
  dataset: (value) =>
    typeof value === 'string' ? { ...EMPTY_DATASET, name: value } : readDataset(asObject(value)),
  limits: (value) => asObject(value),
  // Routes by role; a lone text is the one model there was.
  models: (value) => {
    if (typeof value === 'string') return new Map([['model', value]]);
    const models = textMembers(asObject(value));
    return models.size === 0 ? null : models;
  },
  // By its route alone, or as an object that has one.
  judge: (value) => {
    const route = asText(value) ?? asText(value, 'route');
    return route === null ? null : { ...EMPTY_JUDGE, route };
  },
  // They are counted and not read: the mapping does not say which of their members are scores.
  rows: (value) => {
    const rows = asList(value);
    return rows?.every((row) => asObject(row) !== null) ? rows.length : null;
  },
  thresholds: readMappedThresholds,
} as const satisfies Readonly<
  Record<
    Exclude<keyof Mapping, 'metrics' | 'percent' | 'definitions' | 'arms' | 'part'>,
    (value: JsonValue, place: PartPlace) => unknown
  >
>;

/** A word, or a boolean under a key that says which of the two it affirms (`/fake`, `/llm/scripted`). */
function readMode(value: JsonValue, { pointer }: PartPlace): Reading['mode'] {
  if (typeof value !== 'boolean') return modeOf(asText(value));
  const affirmed = modeOf(parsePointer(pointer)?.at(-1) ?? null);
  if (value || affirmed === null) return affirmed;
  return affirmed === 'real' ? 'scripted' : 'real';
}

function modeOf(word: string | null): Reading['mode'] {
  if (word === 'real') return 'real';
  return word === 'fake' || word === 'scripted' ? 'scripted' : null;
}

/** Thresholds stated as `{ metric: { min, max, verdict } }`; anything else is not understood. */
function readMappedThresholds(value: JsonValue, { pointer }: PartPlace): readonly StatedThreshold[] | null {
  const object = asObject(value);
  if (object === null) return null;
  const read = Object.entries(object).map(([metric, threshold]) =>
    readThreshold(metric, asObject(threshold), pointer + formatPointer([metric])),
  );
  return read.every((threshold) => threshold !== null) ? read : null;
}
