import type { Entry } from '../../core/ledger.ts';
import { foldPath, type Path } from '../../core/path.ts';

/** One line of a tree: a name inside its directory, and what stands there. */
export interface TreeLine {
  readonly name: Path;
  readonly entry: Entry;
}

/** What stands directly in a directory. Look-ups build their index once, since a flat ledger has many lines. */
export class Directory {
  static readonly EMPTY = new Directory([]);
  #byName: ReadonlyMap<Path, Entry> | null = null;
  #byFold: ReadonlyMap<string, readonly TreeLine[]> | null = null;

  constructor(readonly lines: readonly TreeLine[]) {}

  get(name: Path): Entry | null {
    this.#byName ??= new Map(this.lines.map((line) => [line.name, line.entry]));
    return this.#byName.get(name) ?? null;
  }

  /** The lines whose names fold to `folded`. */
  foldingTo(folded: string): readonly TreeLine[] {
    this.#byFold ??= groupByFold(this.lines);
    return this.#byFold.get(folded) ?? [];
  }
}

function groupByFold(lines: readonly TreeLine[]): ReadonlyMap<string, readonly TreeLine[]> {
  const groups = new Map<string, TreeLine[]>();
  for (const line of lines) {
    const folded = foldPath(line.name);
    const group = groups.get(folded);
    if (group === undefined) groups.set(folded, [line]);
    else group.push(line);
  }
  return groups;
}
