import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { incomplete } from '../core/error.ts';
import type { Kind } from '../core/ledger.ts';
import { decodePath, type Path } from '../core/path.ts';
import { splitNul } from './git/process.ts';
import type { Repository } from './git/repository.ts';

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

  /** The names of what stands directly in a directory. */
  async namesIn(directory: Path): Promise<readonly string[]> {
    if (directory !== '' && (await this.kindAt(directory)) !== 'directory') return [];
    return readdir(this.file(directory)).catch(() => []);
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
