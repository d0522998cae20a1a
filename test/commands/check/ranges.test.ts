import { afterEach, describe, expect, it } from 'vitest';
import { runCheck } from '../../support/cli.ts';
import { TestRepository } from '../../support/repository.ts';
import { nativeResult } from '../../support/result.ts';

const RECORD = 'results/eval-2026-01-01-corpus-run1.json';
const NEXT = 'results/eval-2026-01-02-corpus-run1.json';
const POLICY = 'version: 1\nledger: [results]\n';
const edited = nativeResult([true, true, true]);

const made: TestRepository[] = [];
afterEach(() => {
  for (const one of made.splice(0)) one.dispose();
});

function keep(repository: TestRepository): TestRepository {
  made.push(repository);
  return repository;
}

/** `main` with a policy and one record, published. */
function published(): TestRepository {
  const repository = keep(TestRepository.create());
  repository.commit('Record', { [RECORD]: nativeResult(), 'evalguard.yaml': POLICY });
  repository.publish();
  return repository;
}

describe('a branch without common history is compared with what published branches hold (B3)', () => {
  /** What is done on an orphan branch, and what each way of looking says of it. */
  const cases: readonly {
    readonly name: string;
    readonly files: Readonly<Record<string, string>>;
    readonly before?: (repository: TestRepository) => void;
    readonly expected: readonly string[];
  }[] = [
    { name: 'a page alone', files: { 'index.html': '<p>Hello.</p>\n' }, expected: [] },
    { name: 'a new record', files: { [NEXT]: nativeResult() }, expected: [] },
    { name: 'the very record of main', files: { [RECORD]: nativeResult() }, expected: [] },
    { name: 'a forged record', files: { [RECORD]: edited }, expected: [`ledger/overwrites-base ${RECORD}`] },
    {
      name: 'a forged record beside an honest one and a page',
      files: { [RECORD]: edited, [NEXT]: nativeResult(), 'index.html': '<p>Hello.</p>\n' },
      expected: [`ledger/overwrites-base ${RECORD}`],
    },
    {
      name: 'a record that another published branch holds with other content',
      before: (r) => {
        r.git('switch', '--quiet', '--create', 'release');
        r.commit('Release', { [NEXT]: nativeResult() });
        r.publish('release');
      },
      files: { [NEXT]: edited },
      expected: [`ledger/overwrites-base ${NEXT}`],
    },
    {
      name: 'a forged record whose forgery another published branch holds too',
      before: (r) => {
        r.git('switch', '--quiet', '--create', 'aaa');
        r.commit('Forged', { [RECORD]: edited });
        r.publish('aaa');
      },
      files: { [RECORD]: edited },
      expected: [`ledger/overwrites-base ${RECORD}`],
    },
    {
      name: 'a record at a path that holds a directory of records on main',
      before: (r) => {
        r.commit('Deep', { 'results/deep/run.json': nativeResult() });
        r.publish();
      },
      files: { 'results/deep': 'not a directory' },
      expected: ['ledger/overwrites-base results/deep'],
    },
    {
      name: 'a policy of its own that frees the record which it forges',
      files: {
        'evalguard.yaml': `${POLICY}exempt: ["results/**"]\n`,
        [RECORD]: edited,
      },
      expected: ['policy/loosened evalguard.yaml', `ledger/overwrites-base ${RECORD}`],
    },
  ];

  const errors = ({ report }: Awaited<ReturnType<typeof runCheck>>) => [
    ...new Set(
      report.findings
        .filter(({ severity }) => severity === 'error')
        .map(({ rule, path }) => `${rule} ${path}`),
    ),
  ];

  describe.each(cases)('$name', ({ before, files, expected }) => {
    const orphan = () => {
      const repository = published();
      before?.(repository);
      repository.git('switch', '--quiet', '--orphan', 'lonely');
      for (const [path, content] of Object.entries(files)) repository.write(path, content);
      repository.git('add', '--all');
      return repository;
    };
    const exit = expected.length > 0 ? 1 : 0;

    it('before its first commit', async () => {
      const checked = await runCheck(orphan().dir, ['--staged']);
      expect([checked.code, errors(checked)]).toEqual([exit, expected]);
    });

    it('after it', async () => {
      const repository = orphan();
      repository.git('commit', '--quiet', '--message', 'Alone');
      for (const args of [
        ['--base', 'origin/main'],
        ['--base', 'origin/main', '--each-commit'],
        [],
        ['--staged'],
      ]) {
        const checked = await runCheck(repository.dir, args);
        expect([args, checked.code, errors(checked)]).toEqual([args, exit, expected]);
      }
    });
  });

  it('where there is no remote, with the local default branch', async () => {
    const repository = keep(TestRepository.create());
    repository.commit('Record', { [RECORD]: nativeResult() });
    repository.git('switch', '--quiet', '--orphan', 'lonely');
    repository.write(RECORD, edited);
    repository.git('add', '--all');
    const checked = await runCheck(repository.dir, ['--staged']);
    expect([checked.code, errors(checked)]).toEqual([1, [`ledger/overwrites-base ${RECORD}`]]);
  });

  it('looks at each commit: a record that a later one changes', async () => {
    const repository = published();
    repository.git('switch', '--quiet', '--orphan', 'lonely');
    repository.commit('One', { [NEXT]: nativeResult() });
    repository.commit('Two', { [NEXT]: edited });
    const checked = await runCheck(repository.dir, ['--base', 'origin/main', '--each-commit']);
    expect(errors(checked)).toEqual([`ledger/rewritten-in-range ${NEXT}`]);
  });

  it('stays incomplete in a shallow clone, which cannot know', async () => {
    const origin = published();
    origin.git('switch', '--quiet', '--create', 'change');
    origin.commit('Next', { [NEXT]: nativeResult() });
    origin.git('switch', '--quiet', 'main');
    origin.commit('On', { 'a.txt': 'a' });
    const clone = keep(TestRepository.clone(`file://${origin.dir}`, '--depth=1', '--no-single-branch'));
    const { code, report } = await runCheck(clone.dir, ['--base', 'origin/main', '--head', 'origin/change']);
    expect([code, report.incomplete[0]?.message]).toEqual([3, expect.stringContaining('shallow')]);
  });
});
