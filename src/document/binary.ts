/** What bytes are that are no text, and what gives a text of it. */
export interface Binary {
  readonly name: string;
  readonly advice: string;
}

const UNPACK = 'unpack it, and keep the file that is inside';
const EXPORT = 'export what is to be kept as JSON, JSON Lines or CSV';

/** Its own archive is the usual form of a log of inspect_ai, and often renamed. */
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

/** What a file is that is no text, told by its first bytes; `null` where they are of no kind that is known. */
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
