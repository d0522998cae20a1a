import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { check } from '../../../src/commands/check/check.ts';
import { byAge } from '../../../src/commands/check/judge/results.ts';
import type { RangeOptions } from '../../../src/commands/check/read/range.ts';
import { EMPTY_READING } from '../../../src/core/reading.ts';
import type { Report } from '../../../src/core/report.ts';
import { runCheck, runCli } from '../../support/cli.ts';
import { plainEnvironment, TestRepository } from '../../support/repository.ts';
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

  it('where there is no remote, after its first commit too', async () => {
    const repository = keep(TestRepository.create());
    repository.commit('Record', { [RECORD]: nativeResult() });
    repository.git('switch', '--quiet', '--orphan', 'lonely');
    repository.commit('Page', { 'index.html': '<p>Hello.</p>\n' });
    const staged = async (files: Readonly<Record<string, string>>) => {
      for (const [path, content] of Object.entries(files)) repository.write(path, content);
      repository.git('add', '--all');
      const checked = await runCheck(repository.dir, ['--staged']);
      return [checked.code, errors(checked)];
    };
    expect(await staged({ 'index.html': '<p>Hello again.</p>\n' })).toEqual([0, []]);
    expect(await staged({ [NEXT]: nativeResult() })).toEqual([0, []]);
    expect(await staged({ [RECORD]: edited })).toEqual([1, [`ledger/overwrites-base ${RECORD}`]]);
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

describe('a date cannot make a result the newest for ever (B6)', () => {
  const FAR = 'results/eval-2099-01-01-corpus-run1.json';
  const SERIES = `${POLICY}series: { eval: { files: "eval-*.json", thresholds: { passed: { min: 0.5, enforce: true } } } }\n`;

  /** Commits with a date of its own; gives the commit's id. */
  function committed(
    repository: TestRepository,
    date: string,
    files: Readonly<Record<string, string>>,
  ): string {
    for (const [path, content] of Object.entries(files)) repository.write(path, content);
    repository.git('add', '--all');
    const env = { GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date };
    repository.gitWith({ env }, 'commit', '--quiet', '--allow-empty', '--message', 'c');
    return repository.git('rev-parse', 'HEAD');
  }

  const checkedAt = (
    repository: TestRepository,
    now: string,
    range: RangeOptions = { mode: 'all', base: null, head: null },
  ) =>
    check({
      cwd: repository.dir,
      env: plainEnvironment(),
      range,
      policy: { config: 'evalguard.yaml' },
      now: new Date(now),
    });

  const onBranch = (date: string) => {
    const repository = keep(TestRepository.create());
    committed(repository, '2026-01-01T12:00:00Z', { [RECORD]: nativeResult(), 'evalguard.yaml': SERIES });
    repository.publish();
    repository.git('switch', '--quiet', '--create', 'change');
    committed(repository, date, { [NEXT]: nativeResult([true, true, true]) });
    return repository;
  };
  const DIFF: RangeOptions = { mode: 'diff', base: { text: 'origin/main', origin: '--base' }, head: null };

  it.each([
    ['2026-01-02T12:00:00Z', 'pass'],
    ['2026-01-03T12:00:00Z', 'pass'],
    ['2026-01-03T12:00:01Z', 'incomplete'],
    ['2026-01-04T02:00:00+1400', 'pass'],
    ['2026-01-03T00:00:01-1200', 'incomplete'],
    ['2099-01-01T00:00:00Z', 'incomplete'],
    ['@99999999999 +0000', 'incomplete'],
  ])('a head of %s, looked at by a clock of noon on 2026-01-02: %s', async (date, outcome) => {
    const { report } = await checkedAt(onBranch(date), '2026-01-02T12:00:00Z', DIFF);
    expect(report.outcome).toBe(outcome);
    if (outcome === 'incomplete')
      expect(report.incomplete[0]?.message).toMatch(/is dated .* clock of this machine/);
  });

  const retractionText = (of: { readonly path: string; readonly sha256: string }) =>
    `${JSON.stringify({ schema: 'evalguard.retraction/v1', of, reason: 'dated wrongly', date: '2026-01-06' })}\n`;

  it.each([['check'], ['check', '--all'], ['check', '--base', 'origin/main', '--each-commit']])(
    'a head of 2099 is exit 3 for %s %s %s %s',
    async (...args) => {
      const { code, stdout } = await runCli(onBranch('2099-01-01T00:00:00Z').dir, args);
      expect([code, stdout]).toEqual([3, expect.stringContaining('2099')]);
    },
  );

  it.each([
    ['a number no calendar holds', '1 +0000', `${'9'.repeat(30)} +0000`, 'incomplete'],
    ['a number before 1970', '1 +0000', '-1 +0000', 'fail'],
    ['no number at all', '1 +0000', 'tomorrow', 'fail'],
  ])('a head whose date is %s does not end in a crash or a pass', async (_, from, to, outcome) => {
    const repository = onBranch('@1 +0000');
    const text = repository
      .git('cat-file', 'commit', 'HEAD')
      .replace(new RegExp(`^(committer .*> )${from.replace('+', '\\+')}$`, 'm'), `$1${to}`);
    expect(text).toContain(to);
    const oid = repository.gitWith(
      { input: `${text}\n` },
      'hash-object',
      '-t',
      'commit',
      '-w',
      '--literally',
      '--stdin',
    );
    const head = { text: oid, origin: '--head' };
    const { report } = await checkedAt(repository, '2026-06-01T00:00:00Z', { ...DIFF, head });
    expect(report.outcome).toBe(outcome);
  });

  /** A run of 2099 has landed; another commit follows, dated as commits are. */
  const landed = () => {
    const repository = keep(TestRepository.create());
    committed(repository, '2026-01-01T12:00:00Z', {
      [RECORD]: nativeResult([true]),
      'evalguard.yaml': SERIES,
    });
    committed(repository, '2099-01-01T12:00:00Z', { [FAR]: nativeResult([false]) });
    committed(repository, '2026-01-05T12:00:00Z', { 'a.txt': 'a' });
    return repository;
  };

  it('a landed run of 2099 is an error under --all and not the newest', async () => {
    const { report } = await checkedAt(landed(), '2026-01-05T13:00:00Z');
    expect(report.findings.filter(({ severity }) => severity === 'error')).toMatchObject([
      { rule: 'result/date', path: FAR },
    ]);
    expect(report.thresholds.map(({ path, verdict }) => [path, verdict])).toEqual([[RECORD, 'met']]);
  });

  it('and once it is retracted, --all is green', async () => {
    const repository = landed();
    const sha256 = createHash('sha256')
      .update(nativeResult([false]))
      .digest('hex');
    const retraction = retractionText({ path: FAR, sha256 });
    committed(repository, '2026-01-06T12:00:00Z', {
      [FAR.replace('.json', '.retraction-1.json')]: retraction,
    });
    const { report } = await checkedAt(repository, '2026-01-06T13:00:00Z');
    expect(report.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(report.outcome).toBe('pass');
  });

  it('an added result is compared with the newest of today, not with that of 2099', async () => {
    const repository = keep(TestRepository.create());
    const defined = (over: string) =>
      nativeResult([true], { metrics: { passed: { aggregate: 'mean', score: 'passed', over } } });
    committed(repository, '2026-01-01T12:00:00Z', {
      [RECORD]: nativeResult([true]),
      'evalguard.yaml': SERIES,
    });
    committed(repository, '2099-01-01T12:00:00Z', { [FAR]: defined('rows') });
    committed(repository, '2026-01-05T12:00:00Z', { 'a.txt': 'a' });
    repository.publish();
    repository.git('switch', '--quiet', '--create', 'change');
    committed(repository, '2026-01-06T12:00:00Z', { [NEXT]: defined('cases') });
    const { report } = await checkedAt(repository, '2026-01-06T13:00:00Z', DIFF);
    expect(report.findings.map(({ rule }) => rule)).not.toContain('result/definition-changed');
  });

  it('nor judged by it: one case of 2099 is no reference run', async () => {
    const repository = keep(TestRepository.create());
    committed(repository, '2026-01-01T12:00:00Z', {
      [RECORD]: nativeResult([true, true, true, true, false]),
      'evalguard.yaml': SERIES,
    });
    const forged = Array.from({ length: 25 }, (_, index) => [
      FAR.replace('run1', `run${index + 1}`),
      nativeResult([true]),
    ]);
    committed(repository, '2099-01-01T12:00:00Z', Object.fromEntries(forged));
    committed(repository, '2026-01-05T12:00:00Z', { 'a.txt': 'a' });
    repository.publish();
    repository.git('switch', '--quiet', '--create', 'change');
    committed(repository, '2026-01-06T12:00:00Z', { [NEXT]: nativeResult([true]) });
    const { report } = await checkedAt(repository, '2026-01-06T13:00:00Z', DIFF);
    expect(report.outcome).toBe('incomplete');
    expect(report.thresholds).toMatchObject([{ path: NEXT, verdict: 'unmeasured' }]);
  });

  it('a retraction of other bytes frees nothing', async () => {
    const repository = landed();
    const retraction = retractionText({ path: FAR, sha256: 'a'.repeat(64) });
    committed(repository, '2026-01-06T12:00:00Z', {
      [FAR.replace('.json', '.retraction-1.json')]: retraction,
    });
    const { report } = await checkedAt(repository, '2026-01-06T13:00:00Z');
    expect(report.findings.map(({ rule }) => rule)).toContain('result/date');
  });

  it('a run of 2099 in a commit of today is refused, whatever its author says', async () => {
    const repository = onBranch('2026-01-02T12:00:00Z');
    committed(repository, '2099-01-01T12:00:00Z', { [FAR]: nativeResult() });
    committed(repository, '2026-01-02T12:00:00Z', {});
    const { report } = await checkedAt(repository, '2026-01-02T12:00:00Z', DIFF);
    expect(report.findings.map(({ rule, path }) => [rule, path])).toContainEqual(['result/date', FAR]);
  });
});

describe('results follow each other by moments, not by letters (B6)', () => {
  const at = (date: string | null, generated_at: string | null) => ({
    path: `${date}-${generated_at}`,
    reading: { ...EMPTY_READING, run: { ...EMPTY_READING.run, date, generated_at } },
  });

  it.each([
    [at('2026-01-01', '2026-01-01T10:00:00Z'), at('2026-01-01', '2026-01-01T09:00:00-05:00')],
    [at('2026-01-01', '2026-01-01T10:00:00Z'), at('2026-01-01', '2026-01-01T10:00:00.5Z')],
    [at('2026-01-01', '2026-01-01T10:00:00+02:00'), at('2026-01-01', '2026-01-01T09:00:00Z')],
    [at('2026-01-01', '2026-12-31T23:59:59Z'), at('2026-01-01', '2027-01-01T00:00:00z')],
    [at('zzz', null), at('2026-01-01', null)],
    [at('9999-99-99', null), at('2026-01-01', null)],
    [at('2026-01-01', 'zzz'), at('2026-01-01', '2026-01-01T00:00:00Z')],
  ])('%#: the first is the older one', (older, newer) => {
    expect(byAge(older, newer)).toBe(-1);
    expect(byAge(newer, older)).toBe(1);
  });
});

describe('what lands is what was judged: both sides of a merge are looked at (A7)', () => {
  const SCRATCH = 'scratch/out.json';
  const run = (...scores: boolean[]) => nativeResult([true, false, true, true, false, true, ...scores]);

  interface Scene {
    readonly name: string;
    /** What both sides begin with, beyond a policy and a record. */
    readonly before?: Readonly<Record<string, string>>;
    readonly head: (repository: TestRepository) => void;
    readonly main: (repository: TestRepository) => void;
    /** Errors and warnings, as `rule path`. */
    readonly expected: readonly string[];
    readonly code: number;
  }

  const move = (from: string, to: string) => (r: TestRepository) => {
    mkdirSync(dirname(r.path(to)), { recursive: true });
    renameSync(r.path(from), r.path(to));
  };
  const write = (path: string, content: string) => (r: TestRepository) => r.write(path, content);
  const both =
    (...acts: readonly ((r: TestRepository) => void)[]) =>
    (r: TestRepository) => {
      for (const act of acts) act(r);
    };
  const changed = (path: string) => [`ledger/changed-by-merge ${path}`];

  const scenes: readonly Scene[] = [
    {
      name: 'head moves a file into the ledger, main edits the file',
      before: { [SCRATCH]: run(true) },
      head: move(SCRATCH, NEXT),
      main: write(SCRATCH, run(false)),
      expected: changed(NEXT),
      code: 1,
    },
    {
      name: 'head moves a file into the ledger, main leaves it',
      before: { [SCRATCH]: run(true) },
      head: move(SCRATCH, NEXT),
      main: write('a.txt', 'a'),
      expected: [],
      code: 0,
    },
    {
      name: 'head copies a file into the ledger, main edits the file',
      before: { [SCRATCH]: run(true) },
      head: write(NEXT, run(true)),
      main: write(SCRATCH, run(false)),
      expected: [],
      code: 0,
    },
    {
      name: 'head adds another file and removes one, which main edits; git sees no rename',
      before: { [SCRATCH]: 'one\ntwo\nthree\n' },
      head: both((r) => r.remove(SCRATCH), write(NEXT, run(true))),
      main: write(SCRATCH, 'one\ntwo\nfour\n'),
      expected: [],
      code: 0,
    },
    {
      name: 'main moves a file into the ledger, head edits the file',
      before: { [SCRATCH]: run(true) },
      head: write(SCRATCH, run(false)),
      main: move(SCRATCH, NEXT),
      expected: changed(NEXT),
      code: 1,
    },
    {
      name: 'main moves a directory into the ledger, head adds a file to the directory',
      before: {
        'scratch/eval-2026-01-03-deep-run1.json': run(true),
        'scratch/eval-2026-01-04-deep-run1.json': run(true, false),
      },
      head: write('scratch/eval-2026-01-05-deep-run1.json', run(true, true)),
      main: both(
        move('scratch/eval-2026-01-03-deep-run1.json', 'results/deep/eval-2026-01-03-deep-run1.json'),
        move('scratch/eval-2026-01-04-deep-run1.json', 'results/deep/eval-2026-01-04-deep-run1.json'),
      ),
      expected: changed('results/deep/eval-2026-01-05-deep-run1.json'),
      code: 0,
    },
    {
      name: 'head moves a directory into the ledger, main adds a file to the directory',
      before: {
        'scratch/eval-2026-01-03-deep-run1.json': run(true),
        'scratch/eval-2026-01-04-deep-run1.json': run(true, false),
      },
      head: both(
        move('scratch/eval-2026-01-03-deep-run1.json', 'results/deep/eval-2026-01-03-deep-run1.json'),
        move('scratch/eval-2026-01-04-deep-run1.json', 'results/deep/eval-2026-01-04-deep-run1.json'),
      ),
      main: write('scratch/eval-2026-01-05-deep-run1.json', run(true, true)),
      expected: changed('results/deep/eval-2026-01-05-deep-run1.json'),
      code: 0,
    },
    {
      name: 'head moves a file into the ledger, main removes the file',
      before: { [SCRATCH]: run(true) },
      head: move(SCRATCH, NEXT),
      main: (r) => r.remove(SCRATCH),
      expected: changed(NEXT),
      code: 0,
    },
    {
      name: 'head and main change another file in ways that conflict',
      before: { 'src/code.ts': 'one\n' },
      head: both(write('src/code.ts', 'two\n'), write(NEXT, run(true))),
      main: write('src/code.ts', 'three\n'),
      expected: [],
      code: 0,
    },
    {
      name: 'head and main add a record of one name with other content',
      head: write(NEXT, run(true)),
      main: write(NEXT, run(false)),
      expected: [`ledger/overwrites-base ${NEXT}`],
      code: 1,
    },
  ];

  /** `change` is checked out, and `main` has moved on. */
  function scene({ before = {}, head, main }: Pick<Scene, 'before' | 'head' | 'main'>): TestRepository {
    const repository = keep(TestRepository.create());
    repository.commit('Record', { [RECORD]: nativeResult(), 'evalguard.yaml': POLICY, ...before });
    repository.git('switch', '--quiet', '--create', 'change');
    head(repository);
    repository.commit('Head');
    repository.git('switch', '--quiet', 'main');
    main(repository);
    repository.commit('Main');
    repository.publish();
    repository.git('switch', '--quiet', 'change');
    return repository;
  }

  const found = ({ report }: { report: Report }) => [
    ...new Set(
      report.findings
        .filter(({ severity }) => severity !== 'note')
        .map(({ rule, path }) => `${rule} ${path}`),
    ),
  ];
  const ofTheLedger = (all: readonly string[]) => all.filter((one) => one.startsWith('ledger/'));

  it.each(scenes)('$name', async (each) => {
    const repository = scene(each);
    for (const more of [[], ['--each-commit']]) {
      const checked = await runCheck(repository.dir, ['--base', 'origin/main', ...more]);
      expect([more, checked.code, ofTheLedger(found(checked))]).toEqual([more, each.code, each.expected]);
    }
  });

  const [carried] = scenes as readonly [Scene, ...Scene[]];

  it.each([
    ['merge.renames', 'false'],
    ['merge.directoryRenames', 'true'],
    ['merge.renameLimit', '1'],
    ['diff.renames', 'false'],
    ['diff.renameLimit', '1'],
    ['merge.default', 'ours'],
    ['merge.ours.driver', 'true'],
    ['merge.renormalize', 'true'],
    ['diff.algorithm', 'patience'],
    ['merge.conflictStyle', 'diff3'],
  ])('%s = %s changes no verdict', async (name, value) => {
    const repository = scene(carried);
    repository.git('config', name, value);
    expect(ofTheLedger(found(await runCheck(repository.dir, ['--base', 'origin/main'])))).toEqual(
      carried.expected,
    );
  });

  it.each([['.gitattributes'], ['.git/info/attributes']])(
    'neither a merge driver nor union in %s is used',
    async (file) => {
      const repository = scene(carried);
      const proof = repository.path('.git/proof');
      repository.git('config', 'merge.x.driver', `touch ${proof}`);
      for (const driver of ['x', 'union', 'ours', 'binary']) {
        repository.write(file, `* merge=${driver}\n`);
        const checked = await runCheck(repository.dir, ['--base', 'origin/main']);
        expect([driver, ofTheLedger(found(checked))]).toEqual([driver, carried.expected]);
      }
      expect(existsSync(proof)).toBe(false);
    },
  );

  it('leaves nothing in the clone, and works where nothing can be written', async () => {
    const repository = scene(carried);
    const objects = repository.git('count-objects', '-v');
    execFileSync('chmod', ['-R', 'a-w', repository.path('.git')]);
    try {
      expect(ofTheLedger(found(await runCheck(repository.dir, ['--base', 'origin/main'])))).toEqual(
        carried.expected,
      );
    } finally {
      execFileSync('chmod', ['-R', 'u+w', repository.path('.git')]);
    }
    expect(repository.git('count-objects', '-v')).toBe(objects);
  });

  it('in a clone without blobs', async () => {
    // Both sides edit the file, so that its contents are needed.
    const long = Array.from({ length: 30 }, (_, index) => index % 3 === 0);
    const origin = scene({
      before: { [SCRATCH]: nativeResult(long) },
      head: both(move(SCRATCH, NEXT), write(NEXT, nativeResult([...long, true]))),
      main: write(SCRATCH, nativeResult([false, ...long.slice(1)])),
    });
    origin.git('config', 'uploadpack.allowFilter', 'true');
    origin.git('config', 'uploadpack.allowAnySHA1InWant', 'true');
    const clone = keep(
      TestRepository.clone(`file://${origin.dir}`, '--filter=blob:none', '--no-checkout', '--branch=change'),
    );
    expect(ofTheLedger(found(await runCheck(clone.dir, ['--base', 'origin/main'])))).toEqual(
      carried.expected,
    );
  });

  it('in a linked worktree', async () => {
    const repository = scene(carried);
    const linked = `${repository.dir}-linked`;
    repository.git('worktree', 'add', '--quiet', '--detach', linked, 'change');
    expect(ofTheLedger(found(await runCheck(linked, ['--base', 'origin/main'])))).toEqual(carried.expected);
    rmSync(linked, { recursive: true, force: true });
  });

  it('is incomplete where this git cannot merge, never a pass', async () => {
    const repository = scene(carried);
    const bin = mkdtempSync(join(tmpdir(), 'evalguard-old-git-'));
    const real = execFileSync('which', ['git']).toString().trim();
    const old = `echo "usage: git merge-tree <base-tree> <branch1> <branch2>" >&2; exit 129`;
    for (const end of [old, 'exit 0', 'exit 1', 'kill -9 $$']) {
      writeFileSync(
        join(bin, 'git'),
        `#!/bin/sh\ncase " $* " in *" merge-tree "*) ${end};; esac\nexec ${real} "$@"\n`,
      );
      chmodSync(join(bin, 'git'), 0o755);
      const { code, report } = await runCheck(repository.dir, ['--base', 'origin/main'], {
        PATH: `${bin}:/usr/bin:/bin`,
      });
      expect([end, code]).toEqual([end, 3]);
      if (end === old) expect(report.incomplete[0]?.message).toContain('2.38');
    }
    rmSync(bin, { recursive: true, force: true });
  });

  it('asks git to merge only where one side moves what the other side touches', async () => {
    const bin = mkdtempSync(join(tmpdir(), 'evalguard-count-'));
    const real = execFileSync('which', ['git']).toString().trim();
    writeFileSync(join(bin, 'git'), `#!/bin/sh\necho "$*" >> "${bin}/log"\nexec ${real} "$@"\n`);
    chmodSync(join(bin, 'git'), 0o755);
    const asked = async (each: Scene) => {
      writeFileSync(join(bin, 'log'), '');
      await runCheck(scene(each).dir, ['--base', 'origin/main'], { PATH: `${bin}:/usr/bin:/bin` });
      return readFileSync(join(bin, 'log'), 'utf8').includes(' merge-tree ');
    };
    expect(await asked(carried)).toBe(true);
    expect(await asked(scenes[1]!)).toBe(false);
    expect(await asked(scenes[8]!)).toBe(false);
    rmSync(bin, { recursive: true, force: true });
  });
});

describe('lines of .gitattributes and .gitignore that a change adds (A7)', () => {
  const lines = (report: Report) =>
    report.findings
      .filter(({ rule }) => rule === 'ledger/attributes')
      .map(({ severity, path, line }) => `${severity} ${path}:${line}`);

  const cases: readonly {
    readonly name: string;
    readonly before?: Readonly<Record<string, string>>;
    readonly files: Readonly<Record<string, string | null>>;
    readonly expected: readonly string[];
  }[] = [
    {
      name: 'a filter at the root',
      files: { '.gitattributes': '* filter=x\n' },
      expected: ['error .gitattributes:1'],
    },
    {
      name: 'union in the ledger',
      files: { 'results/.gitattributes': '# ours\n*.json merge=union\n' },
      expected: ['error results/.gitattributes:2'],
    },
    {
      name: 'LFS for pictures',
      files: { '.gitattributes': '*.png filter=lfs diff=lfs merge=lfs -text\n' },
      expected: [],
    },
    {
      name: 'text=auto, no record with a carriage return',
      files: { '.gitattributes': '* text=auto\n' },
      expected: [],
    },
    {
      name: 'text=auto, and a record with a carriage return',
      before: { 'results/eval-2026-01-03-corpus-run1.json': nativeResult().replaceAll('\n', '\r\n') },
      files: { '.gitattributes': '* text=auto\n' },
      expected: ['warning .gitattributes:1'],
    },
    {
      name: 'eol=crlf',
      files: { '.gitattributes': 'results/** eol=crlf\n' },
      expected: ['warning .gitattributes:1'],
    },
    { name: '-text', files: { '.gitattributes': 'results/** -text\n' }, expected: [] },
    {
      name: 'an ignore line',
      files: { '.gitignore': 'node_modules/\nresults/\n' },
      expected: ['warning .gitignore:2'],
    },
    {
      name: 'another line beside one that has landed',
      before: { '.gitattributes': '*.json ident\n' },
      files: { '.gitattributes': '*.lock -text\n*.json ident\n' },
      expected: [],
    },
    {
      name: 'a changed line',
      before: { '.gitattributes': '*.json ident\n' },
      files: { '.gitattributes': '*.json filter=x\n' },
      expected: ['error .gitattributes:1'],
    },
    {
      name: 'a macro that changes what a line elsewhere says',
      before: { '.gitattributes': '[attr]ours -text\n', 'results/.gitattributes': '* ours\n' },
      files: { '.gitattributes': '[attr]ours filter=x\n' },
      expected: ['error results/.gitattributes:1'],
    },
    {
      name: 'the line that switched a filter off is taken away',
      before: { '.gitattributes': '*.json filter=x\nresults/** -filter\n' },
      files: { '.gitattributes': '*.json filter=x\n' },
      expected: ['error .gitattributes:1'],
    },
    {
      name: 'the file that switched it off is deleted',
      before: { '.gitattributes': '*.json filter=x\n', 'results/.gitattributes': '* -filter\n' },
      files: { 'results/.gitattributes': null },
      expected: ['error .gitattributes:1'],
    },
    {
      name: 'a filter, and the line behind it that the advice gives',
      files: {
        '.gitattributes':
          '* filter=x merge=union ident\nresults/** -text -filter -ident !working-tree-encoding -merge\n',
      },
      expected: [],
    },
    {
      name: 'a filter for what the policy exempts',
      before: { 'evalguard.yaml': `${POLICY}exempt: ["results/traces/**"]\n`, 'results/traces/a.json': '{}' },
      files: { '.gitattributes': 'results/traces/** filter=lfs diff=lfs merge=lfs -text\n' },
      expected: [],
    },
    {
      name: 'a scratch folder of the ledger that is ignored',
      files: { '.gitignore': 'results/tmp/\n**/node_modules/**\n' },
      expected: [],
    },
    {
      name: 'an ignore line, and the lines behind it that the advice gives',
      files: { '.gitignore': '*\n!results/\n!results/**\n' },
      expected: [],
    },
    {
      name: 'a directory that git never asks',
      files: { 'docs/.gitattributes': '* filter=x\n' },
      expected: [],
    },
  ];

  const changed = ({ before = {}, files }: Pick<(typeof cases)[number], 'before' | 'files'>) => {
    const repository = keep(TestRepository.create());
    repository.commit('Record', { [RECORD]: nativeResult(), 'evalguard.yaml': POLICY, ...before });
    repository.publish();
    repository.git('switch', '--quiet', '--create', 'change');
    for (const [path, content] of Object.entries(files)) {
      if (content === null) repository.remove(path);
      else repository.write(path, content);
    }
    repository.git('add', '--all', '--force');
    return repository;
  };

  it.each(cases)('$name', async (each) => {
    const repository = changed(each);
    expect(['staged', ...lines((await runCheck(repository.dir, ['--staged'])).report)]).toEqual([
      'staged',
      ...each.expected,
    ]);
    repository.git('commit', '--quiet', '--message', 'Change');
    for (const more of [[], ['--each-commit']]) {
      const { report } = await runCheck(repository.dir, ['--base', 'origin/main', ...more]);
      expect(lines(report)).toEqual(each.expected);
    }
  });

  it('what main brought is not held against the branch that merges it', async () => {
    const repository = changed({ files: { 'a.txt': 'a' } });
    repository.git('commit', '--quiet', '--message', 'Change');
    repository.git('switch', '--quiet', 'main');
    repository.commit('Meanwhile', { '.gitattributes': '* filter=x\n' });
    repository.publish();
    repository.git('switch', '--quiet', 'change');
    repository.git('merge', '--quiet', '--no-edit', 'main');
    expect(lines((await runCheck(repository.dir, ['--base', 'origin/main'])).report)).toEqual([]);
  });

  it.each([
    ['is too long to be read', `# ${'x'.repeat(100)}\n`.repeat(11_000), 'more than 1048576 bytes'],
    [
      'has a line that only some versions of git read',
      `a${' '.repeat(2050)}text\n`,
      'Line 1 of .gitattributes',
    ],
  ])('a file that %s is no pass', async (_, padding, message) => {
    const repository = changed({ files: { '.gitattributes': `${padding}* filter=x\n` } });
    repository.git('commit', '--quiet', '--message', 'Change');
    for (const args of [['--base', 'origin/main'], ['--staged'], ['--all']]) {
      const { code, report } = await runCheck(repository.dir, args);
      expect([args, code, report.incomplete[0]?.message]).toEqual([
        args,
        3,
        expect.stringContaining(message),
      ]);
    }
  });

  it('what has landed is one note under --all', async () => {
    const repository = changed({
      before: { '.gitattributes': '* filter=x\n* ident\n', 'results/.gitattributes': '* merge=union\n' },
      files: {},
    });
    const { code, report } = await runCheck(repository.dir, ['--all']);
    expect([code, lines(report)]).toEqual([0, ['note .gitattributes:1']]);
  });
});
