import { inflateRawSync } from 'node:zlib';

/** One file in an archive. `size` is what its directory says of its unpacked size, in bytes. */
export interface ArchiveEntry {
  readonly name: string;
  readonly size: number;
  /** The unpacked bytes; `null` where they cannot be unpacked to at most the size that is stated. */
  unpack(): Uint8Array | null;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const END_LENGTH = 22;
const LONGEST_COMMENT = 65_535;
const ENTRY_LENGTH = 46;
const IN_ZIP64 = 0xffffffff;
const LOCAL = 0x04034b50;
const LOCAL_LENGTH = 30;
const STORED = 0;
const DEFLATED = 8;

/**
 * The files in a zip archive by its central directory (APPNOTE 6.3.10, sections 4.3.12 and 4.3.16), so that a few bytes
 * which unpack to gigabytes are refused before anything is unpacked. `null` where there is no such directory, or one
 * whose sizes stand in zip64 records: no workbook of a sane size needs them.
 */
export function archiveEntries(bytes: Uint8Array): readonly ArchiveEntry[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (end === null) return null;
  const entries: ArchiveEntry[] = [];
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  while (entries.length < count) {
    if (at + ENTRY_LENGTH > view.byteLength || view.getUint32(at, true) !== ENTRY) return null;
    const [packed, size, start] = [20, 24, 42].map((offset) => view.getUint32(at + offset, true));
    if (size === IN_ZIP64 || packed === IN_ZIP64 || start === IN_ZIP64) return null;
    const method = view.getUint16(at + 10, true);
    const [name, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    const here = { method, packed: packed!, size: size!, start: start! };
    entries.push({
      name: Buffer.from(bytes.subarray(at + ENTRY_LENGTH, at + ENTRY_LENGTH + name!)).toString('latin1'),
      size: size!,
      unpack: () => unpack(bytes, view, here),
    });
    at += ENTRY_LENGTH + name! + extra! + comment!;
  }
  return entries;
}

interface Packed {
  readonly method: number;
  readonly packed: number;
  readonly size: number;
  /** Where the file's own header stands. */
  readonly start: number;
}

function unpack(
  bytes: Uint8Array,
  view: DataView,
  { method, packed, size, start }: Packed,
): Uint8Array | null {
  if (start + LOCAL_LENGTH > view.byteLength || view.getUint32(start, true) !== LOCAL) return null;
  const from = start + LOCAL_LENGTH + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
  const data = bytes.subarray(from, from + packed);
  if (method === STORED) return data;
  if (method !== DEFLATED) return null;
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(1, size) });
  } catch {
    return null;
  }
}

function findEnd(view: DataView): number | null {
  const last = view.byteLength - END_LENGTH;
  for (let at = last; at >= 0 && at >= last - LONGEST_COMMENT; at--) {
    if (view.getUint32(at, true) === END) return at;
  }
  return null;
}
