import { afterEach, describe, expect, it } from 'vitest';
import { runAudit } from '../../support/audit.ts';
import { runCheck } from '../../support/cli.ts';
import { TestRepository } from '../../support/repository.ts';

const TRUE = '{"passed":1}\n';
const FORGED = '{"passed":2}\n';
const NEXT = '{"passed":0}\n';

let repository: TestRepository;
let oids: { readonly true: string; readonly forged: string; readonly next: string };
afterEach(() => repository.dispose());

/** A repository whose `main` holds `results/run1.json` and `src/a.txt`. */
function published(): void {
  repository = TestRepository.create();
  repository.commit('Record', { 'results/run1.json': TRUE, 'src/a.txt': 'a' });
  oids = { true: repository.blob(TRUE), forged: repository.blob(FORGED), next: repository.blob(NEXT) };
}

type Line = readonly [mode: string, name: string | Buffer, oid: string];
const file = (name: string | Buffer, oid: string): Line => ['100644', name, oid];
const folder = (name: string, oid: string): Line => ['40000', name, oid];
const source = () => repository.git('rev-parse', 'main:src');
const ledger = () => repository.git('rev-parse', 'main:results');

/** A commit on top of main whose ledger is this tree. */
function withLedger(...lines: readonly Line[]): string {
  return withRoot(folder('results', repository.tree(...lines)), folder('src', source()));
}

function withRoot(...lines: readonly Line[]): string {
  return repository.commitTree(repository.tree(...lines), 'main');
}

const RECORD = () => file('run1.json', oids.true);
const ADDED = () => file('run2.json', oids.next);
const FORGERY = () => file('run1.json', oids.forged);

/** What a malformed head may be: by the names of FAULTS and of what git's servers accept by default. */
const HEADS: readonly (readonly [string, () => string, string | null])[] = [
  ['true, another, forged', () => withLedger(RECORD(), ADDED(), FORGERY()), 'results'],
  ['forged, another, true', () => withLedger(FORGERY(), ADDED(), RECORD()), 'results'],
  ['true and forged side by side', () => withLedger(RECORD(), FORGERY(), ADDED()), 'results'],
  ['the same record twice', () => withLedger(RECORD(), RECORD(), ADDED()), 'results'],
  ['another before the record', () => withLedger(ADDED(), RECORD()), 'results'],
  [
    'a forged directory of its name',
    () => withLedger(RECORD(), folder('run1.json', source()), ADDED()),
    'results',
  ],
  [
    'a directory of its name, apart',
    () => withLedger(RECORD(), file('run1.json-x', oids.next), folder('run1.json', source())),
    'results',
  ],
  ['no name', () => withLedger(file('', oids.forged), RECORD(), ADDED()), 'results'],
  [
    'a way through a folder',
    () => withLedger(RECORD(), ADDED(), file('x/../run1.json', oids.forged)),
    'results',
  ],
  ['.git', () => withLedger(folder('.git', source()), RECORD(), ADDED()), 'results'],
  ['git~1', () => withLedger(folder('git~1', source()), RECORD(), ADDED()), 'results'],
  [
    '.git with an ignorable character',
    () => withLedger(folder('.g\u200dit', source()), RECORD(), ADDED()),
    'results',
  ],
  ['..', () => withLedger(folder('..', source()), RECORD(), ADDED()), 'results'],
  ['a padded mode', () => withLedger(['0100644', 'run1.json', oids.true], ADDED()), 'results'],
  ['a mode of long ago', () => withLedger(RECORD(), ['100664', 'run2.json', oids.next]), 'results'],
  ['an unknown mode', () => withLedger(RECORD(), ['777', 'run2.json', oids.next]), 'results'],
  ['a mode that git cuts', () => withLedger(['1100644', 'run1.json', oids.forged], ADDED()), 'results'],
  [
    'a tree that breaks off',
    () =>
      withRoot(
        folder('results', repository.rawTree(Buffer.from('100644 run1.json\0abc'))),
        folder('src', source()),
      ),
    'results',
  ],
  [
    'no NUL',
    () =>
      withRoot(
        folder('results', repository.rawTree(Buffer.from('100644 run1.json'))),
        folder('src', source()),
      ),
    'results',
  ],
  [
    'the ledger twice',
    () =>
      withRoot(
        folder('results', ledger()),
        folder('results', repository.tree(FORGERY(), ADDED())),
        folder('src', source()),
      ),
    null,
  ],
  [
    'the ledger twice, apart',
    () =>
      withRoot(
        folder('results', ledger()),
        folder('src', source()),
        folder('results', repository.tree(FORGERY(), ADDED())),
      ),
    null,
  ],
  [
    'an entry of the root with the whole path',
    () =>
      withRoot(
        folder('results', repository.tree(RECORD(), ADDED())),
        file('results/run1.json', oids.forged),
        folder('src', source()),
      ),
    null,
  ],
  [
    'the mode of the ledger padded',
    () => withRoot(['0040000', 'results', ledger()], folder('src', source())),
    null,
  ],
  [
    'the mode of the ledger padded, and a record added',
    () => withRoot(['040000', 'results', repository.tree(RECORD(), ADDED())], folder('src', source())),
    null,
  ],
  [
    'the root in the wrong order',
    () => withRoot(folder('src', source()), folder('results', repository.tree(RECORD(), ADDED()))),
    null,
  ],
  [
    'a folder of the ledger',
    () => withLedger(folder('2026', repository.tree(ADDED(), ADDED())), RECORD()),
    'results/2026',
  ],
];

/** One of each kind, for every other place at which a tree is read. */
const KINDS = HEADS.filter(([name]) =>
  [
    'true, another, forged',
    '.git',
    'a padded mode',
    'no NUL',
    'the ledger twice, apart',
    'the mode of the ledger padded',
    'a folder of the ledger',
  ].includes(name),
);

const MALFORMED = /malformed tree: it /;

describe('a malformed tree is never believed (A1)', () => {
  it.each(HEADS)('in head: %s', async (_, make, path) => {
    published();
    const head = make();
    for (const args of [
      ['--base', 'main', '--head', head],
      ['--base', 'main', '--head', head, '--each-commit'],
      ['--all', '--head', head],
    ]) {
      const { code, report } = await runCheck(repository.dir, args);
      expect([args, code, report.outcome, report.incomplete[0]?.path]).toEqual([args, 3, 'incomplete', path]);
      expect(report.incomplete[0]?.message).toMatch(MALFORMED);
      expect(report.incomplete[0]?.message).toContain(`of commit ${head}`);
    }
  });

  it.each(KINDS)('in the tip that head lands on: %s', async (_, make, path) => {
    published();
    repository.git('branch', 'topic');
    repository.git('switch', '--quiet', 'topic');
    repository.commit('Add', {
      'results/run1.json.txt': 'x',
      'results/run3.json': NEXT,
      'results/2026/a.json': NEXT,
    });
    const tip = make();
    const { code, report } = await runCheck(repository.dir, ['--base', tip, '--head', 'topic']);
    expect([code, report.incomplete[0]?.message]).toEqual([3, expect.stringMatching(MALFORMED)]);
    expect(report.incomplete[0]?.path).toBe(path);
  });

  it.each(KINDS)('in the merge base: %s', async (_, make) => {
    published();
    const base = make();
    const tree = (await withAdded()).tree;
    const [tip, head] = [repository.commitTree(tree, base), repository.commitTree(tree, base, 'main')];
    const { code, report } = await runCheck(repository.dir, ['--base', tip, '--head', head]);
    expect([code, report.incomplete[0]?.message]).toEqual([3, expect.stringMatching(MALFORMED)]);
  });

  it.each(KINDS)('in a commit on the way, with --each-commit: %s', async (_, make) => {
    published();
    const way = make();
    const head = repository.commitTree((await withAdded()).tree, way);
    const { code, report } = await runCheck(repository.dir, [
      '--base',
      'main',
      '--head',
      head,
      '--each-commit',
    ]);
    expect([code, report.incomplete[0]?.message]).toEqual([3, expect.stringMatching(MALFORMED)]);
    expect((await runCheck(repository.dir, ['--base', 'main', '--head', head])).code).toBe(0);
  });

  it.each(KINDS)('in a base, when what is staged is judged: %s', async (_, make) => {
    published();
    repository.git('update-ref', 'refs/heads/main', make());
    repository.git('read-tree', await withAdded().then(({ tree }) => tree));
    const { code, report } = await runCheck(repository.dir, ['--staged']);
    expect([code, report.incomplete[0]?.message]).toEqual([3, expect.stringMatching(MALFORMED)]);
  });

  it('in the landed history, where an audit names it and looks at the rest', async () => {
    for (const [name, make, path] of KINDS) {
      published();
      const odd = /mode.*(?:padded|long ago)|padded mode|mode of long ago/.test(name);
      const malformed = make();
      const { tree } = await withAdded();
      const restored = repository.commitTree(tree, malformed);
      repository.git('reset', '--quiet', '--hard', restored);
      repository.commit('Overwrite', { 'results/run9.json': FORGED });
      const { code, audit, told } = await runAudit(repository.dir);
      expect([name, told]).toEqual([name, ['results/run9.json: broken (modified elsewhere)']]);
      expect([name, code, audit.range.count]).toEqual([name, 1, 4]);
      if (odd) {
        expect([name, audit.incomplete]).toEqual([name, []]);
        expect(audit.notes).toEqual([expect.stringContaining(`commit ${malformed}`)]);
      } else {
        expect([name, audit.incomplete[0]?.path]).toEqual([name, path]);
        expect(audit.incomplete[0]?.message).toMatch(MALFORMED);
        expect(audit.incomplete[0]?.message).toContain(`of commit ${malformed}`);
      }
      repository.dispose();
    }
    published();
  });

  it('reports the violations that it sees beside the tree that it does not', async () => {
    published();
    repository.commit('Another', { 'results/a/one.json': TRUE, 'results/b/two.json': TRUE });
    const broken = repository.tree(file('one.json', oids.true), file('one.json', oids.forged));
    const b = repository.tree(file('two.json', oids.forged));
    const head = withLedger(folder('a', broken), folder('b', b), RECORD());
    const { code, report, rules } = await runCheck(repository.dir, ['--base', 'main', '--head', head]);
    expect([code, rules]).toEqual([1, ['ledger/modified']]);
    expect(report.incomplete.map(({ path }) => path)).toEqual(['results/a']);
  });

  it('a branch that is behind deletes nothing after a padded mode has landed', async () => {
    published();
    const landed = withRoot(['0040000', 'results', ledger()], folder('src', source()));
    const after = repository.commitTree(repository.git('rev-parse', 'main^{tree}'), landed);
    const emptied = repository.tree(folder('src', source()));
    const head = repository.commitTree(emptied, after);
    expect((await runCheck(repository.dir, ['--base', after, '--head', head])).rules).toContain(
      'ledger/deleted',
    );
    expect(
      (await runCheck(repository.dir, ['--base', landed, '--head', repository.commitTree(emptied, landed)]))
        .code,
    ).not.toBe(0);
  });

  it('names a file that is none, and a directory that is none', async () => {
    published();
    const tree = withLedger(RECORD(), file('run2.json', source()));
    const blob = withLedger(folder('2026', oids.next), RECORD());
    const gone = withLedger(RECORD(), file('run2.json', '1'.repeat(40)));
    for (const [head, path, why] of [
      [tree, 'results/run2.json', 'something else'],
      [blob, 'results/2026', 'something else'],
      [gone, 'results/run2.json', 'not in this clone'],
    ] as const) {
      const { code, report } = await runCheck(repository.dir, ['--base', 'main', '--head', head]);
      expect([code, report.incomplete[0]?.path]).toEqual([3, path]);
      expect(report.incomplete[0]?.message).toContain(why);
    }
  });
});

describe('outside the ledger', () => {
  it('a mode that is spelled unlike git spells it is no matter', async () => {
    published();
    const odd = repository.tree(['100664', 'a.txt', oids.next]);
    const head = withRoot(folder('results', repository.tree(RECORD(), ADDED())), folder('src', odd));
    expect((await runCheck(repository.dir, ['--base', 'main', '--head', head])).code).toBe(0);
  });

  it('a name twice in what the range changes is: what is checked out there is not known', async () => {
    published();
    const twice = repository.tree(file('a.txt', oids.next), file('a.txt', oids.true));
    const head = withRoot(folder('results', ledger()), folder('src', twice));
    const { code, report } = await runCheck(repository.dir, ['--base', 'main', '--head', head]);
    expect([code, report.incomplete[0]?.path]).toEqual([3, 'src']);
  });

  it('what the range leaves alone is not even read', async () => {
    published();
    const twice = folder('src', repository.tree(file('a.txt', oids.next), file('a.txt', oids.true)));
    repository.git('update-ref', 'refs/heads/main', withRoot(folder('results', ledger()), twice));
    const head = withRoot(folder('results', repository.tree(RECORD(), ADDED())), twice);
    expect((await runCheck(repository.dir, ['--base', 'main', '--head', head])).code).toBe(0);
  });
});

/** A well-formed tree: main's, and a record that is changed later. */
async function withAdded(): Promise<{ readonly tree: string }> {
  const lines = [RECORD(), ADDED(), file('run9.json', oids.next)];
  return { tree: repository.tree(folder('results', repository.tree(...lines)), folder('src', source())) };
}
