import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { foldPath, type Path, pathIn } from '../../core/path.ts';
import { namesRetraction } from '../../core/retraction.ts';
import type { Repository } from '../git/repository.ts';
import type { Snapshot } from '../git/snapshot.ts';
import { type Destination, notWritten, systemCode } from './destination.ts';

/** The file names of a directory on disk, folded so that names which differ by case alone are one. */
export async function namesOnDisk({ directory }: Destination): Promise<ReadonlySet<string>> {
  try {
    return new Set((await readdir(directory)).map(foldPath));
  } catch (cause) {
    if (systemCode(cause) === 'ENOENT') return new Set();
    throw notWritten(directory, cause);
  }
}

const PUBLISHED = ['refs/remotes/origin/HEAD', 'refs/remotes/origin/main', 'refs/remotes/origin/master'];

/** The folded names that are taken in the index, at HEAD, on the branch's upstream and on the default branch. */
export async function committedNames(
  repository: Repository | null,
  { path }: Destination,
  upstream: string | null,
): Promise<ReadonlySet<string>> {
  if (repository === null || path === null) return new Set();
  const commits = await Promise.all(
    ['HEAD', ...(upstream === null ? [] : [upstream]), ...PUBLISHED].map((name) => repository.commit(name)),
  );
  const snapshots: Snapshot[] = [await repository.index()];
  for (const commit of commits) if (typeof commit !== 'string') snapshots.push(repository.snapshot(commit));
  const names = new Set<string>();
  for (const snapshot of snapshots) {
    for (const alike of await directoriesLike(snapshot, path)) {
      for (const { name } of (await snapshot.children(alike)).lines) names.add(foldPath(name));
    }
  }
  return names;
}

/** The directory in a snapshot, and those whose paths differ from it by case alone. */
async function directoriesLike(snapshot: Snapshot, directory: Path): Promise<readonly Path[]> {
  let found: Path[] = [''];
  for (const part of directory === '.' ? [] : directory.split('/')) {
    const next: Path[] = [];
    for (const parent of found) {
      for (const { name, entry } of (await snapshot.children(parent)).foldingTo(foldPath(part))) {
        if (entry.kind !== 'directory') continue;
        next.push(pathIn(parent, name));
      }
    }
    found = next;
  }
  return found;
}

/** The most records that are opened: a file that is recorded twice is usually recorded twice soon. */
const MOST_OPENED = 200;

/**
 * The first of these records that was made from the file of this digest (SHA-256, hexadecimal), else of the newest others
 * in the directory, or `null`. One that cannot be read does not count, nor does one with a retraction: only a note
 * depends on it.
 */
export async function recordedFrom(
  { directory }: Destination,
  names: readonly string[],
  sha256: string,
): Promise<string | null> {
  const all = await readdir(directory).catch(() => []);
  const retractions = all.filter((name) => name.includes('.retraction-'));
  const others = all.filter((name) => /\.json$/i.test(name)).sort(byDate);
  for (const name of [...new Set([...names, ...others.slice(0, MOST_OPENED)])]) {
    if (retractions.some((one) => one === name || namesRetraction(one, name))) continue;
    if ((await sourceOf(join(directory, name))) === sha256) return name;
  }
  return null;
}

/** The latest date in a name first. */
function byDate(a: string, b: string): number {
  const [one, other] = [a, b].map((name) => /\d{4}-\d{2}-\d{2}/.exec(name)?.[0] ?? '');
  return one === other ? (a < b ? 1 : -1) : one! < other! ? 1 : -1;
}

async function sourceOf(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))?.source?.sha256;
  } catch {
    return null;
  }
}
