import { comparePaths } from '../../core/change.ts';
import type { Location } from '../../core/finding.ts';
import { formatPointer, parsePointer } from '../../document/pointer.ts';
import type { RecordSubject } from '../subject.ts';

/** Where a JSON pointer leads in a record; where it leads nowhere, the nearest thing around it that is there. */
export function placeIn({ path, content }: RecordSubject, pointer: string | null): Location {
  if (pointer === null || content.kind !== 'document') return { path, pointer };
  const tokens = parsePointer(pointer) ?? [];
  for (let length = tokens.length; length >= 0; length -= 1) {
    const place = content.document.locate(formatPointer(tokens.slice(0, length)));
    if (place !== null) return { path, pointer, line: place.line, column: place.column };
  }
  return { path, pointer };
}

/** Records by path: what is found first must not depend on the order in which files were read. */
export function inOrder(records: readonly RecordSubject[]): readonly RecordSubject[] {
  return records.toSorted((a, b) => comparePaths(a.path, b.path));
}
