// Writes dist/types: the declarations that the library's entry reaches, and no others.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Writes the declarations to a directory; two runs give the same bytes. */
export async function buildTypes(directory) {
  const scratch = await mkdtemp(join(tmpdir(), 'evalguard-types-'));
  try {
    const complaints = await emit(scratch);
    const reached = await reachable(scratch, 'index.d.ts');
    // What the rules find is inferred from types that they keep to themselves. Nobody outside can name them either.
    const hurting = complaints.filter(
      (line) => !/error TS4023/.test(line) || reached.has(declarationOf(line)),
    );
    if (hurting.length > 0) throw new Error(`the declarations cannot be written:\n${hurting.join('\n')}`);
    for (const [file, text] of reached) {
      await mkdir(dirname(join(directory, file)), { recursive: true });
      await writeFile(join(directory, file), text);
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Runs the compiler, and gives its complaints, one a line. */
function emit(scratch) {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const args = [compiler, '-p', join(root, 'tsconfig.types.json'), '--pretty', 'false', '--outDir', scratch];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: root, maxBuffer: 1 << 26 }, (_error, stdout) => {
      resolve(stdout.split('\n').filter((line) => /error TS\d+/.test(line)));
    });
  });
}

function declarationOf(complaint) {
  const [file] = complaint.split('(', 1);
  return relative('src', file).replace(/\.ts$/, '.d.ts');
}

/** The declarations that an entry leads to, by file, with the imports spelt as both module systems read them. */
async function reachable(scratch, entry) {
  const reached = new Map();
  const open = [entry];
  while (open.length > 0) {
    const file = open.pop();
    if (reached.has(file)) continue;
    const text = await readFile(join(scratch, file), 'utf8');
    reached.set(file, text.replace(/(['"])(\.{1,2}\/[^'"]+)\.ts\1/g, '$1$2.js$1'));
    for (const [, , target] of text.matchAll(/(['"])(\.{1,2}\/[^'"]+)\.ts\1/g))
      open.push(`${join(dirname(file), target)}.d.ts`);
  }
  return new Map([...reached].sort(([a], [b]) => (a < b ? -1 : 1)));
}
