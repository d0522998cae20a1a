import type { Repository } from '../../../adapters/git/repository.ts';
import { entryAt, type Snapshot } from '../../../adapters/git/snapshot.ts';
import type { Checkout } from '../../../adapters/work-tree.ts';
import { EvalguardError } from '../../../core/error.ts';
import type { Kind } from '../../../core/ledger.ts';
import type { Path } from '../../../core/path.ts';

/** A file's bytes, or only their number where there are too many of them. */
export type RecordBytes = { readonly bytes: Uint8Array } | { readonly size: number };

/** A name in a directory, and the kind of what it names. */
interface FileLine {
  readonly name: string;
  readonly kind: Kind;
}

/** The files that pages and records are read from: those of a commit, the index or the work tree. */
export interface FileSource {
  /** The kind of thing at a path, without following links; `null` where there is none. */
  kindAt(path: Path): Promise<Kind | null>;
  /** What stands directly in a directory, without following links. */
  linesIn(directory: Path): Promise<readonly FileLine[]>;
  /** The content of files, in order; `null` where one cannot be read. Above `limit` bytes only the size is given. */
  read(paths: readonly Path[], limit: number): AsyncIterable<RecordBytes | null>;
}

/** Thrown where something could not be looked at. What kept it from that is noted already. */
export class NotRead extends EvalguardError {
  constructor(path: Path) {
    super(
      'incomplete',
      `${path} could not be looked at.`,
      'Fetch what is missing (`git fetch --refetch`), and run this again.',
      {},
      path,
    );
  }
}

/** Reads git objects through the repository's one reader; a partial clone fetches what it lacks in one batch. */
export class SnapshotFiles implements FileSource {
  constructor(
    private readonly repository: Repository,
    private readonly snapshot: Snapshot,
  ) {}

  async kindAt(path: Path): Promise<Kind | null> {
    return (await this.#noted(path, () => entryAt(this.snapshot, path)))?.kind ?? null;
  }

  async linesIn(directory: Path): Promise<readonly FileLine[]> {
    const { lines } = await this.#noted(directory, () => this.snapshot.children(directory));
    return lines.map(({ name, entry }) => ({ name, kind: entry.kind }));
  }

  /** A failure is noted, and ends what hangs on it. */
  async #noted<T>(path: Path, work: () => Promise<T>): Promise<T> {
    const { unread } = this.repository;
    const found = await unread.attempt(async () => ({ it: await work() }), null);
    if (found === null) throw new NotRead(path);
    return found.it;
  }

  async *read(paths: readonly Path[], limit: number): AsyncGenerator<RecordBytes | null> {
    const commit = this.snapshot.id;
    const entries = await Promise.all(
      paths.map(async (path) => {
        const { unread } = this.repository;
        const entry = await unread.attempt(() => entryAt(this.snapshot, path), null);
        return entry === null ? null : { path, commit, oid: entry.oid };
      }),
    );
    const files = entries.filter((entry) => entry !== null);
    const objects = this.repository.contents(files, limit);
    for (const entry of entries) {
      const object = entry === null ? null : (await objects.next()).value;
      if (!object) yield null;
      else yield object.bytes === null ? { size: object.size } : { bytes: object.bytes };
    }
  }
}

/** Reads the files of a work tree as they are on disk. */
export function filesOnDisk(tree: Checkout): FileSource {
  return {
    kindAt: (path) => tree.kindAt(path),
    linesIn: (directory) => tree.linesIn(directory),
    async *read(paths, limit): AsyncGenerator<RecordBytes | null> {
      for (const path of paths) yield await tree.read(path, limit);
    },
  };
}
