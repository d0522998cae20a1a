import { plainNumber, selectorText } from '../../core/citation/citation.ts';
import type { Path } from '../../core/path.ts';
import type { JudgedCitation } from '../subject.ts';

/** The value that a citation names, as plain data; `null` where it cannot be understood. */
export interface CitedData {
  readonly record: Path | null;
  /** A metric's name, or a JSON Pointer. */
  readonly value: string | null;
  readonly arm: string | null;
  readonly text: string;
}

/** The value that a citation names, as data of a finding. */
export function citedData({ citation: { target, text } }: JudgedCitation): CitedData {
  if ('problem' in target) return { record: null, value: null, arm: null, text: plainNumber(text) };
  const { record, selector, arm } = target;
  return { record, value: selectorText(selector), arm, text: plainNumber(text) };
}

/** The place of a citation. */
export function citationPlace({ page, citation: { line, column, target } }: JudgedCitation) {
  const pointer = 'problem' in target || 'metric' in target.selector ? null : target.selector.pointer;
  return { path: page, pointer, line, column };
}

/** The value that is cited, in words. */
export function citedWords({ value, arm }: Pick<CitedData, 'value' | 'arm'>): string {
  return arm === null ? `${value}` : `${value} of ${arm}`;
}
