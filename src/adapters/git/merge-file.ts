import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Git, gitFailed } from './process.ts';

/** The text that git makes of two changes to one file; `null` where they conflict. No merge driver is asked. */
export async function mergedFile(
  git: Git,
  sides: { readonly ours: Uint8Array; readonly base: Uint8Array; readonly theirs: Uint8Array },
): Promise<Uint8Array | null> {
  const folder = await mkdtemp(join(tmpdir(), 'evalguard-'));
  try {
    const files = [sides.ours, sides.base, sides.theirs].map((bytes, index) => ({
      path: join(folder, String(index)),
      bytes,
    }));
    for (const { path, bytes } of files) await writeFile(path, bytes);
    const args = ['merge-file', '--stdout', '--quiet', ...files.map(({ path }) => path)];
    const finished = await git.run(args);
    // The exit code is the number of conflicts; from 128 on it is a failure.
    if (finished.code === null || finished.code > 127) throw gitFailed(args, finished);
    return finished.code === 0 ? finished.stdout : null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
