import { firstBadByte, foreignEncoding, isSpace, markLength, textOf } from './bytes.ts';
import type { FaultCode } from './document.ts';
import { FatalFault, type FaultList } from './fault.ts';

const LFS_POINTER = 'version https://git-lfs.github.com/spec/';
const LFS_SIZE = /^size (\d+)$/m;
// git writes seven of a kind; a base is shown between ||||||| and ======= in the diff3 style
const CONFLICT_LINE =
  /(?:^|[\r\n])(<{7}(?: [^\r\n]*)?|\|{7}(?: [^\r\n]*)?|={7}|>{7}(?: [^\r\n]*)?)(?=[\r\n]|$)/;

/**
 * Throws a `FatalFault` for bytes that are no UTF-8 text of any notation: another encoding, nothing, an LFS pointer. With
 * `faults`, a byte order mark is noted.
 */
export function refuseForeign(bytes: Uint8Array, faults: FaultList | null): void {
  const binary = binaryOf(bytes);
  if (binary !== null) stop('encoding', 0, { binary: binary.name, advice: binary.advice });
  const encoding = foreignEncoding(bytes);
  if (encoding !== null) stop('encoding', 0, { encoding });
  const bad = firstBadByte(bytes);
  if (bad?.cut === true)
    stop('truncated', bad.offset, { bytes: bytes.length, expected: 'the rest of a character' });
  if (bad !== null)
    stop('encoding', bad.offset, { byte: `0x${bytes[bad.offset]!.toString(16).padStart(2, '0')}` });
  if (bytes.subarray(markLength(bytes)).every((byte) => isSpace(byte) || byte === 0)) {
    stop('empty', 0, { bytes: bytes.length });
  }
  const head = textOf(bytes, markLength(bytes), bytes.length < 1024 ? bytes.length : markLength(bytes));
  if (head.startsWith(LFS_POINTER)) stop('lfs-pointer', 0, { size: Number(LFS_SIZE.exec(head)?.[1] ?? 0) });
  if (markLength(bytes) > 0) faults?.add({ code: 'byte-order-mark', pointer: '', offset: 0, data: {} });
}

/** Parses a text. Where that fails and a merge left marks in it, they are the fault: a person has to fix them first. */
export function orConflict<T>(bytes: Uint8Array, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    refuseConflict(bytes);
    throw error;
  }
}

/** Throws a `FatalFault` at the first line that git writes into a file it could not merge. */
function refuseConflict(bytes: Uint8Array): void {
  const start = markLength(bytes);
  const match = CONFLICT_LINE.exec(textOf(bytes, start, bytes.length));
  const marker = match?.[1];
  if (match === null || marker === undefined) return;
  const before = match.input.slice(0, match.index + match[0].length - marker.length);
  const offset = start + new TextEncoder().encode(before).length;
  stop('merge-conflict', offset, { marker: marker.slice(0, 7) });
}

function stop(code: FaultCode, offset: number, data: Record<string, string | number>): never {
  throw new FatalFault({ code, pointer: '', offset, data });
}

/** A kind of file that is no text, and the advice that leads to a text of it. */
interface Binary {
  readonly name: string;
  readonly advice: string;
}

const UNPACK = 'unpack it, and keep the file that is inside';
const EXPORT = 'export what is to be kept as JSON, JSON Lines or CSV';

/** The archive that inspect_ai writes its logs into, often renamed. */
export const INSPECT_ARCHIVE: Binary = {
  name: 'an archive (.eval) of inspect_ai',
  advice: 'write it as JSON by `inspect log convert FILE --to json --output-dir DIR`, and read that',
};
const WORKBOOK: Binary = {
  name: 'an Excel workbook (.xlsx)',
  advice: 'give it the ending .xlsx and claim it by a series, or save it as CSV',
};
const ZIP: Binary = { name: 'a zip archive', advice: UNPACK };

/** What the first bytes of a file give away, as text in Latin-1, and from where on. */
const BEGINNINGS: readonly (readonly [start: string, name: string, advice: string, offset?: number])[] = [
  ['\x1f\x8b', 'compressed (gzip)', UNPACK],
  ['\x28\xb5\x2f\xfd', 'compressed (zstd)', UNPACK],
  ['\xfd7zXZ\x00', 'compressed (xz)', UNPACK],
  ['\x04\x22\x4d\x18', 'compressed (lz4)', UNPACK],
  ['BZh', 'compressed (bzip2)', UNPACK],
  ['7z\xbc\xaf\x27\x1c', 'a 7-Zip archive', UNPACK],
  ['ustar', 'a tar archive', UNPACK, 257],
  ['PAR1', 'a Parquet table', EXPORT],
  ['ARROW1', 'an Arrow table', EXPORT],
  ['FEA1', 'a Feather table', EXPORT],
  ['Obj\x01', 'an Avro file', EXPORT],
  ['SQLite format 3\x00', 'a SQLite database', EXPORT],
  ['DUCK', 'a DuckDB database', EXPORT, 8],
  ['\x89HDF', 'an HDF5 file', EXPORT],
  ['\x93NUMPY', 'a NumPy array', EXPORT],
  ['\x80\x02', 'a Python pickle', EXPORT],
  ['\x80\x03', 'a Python pickle', EXPORT],
  ['\x80\x04', 'a Python pickle', EXPORT],
  ['\x80\x05', 'a Python pickle', EXPORT],
  ['\xd0\xcf\x11\xe0', 'an old Office file (.xls)', EXPORT],
  ['%PDF-', 'a PDF', EXPORT],
  ['\x89PNG', 'a picture (PNG)', 'keep the numbers in it as JSON'],
  ['\xff\xd8\xff', 'a picture (JPEG)', 'keep the numbers in it as JSON'],
];

const LOOKED_AT = 65_536;

/** The kind of a file that is no text, by its first bytes; `null` where it is of none that is known. */
export function binaryOf(bytes: Uint8Array): Binary | null {
  const begins = (start: string, offset = 0) =>
    Array.from(start).every((letter, at) => bytes[offset + at] === letter.charCodeAt(0));
  if (begins('PK\x03\x04') || begins('PK\x05\x06')) return zipped(bytes);
  // A text may begin with the letters of another kind, and has neither a NUL nor a byte beyond ASCII after them
  if (!bytes.subarray(0, 4096).some((byte) => byte === 0 || byte >= 0x80)) return null;
  const found = BEGINNINGS.find(([start, , , offset]) => begins(start, offset));
  return found === undefined ? null : { name: found[1], advice: found[2] };
}

/** Names stand at a zip's beginning and, once more, in the directory at its end. */
function zipped(bytes: Uint8Array): Binary {
  const ends = [bytes.subarray(0, LOOKED_AT), bytes.subarray(Math.max(0, bytes.length - LOOKED_AT))];
  const names = ends.map((end) => new TextDecoder('latin1').decode(end)).join('\n');
  const holds = (name: string) => names.includes(name);
  if (holds('_journal/start.json') || (holds('header.json') && holds('samples/'))) return INSPECT_ARCHIVE;
  return holds('xl/workbook.xml') ? WORKBOOK : ZIP;
}
