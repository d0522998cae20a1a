import { readdir } from 'node:fs/promises';
import { foldPath, type Path } from '../../core/path.ts';
import type { Snapshot } from '../git/snapshot.ts';
import type { Destination } from './destination.ts';
import { notWritten, systemCode } from './refusal.ts';

/** The file names of a directory on disk, folded so that names which differ by case alone are one. */
export async function namesOnDisk({ directory }: Destination): Promise<ReadonlySet<string>> {
  try {
    return new Set((await readdir(directory)).map(foldPath));
  } catch (cause) {
    if (systemCode(cause) === 'ENOENT') return new Set();
    throw notWritten(directory, cause);
  }
}

/** The folded names that snapshots (index, HEAD, upstream) hold in a directory, or in one that differs by case alone. */
export async function namesInSnapshots(
  directory: Path,
  snapshots: readonly Snapshot[],
): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const snapshot of snapshots) {
    for (const alike of await directoriesLike(snapshot, directory)) {
      for (const { name } of (await snapshot.children(alike)).lines) names.add(foldPath(name));
    }
  }
  return names;
}

async function directoriesLike(snapshot: Snapshot, directory: Path): Promise<readonly Path[]> {
  let found: Path[] = [''];
  for (const part of directory === '.' ? [] : directory.split('/')) {
    const next: Path[] = [];
    for (const parent of found) {
      for (const { name, entry } of (await snapshot.children(parent)).foldingTo(foldPath(part))) {
        if (entry.kind !== 'directory') continue;
        next.push(parent === '' ? name : `${parent}/${name}`);
      }
    }
    found = next;
  }
  return found;
}
