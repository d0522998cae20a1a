import type { Location, Severity } from '../../core/finding.ts';
import type { Found } from '../../core/rule.ts';
import type { Fault, FaultCode } from '../../document/document.ts';
import { faultMessage } from '../../document/message.ts';
import type { RecordSubject } from '../subject.ts';

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

/** The finding of a fault. */
export function foundFault(
  { path }: RecordSubject,
  { code, pointer, place, data }: Fault,
  severity: Severity,
): Found<FaultData> {
  const { line, column } = place;
  return {
    path,
    pointer: pointer === '' ? null : pointer,
    line,
    column,
    severity,
    data: { code, details: data },
  };
}

/** The fault in words, as a sentence of its own. */
export function faultSentence({ code, details }: FaultData, { pointer, line, column }: Location): string {
  const place = { offset: 0, line: line ?? 1, column: column ?? 1 };
  const words = faultMessage({ code, pointer: pointer ?? '', place, data: details, fatal: false });
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
