import type { JsonValue } from '../document/document.ts';
import type { Path } from './path.ts';

/** `error` fails the check, `warning` asks for attention, `note` informs. */
export type Severity = 'error' | 'warning' | 'note';

/** Data of a finding: plain JSON, so that it can be reported as it is. */
export type FindingData = { readonly [key: string]: JsonValue };

/** Where a finding is: a file, and where it helps a place in it. Line and column count from 1. */
export interface Location {
  readonly path: Path | null;
  readonly pointer?: string | null;
  readonly line?: number | null;
  readonly column?: number | null;
}

/** What a rule found. The words are rendered late, from the data. */
export interface Finding<Id extends string = string, Data = FindingData> extends Location {
  readonly rule: Id;
  readonly severity: Severity;
  readonly data: Data;
}
