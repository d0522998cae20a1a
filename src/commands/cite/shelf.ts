import type { Repository } from '../../adapters/git/repository.ts';
import { entryAt, type Snapshot } from '../../adapters/git/snapshot.ts';
import type { Kind } from '../../core/ledger.ts';
import type { Path } from '../../core/path.ts';
import type { RecordBytes } from '../check/record.ts';

/** Where pages and records are read: a commit, the index, or the work tree. */
export interface Shelf {
  /** What stands at a path, without following links; `null` where nothing does. */
  kindAt(path: Path): Promise<Kind | null>;
  /** The names of what stands directly in a directory. */
  namesIn(directory: Path): Promise<readonly string[]>;
  /** The content of files, in order; `null` where one cannot be read. Above `limit` bytes only the size is told. */
  read(paths: readonly Path[], limit: number): AsyncIterable<RecordBytes | null>;
}

/** Reads git objects through the repository's one reader; a partial clone fetches what it lacks in one batch. */
export class SnapshotShelf implements Shelf {
  constructor(
    private readonly repository: Repository,
    private readonly snapshot: Snapshot,
  ) {}

  async kindAt(path: Path): Promise<Kind | null> {
    return (await entryAt(this.snapshot, path))?.kind ?? null;
  }

  async namesIn(directory: Path): Promise<readonly string[]> {
    return (await this.snapshot.children(directory)).lines.map(({ name }) => name);
  }

  async *read(paths: readonly Path[], limit: number): AsyncGenerator<RecordBytes | null> {
    const entries = await Promise.all(paths.map((path) => entryAt(this.snapshot, path)));
    const oids = entries.flatMap((entry) => (entry === null ? [] : [entry.oid]));
    await this.repository.prefetch(oids);
    const objects = this.repository.objects.readAll(oids, limit);
    for (const entry of entries) {
      const object = entry === null ? 'missing' : (await objects.next()).value;
      if (object === undefined || typeof object === 'string') yield null;
      else yield object.bytes === null ? { size: object.size } : { bytes: object.bytes };
    }
  }
}
