import type { Repository } from '../../adapters/git/repository.ts';
import type { Progress } from '../../core/budget.ts';
import { linesAdded } from '../../core/lines.ts';
import type { Path } from '../../core/path.ts';
import { words } from '../../core/text.ts';
import { formatPointer, isObject, type JsonValue } from '../../document/document.ts';
import { type History, lossesOf } from './history.ts';
import { isLog, namesRun } from './names.ts';
import { sampleOf } from './sample.ts';

/** How a file that changed only grew, as the settings of a series say it. `isSure`: more than one change shows it. */
export type Growth =
  | { readonly grows: 'lines'; readonly isSure: boolean }
  | {
      readonly grows: 'rows';
      readonly isSure: boolean;
      /** Columns or members that name a row; empty where the rows' own keys do. */
      readonly key: readonly string[];
      readonly ignore: readonly string[];
      readonly rows: string | null;
    };

// Each version of a file is read; what would cost more than this was overwritten as far as a proposal knows.
const MOST_FILES = 500;
const MOST_VERSIONS = 1000;
const LARGEST = 8 * 1024 * 1024;
const BUDGET = 192 * 1024 * 1024;

/** The files that only ever grew in the history, of those that it changed. */
export async function readGrowth(
  repository: Repository,
  history: History,
  paths: readonly Path[],
  progress: Progress,
): Promise<ReadonlyMap<Path, Growth>> {
  const found = new Map<Path, Growth>();
  let left = BUDGET;
  for (const [done, path] of paths.slice(0, MOST_FILES).entries()) {
    progress(done + 1, paths.length, 'changed files');
    const rewrites = lossesOf(history, path);
    // A file that is called after one run is that run.
    if (namesRun(path)) continue;
    const kept = rewrites.length <= MOST_VERSIONS && rewrites.every(({ after }) => after !== null);
    if (!kept || history.gap !== null) continue;
    const wanted = [...rewrites.map(({ before }) => before), rewrites.at(-1)!.after!].map((oid, at) => ({
      oid,
      path,
      commit: rewrites[Math.min(at, rewrites.length - 1)]!.commit,
    }));
    const watch = new Watch(path);
    for await (const object of repository.contents(wanted, Math.min(LARGEST, left))) {
      left -= object?.bytes?.length ?? 0;
      if (!(await watch.see(object?.bytes ?? null))) break;
    }
    const growth = watch.growth(rewrites.length);
    if (growth !== null) found.set(path, growth);
  }
  return found;
}

/** Watches the versions of a file, oldest first. */
class Watch {
  #last: { readonly bytes: Uint8Array; readonly table: Table | null } | null = null;
  #lines: boolean;
  #rows = true;
  #keys: readonly (readonly string[])[] | null = null;
  readonly #ignore = new Set<string>();

  constructor(private readonly path: Path) {
    // One value has no lines that could be added: a line end at most.
    this.#lines = !/\.json$/i.test(path);
  }

  /** Whether it may still be one that only grows. */
  async see(bytes: Uint8Array | null): Promise<boolean> {
    if (bytes === null) this.#lines = this.#rows = false;
    else {
      const before = this.#last;
      if (before !== null && this.#lines) this.#lines = linesAdded(before.bytes, bytes) !== null;
      const table = this.#rows ? await tableIn(this.path, bytes) : null;
      // Any file of nested objects has some that nobody changed: a table, or what is called one, is meant.
      this.#rows &&= table !== null && (isLog(this.path) || (table.rows === null && !table.named));
      this.#rows &&= before === null || before.table?.rows === table?.rows;
      if (this.#rows && table !== null) this.#look(before?.table ?? null, table);
      this.#last = { bytes, table };
    }
    return this.#lines || this.#rows;
  }

  #look(before: Table | null, table: Table): void {
    if (table.named) this.#keys = [[]];
    this.#keys = (this.#keys ?? keysOf(table)).filter((key) => table.named || namesEachRow(table, key));
    const [key] = this.#keys;
    this.#rows = key !== undefined && (before === null || this.#keeps(before, table, key));
  }

  /** Whether every row that stood there stands there unchanged, and all outside the rows as well. */
  #keeps(before: Table, after: Table, key: readonly string[]): boolean {
    const now = new Map(after.items.map((row) => [keyOf(row, key), row]));
    for (const row of before.items) {
      const kept = now.get(keyOf(row, key));
      if (kept === undefined) return false;
      for (const name of new Set([...row.cells.keys(), ...kept.cells.keys()])) {
        if (row.cells.get(name) === kept.cells.get(name)) continue;
        if (!RANK.test(name)) return false;
        this.#ignore.add(name);
      }
    }
    for (const name of new Set([...before.around.keys(), ...after.around.keys()])) {
      if (before.around.get(name) === after.around.get(name)) continue;
      if (!STAMP.test(name)) return false;
      this.#ignore.add(formatPointer([name]));
    }
    return true;
  }

  growth(changes: number): Growth | null {
    const last = this.#last;
    // Lines keep their order as well: the stricter of the two. A list in brackets has no lines of its own.
    const isSure = changes > 1 || isLog(this.path);
    if (this.#lines) return { grows: 'lines', isSure };
    if (!this.#rows || last?.table == null) return null;
    const [key = []] = this.#keys ?? [];
    return { grows: 'rows', isSure, key, ignore: [...this.#ignore].sort(), rows: last.table.rows };
  }
}

/** Columns that change with every row that is added. */
const RANK = /^(?:rank|ranking|position|pos|place|#|no\.?)$/i;
/** Members outside the rows that say when, or how many rows there are. */
const STAMP =
  /^(?:.*(?:updated|generated|modified|created|refreshed)(?:_?at|_?on)?|date|timestamp|time|count|total|n|num_.*|version)$/i;

interface TableRow {
  readonly name: string;
  /** Each cell as JSON. */
  readonly cells: ReadonlyMap<string, string>;
}

interface Table {
  /** Where the rows stand; `null`: the file is the rows. */
  readonly rows: string | null;
  /** Whether the rows have keys of their own. */
  readonly named: boolean;
  readonly items: readonly TableRow[];
  /** The members of the file beside the rows, as JSON. */
  readonly around: ReadonlyMap<string, string>;
}

async function tableIn(path: Path, bytes: Uint8Array): Promise<Table | null> {
  const sample = await sampleOf(path, bytes);
  if (sample === null || sample.value === null || sample.syntax === 'xlsx') return null;
  if (sample.syntax === 'csv') return sheetIn(sample.value);
  const whole = listIn(sample.value) ?? keyedIn(sample.value);
  if (whole !== null) return { ...whole, rows: null, around: new Map() };
  if (!isObject(sample.value)) return null;
  const members = Object.entries(sample.value);
  const lists = members.flatMap(([name, value]) => {
    const list = listIn(value) ?? keyedIn(value);
    return list === null ? [] : [{ name, list }];
  });
  const [one, ...others] = lists.sort((a, b) => b.list.items.length - a.list.items.length);
  if (one === undefined || others.length > 0) return null;
  const around = members
    .filter(([name]) => name !== one.name)
    .map(([name, value]) => [name, JSON.stringify(value)] as const);
  return { ...one.list, rows: formatPointer([one.name]), around: new Map(around) };
}

type Rows = Pick<Table, 'named' | 'items'>;

function listIn(value: JsonValue): Rows | null {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isObject)) return null;
  return { named: false, items: value.map((row) => rowOf('', row)) };
}

function keyedIn(value: JsonValue): Rows | null {
  if (!isObject(value)) return null;
  const members = Object.entries(value);
  if (members.length === 0 || !members.every(([, row]) => isObject(row))) return null;
  return { named: true, items: members.map(([name, row]) => rowOf(name, row as Record<string, JsonValue>)) };
}

function sheetIn(value: JsonValue): Table | null {
  if (!Array.isArray(value)) return null;
  const [heading, ...lines] = value;
  if (!Array.isArray(heading) || lines.length === 0) return null;
  const names = heading.map(String);
  const items = lines.map((line) => {
    const cells = Array.isArray(line) ? line : [];
    return { name: '', cells: new Map(names.map((name, at) => [name, JSON.stringify(cells[at] ?? '')])) };
  });
  return { rows: null, named: false, items, around: new Map([['', JSON.stringify(heading)]]) };
}

function rowOf(name: string, row: Readonly<Record<string, JsonValue>>): TableRow {
  return { name, cells: new Map(Object.entries(row).map(([key, value]) => [key, JSON.stringify(value)])) };
}

/** Names of columns that name a row, the most telling first. */
const KEYS = words(
  'id key name run_id run model submission system method team agent file path case task commit date timestamp',
);
/** Columns of which two together are tried as a key. */
const MOST_PAIRED = 6;

/** The columns, alone or in pairs, that tell all rows of a table apart. */
function keysOf(table: Table): readonly (readonly string[])[] {
  const names = [...(table.items[0]?.cells.keys() ?? [])].filter(
    (name) => !RANK.test(name) && isNamelike(table, name),
  );
  const order = (name: string) => (KEYS.indexOf(name.toLowerCase()) + KEYS.length + 1) % (KEYS.length + 1);
  const sorted = names.toSorted((a, b) => order(a) - order(b));
  const alone = sorted.map((name) => [name]).filter((key) => namesEachRow(table, key));
  const paired = sorted
    .slice(0, MOST_PAIRED)
    .flatMap((one, at) => sorted.slice(at + 1, MOST_PAIRED).map((other) => [one, other]));
  return [...alone, ...paired.filter((key) => namesEachRow(table, key))];
}

/** Whether a column holds short texts or whole numbers: a measured number names nothing. */
function isNamelike({ items }: Table, name: string): boolean {
  return items.every(({ cells }) => /^(?:"(?!-?\d+\.\d+"$).{1,200}"|-?\d+)$/.test(cells.get(name) ?? ''));
}

function namesEachRow({ items }: Table, key: readonly string[]): boolean {
  const all = items.map((row) => (key.every((name) => row.cells.has(name)) ? keyOf(row, key) : ''));
  return !all.includes('') && new Set(all).size === all.length;
}

function keyOf(row: TableRow, key: readonly string[]): string {
  return key.length === 0 ? row.name : JSON.stringify(key.map((name) => row.cells.get(name)));
}
