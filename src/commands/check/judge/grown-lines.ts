import type { GrowthOutcome, LostRow } from '../../../core/ledger.ts';
import { linesAdded } from '../../../core/lines.ts';
import { LF } from '../../../document/bytes.ts';

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
const SHOWN = { before: 24, behind: 60 };

function lineAround(bytes: Buffer, start: number, differs: number): string {
  let from = Math.max(start, differs - SHOWN.before);
  while (from > start && (bytes[from]! & 0xc0) === 0x80) from -= 1;
  const feed = bytes.indexOf(LF, from);
  const end = Math.min(feed < 0 ? bytes.length : feed, differs + SHOWN.behind);
  const text = new TextDecoder().decode(bytes.subarray(from, end), { stream: true });
  return `${from > start ? '…' : ''}${text}`;
}
