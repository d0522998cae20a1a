// Loads parts of the source as one module: what a benchmark calls inside its own process.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** What a text exports whose imports count from the root of the repository. */
export async function bundled(contents) {
  const scratch = await mkdtemp(join(tmpdir(), 'evalguard-bench-'));
  try {
    const outfile = join(scratch, 'bundled.mjs');
    // As JavaScript: in TypeScript a name that nothing exports could be a type, and would silently be undefined.
    const stdin = { contents, resolveDir: root, loader: 'js' };
    const options = { absWorkingDir: root, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' };
    await build({ ...options, stdin, outfile });
    return await import(pathToFileURL(outfile).href);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
