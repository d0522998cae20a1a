import type { Document, JsonValue } from '../core/document/document.ts';
import { archiveSize } from './workbook/archive.ts';

export type WorkbookDecoded =
  | { readonly ok: true; readonly document: Document }
  /** `problem` completes the sentence "the workbook cannot be read: …". */
  | { readonly ok: false; readonly problem: string };

/** Ten thousand rows of long answers are some 20 MB unpacked. */
const MOST_UNPACKED = 200 * 1024 * 1024;
const MOST_ENTRIES = 2000;

/**
 * Decodes an Excel workbook (.xlsx): the document's value is `{ sheets: [{ name, rows: [[cell]] }] }`, a cell being
 * text, a number, a boolean or `null`; dates are RFC 3339 text. A formula has the value that was last computed, and a
 * cell in error makes the workbook unreadable. The library is loaded here, on first use: no other command pays for it.
 */
export async function decodeWorkbook(bytes: Uint8Array): Promise<WorkbookDecoded> {
  const size = archiveSize(bytes);
  if (size === null)
    return { ok: false, problem: 'it is no zip archive, as an .xlsx file is, or it is cut short' };
  if (size.bytes > MOST_UNPACKED || size.entries > MOST_ENTRIES) {
    return {
      ok: false,
      problem: `it unpacks to ${size.bytes} bytes in ${size.entries} parts; at most ${MOST_UNPACKED} in ${MOST_ENTRIES} are read`,
    };
  }
  const { default: readWorkbook } = await import('read-excel-file/universal');
  try {
    const sheets = await readWorkbook(new Blob([Uint8Array.from(bytes)]), { trim: false });
    const value = {
      sheets: sheets.map(({ sheet, data }) => ({ name: sheet, rows: data.map((row) => row.map(cell)) })),
    };
    return { ok: true, document: { value, faults: [], locate: () => null } };
  } catch (error) {
    // The library throws errors of its own and, on damaged XML, plain ones: all of them say that it cannot be read.
    return { ok: false, problem: error instanceof Error ? error.message : 'it is damaged' };
  }
}

/** Whether bytes begin as an .xlsx file does. */
export function isWorkbook(bytes: Uint8Array): boolean {
  return [0x50, 0x4b, 0x03, 0x04].every((byte, index) => bytes[index] === byte);
}

function cell(value: unknown): JsonValue {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' || typeof value === 'boolean' ? value : null;
}
