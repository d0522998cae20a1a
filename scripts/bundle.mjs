// Bundles texts: what the build generates, what a benchmark calls inside its own process, programs that tests start.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** One module made of a text whose imports count from the root of the repository. */
export async function bundle(text, output = {}) {
  // As JavaScript: in TypeScript a name that nothing exports could be a type, and would silently be undefined.
  const entry = join(root, 'bundle-of-a-text.js');
  const given = {
    name: 'given',
    resolveId: (id) => (id === entry ? entry : null),
    load: (id) => (id === entry ? text : null),
  };
  const bundled = await rolldown({ input: entry, cwd: root, platform: 'node', plugins: [given] });
  try {
    const generated = await bundled.generate({ format: 'es', codeSplitting: false, ...output });
    return generated.output[0].code;
  } finally {
    await bundled.close();
  }
}

/** What such a text exports, loaded into this process. */
export async function load(text) {
  const scratch = await mkdtemp(join(tmpdir(), 'evalguard-bundle-'));
  try {
    const file = join(scratch, 'bundle.mjs');
    await writeFile(file, await bundle(text));
    return await import(pathToFileURL(file).href);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
