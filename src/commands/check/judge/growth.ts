import type { GrowthOutcome, LostRow, Ungrown } from '../../../core/ledger.ts';
import { linesAdded } from '../../../core/lines.ts';
import { LF } from '../../../document/bytes.ts';
import type { Document } from '../../../document/document.ts';
import type { Table, TableRow, TableSettings } from './table.ts';

/**
 * Whether lines were only added at the end: the older bytes begin the newer ones, and nothing is glued to their last
 * line. A `merge` may put the lines of both sides together: each side's are all there, in their order.
 */
export function lineGrowth(before: Buffer, after: Buffer, merge = false): GrowthOutcome {
  const count = linesAdded(before, after);
  if (count !== null) return { kind: 'grown', by: 'lines', count };
  if (merge) {
    const [older, newer] = [linesIn(before), linesIn(after)];
    let kept = 0;
    for (const line of newer) if (kept < older.length && line === older[kept]) kept += 1;
    if (kept === older.length) return { kind: 'grown', by: 'lines', count: newer.length - older.length };
  }
  const { line, lost } = firstLost(before, after);
  const at = { pointer: '', line: lost.changes.length === 0 ? null : line, column: null };
  return { kind: 'ungrown', by: 'lines', lost: [lost], count: 1, reason: null, at };
}

function linesIn(bytes: Buffer): readonly string[] {
  const lines = bytes.toString('latin1').split('\n');
  // What ends in a line feed has no line behind it.
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/** The first line that is not what it was. */
function firstLost(before: Buffer, after: Buffer): { readonly line: number; readonly lost: LostRow } {
  let [line, start, at] = [1, 0, 0];
  for (; at < before.length && before[at] === after[at]; at++) {
    if (before[at] !== LF) continue;
    line += 1;
    start = at + 1;
  }
  // A last line without an end is changed by what was glued to it.
  const [was, is] = [before, start < after.length ? after : null].map(
    (side) => side && lineAround(side, start, at),
  );
  const changes = is ? [{ column: '', before: was ?? '', after: is }] : [];
  return { line, lost: { name: `line ${line}`, changes, more: 0 } };
}

/** What is shown of a line before the place where it begins to differ, and behind it. */
const SHOWN_OF_LINE = { before: 24, behind: 60 };

function lineAround(bytes: Buffer, start: number, differs: number): string {
  let from = Math.max(start, differs - SHOWN_OF_LINE.before);
  while (from > start && (bytes[from]! & 0xc0) === 0x80) from -= 1;
  const feed = bytes.indexOf(LF, from);
  const end = Math.min(feed < 0 ? bytes.length : feed, differs + SHOWN_OF_LINE.behind);
  const text = new TextDecoder().decode(bytes.subarray(from, end), { stream: true });
  return `${from > start ? '…' : ''}${text}`;
}

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
