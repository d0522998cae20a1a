import { type NamePattern, parseNamePattern } from '../../core/name.ts';
import { RESULT_NAME, RESULT_SCHEMA } from '../../core/native.ts';
import type { RecordSubject } from '../subject.ts';

/**
 * The pattern that a record's file name has to fit: its series' own, or for a native result the usual one. `null`
 * where names are free; a retraction is named after its result, whatever series its name would fall into.
 */
export function namePatternOf({ series, native }: RecordSubject): NamePattern | null {
  if (native !== null && native.schema !== RESULT_SCHEMA) return null;
  const source = series?.name ?? (native === null ? null : RESULT_NAME);
  return source === null ? null : parsed(source);
}

/** The pattern of the runs whose name a file must not take that is no result; `null` for a result. */
export function takenPattern({ series, native }: RecordSubject): NamePattern | null {
  if (native === null || native.schema === RESULT_SCHEMA) return null;
  return parsed(series?.name ?? RESULT_NAME);
}

const known = new Map<string, NamePattern | null>();

/** A ledger has a handful of patterns and thousands of names. */
function parsed(source: string): NamePattern | null {
  const before = known.get(source);
  if (before !== undefined) return before;
  const pattern = parseNamePattern(source);
  const sound = 'wrong' in pattern ? null : pattern;
  known.set(source, sound);
  return sound;
}
