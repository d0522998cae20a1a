import { constants, lstatSync } from 'node:fs';
import { chmod, lstat, mkdir, open, readdir, readFile, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { type EvalguardError, incomplete, inputError } from '../core/error.ts';
import type { Kind } from '../core/ledger.ts';
import { decodePath, type Path, pathIn } from '../core/path.ts';
import { splitNul } from './git/process.ts';
import type { Repository } from './git/repository.ts';

/** The files of a work tree, named from its root. Links are neither read nor written through: they may lead anywhere. */
export class WorkTreeFiles {
  constructor(readonly root: string) {}

  /** What a file holds, or `null` where there is no plain file of at most `limit` bytes. */
  async read(path: Path, limit: number): Promise<Uint8Array | null> {
    const file = join(this.root, path);
    const stat = lstatSync(file, { throwIfNoEntry: false });
    if (!stat?.isFile() || stat.size > limit) return null;
    const handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(() => null);
    try {
      return (await handle?.readFile()) ?? null;
    } finally {
      await handle?.close();
    }
  }

  /** The text of a file, or `null` where there is none. Throws `input` where the path is taken by something else. */
  async readText(path: Path): Promise<string | null> {
    if (lstatSync(join(this.root, path), { throwIfNoEntry: false }) === undefined) return null;
    const bytes = await this.read(path, LARGEST_TEXT);
    if (bytes === null) throw notOurs(path, 'it is a link, a directory or no text of ordinary size');
    return new TextDecoder().decode(bytes);
  }

  /** Throws `input` where a link on the way to a file leads out of the work tree. */
  async demandInside(path: Path): Promise<void> {
    let directory = dirname(join(this.root, path));
    while (lstatSync(directory, { throwIfNoEntry: false }) === undefined) directory = dirname(directory);
    const inside = relative(await realpath(this.root), await realpath(directory));
    if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) {
      throw notOurs(path, 'a link on the way leads out of the repository');
    }
  }

  /** Writes a file and the directories on the way to it, never through a link that leads out of the work tree. */
  async write(path: Path, text: string, executable = false): Promise<void> {
    await this.demandInside(path);
    const file = join(this.root, path);
    await mkdir(dirname(file), { recursive: true });
    const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW } = constants;
    const flags = O_WRONLY | O_CREAT | O_TRUNC | (O_NOFOLLOW ?? 0);
    const handle = await open(file, flags, executable ? 0o755 : 0o644).catch((cause: Error) => {
      throw notOurs(path, cause.message);
    });
    try {
      await handle.writeFile(text);
    } finally {
      await handle.close();
    }
    if (executable) await chmod(file, 0o755);
  }
}

const LARGEST_TEXT = 1024 * 1024;

function notOurs(path: Path, why: string): EvalguardError {
  return inputError(
    `${path} is not touched: ${why}.`,
    'Make it a plain file, or move it away, and run the command again.',
  );
}

/** The files on disk around a repository. Links are reported as links and never followed. */
export class Checkout {
  private constructor(
    readonly root: string,
    private readonly repository: Repository,
  ) {}

  /** The work tree of a repository. Throws `incomplete` where it has none. */
  static of(repository: Repository): Checkout {
    if (repository.workTree !== null) return new Checkout(repository.workTree, repository);
    throw incomplete('There are no files here to look at: this is no work tree.', 'Run this in a work tree.');
  }

  /** Every file that git tracks or would track, in git's order. */
  async files(): Promise<readonly Path[]> {
    const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    const raw = await this.repository.git.demand(['-C', this.root, ...list]);
    return [...new Set(splitNul(raw).map((one) => decodePath(one)))];
  }

  /** What stands at a path; `null` where nothing does, or where a link or submodule stands on the way to it. */
  async kindAt(path: Path): Promise<Kind | null> {
    const parts = path.split('/');
    if (path.startsWith('/') || parts.some((part) => part === '' || part === '.' || part === '..'))
      return null;
    for (let depth = 1; depth < parts.length; depth += 1) {
      if ((await this.#kind(parts.slice(0, depth).join('/'))) !== 'directory') return null;
    }
    return this.#kind(path);
  }

  async #kind(path: Path): Promise<Kind | null> {
    const stats = await lstat(this.file(path)).catch(() => null);
    if (stats?.isSymbolicLink()) return 'symlink';
    if (stats?.isDirectory()) return 'directory';
    if (!stats?.isFile()) return null;
    return (stats.mode & 0o100) === 0 ? 'file' : 'executable';
  }

  /** What stands directly in a directory. */
  async linesIn(directory: Path): Promise<readonly { readonly name: string; readonly kind: Kind }[]> {
    if (directory !== '' && (await this.kindAt(directory)) !== 'directory') return [];
    const names = await readdir(this.file(directory)).catch(() => []);
    const lines = await Promise.all(
      names.map(async (name) => ({ name, kind: await this.#kind(pathIn(directory, name)) })),
    );
    return lines.flatMap(({ name, kind }) => (kind === null ? [] : { name, kind }));
  }

  /** A file's bytes, or its size alone above `limit`; `null` where it cannot be read. */
  async read(
    path: Path,
    limit: number,
  ): Promise<{ readonly bytes: Uint8Array } | { readonly size: number } | null> {
    const stats = await lstat(this.file(path)).catch(() => null);
    if (!stats?.isFile()) return null;
    if (stats.size > limit) return { size: stats.size };
    const bytes = await readFile(this.file(path)).catch(() => null);
    return bytes === null ? null : { bytes };
  }

  /** A path as the file system knows it. */
  file(path: Path): string {
    return join(this.root, path);
  }
}
