// Writes the page that follows from the code: docs/rules.md, from the rules' own texts.
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from './bundle.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const PAGE = `
  import { rulesPage } from './src/commands/explain.ts';
  import { rules } from './src/rules/registry.ts';
  export const page = rulesPage(rules);
`;

/** Writes the page; two runs give the same bytes. */
export async function buildDocs() {
  const { page } = await load(PAGE);
  await writeFile(join(root, 'docs/rules.md'), page);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildDocs();
