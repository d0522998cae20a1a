import type { Entry } from '../../core/ledger.ts';
import { foldPath, type Path, shortenedTo, spelledShort, streamedFile } from '../../core/path.ts';
import { Tree, type TreeLine } from './tree.ts';

type Index = ReadonlyMap<string, readonly TreeLine[]>;

/** What stands directly in a directory. Look-ups build their index once, since a flat ledger has many lines. */
export class Directory {
  static readonly EMPTY = new Directory([]);
  #lines: readonly TreeLine[] | null = null;
  #byName: ReadonlyMap<Path, Entry> | null = null;
  #byFold: Index | null = null;
  #byStreamedFile: Index | null = null;
  #spelledShort: Index | null = null;
  #shortenedTo: Index | null = null;
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
    const file = streamedFile(folded);
    this.#byStreamedFile ??= indexed(this.lines, (one) => streamedFile(foldPath(one)) ?? []);
    this.#spelledShort ??= indexed(this.lines, (one) => (one.includes('~') ? spelledShort(one) : []));
    const short = name.includes('~') ? spelledShort(name) : [];
    if (short.length > 0) this.#shortenedTo ??= indexed(this.lines, shortenedTo);
    const found = [
      this.foldingTo(folded),
      this.#byStreamedFile.get(folded) ?? [],
      file === null ? [] : this.foldingTo(file),
      ...short.map((key) => this.#shortenedTo?.get(key) ?? []),
      ...(this.#spelledShort.size === 0 ? [] : shortenedTo(name)).map(
        (key) => this.#spelledShort?.get(key) ?? [],
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
