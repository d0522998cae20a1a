// The types of the library as one file: the compiler writes a declaration file for each source, and a bundler takes of
// them what the library's entry reaches.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The text of dist/index.d.ts; two runs give the same bytes. */
export async function bundledTypes() {
  const scratch = await mkdtemp(join(tmpdir(), 'evalguard-types-'));
  try {
    const complaints = await declare(scratch);
    const generator = { emit: (_code, file) => ({ error: `${file} has no declarations` }) };
    const plugins = [dts({ dtsOnly: true, tsconfig: false, generator })];
    const bundle = await rolldown({ input: { index: join(scratch, 'index.d.ts') }, plugins });
    const [{ code, moduleIds }] = (await bundle.generate({ format: 'es' })).output;
    await bundle.close();
    // What the rules find is inferred from types that they keep to themselves. Nobody outside can name them either.
    const bundled = new Set(moduleIds.map((id) => relative(scratch, id)));
    const hurting = complaints.filter(
      (line) => !/error TS4023/.test(line) || bundled.has(declarationOf(line)),
    );
    if (hurting.length > 0) throw new Error(`the declarations cannot be written:\n${hurting.join('\n')}`);
    return code;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Writes a declaration file for each source, and gives the compiler's complaints, one a line. */
function declare(scratch) {
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
