import { isDate, isTime } from '../../core/calendar.ts';
import type { Dataset, Judge, Reading, StatedThreshold } from '../../core/reading.ts';
import { formatPointer, type JsonValue, parsePointer, resolvePointer } from '../../document/document.ts';
import type { Mapping } from '../../policy/policy.ts';
import { asList, asObject, asText, member, textMembers, versionAt } from '../field.ts';
import { readThreshold } from '../native/claims.ts';
import { readDataset } from '../native/header.ts';

/** What a mapping's pointer found, read; `null` where it is not in the file or not understood. */
export type Find = <T>(
  part: keyof Mapping,
  read: (value: JsonValue, pointer: string) => T | null,
) => T | null;

/** Reads parts of a file by a mapping; every part that the mapping names and the file does not hold is a loss. */
export function finder(root: JsonValue, mapping: Mapping, losses: string[]): Find {
  return (part, read) => {
    const pointer = mapping[part];
    if (pointer === undefined) return null;
    const value = resolvePointer(root, pointer);
    const found = value === undefined || value === null ? null : read(value, pointer);
    if (found === null) losses.push(`${part}: ${lost(value, pointer)}`);
    return found;
  };
}

function lost(value: JsonValue | undefined, pointer: string): string {
  if (value === undefined) return `nothing stands at ${pointer}`;
  return value === null ? `${pointer} is null` : `what stands at ${pointer} is not understood`;
}

/** An RFC 3339 instant with a zone: a local time would be another moment on every machine. */
export function readInstant(value: JsonValue): string | null {
  return typeof value === 'string' && isTime(value) ? value : null;
}

export function readDay(value: JsonValue): string | null {
  return typeof value === 'string' && isDate(value) ? value : null;
}

/** The day of an instant in UTC, `YYYY-MM-DD`. */
export function utcDay(instant: string | null): string | null {
  // a leap second is legal in RFC 3339 and unknown to Date
  const time = instant === null ? Number.NaN : Date.parse(instant.replace(/:60(?=[.Zz+-])/, ':59'));
  return Number.isNaN(time) ? null : new Date(time).toISOString().slice(0, 10);
}

/** The version at a pointer of the file. */
export function readVersion(root: JsonValue, pointer: string): number | string | null {
  const tokens = parsePointer(pointer) ?? [];
  const holder = resolvePointer(root, formatPointer(tokens.slice(0, -1)));
  return versionAt(asObject(holder), tokens.at(-1) ?? '');
}

export function readStatus(value: JsonValue): Reading['status'] | null {
  return value === 'measured' || value === 'unmeasured' ? value : null;
}

/** A word, or a boolean under a key that says which of the two it affirms (`/fake`, `/llm/scripted`). */
export function readMode(value: JsonValue, pointer: string): Reading['mode'] {
  if (typeof value !== 'boolean') return modeOf(asText(value));
  const affirmed = modeOf(parsePointer(pointer)?.at(-1) ?? null);
  if (value || affirmed === null) return affirmed;
  return affirmed === 'real' ? 'scripted' : 'real';
}

function modeOf(word: string | null): Reading['mode'] {
  if (word === 'real') return 'real';
  return word === 'fake' || word === 'scripted' ? 'scripted' : null;
}

/** Routes by role; a lone text is the one model there was. */
export function readModels(value: JsonValue): ReadonlyMap<string, string> | null {
  if (typeof value === 'string') return new Map([['model', value]]);
  const models = textMembers(asObject(value));
  return models.size === 0 ? null : models;
}

/** A dataset by its name alone, or as an object. */
export function readNamedDataset(value: JsonValue): Dataset | null {
  if (typeof value === 'string') return { name: value, version: null, fingerprint: null, cases: null };
  return readDataset(asObject(value));
}

/** A judge by its route alone, or as an object that has one. */
export function readMappedJudge(value: JsonValue): Judge | null {
  const route = asText(value) ?? asText(member(asObject(value), 'route'));
  if (route === null) return null;
  return {
    route,
    ruled: null,
    unreached: null,
    undisclosed: null,
    served: [],
    answered: null,
    checked_against: [],
    temperature: null,
    prompt_sha256: null,
  };
}

/** How many rows a run has. They are counted and not read: the mapping does not say which of their members are scores. */
export function countRows(value: JsonValue): number | null {
  const rows = asList(value);
  return rows?.every((row) => asObject(row) !== null) ? rows.length : null;
}

/** Thresholds stated as `{ metric: { min, max, verdict } }`; anything else is not understood. */
export function readMappedThresholds(value: JsonValue, pointer: string): readonly StatedThreshold[] | null {
  const object = asObject(value);
  if (object === null) return null;
  const read = Object.entries(object).map(([metric, threshold]) =>
    readThreshold(metric, asObject(threshold), pointer + formatPointer([metric])),
  );
  return read.every((threshold) => threshold !== null) ? read : null;
}
