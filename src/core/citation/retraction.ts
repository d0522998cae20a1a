import type { JsonValue } from '../document/document.ts';
import { RETRACTION_SCHEMA } from '../native.ts';
import { baseName, type Path } from '../path.ts';

/** A retraction, as far as whoever cites the record must know it. */
export interface Retraction {
  /** The retraction record itself. */
  readonly path: Path;
  /** The record that it retracts. */
  readonly of: Path;
  readonly reason: string;
  readonly superseded_by: Path | null;
}

/** The retraction that a record is; `null` where it is something else. */
export function retractionIn(path: Path, value: JsonValue): Retraction | null {
  if (member(value, 'schema') !== RETRACTION_SCHEMA) return null;
  const of = member(member(value, 'of'), 'path');
  if (typeof of !== 'string') return null;
  const reason = member(value, 'reason');
  const successor = member(value, 'superseded_by');
  return {
    path,
    of,
    reason: typeof reason === 'string' ? reason : '',
    superseded_by: typeof successor === 'string' ? successor : null,
  };
}

/** Whether a file beside a record has the name of a retraction of it: `<result>.retraction-<N>.json`. */
export function namesRetraction(name: string, record: Path): boolean {
  const base = baseName(record);
  const stems = [base, base.replace(/\.[^.]*$/, '')];
  return /\.retraction-\d+\.json$/.test(name) && stems.some((stem) => name.startsWith(`${stem}.retraction-`));
}

function member(value: JsonValue | undefined, key: string): JsonValue | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
  return new Map<string, JsonValue>(Object.entries(value)).get(key);
}
