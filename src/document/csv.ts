import { CsvError, parse } from 'csv-parse/sync';
import { COMMA, CR, LF, markLength } from './bytes.ts';
import { DEFAULT_LIMITS, type Decoded, type Limits, parsePointer } from './document.ts';
import { decoded, FatalFault } from './fault.ts';
import { orConflict, refuseForeign } from './refusal.ts';

interface Line {
  readonly record: readonly string[];
  /** The offset at which the line ends, its line break included. */
  readonly end: number;
}

/**
 * Decodes comma-separated values (RFC 4180): the document's value is the list of lines, each a list of its cells as
 * text. Quoted cells may hold commas, doubled quotes and line breaks of either kind. Strict on quotes: a stray or
 * unclosed one makes every cell after it doubtful, so the file is refused. Lines may differ in length, blank ones are
 * left out, and a byte order mark, which spreadsheets write, is no fault. `spend` is called with the most cells that the
 * text can have, before they are made; what it throws ends the decoding. Import this file only when needed.
 */
export function decodeCsv(
  bytes: Uint8Array,
  limits: Limits = DEFAULT_LIMITS,
  spend: (cells: number) => void = () => {},
): Decoded {
  return decoded(bytes, limits, (placeOf) => {
    refuseForeign(bytes, null);
    spend(mostCells(bytes));
    const start = markLength(bytes);
    const lines = orConflict(bytes, () => parseLines(bytes.subarray(start), start));
    return {
      value: lines.map(({ record }) => record),
      faults: [],
      locate(pointer) {
        const [line] = parsePointer(pointer) ?? [];
        if (line === undefined) return placeOf(start);
        const index = /^(0|[1-9]\d*)$/.test(line) ? Number(line) : -1;
        if (lines[index] === undefined) return null;
        return placeOf(lineStart(bytes, start + (index === 0 ? 0 : lines[index - 1]!.end)));
      },
    };
  });
}

/** The cells that a table of these bytes can have at most; a line costs as much as one more. */
function mostCells(bytes: Uint8Array): number {
  let cells = 1;
  for (const byte of bytes) cells += byte === COMMA ? 1 : byte === LF || byte === CR ? 2 : 0;
  return cells;
}

function parseLines(bytes: Uint8Array, start: number): readonly Line[] {
  const lines: Line[] = [];
  try {
    parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (record: string[], { bytes: end }) => {
        lines.push({ record, end });
        return null;
      },
    });
    return lines;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const detail = Object.hasOwn(DETAILS, error.code) ? DETAILS[error.code]! : error.message;
    const offset = start + lineStart(bytes, lines.at(-1)?.end ?? 0);
    throw new FatalFault({ code: 'syntax', pointer: '', offset, data: { problem: 'csv', detail } });
  }
}

const DETAILS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quoted cell of this line is not closed before the end of the file',
  INVALID_OPENING_QUOTE: 'a quote stands in a cell that does not begin with one',
  CSV_INVALID_CLOSING_QUOTE: 'a quoted cell goes on after its closing quote',
};

/** Where the line begins that follows an offset: the blank lines between are none. */
function lineStart(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === CR || bytes[at] === LF) at += 1;
  return at;
}
