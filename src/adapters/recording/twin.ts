import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { namesRetraction } from '../../core/retraction.ts';
import type { Destination } from './destination.ts';

/** Records that are opened in search of one: whoever records a file twice does so soon. */
const MOST_OPENED = 200;

/**
 * The first of these records that was made from the file of this digest (SHA-256, hexadecimal), else of the newest others
 * in the directory, or `null`. One that cannot be read is none, and so is one with a retraction beside it: only a remark
 * hangs on it.
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
