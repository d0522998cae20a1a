import { constants, lstatSync } from 'node:fs';
import { chmod, mkdir, open, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { type EvalguardError, inputError } from '../core/error.ts';
import type { Path } from '../core/path.ts';

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
