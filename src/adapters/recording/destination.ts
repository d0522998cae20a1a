import { lstat, mkdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { EvalguardError } from '../../core/error.ts';
import type { Path } from '../../core/path.ts';
import { notWritten, systemCode } from './refusal.ts';

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
  if (repository === null) {
    return { directory, root: null, path: null, staging: join(directory, '..') };
  }
  const path = relative(repository.root, directory).split(sep).join('/');
  if (path === '..' || path.startsWith('../') || path.split('/').includes('.git')) {
    throw new EvalguardError(
      'usage',
      `${directory} is not in the work tree ${repository.root}, so no record there could be committed.`,
      'Choose a directory of the repository with --ledger, or name another repository with -C.',
    );
  }
  return {
    directory,
    root: repository.root,
    path: path === '' ? '.' : path,
    staging: join(repository.gitDirectory, 'evalguard'),
  };
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
    throw new EvalguardError(
      'input',
      `Nothing was recorded: ${place} is ${found.isSymbolicLink() ? 'a link, and records are not written through links' : 'no directory'}.`,
      'Choose a plain directory with --ledger, or put one in its place.',
    );
  }
}
