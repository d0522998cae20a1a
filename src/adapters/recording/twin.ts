import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Destination } from './destination.ts';

/**
 * The first of these records that was made from the file of this digest (SHA-256, hexadecimal), or `null`. One that
 * cannot be read is none: only a remark hangs on it.
 */
export async function recordedFrom(
  { directory }: Destination,
  names: readonly string[],
  sha256: string,
): Promise<string | null> {
  for (const name of names) {
    if ((await sourceOf(join(directory, name))) === sha256) return name;
  }
  return null;
}

async function sourceOf(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))?.source?.sha256;
  } catch {
    return null;
  }
}
