import { lstat, mkdir, readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { EvalguardError, inputError, usageError } from '../../core/error.ts';
import { foldPath, type Path, pathIn } from '../../core/path.ts';
import { namesRetraction } from '../../core/retraction.ts';
import type { Repository } from '../git/repository.ts';
import type { Snapshot } from '../git/snapshot.ts';

/** Where a record is to appear, and where its bytes wait until it does. */
export interface Destination {
  /** The directory on disk. */
  readonly directory: string;
  /** The root of the repository that holds it, or `null` outside any. */
  readonly root: string | null;
  /** The directory's path in that repository, `.` for its root; `null` outside any. */
  readonly path: Path | null;
  /** A directory outside the ledger, best on the same file system. */
  readonly staging: string;
}

/** The destination in a directory, which may not be there yet. `root` and `gitDirectory` are of the repository around it. */
export function destinationIn(
  directory: string,
  repository: { readonly root: string; readonly gitDirectory: string } | null,
): Destination {
  if (repository === null) return { directory, root: null, path: null, staging: join(directory, '..') };
  const { root, gitDirectory } = repository;
  const path = relative(root, directory).split(sep).join('/');
  if (path === '..' || path.startsWith('../') || path.split('/').includes('.git')) {
    throw usageError(
      `${directory} is not in the work tree ${root}, so no record there could be committed.`,
      'Choose a directory of the repository with --ledger, or name another repository with -C.',
    );
  }
  return { directory, root, path: path === '' ? '.' : path, staging: join(gitDirectory, 'evalguard') };
}

/** Makes the directories, and refuses a link on the way: what lies behind it may be somebody else's. */
export async function prepare({ directory, root, staging }: Destination): Promise<void> {
  await refuseLinks(directory, root);
  for (const wanted of [directory, staging]) {
    await mkdir(wanted, { recursive: true }).catch((cause: unknown) => {
      throw notWritten(wanted, cause);
    });
  }
  await refuseLinks(directory, root);
}

async function refuseLinks(directory: string, root: string | null): Promise<void> {
  const parts = root === null ? [] : relative(root, directory).split(sep).filter(Boolean);
  const places = parts.map((_, at) => join(root ?? '', ...parts.slice(0, at + 1)));
  for (const place of root === null ? [directory] : places) {
    const found = await lstat(place).catch((cause: unknown) => {
      if (systemCode(cause) === 'ENOENT') return null;
      throw notWritten(place, cause);
    });
    if (found === null || found.isDirectory()) continue;
    throw inputError(
      `Nothing was recorded: ${place} is ${found.isSymbolicLink() ? 'a link, and records are not written through links' : 'no directory'}.`,
      'Choose a plain directory with --ledger, or put one in its place.',
    );
  }
}

/** The code that the system gave an error, such as `ENOSPC`; empty where it gave none. */
export function systemCode(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}

const REASONS: Readonly<Record<string, readonly [why: string, remedy: string]>> = {
  ENOSPC: ['the disk is full', 'Free some space and record again.'],
  EDQUOT: ['your quota on this disk is used up', 'Free some space and record again.'],
  EFBIG: ['the file would be larger than this system allows', 'Record fewer rows, or raise the limit.'],
  EROFS: ['the file system is read-only', 'Record into a directory that can be written to, with --ledger.'],
  EACCES: ['permission was denied', 'Check who may write there, or choose another directory with --ledger.'],
  EPERM: ['it is not permitted', 'Check who may write there, or choose another directory with --ledger.'],
  ENAMETOOLONG: ['its name is too long for this system', 'Give a shorter --suite, --routing or --variant.'],
  ENOTDIR: ['a part of its path is a file', 'Choose another directory with --ledger.'],
};

/** The error for a record that could not be written: what the system said, in words. */
export function notWritten(target: string, cause: unknown): EvalguardError {
  if (cause instanceof EvalguardError) return cause;
  const code = systemCode(cause);
  const [why, remedy] = Object.hasOwn(REASONS, code)
    ? REASONS[code]!
    : [cause instanceof Error ? cause.message : String(cause), 'Mend that and record again.'];
  return inputError(`Nothing was recorded: ${target} could not be written, because ${why}.`, remedy, cause);
}

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
