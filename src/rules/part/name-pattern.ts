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
  if (source === null) return null;
  const pattern = parseNamePattern(source);
  return 'wrong' in pattern ? null : pattern;
}
