/** What an archive says that it holds. */
export interface ArchiveSize {
  readonly entries: number;
  readonly bytes: number;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const END_LENGTH = 22;
const LONGEST_COMMENT = 65_535;
const ENTRY_LENGTH = 46;
const IN_ZIP64 = 0xffffffff;

/**
 * Adds up the unpacked sizes in the central directory of a zip archive (APPNOTE 6.3.10, sections 4.3.12 and 4.3.16), so
 * that a few bytes which unpack to gigabytes are refused before anything is unpacked. `null` where there is no such
 * directory, or one whose sizes stand in zip64 records: no workbook of a sane size needs them.
 */
export function archiveSize(bytes: Uint8Array): ArchiveSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (end === null) return null;
  const entries = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  let total = 0;
  for (let entry = 0; entry < entries; entry++) {
    if (at + ENTRY_LENGTH > view.byteLength || view.getUint32(at, true) !== ENTRY) return null;
    const size = view.getUint32(at + 24, true);
    if (size === IN_ZIP64) return null;
    total += size;
    const names =
      view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    at += ENTRY_LENGTH + names;
  }
  return { entries, bytes: total };
}

function findEnd(view: DataView): number | null {
  const last = view.byteLength - END_LENGTH;
  for (let at = last; at >= 0 && at >= last - LONGEST_COMMENT; at--) {
    if (view.getUint32(at, true) === END) return at;
  }
  return null;
}
