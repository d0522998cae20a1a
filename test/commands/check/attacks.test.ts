import { chmodSync, mkdirSync, renameSync, symlinkSync } from 'node:fs';

import { afterEach, describe, expect, it } from 'vitest';
import { runCheck } from '../../support/cli.ts';
import { TestRepository } from '../../support/repository.ts';
import { nativeResult } from '../../support/result.ts';

/** The record that is attacked, and another one beside it. */
const RECORD = 'results/eval-2026-01-01-corpus-run1.json';
const OTHER = 'results/eval-2026-01-02-corpus-run1.json';

interface Attack {
  readonly name: string;
  /** What is done in the work tree of a branch that grew from a published `main`. */
  act(repository: TestRepository): void;
  /** Whether `act` stages everything itself. */
  readonly staged?: boolean;
  /** The rules that refuse it, or `incomplete`. */
  readonly refused: readonly string[] | 'incomplete';
  /** Modes in which it makes sense; both unless said. */
  readonly only?: 'diff' | 'staged';
  readonly before?: (repository: TestRepository) => void;
}

const edited = nativeResult([true, true, true]);

const attacks: readonly Attack[] = [
  { name: 'an edit (K013)', act: (r) => r.write(RECORD, edited), refused: ['ledger/modified'] },
  {
    name: 'an edit of white space alone (K014)',
    act: (r) => r.write(RECORD, nativeResult().trimEnd()),
    refused: ['ledger/modified'],
  },
  {
    name: 'an edit whose digest is pinned anew in the same change (K015)',
    before: (r) => r.write('results/digests.txt', 'old digest\n'),
    act: (r) => {
      r.write(RECORD, edited);
      r.write('results/digests.txt', 'new digest\n');
    },
    refused: ['ledger/modified'],
  },
  { name: 'a deletion (K182)', act: (r) => r.remove(RECORD), refused: ['ledger/deleted'] },
  {
    name: 'a rename, content identical (K018)',
    act: (r) => r.git('mv', RECORD, 'results/eval-2026-01-03-corpus-run1.json'),
    refused: ['ledger/renamed'],
  },
  {
    name: 'a rename with an edit (K016)',
    act: (r) => {
      r.git('mv', RECORD, 'results/eval-2026-01-03-corpus-run1.json');
      r.write('results/eval-2026-01-03-corpus-run1.json', edited);
    },
    refused: ['ledger/deleted'],
  },
  {
    name: 'a move out of the ledger',
    act: (r) => {
      mkdirSync(r.path('archive'));
      renameSync(r.path(RECORD), r.path('archive/run1.json'));
    },
    refused: ['ledger/renamed'],
  },
  {
    name: 'a rename that changes case alone (K028)',
    act: (r) => r.git('mv', RECORD, 'results/EVAL-2026-01-01-corpus-run1.json'),
    refused: ['ledger/renamed'],
  },
  {
    name: 'an addition that collides with a record but for case (K028)',
    act: (r) => r.write('results/Eval-2026-01-01-corpus-run1.json', edited),
    refused: ['ledger/name-collision'],
  },
  {
    name: 'an addition in a directory that collides with the ledger but for case',
    act: (r) => r.write('Results/eval-2026-01-01-corpus-run1.json', edited),
    refused: ['ledger/name-collision'],
  },
  {
    name: 'an addition that collides with a record but for Unicode form',
    before: (r) => r.write('results/mod\u00e8le.json', nativeResult()),
    act: (r) => r.write('results/mode\u0300le.json', edited),
    refused: ['ledger/name-collision', 'result/name'],
  },
  {
    name: 'an addition that collides by a trailing dot',
    act: (r) => r.write(`${RECORD}.`, edited),
    refused: ['ledger/name-collision'],
  },
  {
    name: 'an addition that names a stream of a record',
    act: (r) => r.write(`${RECORD}:x`, edited),
    refused: ['ledger/name-collision'],
  },
  {
    name: 'a symlink in a record’s place (K020)',
    act: (r) => {
      r.remove(RECORD);
      symlinkSync('eval-2026-01-02-corpus-run1.json', r.path(RECORD));
    },
    refused: ['ledger/not-a-file'],
  },
  {
    name: 'a symlink that is added',
    act: (r) => symlinkSync('../secrets.json', r.path('results/new.json')),
    refused: ['ledger/not-a-file'],
  },
  {
    name: 'the ledger replaced by a link',
    act: (r) => {
      r.git('mv', 'results', 'elsewhere');
      symlinkSync('elsewhere', r.path('results'));
    },
    refused: ['ledger/not-a-file', 'ledger/renamed'],
  },
  {
    name: 'a submodule in a record’s place (K032)',
    act: (r) => {
      r.git('rm', '--quiet', '--cached', RECORD);
      r.remove(RECORD);
      r.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},${RECORD}`);
    },
    staged: true,
    refused: ['ledger/not-a-file'],
  },
  {
    name: 'a directory in a record’s place',
    act: (r) => {
      r.remove(RECORD);
      r.write(`${RECORD}/part.json`, edited);
    },
    refused: ['ledger/deleted', 'result/name'],
  },
  {
    name: 'an edit hidden by .gitattributes -diff (K022)',
    act: (r) => {
      r.write('.gitattributes', 'results/*.json -diff\n');
      r.write(RECORD, edited);
    },
    refused: ['ledger/modified'],
  },
  {
    name: 'an edit of a file that attributes call binary (K023)',
    act: (r) => {
      r.write('.gitattributes', 'results/** binary\n');
      r.write(RECORD, edited);
    },
    refused: ['ledger/modified'],
  },
  {
    name: 'a submodule hidden by .gitmodules ignore = all (K032)',
    act: (r) => {
      r.write('.gitmodules', '[submodule "r"]\n\tpath = results/sub\n\turl = ./r\n\tignore = all\n');
      r.git('add', '.gitmodules');
      r.git('update-index', '--add', '--cacheinfo', `160000,${'2'.repeat(40)},results/sub`);
    },
    staged: true,
    refused: ['ledger/not-a-file'],
  },
  {
    name: 'an exemption added in the same change (K052)',
    act: (r) => {
      r.write('evalguard.yaml', 'version: 1\nledger: [results]\nexempt: ["results/**"]\n');
      r.write(RECORD, edited);
    },
    refused: ['ledger/modified', 'policy/loosened'],
  },
  {
    name: 'the ledger directory renamed in the policy (K052)',
    before: (r) => r.write('evalguard.yaml', 'version: 1\nledger: [results]\n'),
    act: (r) => {
      r.write('evalguard.yaml', 'version: 1\nledger: [outcomes]\n');
      r.write('outcomes/README.md', 'Outcomes.\n');
      r.write(RECORD, edited);
    },
    refused: ['ledger/modified', 'policy/loosened'],
  },
  {
    name: 'the policy deleted together with a record',
    before: (r) => r.write('evalguard.yaml', 'version: 1\nledger: [results, more]\n'),
    act: (r) => {
      r.remove('evalguard.yaml');
      r.remove('more/kept.json');
    },
    refused: ['ledger/deleted', 'policy/loosened'],
  },
  {
    name: 'a policy brought by a branch whose base has none (K052)',
    act: (r) => {
      r.write('evalguard.yaml', 'version: 1\nledger: [other]\n');
      r.write('other/README.md', 'Other.\n');
      r.write(RECORD, edited);
    },
    refused: ['ledger/modified', 'policy/loosened'],
  },
  {
    name: 'an edit in the shade of 20,000 other files (K040)',
    act: (r) => {
      // Names in the index alone: 20,000 files on disk would take as long as the disk pleases.
      const blob = r.gitWith({ input: 'padding\n' }, 'hash-object', '-w', '--stdin');
      const lines = Array.from(
        { length: 20_000 },
        (_, index) => `100644 ${blob}\tpadding/${index % 100}/${index}.txt\n`,
      );
      r.write(RECORD, edited);
      r.git('add', RECORD);
      r.gitWith({ input: lines.join('') }, 'update-index', '--add', '--index-info');
    },
    staged: true,
    refused: ['ledger/modified'],
  },
  {
    name: 'an edit of a file with a space, quotes and letters outside ASCII in its name (K026)',
    before: (r) => r.write('results/mod\u00e8le "a\'b" c.json', nativeResult()),
    act: (r) => r.write('results/mod\u00e8le "a\'b" c.json', edited),
    refused: ['ledger/modified'],
  },
  {
    name: 'an edit of a file with a newline and a backslash in its name',
    before: (r) => r.write('results/a\nb\\c.json', nativeResult()),
    act: (r) => r.write('results/a\nb\\c.json', edited),
    refused: ['ledger/modified'],
  },
  {
    name: 'an edit of a file whose name begins with a dash',
    before: (r) => r.write('results/-rf.json', nativeResult()),
    act: (r) => r.write('results/-rf.json', edited),
    refused: ['ledger/modified'],
  },
];

/** A repository whose `main` is published, on a branch of its own. */
function published(before?: (repository: TestRepository) => void): TestRepository {
  const repository = TestRepository.create();
  repository.write('README.md', 'A project.\n');
  repository.write(RECORD, nativeResult());
  repository.write(OTHER, nativeResult([true]));
  repository.write('more/kept.json', nativeResult([false]));
  before?.(repository);
  repository.commit('Records');
  repository.publish();
  repository.git('switch', '--quiet', '--create', 'change');
  return repository;
}

let repository: TestRepository | null = null;
afterEach(() => {
  repository?.dispose();
  repository = null;
});

describe.each(['diff', 'staged'] as const)('in %s mode, check refuses', (mode) => {
  it.each(attacks.filter(({ only }) => only === undefined || only === mode))(
    '$name',
    async ({ act, staged, before, refused }) => {
      repository = published(before);
      act(repository);
      if (!staged) repository.git('add', '--all');
      if (mode === 'diff') repository.git('commit', '--quiet', '--message', 'Change');
      const { code, rules, report } = await runCheck(
        repository.dir,
        mode === 'diff' ? ['--base', 'origin/main'] : ['--staged'],
      );
      if (refused === 'incomplete') expect([code, report.incomplete.length > 0]).toEqual([3, true]);
      else expect([code, rules]).toEqual([1, refused]);
    },
  );
});

describe('in both modes, check lets pass', () => {
  it.each(['diff', 'staged'] as const)('a chmod alone, with a note, in %s mode (K055)', async (mode) => {
    repository = published();
    chmodSync(repository.path(RECORD), 0o755);
    repository.git('add', '--all');
    if (mode === 'diff') repository.git('commit', '--quiet', '--message', 'Change');
    const { code, report } = await runCheck(
      repository.dir,
      mode === 'diff' ? ['--base', 'origin/main'] : ['--staged'],
    );
    expect(code).toBe(0);
    expect(report.findings.map(({ rule, severity }) => `${rule} ${severity}`)).toEqual(['ledger/mode note']);
  });

  it.each(['diff', 'staged'] as const)('an addition, in %s mode', async (mode) => {
    repository = published();
    repository.write('results/eval-2026-01-03-corpus-run1.json', edited);
    repository.git('add', '--all');
    if (mode === 'diff') repository.git('commit', '--quiet', '--message', 'Change');
    const { code, report } = await runCheck(
      repository.dir,
      mode === 'diff' ? ['--base', 'origin/main'] : ['--staged'],
    );
    expect([code, report.counts.added, report.counts.violations]).toEqual([0, 1, 0]);
  });
});
