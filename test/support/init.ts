import { parse } from 'yaml';
import { readPolicy } from '../../src/adapters/policy.ts';
import { init } from '../../src/commands/init/init.ts';
import { familiesOf, isPointerName, mayBeResult } from '../../src/commands/init/names.ts';
import { readAs, sampleOf } from '../../src/commands/init/sample.ts';
import type { ResultFamily, Survey } from '../../src/commands/init/survey.ts';
import type { JsonValue } from '../../src/document/document.ts';
import { plainEnvironment } from './repository.ts';

/** What `init` proposes in a directory, with the safe answer to every question; nothing is written unless asked for. */
export async function proposalIn(cwd: string, { dryRun = true, answers = new Map<string, boolean>() } = {}) {
  const done = await init({
    cwd,
    env: plainEnvironment(),
    config: 'evalguard.yaml',
    force: false,
    dryRun,
    hook: null,
    owner: null,
    version: '0.0.0',
    progress: () => {},
    decide: async ({ id, safe }) => answers.get(id) ?? safe,
  });
  const policy = await readPolicy(new TextEncoder().encode(done.policy), 'evalguard.yaml');
  return { ...done, settings: policy, written: parse(done.policy) as Record<string, unknown> };
}

/** What init sees of files that hold these values, of which history rewrote some to other contents. */
export async function seenOf(
  files: Readonly<Record<string, unknown>>,
  rewritten: Readonly<Record<string, readonly (string | null)[]>> = {},
): Promise<Survey> {
  const paths = Object.keys(files).sort();
  const oidOf = (path: string) => JSON.stringify(files[path]);
  const families: ResultFamily[] = [];
  for (const family of familiesOf(paths.filter(mayBeResult))) {
    const samples = await Promise.all(
      family.paths.map((path) => sampleOf(path, new TextEncoder().encode(oidOf(path)))),
    );
    const read = samples.filter((sample) => sample !== null);
    const format = readAs(read, 'evaluation');
    if (format !== null) families.push({ ...family, samples: read, format });
  }
  const history = new Map(
    Object.entries(rewritten).map(([path, versions]) => [
      path,
      {
        added: 9,
        rewrites: versions.map((before) => ({
          commit: 'c'.repeat(40),
          before: before ?? 'link',
          isFile: before !== null,
          after: 'x',
        })),
      },
    ]),
  );
  const pointers = paths.filter(isPointerName).map((path) => {
    const values = [
      files[path] as JsonValue,
      ...(rewritten[path] ?? []).map((text) => JSON.parse(text ?? 'null')),
    ];
    return [path, { versions: values.length, values }] as const;
  });
  return {
    files: new Map(paths.map((path) => [path, { oid: oidOf(path), isLink: false }])),
    families,
    runs: new Set(),
    folderFormat: null,
    pointers: new Map(pointers),
    history: { byPath: history, commits: 10, gap: null },
    growth: new Map(),
    passedOver: new Map(),
    branch: 'main',
    read: 0,
  };
}
