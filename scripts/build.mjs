// Builds dist/: the command line as CommonJS, which Node starts 5 to 8 ms faster than modules, cut where a command
// loads something that others do not need. Two runs give the same bytes.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import { buildDocs } from './docs.mjs';
import { buildSchemas } from './schemas.mjs';
import { buildTypes } from './types.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');

const small = { minify: true, legalComments: 'none', charset: 'utf8' };

/** Paths in the bundles count from the root, also where node_modules is a link, so that every checkout builds alike. */
const here = { absWorkingDir: root, preserveSymlinks: true };

/**
 * Programs that are bundled apart. What is split together is cut into a piece for every set of programs that shares it;
 * check runs on every commit and is not to open thirty files for that.
 */
const PROGRAMS = [
  { cli: 'src/faces/bin.ts' },
  { check: 'src/faces/check-only.ts' },
  { commands: 'src/faces/cli.ts', action: 'src/faces/action-bin.ts' },
];

/** esbuild splits modules only, so each piece is split as a module and turned into CommonJS afterwards. */
async function buildCommands(entryPoints) {
  const { outputFiles } = await build({
    ...small,
    ...here,
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    entryPoints,
    outdir: dist,
    write: false,
    chunkNames: `lib/${Object.keys(entryPoints)[0]}/[name]-[hash]`,
    outExtension: { '.js': '.cjs' },
    logLevel: 'warning',
  });
  for (const file of outputFiles) {
    const { code } = await transform(linked(file.text), {
      ...small,
      format: 'cjs',
      platform: 'node',
      target: 'node20.19',
      // A dynamic import of CommonJS makes Node read the whole text for its exports first; `require` does not.
      supported: { 'dynamic-import': false },
    });
    const program = relative(dist, file.path) === 'cli.cjs';
    await mkdir(dirname(file.path), { recursive: true });
    await writeFile(file.path, program ? `#!/usr/bin/env node\n${code}` : code, {
      mode: program ? 0o755 : 0o644,
    });
  }
}

const IMPORT = /^import(?:\{([^}]*)\}from)?"([^"]+)";/;
const EXPORT = /export\{([^}]*)\};\s*$/;

/**
 * A piece with `require` in place of static imports and exports. esbuild's own CommonJS reads every imported name through
 * two getters at each use; here it is a constant, which is the same as long as no exported name is assigned twice.
 */
function linked(text) {
  const heads = [];
  let body = text;
  for (let match = IMPORT.exec(body); match !== null; match = IMPORT.exec(body)) {
    const [statement, names, from] = match;
    const required = `require(${JSON.stringify(from.replace(/\.js$/, '.cjs'))});`;
    heads.push(names === undefined ? required : `const{${names.replaceAll(' as ', ':')}}=${required}`);
    body = body.slice(statement.length);
  }
  const names = EXPORT.exec(body)?.[1] ?? '';
  const members = names.split(',').map((name) => name.split(' as ').reverse().join(':'));
  const foot = names === '' ? '' : `module.exports={${members.join(',')}};`;
  return heads.join('') + body.replace(EXPORT, '') + foot;
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
for (const entryPoints of PROGRAMS) await buildCommands(entryPoints);
await buildLibrary();
await buildDocs();
