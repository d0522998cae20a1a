import { CsvError, parse } from 'csv-parse/sync';

/** A table as a file holds it: its lines, each a list of cells, quotes taken off. */
export type Table = readonly (readonly string[])[];

export type CsvDecoded =
  | { readonly ok: true; readonly table: Table }
  /** `problem` says what is wrong, with its line. */
  | { readonly ok: false; readonly problem: string };

/**
 * Decodes comma-separated values (RFC 4180): quoted cells may hold commas, doubled quotes and line breaks of either
 * kind. Strict on quotes: a stray or unclosed one makes every cell after it doubtful, so the file is refused. Lines
 * may differ in length. A byte-order mark, which spreadsheets write, is dropped; blank lines are skipped.
 */
export function decodeCsv(bytes: Uint8Array): CsvDecoded {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { ok: false, problem: 'it is not UTF-8' };
  }
  try {
    const table = parse(text, {
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
    });
    return { ok: true, table };
  } catch (error) {
    if (error instanceof CsvError) return { ok: false, problem: error.message };
    throw error;
  }
}

/** The cells of the first line alone, which is enough to tell what a table is; `null` where it is no line of CSV. */
export function csvHeader(bytes: Uint8Array): readonly string[] | null {
  const first = bytes[0];
  if (first === undefined || OTHERWISE.has(first)) return null;
  const head = bytes.subarray(0, LONGEST_HEADER);
  const ends = [head.indexOf(LF), head.indexOf(CR)].filter((at) => at >= 0);
  const decoded = decodeCsv(head.subarray(0, Math.min(head.length, ...ends)));
  return decoded.ok ? (decoded.table[0] ?? null) : null;
}

const LF = 0x0a;
const CR = 0x0d;
/** What JSON, and what archives and pictures begin with: detection looks at every file, so it ends early there. */
const OTHERWISE: ReadonlySet<number> = new Set([0x7b, 0x5b, 0x00, 0x89]);
// A line of 64 kB is a picture or a log: no table has that many columns.
const LONGEST_HEADER = 65_536;
