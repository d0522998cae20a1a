import { getOrMake } from '../../core/maps.ts';
import { type NamePattern, parseNamePattern } from '../../core/name-pattern.ts';
import { RESULT_NAME, RESULT_SCHEMA } from '../../core/native.ts';
import { comparePaths } from '../../core/path.ts';
import type { Location, RuleMatch, Severity } from '../../core/rule.ts';
import {
  type Fault,
  type FaultCode,
  formatPointer,
  parsePointer,
  resolvePointer,
} from '../../document/document.ts';
import { faultMessage } from '../../document/fault.ts';
import type { RecordSubject } from '../subject.ts';

/** What a rule finds at a place of a record. */
export interface Located<Data> {
  readonly pointer: string | null;
  readonly data: Data;
}

/** The place that a JSON Pointer leads to in a record, or the nearest one around it that is there. */
export function placeIn({ path, content }: RecordSubject, pointer: string | null): Location {
  if (pointer === null || content.kind !== 'document') return { path, pointer };
  const at = content.document.fileAt?.(pointer) ?? { path, pointer };
  const tokens = parsePointer(pointer) ?? [];
  for (let length = tokens.length; length >= 0; length -= 1) {
    const place = content.document.locate(formatPointer(tokens.slice(0, length)));
    if (place !== null) return { ...at, line: place.line, column: place.column };
  }
  return at;
}

/** Records by path: what is found first must not depend on the order in which files were read. */
export function inOrder(records: readonly RecordSubject[]): readonly RecordSubject[] {
  return records.toSorted((a, b) => comparePaths(a.path, b.path));
}

/** Whether a record was made from another tool's file: what that file does not say is among its losses. */
export function wasConverted({ content }: RecordSubject): boolean {
  if (content.kind !== 'document') return false;
  const format = resolvePointer(content.document.value, '/source/format');
  return typeof format === 'string' && format !== 'native';
}

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
  return getOrMake(known, source, () => {
    const pattern = parseNamePattern(source);
    return 'wrong' in pattern ? null : pattern;
  });
}

/** A fault of a file's text as a finding keeps it; the place is the finding's own. */
export interface FaultData {
  readonly code: FaultCode;
  readonly details: Fault['data'];
}

/**
 * How much a fault of a file's text weighs: an error where a series claims the file or it calls itself `evalguard.*`,
 * a note where it is JSON by name and nobody reads it, `null` where it is neither.
 */
export function weightOf({ path, series, native }: RecordSubject): Severity | null {
  if (series !== null || native !== null) return 'error';
  return isJsonName(path) ? 'note' : null;
}

/** Whether the path ends as JSON or JSON Lines files do. */
export function isJsonName(path: string): boolean {
  return /\.jsonl?$/i.test(path);
}

/** The faults of a record's text that have one of the codes, in the order of the file. */
export function faultsOf({ content }: RecordSubject, codes: readonly FaultCode[]): readonly Fault[] {
  const faults =
    content.kind === 'fault' ? [content.fault] : content.kind === 'document' ? content.document.faults : [];
  return faults.filter(({ code }) => codes.includes(code));
}

/** Findings of the faults with these codes; `severityOf` may weigh one otherwise than the file's text as a whole. */
export function* faultFindings(
  record: RecordSubject,
  codes: readonly FaultCode[],
  severityOf: (code: FaultCode, weight: Severity) => Severity = (_, weight) => weight,
): Generator<RuleMatch<FaultData>> {
  const weight = weightOf(record);
  if (weight === null) return;
  for (const { code, pointer, place, data } of faultsOf(record, codes)) {
    const at = { path: record.path, pointer: pointer === '' ? null : pointer };
    const { line, column } = place;
    yield { ...at, line, column, severity: severityOf(code, weight), data: { code, details: data } };
  }
}

/** The fault in words, as a sentence of its own. */
export function faultSentence({ code, details }: FaultData, { pointer, line, column }: Location): string {
  const place = { offset: 0, line: line ?? 1, column: column ?? 1 };
  const words = faultMessage({ code, pointer: pointer ?? '', place, data: details, fatal: false });
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
