// Writes the page that follows from the code: docs/rules.md, from the rules' own texts.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const PAGES = `
  import { rulesPage } from './src/commands/explain.ts';
  import { rules } from './src/rules/registry.ts';
  export const pages = { 'docs/rules.md': rulesPage(rules) };
`;

/** Writes every generated page; two runs give the same bytes. */
export async function buildDocs() {
  const scratch = await mkdtemp(join(tmpdir(), 'evalguard-docs-'));
  try {
    const outfile = join(scratch, 'pages.mjs');
    await build({
      absWorkingDir: root,
      stdin: { contents: PAGES, resolveDir: root, loader: 'ts' },
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'warning',
    });
    const { pages } = await import(pathToFileURL(outfile).href);
    for (const [page, text] of Object.entries(pages)) await writeFile(join(root, page), text);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildDocs();
