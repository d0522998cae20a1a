import type { Repository } from '../../adapters/git/repository.ts';
import { entryAt, type Snapshot } from '../../adapters/git/snapshot.ts';
import type { Kind } from '../../core/ledger.ts';
import type { Path } from '../../core/path.ts';
import type { RecordBytes } from '../check/read/record.ts';

/** Where pages and records are read: a commit, the index, or the work tree. */
export interface Shelf {
  /** What stands at a path, without following links; `null` where nothing does. */
  kindAt(path: Path): Promise<Kind | null>;
  /** The names of what stands directly in a directory. */
  namesIn(directory: Path): Promise<readonly string[]>;
  /** The content of files, in order; `null` where one cannot be read. Above `limit` bytes only the size is told. */
  read(paths: readonly Path[], limit: number): AsyncIterable<RecordBytes | null>;
}

/** What a citation hangs on could not be read: that is noted already. */
export class NotRead extends Error {}

/** Reads git objects through the repository's one reader; a partial clone fetches what it lacks in one batch. */
export class SnapshotShelf implements Shelf {
  constructor(
    private readonly repository: Repository,
    private readonly snapshot: Snapshot,
  ) {}

  async kindAt(path: Path): Promise<Kind | null> {
    return (await this.#noted(() => entryAt(this.snapshot, path)))?.kind ?? null;
  }

  async namesIn(directory: Path): Promise<readonly string[]> {
    return (await this.#noted(() => this.snapshot.children(directory))).lines.map(({ name }) => name);
  }

  /** A failure is noted, and ends what hangs on it. */
  async #noted<T>(work: () => Promise<T>): Promise<T> {
    const { unread } = this.repository;
    const found = await unread.attempt(async () => ({ it: await work() }), null);
    if (found === null) throw new NotRead();
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
