import { isBelow, type Path } from '../../core/path.ts';
import type { ObjectReader } from './objects.ts';
import { type RawChange, Tree, type TreeDifference } from './tree.ts';
import type { ObjectPlace, OddMode, Unread } from './unread.ts';

/** A tree, and the commit that it is the root of. */
export interface Root {
  readonly tree: string;
  readonly commit: string;
}

/** Which directories are opened in a comparison; `''` is the root. */
export type Wanted = (directory: Path) => boolean;

/** Whether a directory is one of those given, lies in one of them, or leads to one. */
export function leadsInto(directories: readonly Path[]): Wanted {
  return (place) =>
    place === '' || directories.some((one) => one === place || isBelow(place, one) || isBelow(one, place));
}

const KEPT_BYTES = 64 * 1024 * 1024;
/** Directories inside directories: more than git itself goes down. */
const DEEPEST = 1_000;
const EVERYTHING: Wanted = () => true;

/** Reads trees, each once, and compares them: the one place that says what stands in a commit. */
export class TreeReader {
  /** Modes that are spelled unlike git spells them, in what was read so far, by place. */
  readonly #odd = new Map<string, OddMode>();
  readonly #known = new Map<string, { readonly tree: Promise<Tree>; bytes: number }>();
  #bytes = 0;

  constructor(
    private readonly objects: ObjectReader,
    private readonly unread: Unread,
  ) {}

  /** The tree with this id. Throws `incomplete` where it cannot be read or is malformed; `place` is for the message. */
  async read(oid: string, place: ObjectPlace): Promise<Tree> {
    const tree = await this.#tree(oid, place);
    if (tree.oddMode !== null)
      this.#odd.set(`${place.commit}:${place.path}`, { ...place, name: tree.oddMode });
    return tree;
  }

  #tree(oid: string, place: ObjectPlace): Promise<Tree> {
    const known = this.#known.get(oid);
    if (known !== undefined) return known.tree;
    const tree = this.#parse(oid, place);
    const kept = { tree, bytes: 0 };
    this.#known.set(oid, kept);
    tree.then(
      ({ size }) => {
        kept.bytes = size;
        this.#bytes += size;
        for (const [old, { bytes }] of this.#known) {
          if (this.#bytes <= KEPT_BYTES) break;
          this.#known.delete(old);
          this.#bytes -= bytes;
        }
      },
      // What is wrong names the place: elsewhere the same tree is another fault.
      () => this.#known.delete(oid),
    );
    return tree;
  }

  async #parse(oid: string, place: ObjectPlace): Promise<Tree> {
    const object = await this.objects.read(oid);
    if (typeof object === 'string') throw await this.unread.error(oid, object, place);
    if (object.type !== 'tree' || object.bytes === null)
      throw await this.unread.error(oid, { not: 'directory' }, place);
    const tree = Tree.parse(object.bytes, oid.length);
    if (typeof tree === 'string') throw await this.unread.error(oid, { malformed: tree }, place);
    return tree;
  }

  /** Modes inside the directories, or on the way to them, that are spelled unlike git spells them. */
  oddIn(directories: readonly Path[]): readonly OddMode[] {
    return [...this.#odd.values()].filter(({ path }) => leadsInto(directories)(path));
  }

  /**
   * What differs between two commits, file by file, without renames; `null` is a commit that holds nothing. Only what
   * differs is opened. Below a directory that cannot be read nothing is said: it is noted.
   */
  compare(base: Root | null, head: Root | null, wanted: Wanted = EVERYTHING): Promise<readonly RawChange[]> {
    return this.#compare(base, head, '', base?.tree ?? null, head?.tree ?? null, wanted);
  }

  async #compare(
    base: Root | null,
    head: Root | null,
    path: Path,
    before: string | null,
    after: string | null,
    wanted: Wanted,
  ): Promise<readonly RawChange[]> {
    if (before === after || !wanted(path)) return [];
    const both = await this.unread.attempt(
      () => Promise.all([this.#side(base, path, before), this.#side(head, path, after)]),
      null,
    );
    if (both === null) return [];
    const changes: RawChange[] = [];
    const below: Promise<readonly RawChange[]>[] = [];
    for (const difference of Tree.differences(...both)) {
      const place = path === '' ? difference.name : `${path}/${difference.name}`;
      const [one, other] = [directoryIn(difference.before), directoryIn(difference.after)];
      if (one !== null || other !== null) below.push(this.#compare(base, head, place, one, other, wanted));
      if (one !== null && other !== null) continue;
      const change = {
        path: place,
        before: one === null ? difference.before : null,
        after: other === null ? difference.after : null,
      };
      if (change.before !== null || change.after !== null) changes.push(change);
    }
    for (const found of await Promise.all(below)) for (const change of found) changes.push(change);
    return changes;
  }

  async #side(root: Root | null, path: Path, oid: string | null): Promise<Tree | null> {
    if (root === null || oid === null) return null;
    const place = { path, commit: root.commit };
    if (path.split('/', DEEPEST + 1).length > DEEPEST)
      throw await this.unread.error(
        oid,
        { malformed: 'its directories lie deeper than git itself reads' },
        place,
      );
    return this.read(oid, place);
  }
}

function directoryIn(entry: TreeDifference['before']): string | null {
  return entry?.kind === 'directory' ? entry.oid : null;
}
