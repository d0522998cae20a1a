import type { GrowthOutcome, LostRow, Ungrown } from '../../../core/ledger.ts';
import type { Document } from '../../../document/document.ts';
import type { Table, TableRow, TableSettings } from './table.ts';

/** Rows, and columns within a row, that are named one by one; the rest is counted. */
const SHOWN = { rows: 3, columns: 3 };

/** Whether rows were only added: each row of the older table stands in the newer one, unchanged but for what is ignored. */
export function rowGrowth(
  before: Pick<Table, 'rows' | 'around'>,
  after: Table,
  { ignore }: Pick<TableSettings, 'ignore'>,
): GrowthOutcome {
  const ignored = new Set(ignore);
  const lost: LostRow[] = [];
  let count = 0;
  let first: string | null = null;
  const note = (name: string, changes: LostRow['changes'], pointer: string | null) => {
    count += 1;
    first ??= pointer;
    if (lost.length >= SHOWN.rows) return;
    lost.push({
      name,
      changes: changes.slice(0, SHOWN.columns),
      more: Math.max(0, changes.length - SHOWN.columns),
    });
  };
  for (const [key, row] of before.rows) {
    const now = after.rows.get(key);
    if (now === undefined) {
      note(row.name, [], null);
      continue;
    }
    const changes = changedColumns(row, now, ignored);
    if (changes.length > 0) note(row.name, changes, now.pointer);
  }
  for (const pointer of new Set([...before.around.keys(), ...after.around.keys()])) {
    const [was, is] = [before.around.get(pointer) ?? null, after.around.get(pointer) ?? null];
    if (was !== is) note(pointer, [{ column: '', before: was, after: is }], is === null ? null : pointer);
  }
  if (count === 0) return { kind: 'grown', by: 'rows', count: after.rows.size - before.rows.size };
  return { kind: 'ungrown', by: 'rows', lost, count, reason: null, at: placeIn(after.document, first) };
}

function changedColumns(was: TableRow, is: TableRow, ignored: ReadonlySet<string>): LostRow['changes'] {
  const changes: LostRow['changes'][number][] = [];
  const look = (column: string) => {
    const [before, after] = [was.cell(column), is.cell(column)];
    if (before !== after && !ignored.has(column)) changes.push({ column, before, after });
  };
  const [old, now] = [was.columns(), is.columns()];
  for (const column of old) look(column);
  const known = new Set(old);
  for (const column of now) if (!known.has(column)) look(column);
  return changes;
}

function placeIn(document: Document, pointer: string | null): Ungrown['at'] {
  if (pointer === null) return null;
  const place = document.locate(pointer);
  return { pointer, line: place?.line ?? null, column: place?.column ?? null };
}
