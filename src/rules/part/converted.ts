import { resolvePointer } from '../../document/pointer.ts';
import type { RecordSubject } from '../subject.ts';

/** Whether a record was made from another tool's file: what that file does not say is among its losses. */
export function wasConverted({ content }: RecordSubject): boolean {
  if (content.kind !== 'document') return false;
  const format = resolvePointer(content.document.value, '/source/format');
  return typeof format === 'string' && format !== 'native';
}
