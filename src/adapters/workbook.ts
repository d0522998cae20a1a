import type { Decoded, FaultCode, JsonValue } from '../core/document/document.ts';
import { keepSpelling } from '../core/document/spelling.ts';
import { archiveSize } from './workbook/archive.ts';

/** Ten thousand rows of long answers are some 20 MB unpacked. */
const MOST_UNPACKED = 200 * 1024 * 1024;
const MOST_ENTRIES = 2000;

/**
 * Decodes an Excel workbook (.xlsx): the document's value is `{ sheets: [{ name, rows: [[cell]] }] }`, a cell being
 * text, a number, a boolean or `null`; dates are RFC 3339 text. A formula has the value that was last computed, and a
 * cell in error makes the workbook unreadable. The library is loaded here, on first use: no other command pays for it.
 */
export async function decodeWorkbook(bytes: Uint8Array): Promise<Decoded> {
  const size = archiveSize(bytes);
  if (size === null) return damaged('it is no whole zip archive, as an .xlsx file is');
  if (size.entries > MOST_ENTRIES)
    return damaged(`it has ${size.entries} parts, and at most ${MOST_ENTRIES} are read`);
  if (size.bytes > MOST_UNPACKED) return refused('too-large', { bytes: size.bytes, limit: MOST_UNPACKED });
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
