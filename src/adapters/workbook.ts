import { inflateRawSync } from 'node:zlib';
import type { Decoded, FaultCode, JsonValue } from '../document/document.ts';
import { keepSpelling } from '../document/spelling.ts';

/** Ten thousand rows of long answers are some 20 MB unpacked. */
const MOST_UNPACKED = 200 * 1024 * 1024;
const MOST_ENTRIES = 2000;

/**
 * Decodes an Excel workbook (.xlsx): the document's value is `{ sheets: [{ name, rows: [[cell]] }] }`, a cell being
 * text, a number, a boolean or `null`; dates are RFC 3339 text. A formula has the value that was last computed, and a
 * cell in error makes the workbook unreadable. `spend` is called with the most cells that the sheets can have, before
 * any is made; what it throws ends the decoding. The library is loaded here, on first use: no other command pays for it.
 */
export async function decodeWorkbook(
  bytes: Uint8Array,
  spend: (cells: number) => void = () => {},
): Promise<Decoded> {
  const entries = archiveEntries(bytes);
  if (entries === null) return damaged('it is no whole zip archive, as an .xlsx file is');
  if (entries.length > MOST_ENTRIES)
    return damaged(`it has ${entries.length} parts, and at most ${MOST_ENTRIES} are read`);
  const unpacked = entries.reduce((sum, { size }) => sum + size, 0);
  if (unpacked > MOST_UNPACKED) return refused('too-large', { bytes: unpacked, limit: MOST_UNPACKED });
  for (const entry of entries) {
    const cells = mostCells(entry);
    if (typeof cells === 'string') return damaged(cells);
    spend(cells);
  }
  const { default: readWorkbook } = await import('read-excel-file/universal');
  try {
    const sheets = await readWorkbook(new Blob([Uint8Array.from(bytes)]), {
      trim: false,
      parseNumber: (digits: string) => new Digits(digits),
    });
    const value = {
      sheets: sheets.map(({ sheet, data }) => ({ name: sheet, rows: data.map(cells) })),
    };
    return { ok: true, document: { value, faults: [], locate: () => null } };
  } catch (error) {
    // The library throws errors of its own and, on damaged XML, plain ones: all of them say that it cannot be read.
    return damaged(error instanceof Error ? error.message : 'it is damaged');
  }
}

/** Where a cell or a row says that it stands: `r="XFD1048576"`, `r="12"`. */
const REFERENCE = /\sr\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g;
const LESS_THAN = 0x3c;
const ADDRESS = /^([A-Z]{0,3})(\d{1,7})$/;

/**
 * The most cells that a sheet can come to: the library fills a grid up to the last row and column that any cell names,
 * so that one cell in a corner costs seventeen thousand million. In words why the file cannot be read, where it cannot.
 */
function mostCells(entry: ArchiveEntry): number | string {
  if (!entry.name.toLowerCase().endsWith('.xml')) return 0;
  const bytes = entry.unpack();
  if (bytes === null) return `its part ${entry.name} cannot be unpacked`;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  let [rows, columns] = [0, 0];
  for (const [, double, single] of text.matchAll(REFERENCE)) {
    const place = ADDRESS.exec(double ?? single ?? '');
    if (place === null) return `its part ${entry.name} names a place that is no cell`;
    rows = Math.max(rows, Number(place[2]));
    columns = Math.max(columns, columnOf(place[1]!));
  }
  // Rows and texts without a place of their own are made too, one for each element.
  return Math.max(
    rows * Math.max(1, columns),
    bytes.reduce((sum, byte) => sum + (byte === LESS_THAN ? 1 : 0), 0) / 2,
  );
}

/** `A` is 1, `Z` 26, `AA` 27; 0 for no letters. */
function columnOf(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

function damaged(detail: string): Decoded {
  return refused('syntax', { problem: 'workbook', detail });
}

function refused(code: FaultCode, data: Readonly<Record<string, string | number>>): Decoded {
  return {
    ok: false,
    fault: { code, pointer: '', place: { offset: 0, line: 1, column: 1 }, data, fatal: true },
  };
}

/** A number as the workbook writes it. */
class Digits {
  readonly text: string;
  constructor(text: string) {
    if (Number.isNaN(Number(text))) throw new Error(`a cell holds ${text} where a number should stand`);
    this.text = text;
  }
}

function cells(row: readonly unknown[]): readonly JsonValue[] {
  const read = row.map((value) => cell(value instanceof Digits ? Number(value.text) : value));
  for (const [at, value] of row.entries()) if (value instanceof Digits) keepSpelling(read, at, value.text);
  return read;
}

function cell(value: unknown): JsonValue {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' || typeof value === 'boolean' ? value : null;
}

/** One file in an archive. `size` is what its directory says of its unpacked size, in bytes. */
interface ArchiveEntry {
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
 * The files in a zip archive by its central directory (APPNOTE 6.3.10, sections 4.3.12 and 4.3.16). Sizes are known
 * before anything is unpacked, so that a few bytes which unpack to gigabytes are refused. `null` where there is no
 * directory, or its sizes stand in zip64 records: no workbook needs them.
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
