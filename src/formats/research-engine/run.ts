import type { Path } from '../../core/path.ts';
import { type Dataset, EMPTY_READING, type Reading } from '../../core/reading.ts';
import { asNumber, asObject, asText, type JsonObject, member, textMembers, versionAt } from '../field.ts';
import { readDay, readInstant, utcDay } from '../mapping/parts.ts';

/** One of the shapes that the engine's result files have. */
export interface Shape {
  detect(root: JsonObject): boolean;
  read(root: JsonObject, path: Path): readonly Reading[];
}

export const FORMAT = 'research-engine';

/** The engine rounds its headlines to four places. */
export const PLACES = 4;

/** The reason of a `null` that the file states and says no more about. */
export const NO_REASON = 'evidence_missing: the file states null and does not say why';

/** What the report and memory runs say of themselves before their numbers. */
export function readRun(root: JsonObject): Reading {
  const generated_at = readInstant(member(root, 'generated_at') ?? null);
  const method = asObject(member(root, 'method'));
  const metrics_version = versionAt(method, 'metrics_version');
  const mode = readMode(member(root, 'llm_mode'));
  const models = readModels(asObject(member(root, 'models')));
  const limits = asObject(member(method, 'limits'));
  return {
    ...EMPTY_READING,
    format: FORMAT,
    run: {
      ...EMPTY_READING.run,
      date: readDay(member(root, 'date') ?? null) ?? utcDay(generated_at),
      generated_at,
    },
    mode,
    metrics_version,
    dataset: readDataset(root, method),
    limits: limits === null ? null : unlimited(limits),
    models: mode === 'scripted' ? new Map() : models,
    losses: [
      ...(metrics_version === null ? ['metrics_version: the file states none'] : []),
      ...(limits === null ? ['limits: the file states none'] : []),
      ...(mode === null ? ['mode: the file does not say whether models were called'] : []),
      ...(mode === 'scripted' ? [untrusted(models)] : []),
    ],
  };
}

export function readMode(value: unknown): Reading['mode'] {
  if (value === 'fake') return 'scripted';
  return value === 'real' ? 'real' : null;
}

/** Routes by role; a key such as `_note` is no role. */
export function readModels(models: JsonObject | null): ReadonlyMap<string, string> {
  return new Map([...textMembers(models)].filter(([role]) => !role.startsWith('_')));
}

/** What is lost where a fake run names models. */
export function untrusted(models: ReadonlyMap<string, string>): string {
  const named = [...new Set(models.values())].sort().join(', ');
  if (named === '') return 'models: in fake mode no model was called';
  return `models: the file names ${named}, but in fake mode no model was called`;
}

function readDataset(root: JsonObject, method: JsonObject | null): Dataset | null {
  const name = asText(member(method, 'query_set'));
  const cases = asNumber(member(asObject(member(root, 'aggregate')), 'queries'));
  return name === null && cases === null ? null : { name, version: null, fingerprint: null, cases };
}

/** The engine writes 0 for "no limit". */
function unlimited(limits: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(limits).map(([name, limit]) => [name, limit === 0 ? null : limit]),
  );
}
