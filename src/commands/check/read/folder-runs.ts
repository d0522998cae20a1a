import { entryAt, type Snapshot } from '../../../adapters/git/snapshot.ts';
import { type Change, type Entry, isFile } from '../../../core/ledger.ts';
import { getOrMake } from '../../../core/maps.ts';
import { directoryName, type Path } from '../../../core/path.ts';
import { namedAsRetraction } from '../../../core/retraction.ts';
import type { Policy } from '../../../policy/policy.ts';
import { folderSeriesOf, headlineAmong, standsAlone } from '../../../policy/series.ts';
import type { LandedFolder } from '../../../rules/subject.ts';
import type { CheckContext } from './context.ts';

/** Finds whose folder a file lies in. Each directory is looked at once, however many files it holds. */
export class Folders {
  readonly #owners = new Map<Path, Promise<Path | null>>();

  constructor(
    private readonly snapshot: Snapshot,
    private readonly policy: Policy,
  ) {}

  /** The headline of the innermost folder around a path, which can be the path itself; `null` where there is none. */
  ownerOf(path: Path): Promise<Path | null> {
    return this.#ownerIn(directoryName(path));
  }

  /** The headline of the folder that a file is only a part of; `null` where the file is judged by itself. */
  async wholeOf(path: Path): Promise<Path | null> {
    const owner = await this.ownerOf(path);
    return owner === path || standsAlone(path, this.policy) ? null : owner;
  }

  #ownerIn(directory: Path): Promise<Path | null> {
    return getOrMake(this.#owners, directory, async () => {
      const { lines } = await this.snapshot.children(directory);
      const names = lines.filter(({ entry }) => isFile(entry.kind)).map(({ name }) => name);
      const own = headlineAmong(directory, names, this.policy);
      return own ?? (directory === '' ? null : this.#ownerIn(directoryName(directory)));
    });
  }
}

/** The records among files, and those files that are only a part of a folder. */
interface FolderRuns {
  readonly entries: ReadonlyMap<Path, Entry>;
  readonly parts: ReadonlySet<Path>;
}

/**
 * Takes the files apart that are parts of a folder. The headline of each such folder is among the records, also where it stood
 * before: a folder to which files are added is read again.
 */
export async function folderRuns(
  { repository, range, policy }: CheckContext,
  files: ReadonlyMap<Path, Entry>,
): Promise<FolderRuns> {
  const { unread } = repository;
  const folders = new Folders(range.head, policy);
  const entries = new Map<Path, Entry>();
  const parts = new Set<Path>();
  for (const [path, entry] of files) {
    const whole = await unread.attempt(() => folders.wholeOf(path), null);
    if (whole === null) {
      entries.set(path, entry);
      continue;
    }
    parts.add(path);
    const headline = files.get(whole) ?? (await unread.attempt(() => entryAt(range.head, whole), null));
    if (headline !== null) entries.set(whole, headline);
  }
  // In one batch: each folder would ask for its own.
  if (parts.size > 0) await repository.prefetchFiles([...files.values()].map(({ oid }) => oid));
  return { entries, parts };
}

/** The folder that has landed and that each added file would change, by the file. */
export async function landedFolders(
  { repository: { unread }, range, policy }: CheckContext,
  changes: readonly Change[],
): Promise<ReadonlyMap<Path, LandedFolder>> {
  const landed = [...range.tips, ...range.frozen, ...(range.unrelated ?? [])].map(
    (snapshot) => new Folders(snapshot, policy),
  );
  const found = new Map<Path, LandedFolder>();
  for (const { kind, path } of changes) {
    if (kind !== 'added' || namedAsRetraction(path)) continue;
    for (const folders of landed) {
      const headline = await unread.attempt(() => folders.ownerOf(path), null);
      const series = headline === null ? null : folderSeriesOf(headline, policy);
      const grows = series?.folder === 'grows';
      if (headline === null || (grows && folderSeriesOf(path, policy) === null)) continue;
      found.set(path, { headline, grows });
      break;
    }
  }
  return found;
}
