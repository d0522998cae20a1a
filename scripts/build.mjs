// Builds dist/: the command line as CommonJS, which Node starts 5 to 8 ms faster than modules, cut where a command
// loads something that others do not need. Two runs give the same bytes.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildDocs } from './docs.mjs';
import { link } from './link.mjs';
import { buildSchemas } from './schemas.mjs';
import { buildTypes } from './types.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');

const small = { minify: true, legalComments: 'none', charset: 'ascii' };

/** Paths in the bundles count from the root, also where node_modules is a link, so that every checkout builds alike. */
const here = {
  absWorkingDir: root,
  preserveSymlinks: true,
  // The same library as modules, of which a bundle takes what it uses; what Node would load is one piece of CommonJS.
  alias: { yaml: './node_modules/yaml/browser/index.js' },
};

/**
 * Programs, each bundled apart with one entry point, which runs when its file is loaded. What a program's commands share
 * is cut into a piece for every set of them; check and audit are not to open thirty files for that.
 */
const PROGRAMS = {
  cli: 'src/faces/bin.ts',
  check: 'src/faces/check-only.ts',
  audit: 'src/faces/audit-only.ts',
  commands: 'src/faces/cli.ts',
  action: 'src/faces/action-bin.ts',
};

/** Modules that a program always loads together, beside its own: what it works with, and the policy's reader. */
const POLICY = ['src/document/yaml.ts', 'src/generated/policy.js'];
const TOGETHER = {
  check: { judge: ['src/commands/check/check.ts', ...POLICY, 'src/generated/result.js'] },
  audit: { history: ['src/commands/audit/audit.ts', ...POLICY] },
};

async function buildProgram(program, source) {
  const { outputFiles, metafile } = await build({
    ...small,
    ...here,
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    entryPoints: { [program]: source },
    outdir: dist,
    write: false,
    metafile: true,
    chunkNames: `lib/${program}/[name]-[hash]`,
    logLevel: 'warning',
  });
  await mustBeConstant(Object.keys(metafile.inputs));
  const modules = new Map(outputFiles.map(({ path, text }) => [relative(dist, path), text]));
  const nameOf = (path) => pieceName(program, metafile.outputs[join(relative(root, dist), path)]);
  for (const [file, text] of link(modules, groupsOf(program, source, metafile), nameOf)) {
    const executable = file === 'cli.cjs';
    const path = join(dist, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, executable ? `#!/usr/bin/env node\n${text}` : text, {
      mode: executable ? 0o755 : 0o644,
    });
  }
}

/** Linked pieces hold exported names as constants, so no source of ours may export one that it could assign again. */
async function mustBeConstant(sources) {
  for (const source of sources.filter((path) => path.startsWith('src/'))) {
    const found = /^\s*export\s+(?:let|var)\s.*$/m.exec(await readFile(join(root, source), 'utf8'));
    if (found !== null) throw new Error(`${source} exports what it may assign again: ${found[0].trim()}`);
  }
}

/**
 * A piece is called after the source that it was split off for, else after the one that most of it is made of: a name
 * that stays while its content changes, unlike a hash.
 */
function pieceName(program, { entryPoint, inputs }) {
  const [most] = Object.entries(inputs).sort(([, a], [, b]) => b.bytesInOutput - a.bytesInOutput);
  const name = (entryPoint ?? `${most[0]}-part`)
    .replace(/^(?:src|node_modules)\/@?/, '')
    .replace(/\.\w+(?=$|-part$)/, '');
  return `lib/${program}/${name.replaceAll('/', '-')}.cjs`;
}

/** The modules of each file: those that an entry point imports, however far down, and that no file before it holds. */
function groupsOf(program, source, { outputs }) {
  const out = relative(root, dist);
  const byEntry = new Map(
    Object.entries(outputs).flatMap(([path, { entryPoint }]) => (entryPoint ? [[entryPoint, path]] : [])),
  );
  const taken = new Set();
  const closure = (path) => {
    if (taken.has(path)) return [];
    taken.add(path);
    const below = outputs[path].imports.filter(
      ({ kind, external }) => kind === 'import-statement' && !external,
    );
    return [relative(out, path), ...below.flatMap((each) => closure(each.path))];
  };
  const groups = new Map([[`${program}.cjs`, closure(byEntry.get(source))]]);
  for (const [file, sources] of Object.entries(TOGETHER[program] ?? {})) {
    groups.set(
      `lib/${file}.cjs`,
      sources.flatMap((each) => closure(byEntry.get(each))),
    );
  }
  return groups;
}

/** The library: one module that needs nothing installed. Some of what it holds was written for CommonJS. */
async function buildLibrary() {
  await build({
    ...small,
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    entryPoints: { index: 'src/index.ts' },
    outdir: dist,
    banner: {
      js: "import { createRequire as evalguardRequire } from 'node:module';const require = evalguardRequire(import.meta.url);",
    },
    logLevel: 'warning',
  });
  await buildTypes(join(dist, 'types'));
}

await buildSchemas();
await rm(dist, { recursive: true, force: true });
for (const [program, source] of Object.entries(PROGRAMS)) await buildProgram(program, source);
await buildLibrary();
await buildDocs();
