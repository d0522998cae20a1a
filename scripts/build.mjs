// Builds dist/: the command line and the action as CommonJS, which Node starts 5 to 8 ms faster than modules, cut where a
// command loads something that others do not need; the library as one module, and its types as one file. Two runs give
// the same bytes.
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { buildDocs } from './docs.mjs';
import { buildSchemas } from './schemas.mjs';
import { bundledTypes } from './types.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');

/** Modules that every check, and every audit, loads as soon as git's process is started. */
const POLICY = ['src/document/yaml.ts', 'src/generated/policy.js'];
const CHECK = ['src/commands/check/check.ts', 'src/generated/result.js', ...POLICY];
const AUDIT = ['src/faces/cli/audit.ts', 'src/commands/audit/audit.ts', ...POLICY];

/**
 * Each program is a file in dist/, which holds what its entry imports, and dist/lib/<program>/ with what is loaded on demand.
 * What lies together there: modules with all that they import. A check opens three files, not thirty.
 */
const PROGRAMS = {
  cli: { entry: 'src/faces/bin.ts' },
  guard: { entry: 'src/faces/guard.ts', together: { check: CHECK, audit: AUDIT } },
  commands: { entry: 'src/faces/cli.ts' },
  action: { entry: 'src/faces/action-bin.ts' },
};

/** The programs that `cli` starts, each a file beside it. */
const STARTED = { './guard.ts': './guard.cjs', './cli.ts': './commands.cjs' };

const INPUT = {
  cwd: root,
  platform: 'node',
  // The same library as modules, of which a bundle takes what it uses.
  resolve: { alias: { yaml: join(root, 'node_modules/yaml/browser/index.js') } },
  transform: { target: 'node20.19' },
  // What is imported both ways is in one piece with what always needs it.
  checks: { ineffectiveDynamicImport: false },
};
const OUTPUT = { minify: true, charset: 'ascii', comments: false, topLevelVar: true };

async function buildProgram(name, { entry, together = {} }) {
  const started = {
    name: 'started',
    resolveId: (id) => (name === 'cli' && id in STARTED ? { id: STARTED[id], external: true } : null),
  };
  await emit(
    { ...INPUT, input: { [name]: entry }, preserveEntrySignatures: 'allow-extension', plugins: [started] },
    {
      ...OUTPUT,
      format: 'cjs',
      dynamicImportInCjs: false,
      externalLiveBindings: false,
      strict: true,
      entryFileNames: '[name].cjs',
      chunkFileNames: (chunk) => `lib/${name}/${pieceName(chunk)}.cjs`,
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [{ debugName: 'together', name: fileOf([name, [entry]], ...Object.entries(together)) }],
      },
    },
  );
}

/**
 * Gives a module the file whose seeds lead to it by static imports: the first file, where that is one of several; `null`
 * where none do.
 */
function fileOf(...files) {
  let reached;
  return (id, context) => {
    reached ??= files.map(([file, seeds]) => [file, closure(seeds, context)]);
    const homes = reached.filter(([, modules]) => modules.has(id));
    const [home = null] = (homes.length > 1 ? files[0] : homes[0]) ?? [];
    return home;
  };
}

function closure(seeds, context) {
  const reached = new Set();
  const visit = (id) => {
    if (reached.has(id)) return;
    reached.add(id);
    context.getModuleInfo(id)?.importedIds.forEach(visit);
  };
  for (const seed of seeds) visit(join(root, seed));
  return reached;
}

/** A piece that is loaded on demand is called after its source: a name that stays while its content changes. */
function pieceName({ name, facadeModuleId }) {
  if (!facadeModuleId) return name;
  return relative(root, facadeModuleId)
    .replace(/^(?:src|node_modules)\/@?/, '')
    .replace(/\.\w+$/, '')
    .replaceAll('/', '-');
}

/** The library: one module that needs nothing installed, and its types. */
async function buildLibrary() {
  await emit(
    { ...INPUT, input: { index: 'src/index.ts' } },
    { ...OUTPUT, format: 'es', codeSplitting: false },
  );
  await write('index.d.ts', await bundledTypes());
}

async function emit(input, options) {
  const bundle = await rolldown(input);
  const { output } = await bundle.generate(options);
  await bundle.close();
  mustNotBeCircular(output);
  for (const { fileName, code } of output) await write(fileName, code);
}

/** A file that a circle leads back to has no exports yet. */
function mustNotBeCircular(output) {
  const imports = new Map(output.map(({ fileName, imports }) => [fileName, imports]));
  const visit = (file, path) => {
    if (path.includes(file)) throw new Error(`files load each other: ${[...path, file].join(' -> ')}`);
    for (const next of imports.get(file) ?? []) visit(next, [...path, file]);
  };
  for (const file of imports.keys()) visit(file, []);
}

async function write(file, text) {
  const path = join(dist, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, file === 'cli.cjs' ? `#!/usr/bin/env node\n${text}` : text);
  if (file === 'cli.cjs') await chmod(path, 0o755);
}

await buildSchemas();
await rm(dist, { recursive: true, force: true });
for (const [name, program] of Object.entries(PROGRAMS)) await buildProgram(name, program);
await buildLibrary();
await buildDocs();
