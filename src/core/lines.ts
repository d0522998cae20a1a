import { CR, LF } from '../document/bytes.ts';

/** The lines that were added at the end; `null` where the older bytes do not begin the newer ones, line by line. */
export function linesAdded(before: Uint8Array, after: Uint8Array): number | null {
  const { length } = before;
  if (length > after.length || Buffer.compare(before, after.subarray(0, length)) !== 0) return null;
  const open = length > 0 && before[length - 1] !== LF && length < after.length;
  const from = !open ? length : after[length] === LF ? length + 1 : after[length] === CR ? length + 2 : -1;
  if (from < 0 || (open && after[from - 1] !== LF)) return null;
  let count = from < after.length && after[after.length - 1] !== LF ? 1 : 0;
  for (let at = from; at < after.length; at++) if (after[at] === LF) count += 1;
  return count;
}
