import { CR, LF } from './ascii.ts';
import type { Place } from './document.ts';

const STRIDE = 1024;

/** Finds the place of a byte. A table with an entry for every 1,024 bytes is made at the first question. */
export function placeFinder(bytes: Uint8Array): (offset: number) => Place {
  let table: Int32Array | null = null;
  return (offset) => {
    table ??= makeTable(bytes);
    const target = Math.min(Math.max(offset, 0), bytes.length);
    const entry = Math.floor(target / STRIDE);
    const cursor = { line: table[2 * entry]!, column: table[2 * entry + 1]! };
    advance(bytes, entry * STRIDE, target, cursor);
    return { offset: target, line: cursor.line, column: cursor.column };
  };
}

function makeTable(bytes: Uint8Array): Int32Array {
  const entries = Math.floor(bytes.length / STRIDE) + 1;
  const table = new Int32Array(2 * entries);
  const cursor = { line: 1, column: 1 };
  for (let entry = 0; entry < entries; entry++) {
    if (entry > 0) advance(bytes, (entry - 1) * STRIDE, entry * STRIDE, cursor);
    table[2 * entry] = cursor.line;
    table[2 * entry + 1] = cursor.column;
  }
  return table;
}

/** CRLF ends one line, and so do LF and CR alone. Bytes that continue a code point and a leading mark have no width. */
function advance(
  bytes: Uint8Array,
  from: number,
  to: number,
  cursor: { line: number; column: number },
): void {
  for (let at = from; at < to; at++) {
    const byte = bytes[at]!;
    if (byte === LF || (byte === CR && bytes[at + 1] !== LF)) {
      cursor.line++;
      cursor.column = 1;
    } else if ((byte & 0xc0) !== 0x80 && !(at === 0 && markLength(bytes) > 0)) cursor.column++;
  }
}

/** 3 where the bytes begin with UTF-8's byte order mark, else 0. */
export function markLength(bytes: Uint8Array): 0 | 3 {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}
