import {
  type Decoded,
  type Document,
  formatPointer,
  isList,
  isObject,
  type JsonValue,
  parsePointer,
  resolvePointer,
} from '../../../document/document.ts';
import { faultMessage } from '../../../document/fault.ts';
import { spelled, spelledJson } from '../../../document/spelling.ts';
import type { Series } from '../../../policy/policy.ts';

/** How a series says that the rows of a growing file are read. */
export type TableSettings = Pick<Series, 'key' | 'ignore' | 'rows'>;

/** The rows of a file by what names them, and what stands around them. */
export interface Table {
  readonly rows: ReadonlyMap<string, TableRow>;
  /** What stands outside the rows, as the file writes it, by JSON pointer. */
  readonly around: ReadonlyMap<string, string>;
  readonly document: Document;
}

/** One row of a table. */
export interface TableRow {
  /** Its key, as a reader knows it. */
  readonly name: string;
  readonly pointer: string;
  /** The columns that it may be asked for; none where it is no object, and has one without a name. */
  columns(): readonly string[];
  /** What stands in a column, as the file writes it; `null` where nothing does. */
  cell(column: string): string | null;
}

/** What a file without any bytes holds. */
export const NOTHING: Pick<Table, 'rows' | 'around'> = { rows: new Map(), around: new Map() };

/** A file whose rows cannot be told apart: `reason` says why, as the end of a sentence. */
export class NoTable extends Error {
  override readonly name = 'NoTable';
}

/** Reads the rows of a file. Throws `NoTable` for whatever leaves a doubt about one of them. */
export function readTable(
  { syntax, decoded }: { readonly syntax: string; readonly decoded: Decoded },
  settings: TableSettings,
): Table {
  if (!decoded.ok) throw new NoTable(`${lineOf(decoded.fault)}: ${faultMessage(decoded.fault)}`);
  const { document } = decoded;
  // Of a key that stands twice only one value is read.
  const hidden = document.faults.find(({ code }) => code === 'duplicate-key' || code === 'reserved-key');
  if (hidden !== undefined) throw new NoTable(`${lineOf(hidden)}: ${faultMessage(hidden)}`);
  if (settings.rows !== null && (syntax === 'csv' || syntax === 'jsonl')) {
    throw new NoTable('`rows` names a place in JSON or YAML, and the rows of this file are its lines');
  }
  const rows = new Map<string, TableRow>();
  const add = (id: string, row: TableRow) => {
    const other = rows.get(id);
    if (other !== undefined) {
      throw new NoTable(
        `two rows have the key ${quoted(row.name)} (${lineAt(document, other)} and ${lineAt(document, row)})`,
      );
    }
    rows.set(id, row);
  };
  if (syntax === 'csv') addCells(document, settings, add);
  else addValues(document, settings, add);
  return { rows, around: aroundRows(document, settings), document };
}

type Add = (id: string, row: TableRow) => void;

/** The lines of a table of cells, under the headings of its first line. */
function addCells(document: Document, { key }: TableSettings, add: Add): void {
  const [headings = [], ...lines] = document.value as readonly (readonly string[])[];
  const at = new Map(headings.map((heading, index) => [heading, index]));
  if (at.size < headings.length) {
    const twice = headings.find((heading, index) => at.get(heading) !== index)!;
    throw new NoTable(`two columns have the heading ${quoted(twice)}`);
  }
  if (key.length === 0) throw new NoTable('no column is the key of its rows; name it under `key`');
  const missing = key.find((column) => !at.has(column));
  if (missing !== undefined) throw new NoTable(`it has no column ${quoted(missing)}, which is the key`);
  for (const [index, cells] of lines.entries()) {
    const row = new CellRow(formatPointer([index + 1]), headings, at, cells, key);
    if (cells.length > headings.length) {
      throw new NoTable(
        `${lineAt(document, row)} has more cells (${cells.length}) than there are headings (${headings.length})`,
      );
    }
    const named = key.map((column) => row.cell(column));
    if (named.every((text) => text === null)) throw noKey(document, row, key);
    add(JSON.stringify(named), row);
  }
}

class CellRow implements TableRow {
  constructor(
    readonly pointer: string,
    private readonly headings: readonly string[],
    private readonly at: ReadonlyMap<string, number>,
    private readonly cells: readonly string[],
    private readonly key: readonly string[],
  ) {}

  get name(): string {
    return this.key.map((column) => this.cell(column) ?? '').join(', ');
  }

  /** Those that the line has cells for: a short line under many headings is asked for few. */
  columns(): readonly string[] {
    return this.headings.slice(0, this.cells.length);
  }

  /** A blank cell and one that a short line lacks say the same. */
  cell(column: string): string | null {
    return this.cells[this.at.get(column) ?? -1] || null;
  }
}

/** The items of a list, or the members of an object, in JSON, JSON Lines or YAML. */
function addValues(document: Document, { key, rows }: TableSettings, add: Add): void {
  const pointer = rows ?? '';
  const held = resolvePointer(document.value, pointer);
  if (!isList(held) && !isObject(held)) {
    throw new NoTable(`${pointer === '' ? 'the file' : pointer} is no list or object of rows`);
  }
  const unspelled = unspelledIn(document, (parsePointer(pointer) ?? []).length);
  if (!isList(held)) {
    if (key.length > 0)
      throw new NoTable('its rows are an object, whose own keys name them; leave `key` out');
    for (const name of Object.keys(held)) {
      const place = `${pointer}${formatPointer([name])}`;
      add(name, new ValueRow(place, name, held, name, unspelled.get(place)));
    }
    return;
  }
  for (const [index, value] of held.entries()) {
    const place = `${pointer}/${index}`;
    const row = (name: string) => new ValueRow(place, name, held, index, unspelled.get(place));
    if (key.length === 0) {
      const text = row('').cell('');
      if (text === null || typeof value === 'object') {
        throw new NoTable(
          `${lineAt(document, row(''))} has no key; name the members that are it under \`key\``,
        );
      }
      add(text, row(String(value)));
      continue;
    }
    const members = isObject(value) ? key.map((name) => row('').cell(name)) : [];
    if (members.every((text) => text === null || text === 'null' || text === '""')) {
      throw noKey(document, row(''), key);
    }
    add(JSON.stringify(members), row(members.map((text) => bare(text)).join(', ')));
  }
}

class ValueRow implements TableRow {
  constructor(
    readonly pointer: string,
    readonly name: string,
    private readonly holder: readonly JsonValue[] | { readonly [key: string]: JsonValue },
    private readonly at: number | string,
    /** Numbers that no double holds, by the column that they stand in. */
    private readonly unspelled: ReadonlyMap<string, string> = new Map(),
  ) {}

  private get value(): JsonValue {
    return (this.holder as { readonly [key: string | number]: JsonValue })[this.at]!;
  }

  columns(): readonly string[] {
    return isObject(this.value) ? Object.keys(this.value) : [''];
  }

  cell(column: string): string | null {
    const { value, holder } = this;
    const tokens = this.unspelled.get(column) ?? '';
    if (!isObject(value)) return column === '' ? `${written(holder, this.at, value)}${tokens}` : null;
    if (!Object.hasOwn(value, column)) return null;
    return `${written(value, column, value[column]!)}${tokens}`;
  }
}

/** A value as the file writes it, but for the order of members and white space. */
function written(
  holder: ConstructorParameters<typeof ValueRow>[2],
  key: string | number,
  value: JsonValue,
): string {
  return typeof value === 'number'
    ? spelled(holder, key, value)
    : spelledJson(value, (object) => Object.keys(object).sort());
}

/** NaN, Infinity and their like, which are read as `null`: by the row that they stand in, `depth` tokens deep, and its column. */
function unspelledIn({ faults }: Document, depth: number): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const found = new Map<string, Map<string, string>>();
  for (const { code, pointer, data } of faults) {
    if (code !== 'not-finite') continue;
    if (data['more'] !== undefined)
      throw new NoTable('it has too many numbers that are not finite to compare them');
    const tokens = parsePointer(pointer) ?? [];
    const row = formatPointer(tokens.slice(0, depth + 1));
    const column = tokens[depth + 1] ?? '';
    const columns = found.get(row) ?? new Map<string, string>();
    const inner = formatPointer(tokens.slice(depth + 2));
    columns.set(column, `${columns.get(column) ?? ''} (${inner}${inner === '' ? '' : ' '}${data['token']})`);
    found.set(row, columns);
  }
  return found;
}

/** What stands around the rows, in the largest pieces that hold neither the rows nor what is ignored. */
function aroundRows(
  { value, faults }: Document,
  { rows, ignore }: TableSettings,
): ReadonlyMap<string, string> {
  const left = new Set([rows ?? '', ...ignore.filter((text) => text.startsWith('/'))]);
  const opened = new Set([...left].flatMap((pointer) => prefixes(pointer)));
  const found = new Map<string, string>();
  const look = (holder: { readonly [key: string]: JsonValue }, at: string) => {
    for (const key of Object.keys(holder)) {
      const pointer = `${at}${formatPointer([key])}`;
      const inner = holder[key]!;
      if (left.has(pointer)) continue;
      if (opened.has(pointer) && isHolder(inner)) look(inner, pointer);
      else found.set(pointer, written(holder, key, inner));
    }
  };
  if (!left.has('') && isHolder(value)) look(value, '');
  for (const { code, pointer, data } of faults) {
    const inside = [...prefixes(pointer), pointer].some((outer) => left.has(outer));
    if (code === 'not-finite' && !inside) found.set(pointer, String(data['token']));
  }
  return found;
}

function isHolder(value: JsonValue): value is { readonly [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null;
}

/** The pointers of everything that a place lies in. */
function prefixes(pointer: string): readonly string[] {
  const tokens = parsePointer(pointer) ?? [];
  return tokens.map((_, length) => formatPointer(tokens.slice(0, length)));
}

function noKey(document: Document, row: TableRow, key: readonly string[]): NoTable {
  return new NoTable(`${lineAt(document, row)} has no key (${key.map(quoted).join(', ')})`);
}

function lineAt({ locate }: Document, { pointer }: Pick<TableRow, 'pointer'>): string {
  const place = locate(pointer);
  return place === null ? pointer : lineOf({ place });
}

function lineOf({ place }: { readonly place: { readonly line: number } }): string {
  return `line ${place.line}`;
}

function bare(text: string | null): string {
  return text === null ? '' : text.startsWith('"') ? (JSON.parse(text) as string) : text;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
