import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRecord } from '../../../src/policy/series.ts';
import { fastImport, type ImportedCommit } from '../../support/fast-import.ts';
import { proposalIn } from '../../support/init.ts';
import { TestRepository } from '../../support/repository.ts';
import { simulations } from '../../support/trial.ts';

/** Where results of a random repository stand, and how they are called. */
const FOLDERS = [
  'results',
  'evals/results',
  'eval',
  'bench/runs/2026-01',
  '.deepeval',
  '',
  'models/a',
  'models/b',
];
const NAMES = [
  'results.json',
  'latest.json',
  'index.json',
  'manifest.json',
  'eval-2026-01-01.json',
  'eval-2026-01-02.json',
  'smoke_01.json',
  'smoke-02.json',
  'gpt-4o_results.json',
  'leaderboard.json',
  '.latest_test_run.json',
];
/** Files that are no results, beside them. */
const OTHERS = [
  'eval/run.py',
  'results/plot.py',
  'results/notes.md',
  'package.json',
  'src/app.ts',
  'models/a/run.sh',
  'eval/cases.json',
];

const results = FOLDERS.flatMap((folder) => NAMES.map((name) => (folder === '' ? name : `${folder}/${name}`)))
  // What nothing in the path calls an evaluation is no result by its name.
  .filter(
    (path) =>
      !/^(?:latest|index|manifest|smoke|\.latest)[^/]*$|^models\/.*(?:latest|index|manifest|smoke|\.latest)/.test(
        path,
      ),
  );

const content = fc
  .integer({ min: 1, max: 6 })
  .map((n) => `{"metrics":{"accuracy":0.${n},"recall":0.${n}}}\n`);

type Act =
  | { readonly kind: 'write'; readonly path: string; readonly content: string }
  | { readonly kind: 'remove'; readonly path: string }
  | { readonly kind: 'move'; readonly path: string; readonly to: string }
  | { readonly kind: 'copy'; readonly path: string; readonly to: string };

const path = fc.constantFrom(...results);
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('write' as const), path, content }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), path }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('move' as const), path, to: path }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('copy' as const), path, to: path }) },
);

interface History {
  readonly commits: readonly Readonly<Record<string, string>>[];
  /** By path: all that stood there. */
  readonly held: ReadonlyMap<string, ReadonlySet<string>>;
}

function historyOf(others: readonly string[], groups: readonly (readonly Act[])[]): History {
  const files = new Map(others.map((one) => [one, `${one}\n`]));
  const held = new Map<string, Set<string>>();
  const commits = groups.map((acts) => {
    for (const one of acts) {
      const there = files.get(one.path);
      if (one.kind === 'write') files.set(one.path, one.content);
      else if (there === undefined) continue;
      else {
        if (one.kind !== 'copy') files.delete(one.path);
        if (one.kind !== 'remove') files.set(one.to, there);
      }
    }
    for (const [at, text] of files)
      if (text.startsWith('{')) held.set(at, (held.get(at) ?? new Set()).add(text));
    return Object.fromEntries(files);
  });
  return { commits, held };
}

describe('a proposal over any history', () => {
  it('exempts no result, and leaves none that stands outside the ledger', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.subarray(OTHERS),
        fc.array(fc.array(act, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 5 }),
        async (others, groups) => {
          const { commits, held } = historyOf(others, groups);
          const repository = TestRepository.create();
          try {
            fastImport(
              repository,
              commits.map((files): ImportedCommit => ({ branch: 'main', files })),
            );
            repository.git('reset', '--hard', '--quiet', 'main');
            const { proposal, settings } = await proposalIn(repository.dir);
            const scope = { directories: settings.ledger, exempt: settings.exempt, exemptIfNew: [] };
            const now = commits.at(-1) ?? {};
            for (const one of held.keys()) {
              if (isRecord(one, scope, true)) continue;
              // What changed may be a pointer: all that it ever held was a result at another path of its folder.
              const folder = one.slice(0, one.lastIndexOf('/') + 1);
              const others = [...held].filter(([other]) => other !== one && other.startsWith(folder));
              const isCopy = [...held.get(one)!].every((text) => others.some(([, texts]) => texts.has(text)));
              if (settings.exempt.includes(one))
                expect([one, isCopy, /(?:latest|index|manifest)\.json$/.test(one)]).toEqual([
                  one,
                  true,
                  true,
                ]);
              // What is gone is guarded no more: it stands elsewhere in the ledger, or the proposal names its loss.
              else {
                const moved = Object.entries(now).some(
                  ([other, text]) => held.get(one)!.has(text) && isRecord(other, scope, true),
                );
                const told = proposal.notes.some((note) => note.includes(one));
                expect([one, Object.hasOwn(now, one), moved || told]).toEqual([one, false, true]);
              }
            }
          } finally {
            repository.dispose();
          }
        },
      ),
      { numRuns: simulations(40) },
    );
  });
});
