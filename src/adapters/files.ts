import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { inputError } from '../core/error.ts';

/** Writes a report to a file, never through a link: a link in a work tree may be somebody else's. */
export async function writeOutput(file: string, text: string): Promise<void> {
  try {
    const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW } = constants;
    const handle = await open(file, O_WRONLY | O_CREAT | O_TRUNC | (O_NOFOLLOW ?? 0), 0o644);
    try {
      await handle.writeFile(text);
    } finally {
      await handle.close();
    }
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : null;
    const why =
      code === 'ELOOP'
        ? 'it is a link, and reports are not written through links'
        : String(cause instanceof Error ? cause.message : cause);
    throw inputError(
      `The report could not be written to ${file}: ${why}.`,
      'Name a plain file in a directory that exists.',
      cause,
    );
  }
}

/**
 * Replaces the content of a plain file that is there already: written next to it, then moved over it, so that nobody
 * sees half of it. The mode stays. A link is never followed or replaced.
 */
export async function replaceFile(file: string, bytes: Uint8Array): Promise<void> {
  const temporary = join(dirname(file), `.${basename(file)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const before = await lstat(file);
    if (!before.isFile()) throw new Error('it is no plain file');
    const mode = before.mode & 0o7777;
    const handle = await open(temporary, 'wx', mode);
    try {
      await handle.writeFile(bytes);
      // The process's mask does not take away what the file had.
      await handle.chmod(mode);
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (cause) {
    await rm(temporary, { force: true });
    throw inputError(
      `${file} could not be written: ${cause instanceof Error ? cause.message : cause}. It is as it was.`,
      'Make the file and its directory writable, and run the command again.',
      cause,
    );
  }
}
