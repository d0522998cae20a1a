import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { REPORT_FORMATS } from '../src/faces/report-formats.ts';
import { rules } from '../src/rules/registry.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Who may import whom. A layer may always import itself. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  document: [],
  core: ['document'],
  policy: ['core', 'document'],
  measures: ['policy', 'core', 'document'],
  rules: ['measures', 'policy', 'core', 'document'],
  formats: ['measures', 'policy', 'core', 'document'],
  adapters: ['policy', 'core', 'document', 'generated'],
  reporters: ['core', 'document'],
  commands: ['adapters', 'rules', 'formats', 'measures', 'policy', 'core', 'document'],
  faces: ['commands', 'adapters', 'rules', 'formats', 'reporters', 'policy', 'core', 'document'],
  generated: [],
};

/** Layers without side effects: they import nothing of Node, save for digests, and those in one place. */
const DIGESTS = { from: 'src/core/digest.ts', to: 'node:crypto' };
const PURE = ['document', 'core', 'policy', 'measures', 'rules', 'formats', 'reporters'];

interface Import {
  readonly from: string;
  readonly to: string;
}

function sources(directory: string): string[] {
  return readdirSync(join(root, directory), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
    .map((file) => join(directory, file));
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  const matches = text.matchAll(/(?:\bfrom\s+|\bimport\s*\(\s*|^import\s+)'([^']+)'/gm);
  return Array.from(matches, ([, to = '']) => ({
    from: file,
    to: to.startsWith('.') ? relative(root, join(root, dirname(file), to)) : to,
  }));
}

const imports = sources('src').flatMap(importsOf);

function layerOf(path: string): string | null {
  return /^src\/([^/]+)\//.exec(path)?.[1] ?? null;
}

describe('the layers', () => {
  it('are the folders of src', () => {
    const folders = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    const unknown = folders.map(({ name }) => name).filter((name) => !(name in LAYERS));
    expect(unknown).toEqual([]);
    expect(imports.length).toBeGreaterThan(100);
  });

  it('import downwards only', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [layer, target] = [layerOf(from), layerOf(to)];
      return layer !== null && target !== null && layer !== target && !LAYERS[layer]?.includes(target);
    });
    expect(wrong).toEqual([]);
  });

  it('have no two files that import each other, however far around', () => {
    const below = new Map<string, string[]>();
    for (const { from, to } of imports) below.set(from, [...(below.get(from) ?? []), to]);
    const done = new Set<string>();
    const circles: string[] = [];
    const visit = (file: string, path: readonly string[]) => {
      if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
      if (path.includes(file) || done.has(file)) return;
      for (const next of below.get(file) ?? []) visit(next, [...path, file]);
      done.add(file);
    };
    for (const file of below.keys()) visit(file, []);
    expect(circles).toEqual([]);
  });

  it('are pure where they should be: no file, process or clock', () => {
    const wrong = imports.filter(
      ({ from, to }) => PURE.includes(layerOf(from) ?? '') && to.startsWith('node:'),
    );
    expect(wrong).toEqual([DIGESTS]);
    expect(readFileSync(join(root, DIGESTS.from), 'utf8')).toMatch(
      /^import \{ createHash \} from 'node:crypto';$/m,
    );
    const impure = sources('src')
      .filter((file) => PURE.includes(layerOf(file) ?? ''))
      .filter((file) =>
        /\bprocess\.|\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(/.test(
          readFileSync(join(root, file), 'utf8'),
        ),
      );
    expect(impure).toEqual([]);
  });

  it('let check and audit judge and report by values alone: only what reads knows a repository', () => {
    const acts =
      (...names: readonly string[]) =>
      (file: string) =>
        ['check', 'audit'].some((command) =>
          names.some((name) => file.startsWith(`src/commands/${command}/${name}`)),
        );
    const pure = acts('judge/', 'report.ts');
    expect(imports.filter(({ from }) => pure(from)).length).toBeGreaterThan(30);
    const wrong = imports.filter(
      ({ from, to }) => pure(from) && (layerOf(to) === 'adapters' || acts('read/')(to)),
    );
    expect(wrong).toEqual([]);
    const holders = imports
      .filter(({ from, to }) => acts('')(from) && to === 'src/adapters/git/repository.ts')
      .map(({ from }) => from)
      .filter((file) => !acts('read/')(file));
    expect(holders.sort()).toEqual(['src/commands/audit/audit.ts', 'src/commands/check/check.ts']);
  });

  it('leave exits and standard output to the faces', () => {
    const wrong = sources('src')
      .filter((file) => layerOf(file) !== 'faces')
      .filter((file) =>
        /\bprocess\.(?:exit|exitCode|stdout|stderr)\b|\bconsole\./.test(
          readFileSync(join(root, file), 'utf8'),
        ),
      );
    expect(wrong).toEqual([]);
  });

  it('print by one function alone: no face writes to a stream of its own (C5)', () => {
    const ends = ['src/faces/bin.ts', 'src/faces/action-bin.ts'];
    const wrong = sources('src/faces')
      .filter((file) => !ends.includes(file))
      .filter((file) =>
        /\bprocess\.(?:stdout|stderr)\.|\bconsole\./.test(readFileSync(join(root, file), 'utf8')),
      );
    expect(wrong).toEqual([]);
  });
});

describe('the rules', () => {
  const fileNames = rules.map(({ id }) => id.replace('/', '-')).sort();

  it('have unique ids', () => {
    expect(new Set(fileNames).size).toBe(fileNames.length);
  });

  it('stand one in a file', () => {
    const files = readdirSync(join(root, 'src/rules'), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name.replace(/\.ts$/, ''))
      .filter((name) => name !== 'registry' && name !== 'subject');
    expect(files.sort()).toEqual(fileNames);
  });

  it('have a test each', () => {
    expect(fileNames.filter((name) => !existsSync(join(root, `test/rules/${name}.test.ts`)))).toEqual([]);
  });

  it('have a heading each in docs/rules.md', () => {
    const headings = [
      ...readFileSync(join(root, 'docs/rules.md'), 'utf8').matchAll(/^## ([a-z-]+\/[a-z-]+)$/gm),
    ];
    expect(headings.map(([, id]) => id).sort()).toEqual(rules.map(({ id }) => id as string).sort());
  });

  it('say what, why and what to do in whole sentences', () => {
    for (const { id, title, why, advice } of rules) {
      for (const text of [title, why, advice])
        expect([id, text]).toEqual([id, expect.stringMatching(/^[A-Z`].+[.!]$/su)]);
    }
  });
});

it.each(['src/README.md', 'CONTRIBUTING.md'])('%s names only files that exist', (page) => {
  const tests = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' });
  const files = ['vitest.config.ts', ...sources('src'), ...tests.map((file) => `test/${file}`)];
  const named = [...readFileSync(join(root, page), 'utf8').matchAll(/`([\w./-]+\.ts)`/g)];
  expect(named.length).toBeGreaterThan(10);
  const unknown = named.filter(([, name]) => !files.some((file) => `/${file}`.endsWith(`/${name}`)));
  expect(unknown.map(([, name]) => name)).toEqual([]);
});

it('the README shows every command', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const commands = [...readFileSync(join(root, 'src/faces/cli.ts'), 'utf8').matchAll(/^ {2}(\w+): async/gm)];
  expect(commands.length).toBeGreaterThan(5);
  expect(commands.map(([, name]) => name).filter((name) => !readme.includes(`evalguard ${name}`))).toEqual(
    [],
  );
});

it('every format of the report has a test of its own', () => {
  const formats = [...REPORT_FORMATS.keys()];
  expect(formats.length).toBeGreaterThan(5);
  expect(formats.filter((name) => !existsSync(join(root, `test/reporters/${name}.test.ts`)))).toEqual([]);
});

it('the documentation names only rules that exist', () => {
  const ids = new Set<string>(rules.map(({ id }) => id));
  const groups = [...new Set(rules.map(({ id }) => id.split('/')[0]))].join('|');
  const pages = ['README.md', ...readdirSync(join(root, 'docs')).map((file) => `docs/${file}`)];
  const named = pages
    .filter((file) => file.endsWith('.md'))
    .flatMap((page) => {
      const text = readFileSync(join(root, page), 'utf8');
      return Array.from(text.matchAll(new RegExp(`\`((?:${groups})/[a-z-]+)\``, 'g')), ([, id = '']) => [
        page,
        id,
      ]);
    });
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(([, id = '']) => !ids.has(id))).toEqual([]);
});
