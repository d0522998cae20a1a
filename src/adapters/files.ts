import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { EvalguardError } from '../core/error.ts';

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
    throw new EvalguardError(
      'input',
      `The report could not be written to ${file}: ${why}.`,
      'Name a plain file in a directory that exists.',
      { cause },
    );
  }
}
