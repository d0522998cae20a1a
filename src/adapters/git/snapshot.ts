import { type Entry, isFile, type Ledger } from '../../core/ledger.ts';
import { isHeldBy, isPattern, type LedgerEntry, namesFiles, placeOf } from '../../core/ledger-entry.ts';
import {
  directoryName,
  fileOfStream,
  foldPath,
  keysOfFullName,
  keysOfShortName,
  type Path,
  pathIn,
} from '../../core/path.ts';
import { Tree, type TreeLine } from './tree.ts';
import type { TreeReader } from './trees.ts';
import type { Unread } from './unread.ts';

/** The id of a snapshot of no commit. */
export const NO_COMMIT = 'empty';

/** The files of a commit, of the index, or of nothing, looked at only where they are asked for. */
export interface Snapshot {
  /** A commit id, `index`, or {@link NO_COMMIT}. */
  readonly id: string;
  /** What stands directly in a directory (`''` is the root); nothing where there is no such directory. */
  children(directory: Path): Promise<Directory>;
}

/** What stands at a path (a directory too), or `null`. */
export async function entryAt(snapshot: Snapshot, path: Path): Promise<Entry | null> {
  const name = path.slice(directoryName(path) === '' ? 0 : directoryName(path).length + 1);
  return (await snapshot.children(directoryName(path))).get(name);
}

/**
 * Every file, link and submodule that entries of the ledger hold. A directory that cannot be read is noted in `unread`, left
 * out, and put into `closed`.
 */
export async function ledgerOf(
  snapshot: Snapshot,
  entries: readonly LedgerEntry[],
  unread: Unread,
  closed: Set<Path> = new Set(),
): Promise<Ledger> {
  const ledger = new Map<Path, Entry>();
  const childrenOf = async (directory: Path) => {
    const found = await unread.attempt(() => snapshot.children(directory), null);
    if (found === null) closed.add(directory);
    return found?.lines ?? [];
  };
  const open: Path[] = [];
  for (const entry of entries) {
    if (isPattern(entry)) {
      const directory = inTree(placeOf(entry));
      for (const { name, entry: found } of await childrenOf(directory)) {
        const path = pathIn(directory, name);
        if (found.kind !== 'directory' && isHeldBy(path, entry)) ledger.set(path, found);
      }
      continue;
    }
    const found = !namesFiles(entry) ? null : await unread.attempt(() => entryAt(snapshot, entry), null);
    if (found !== null && isFile(found.kind)) ledger.set(entry, found);
    else open.push(inTree(entry));
  }
  while (open.length > 0) {
    const directory = open.pop()!;
    for (const { name, entry } of await childrenOf(directory)) {
      const path = pathIn(directory, name);
      if (entry.kind === 'directory') open.push(path);
      else ledger.set(path, entry);
    }
  }
  return ledger;
}

/** Whether an entry of the ledger holds anything. */
export async function holdsAny(snapshot: Snapshot, entry: LedgerEntry): Promise<boolean> {
  const place = inTree(placeOf(entry));
  const { lines } = await snapshot.children(place);
  if (isPattern(entry)) return lines.some(({ name }) => isHeldBy(pathIn(place, name), entry));
  if (lines.length > 0 || !namesFiles(entry)) return lines.length > 0;
  const file = await entryAt(snapshot, place);
  return file !== null && isFile(file.kind);
}

/** The directory as a tree names it: `''` is the root. */
function inTree(directory: Path): Path {
  return directory === '.' ? '' : directory;
}

/** A path of a snapshot that some system takes for another one, or for a directory on the way to it. */
export interface AlikePath {
  readonly path: Path;
  /** What it is taken for: the path that was asked about, or its beginning. */
  readonly of: Path;
}

/** Where paths fold alike already, only so many directories are looked into for more: two that hold each other are many. */
const MOST_LOOKED_INTO = 1000;

/** Other paths of the snapshot that some file system would take for `path` or for a directory on the way to it. */
export async function pathsAlike(snapshot: Snapshot, path: Path): Promise<readonly AlikePath[]> {
  // On Windows a "\\" ends a part as well.
  const parts = path.split(/[\\/]/);
  const found: AlikePath[] = [];
  const open: (readonly [directory: Path, depth: number])[] = [['', 0]];
  for (let looked = 0; open.length > 0; looked += 1) {
    if (found.length > 0 && looked > MOST_LOOKED_INTO) break;
    const [directory, depth] = open.pop()!;
    const own = leadsTo(directory, path);
    for (const [{ name, entry }, end] of linesAlike(await snapshot.children(directory), parts, depth)) {
      const candidate = pathIn(directory, name);
      const whole = end === parts.length;
      if (entry.kind === 'directory' && !whole) open.push([candidate, end]);
      if ((own || whole) && !leadsTo(candidate, path))
        found.push({ path: candidate, of: beginning(path, parts, end) });
    }
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The lines taken for the part at that depth, and those with a `\` in their name that are taken for several parts. */
function linesAlike(directory: Directory, parts: readonly string[], depth: number): [TreeLine, number][] {
  const several = directory.paths.flatMap((line): [TreeLine, number][] => {
    const own = foldPath(line.name).split('/');
    const alike = own.every((part, index) => part === foldPath(parts[depth + index] ?? ''));
    return alike && depth + own.length <= parts.length ? [[line, depth + own.length]] : [];
  });
  return [...directory.alike(parts[depth]!).map((line): [TreeLine, number] => [line, depth + 1]), ...several];
}

/** Whether a path is the other, or a directory on the way to it. */
function leadsTo(path: Path, other: Path): boolean {
  return path === '' || path === other || other.startsWith(`${path}/`);
}

/** The first parts of a path, and the rest of the name in which they end. */
function beginning(path: Path, parts: readonly string[], end: number): Path {
  const slash = path.indexOf('/', parts.slice(0, end).join('/').length);
  return slash < 0 ? path : path.slice(0, slash);
}

/** The tree of a commit, read lazily through `git cat-file`. */
export class CommitSnapshot implements Snapshot {
  readonly #cache = new Map<Path, Promise<Directory>>();

  constructor(
    readonly id: string,
    readonly tree: string,
    private readonly trees: TreeReader,
  ) {}

  children(directory: Path): Promise<Directory> {
    let lines = this.#cache.get(directory);
    if (lines === undefined) {
      lines = this.#read(directory);
      this.#cache.set(directory, lines);
    }
    return lines;
  }

  async #read(directory: Path): Promise<Directory> {
    const entry = directory === '' ? null : await entryAt(this, directory);
    if (directory !== '' && entry?.kind !== 'directory') return Directory.EMPTY;
    return new Directory(
      await this.trees.read(entry?.oid ?? this.tree, { path: directory, commit: this.id }),
    );
  }
}

/** A snapshot of files that are known at once: the index, or nothing at all. */
export class ListedSnapshot implements Snapshot {
  readonly #lines = new Map<Path, TreeLine[]>([['', []]]);
  readonly #directories = new Map<Path, Directory>();

  constructor(
    readonly id: string,
    readonly files: Ledger,
  ) {
    for (const [path, entry] of files) this.#place(path, entry);
  }

  async children(path: Path): Promise<Directory> {
    const lines = this.#lines.get(path);
    if (lines === undefined) return Directory.EMPTY;
    let directory = this.#directories.get(path);
    if (directory === undefined) {
      directory = new Directory(lines);
      this.#directories.set(path, directory);
    }
    return directory;
  }

  #place(path: Path, entry: Entry): void {
    const parent = directoryName(path);
    let siblings = this.#lines.get(parent);
    if (siblings === undefined) {
      siblings = [];
      this.#lines.set(parent, siblings);
      this.#place(parent, { oid: '', kind: 'directory' });
    }
    siblings.push({ name: parent === '' ? path : path.slice(parent.length + 1), entry });
  }
}

/** The part of a path that is a link or a submodule, so that nothing below it can be looked at; `null` where all is well. */
export async function linkOnTheWay(
  snapshot: Snapshot,
  directory: Path,
): Promise<{ readonly path: Path; readonly entry: Entry } | null> {
  if (directory === '.') return null;
  const parts = directory.split('/');
  for (let depth = 1; depth <= parts.length; depth += 1) {
    const path = parts.slice(0, depth).join('/');
    const entry = await entryAt(snapshot, path);
    if (entry === null) return null;
    if (entry.kind !== 'directory' && !isFile(entry.kind)) return { path, entry };
  }
  return null;
}

type Index = ReadonlyMap<string, readonly TreeLine[]>;

/** What stands directly in a directory. Look-ups build their index once, since a flat ledger has many lines. */
export class Directory {
  static readonly EMPTY = new Directory([]);
  #lines: readonly TreeLine[] | null = null;
  #byName: ReadonlyMap<Path, Entry> | null = null;
  #byFold: Index | null = null;
  #byStreamedFile: Index | null = null;
  #keysOfShortName: Index | null = null;
  #keysOfFullName: Index | null = null;
  #paths: readonly TreeLine[] | null = null;

  constructor(private readonly source: readonly TreeLine[] | Tree) {}

  get lines(): readonly TreeLine[] {
    const { source } = this;
    this.#lines ??= source instanceof Tree ? source.lines() : source;
    return this.#lines;
  }

  /** The directories in it, and what has one of these ids. */
  pick(ids: ReadonlySet<string>): readonly TreeLine[] {
    const { source } = this;
    if (source instanceof Tree) return source.pick(ids);
    return source.filter(({ entry }) => entry.kind === 'directory' || ids.has(entry.oid));
  }

  /** How many lines it has. */
  get length(): number {
    return this.source.length;
  }

  get(name: Path): Entry | null {
    if (this.source instanceof Tree) return this.source.get(name);
    this.#byName ??= new Map(this.source.map((line) => [line.name, line.entry]));
    return this.#byName.get(name) ?? null;
  }

  /** The lines whose names fold to `folded`. */
  foldingTo(folded: string): readonly TreeLine[] {
    this.#byFold ??= indexed(this.lines, (name) => [foldPath(name)]);
    return this.#byFold.get(folded) ?? [];
  }

  /** The lines that some system takes for a name, the name itself among them. */
  alike(name: Path): readonly TreeLine[] {
    const folded = foldPath(name);
    const file = fileOfStream(folded);
    this.#byStreamedFile ??= indexed(this.lines, (one) => fileOfStream(foldPath(one)) ?? []);
    this.#keysOfShortName ??= indexed(this.lines, (one) => (one.includes('~') ? keysOfShortName(one) : []));
    const short = name.includes('~') ? keysOfShortName(name) : [];
    if (short.length > 0) this.#keysOfFullName ??= indexed(this.lines, keysOfFullName);
    const found = [
      this.foldingTo(folded),
      this.#byStreamedFile.get(folded) ?? [],
      file === null ? [] : this.foldingTo(file),
      ...short.map((key) => this.#keysOfFullName?.get(key) ?? []),
      ...(this.#keysOfShortName.size === 0 ? [] : keysOfFullName(name)).map(
        (key) => this.#keysOfShortName?.get(key) ?? [],
      ),
    ];
    return [...new Set(found.flat())];
  }

  /** The lines that are paths of several parts on Windows: their names hold a `\`. */
  get paths(): readonly TreeLine[] {
    this.#paths ??= this.lines.filter(({ name }) => name.includes('\\'));
    return this.#paths;
  }
}

function indexed(lines: readonly TreeLine[], keysOf: (name: Path) => string | readonly string[]): Index {
  const index = new Map<string, TreeLine[]>();
  for (const line of lines) {
    for (const key of [keysOf(line.name)].flat()) {
      const group = index.get(key);
      if (group === undefined) index.set(key, [line]);
      else group.push(line);
    }
  }
  return index;
}
