import type { JsonValue } from '../../document/document.ts';
import { spelled } from '../../document/spelling.ts';
import type { Columns } from '../../policy/policy.ts';
import { asList, asText, objectsIn } from '../field.ts';
import type { ResultFile } from '../format.ts';
import { headerOf, tableOf } from '../table.ts';

/** A sheet of a workbook, or the one table of a CSV file. */
export interface Sheet {
  readonly name: string;
  readonly rows: readonly (readonly JsonValue[])[];
}

/**
 * The sheets of a workbook, or the table of a CSV file as one. A JSON file that merely has the shape of a decoded
 * workbook is none: the bytes must be those of an .xlsx file.
 */
export function sheetsOf(file: ResultFile): readonly Sheet[] {
  if (isArchive(file.bytes)) return asSheets(file.document?.value);
  const table = tableOf(file);
  return table === null ? [] : [{ name: '', rows: table }];
}

/** Whether some sheet of the file is a batch run's, told by its headings alone. */
export function hasBatch(file: ResultFile, columns: Columns): boolean {
  const header = headerOf(file);
  if (header !== null) return placesOf(header, columns) !== null;
  return isArchive(file.bytes) && sheetsOf(file).some((sheet) => headOf(sheet, columns) !== null);
}

/** The columns of a sheet, or `null` where its first line is not the head of a batch run. */
export function headOf({ rows }: Sheet, columns: Columns): ColumnPlaces | null {
  const first = rows[0];
  return first === undefined
    ? null
    : placesOf(
        first.map((cell) => asText(cell) ?? ''),
        columns,
      );
}

/**
 * A sheet of two columns is a list of what is known of the run: keys, compared as headings are, and their values, numbers
 * by their digits.
 */
export function metadataOf({ rows }: Sheet): ReadonlyMap<string, JsonValue> | null {
  if (rows.length === 0 || rows.some((row) => row.length < 2 || row.slice(2).some((cell) => !isBlank(cell))))
    return null;
  const pairs = rows.flatMap((row): readonly (readonly [string, JsonValue])[] => {
    const [key, value] = row;
    const text = asText(key);
    if (text === null || value === undefined || isBlank(value)) return [];
    return [[heading(text), typeof value === 'number' ? spelled(row, 1, value) : value]];
  });
  return new Map(pairs);
}

export function isBlank(cell: JsonValue | undefined): boolean {
  return cell === undefined || cell === null || (typeof cell === 'string' && cell.trim() === '');
}

function isArchive(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;
}

function asSheets(value: JsonValue | undefined): readonly Sheet[] {
  return objectsIn(value, 'sheets').flatMap((sheet) => {
    const rows = asList(sheet, 'rows');
    if (rows === null) return [];
    return [{ name: asText(sheet, 'name') ?? '', rows: rows.map((row) => asList(row) ?? []) }];
  });
}

/** The columns as they are documented. A heading such as `tone score` is a metric of its own. */
export const DOCUMENTED: Columns = {
  batch: 'batch',
  ticket: 'ticket',
  turn: 'turn',
  input: 'input',
  expected: 'expected',
  actual: 'actual',
  score: 'score',
  metric_scores: 'metric scores',
  reasoning: 'reasoning',
  skip_status: 'skip status',
  notes: 'notes',
};

/** Headings that a sheet of the documented kind cannot be without: they tell it from any other table. */
const TELLING = ['ticket', 'turn', 'input', 'expected', 'actual', 'score'] as const;

/** A heading as it is compared. */
function heading(text: string): string {
  return text
    .replace(/[\s_-]+/g, ' ')
    .trim()
    .toLowerCase();
}

/** Where each part of a row stands, by index; a part that the sheet lacks is absent. */
export interface ColumnPlaces {
  readonly parts: ReadonlyMap<string, number>;
  readonly metrics: ReadonlyMap<string, number>;
  readonly headings: readonly string[];
}

/** Finds the columns in a line of headings, or `null` where it is not the head of such a sheet. */
function placesOf(headings: readonly string[], columns: Columns): ColumnPlaces | null {
  const where = new Map<string, number>();
  for (const [index, text] of headings.entries()) {
    // Of two columns with one heading neither is the right one for certain: the sheet is none of this kind.
    if (where.has(heading(text)) && heading(text) !== '') return null;
    where.set(heading(text), index);
  }
  const parts = new Map<string, number>();
  for (const [part, text] of Object.entries(columns)) {
    const index = typeof text === 'string' ? where.get(heading(text)) : undefined;
    if (index !== undefined) parts.set(part, index);
  }
  // Of a declared mapping every column must be there: a misspelt one would read as a file without that part.
  const declared = Object.keys(columns).filter((part) => typeof columns[part as keyof Columns] === 'string');
  const needed = columns === DOCUMENTED ? TELLING : declared;
  if (!needed.every((part) => parts.has(part))) return null;
  const metrics = metricsOf(columns, where);
  const named = Object.keys(columns.metrics ?? {});
  return named.every((metric) => metrics.has(metric)) ? { parts, metrics, headings } : null;
}

function metricsOf(columns: Columns, where: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const metrics = new Map<string, number>();
  for (const [metric, text] of Object.entries(columns.metrics ?? {})) {
    const index = where.get(heading(text));
    if (index !== undefined) metrics.set(metric, index);
  }
  if (columns !== DOCUMENTED) return metrics;
  for (const [text, index] of where) {
    const metric = /^(.+) score$/.exec(text)?.[1];
    if (metric !== undefined) metrics.set(metric, index);
  }
  return metrics;
}
