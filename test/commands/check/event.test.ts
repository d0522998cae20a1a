import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkEvent, type EventChecked, type NamedRange } from '../../../src/commands/check/event.ts';
import { eventRange, type PullRequest, pullRange } from '../../../src/core/event.ts';
import { GitServer } from '../../support/git-server.ts';
import { plainEnvironment, TestRepository } from '../../support/repository.ts';
import { nativeResult } from '../../support/result.ts';

const TOKEN = 'ghs_0123456789abcdefghijklmnopqrstuvwxyz';

let server: GitServer;
let origin: string;
let work: TestRepository;
let temporary: string;
let count = 0;

beforeAll(async () => {
  server = await GitServer.start(TOKEN);
});
afterAll(() => server.stop());

beforeEach(() => {
  count += 1;
  origin = server.create(`octo/evals-${count}`);
  temporary = mkdtempSync(join(tmpdir(), 'evalguard-runner-'));
  work = TestRepository.create();
  work.commit('first', {
    'results/eval-2026-09-01-corpus-run1.json': nativeResult(),
    'results/eval-2026-09-02-corpus-run1.json': nativeResult([true]),
    'src/code.ts': 'export {};\n',
  });
  push('main');
  server.requests.length = 0;
});
afterEach(() => {
  work.dispose();
  rmSync(temporary, { recursive: true, force: true });
});

function push(branch: string, to = `refs/heads/${branch}`): void {
  work.git('push', '--quiet', '--force', origin, `${branch}:${to}`);
}

/** A pull request, its head pushed as GitHub keeps it. */
function propose(change: () => void): PullRequest {
  work.git('checkout', '--quiet', '-b', 'topic', 'main');
  change();
  const head = work.commit('change');
  push('topic', 'refs/pull/1/head');
  return { number: 1, base: 'main', head };
}

interface Ask {
  readonly cwd?: string;
  readonly token?: string | null;
  readonly env?: NodeJS.ProcessEnv;
  readonly fetch?: boolean;
  readonly eachCommit?: boolean;
}

function judge(
  range: NamedRange,
  { cwd, token = TOKEN, env, fetch = true, eachCommit = false }: Ask = {},
): Promise<EventChecked> {
  return checkEvent({
    cwd: cwd ?? join(temporary, 'workspace'),
    env: env ?? plainEnvironment(),
    range,
    policy: { config: 'evalguard.yaml' },
    eachCommit,
    fetch: fetch ? { remote: { url: `${server.url}/octo/evals-${count}`, token }, parent: temporary } : null,
  });
}

const onPull = (pull: PullRequest) => pullRange(pull, 'the pull request') as NamedRange;
const rules = ({ report }: EventChecked) =>
  report.findings.filter(({ severity }) => severity === 'error').map(({ rule, path }) => `${rule} ${path}`);

describe.skipIf(!GitServer.available)('checkEvent without a checkout', () => {
  it('judges a pull request from base and head alone, and leaves nothing behind', async () => {
    const pull = propose(() => work.write('results/eval-2026-09-03-corpus-run1.json', nativeResult()));
    const checked = await judge(onPull(pull));
    expect(checked).toMatchObject({
      from: 'fetched',
      report: {
        outcome: 'pass',
        counts: { added: 1 },
        range: { how: 'merge base with refs/remotes/origin/main' },
      },
    });
    expect(checked.report.results).toHaveLength(1);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('names what a pull request changed, and in which place', async () => {
    const pull = propose(() =>
      work.write('results/eval-2026-09-01-corpus-run1.json', nativeResult([true, true, true])),
    );
    const checked = await judge(onPull(pull));
    expect(rules(checked)).toEqual(['ledger/modified results/eval-2026-09-01-corpus-run1.json']);
    expect(JSON.stringify(checked.report.findings)).toContain('/results/2/scores/passed');
  });

  it('K007, K010: looks at the tip of the base branch as it is now', async () => {
    const pull = propose(() => work.write('results/eval-2026-09-03-corpus-run1.json', nativeResult([false])));
    work.git('checkout', '--quiet', 'main');
    work.commit('meanwhile', { 'results/eval-2026-09-03-corpus-run1.json': nativeResult() });
    push('main');
    expect(rules(await judge(onPull(pull)))).toEqual([
      'ledger/overwrites-base results/eval-2026-09-03-corpus-run1.json',
    ]);
  });

  it('takes the policy from the base branch, not from the pull request', async () => {
    work.commit('policy', { 'evalguard.yaml': 'version: 1\nledger: [results]\n' });
    push('main');
    const pull = propose(() => {
      work.write('evalguard.yaml', 'version: 1\nledger: [elsewhere]\n');
      work.remove('results/eval-2026-09-01-corpus-run1.json');
    });
    const found = rules(await judge(onPull(pull)));
    expect(found).toContain('ledger/deleted results/eval-2026-09-01-corpus-run1.json');
    expect(found.some((one) => one.startsWith('policy/loosened'))).toBe(true);
  });

  it('fetches hundreds of files in as many requests as two', async () => {
    const requests: number[] = [];
    for (const number of [2, 300]) {
      work.git('checkout', '--quiet', '--detach', 'main');
      work.git('branch', '--quiet', '--force', 'topic', 'main');
      work.git('branch', '--quiet', '--delete', '--force', 'topic');
      const pull = propose(() => {
        for (let at = 0; at < number; at += 1)
          work.write(
            `results/many/eval-2026-10-01-corpus-run${at}.json`,
            nativeResult([true], { extra: { at } }),
          );
      });
      server.requests.length = 0;
      expect((await judge(onPull(pull))).report.counts.added).toBe(number);
      requests.push(server.requests.filter(({ what }) => what === 'pack').length);
    }
    expect(requests[1]).toBe(requests[0]);
    expect(requests[0]).toBeLessThanOrEqual(6);
  });

  it('fetches what the change is made of, whatever the ledger weighs', async () => {
    for (let at = 0; at < 1000; at += 1)
      work.write(`results/old/eval-2025-01-01-corpus-run${at}.json`, randomBytes(3000).toString('base64'));
    work.commit('a ledger of 4 MB');
    push('main');
    const pull = propose(() => work.write('results/eval-2026-09-03-corpus-run1.json', nativeResult()));
    server.requests.length = 0;
    expect((await judge(onPull(pull))).report.outcome).toBe('pass');
    const fetched = server.requests.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(fetched).toBeLessThan(150_000);
  });

  it('keeps the token out of arguments and files, and runs git a handful of times', async () => {
    const log = join(temporary, 'argv');
    const bin = join(temporary, 'bin');
    const kept = join(temporary, 'kept');
    const real = work.git('--exec-path');
    writeWrapper(
      bin,
      `#!/bin/sh\nprintf '%s\\n' "$*" >> ${log}\ncat "$GIT_DIR/config" ${temporary}/evalguard-*/config >> ${kept} 2>/dev/null\nexec ${real}/git "$@"\n`,
    );
    const pull = propose(() => work.write('results/eval-2026-09-03-corpus-run1.json', nativeResult()));
    const env = { ...plainEnvironment(), PATH: `${bin}:${process.env['PATH']}` };
    await judge(onPull(pull), { env });
    const argv = readFileSync(log, 'utf8');
    const secret = Buffer.from(`x-access-token:${TOKEN}`).toString('base64');
    for (const text of [argv, readFileSync(kept, 'utf8')]) {
      expect(text).not.toContain(TOKEN);
      expect(text).not.toContain(secret);
    }
    expect(server.requests.some(({ authorized }) => authorized)).toBe(true);
    expect(argv.trim().split('\n').length).toBeLessThanOrEqual(12);
  });

  it('K005: a token that is refused, or none, is told without the token', async () => {
    const pull = propose(() => {});
    for (const token of ['wrong-token-0123456789', null]) {
      const { report } = await judge(onPull(pull), { token });
      expect(report).toMatchObject({ outcome: 'incomplete', exit_code: 3 });
      expect(JSON.stringify(report)).not.toContain('wrong-token');
      expect(report.incomplete[0]?.remedy).toContain('contents: read');
      expect(readdirSync(temporary)).toEqual([]);
    }
  });

  it('K038: a commit that the server has no more is incomplete, with its id', async () => {
    const gone = 'd'.repeat(40);
    const { report } = await judge({
      kind: 'diff',
      base: { name: gone, origin: "the push's before" },
      head: { name: work.git('rev-parse', 'main'), origin: "the push's after" },
      keep: 'base',
      pull: null,
    });
    expect(report.outcome).toBe('incomplete');
    expect(report.incomplete[0]?.message).toContain(gone);
    expect(report.incomplete[0]?.remedy).toContain('pushed over');
  });

  it('K038, K054: a force push must keep what stood before it', async () => {
    const before = work.commit('more', { 'results/eval-2026-09-04-corpus-run1.json': nativeResult() });
    push('main');
    work.git('reset', '--quiet', '--hard', 'HEAD~1');
    const after = work.commit('other', { 'src/code.ts': 'export const x = 1;\n' });
    push('main');
    const checked = await judge({
      kind: 'diff',
      base: { name: before, origin: "the push's before" },
      head: { name: after, origin: "the push's after" },
      keep: 'base',
      pull: null,
    });
    expect(rules(checked)).toEqual(['ledger/deleted results/eval-2026-09-04-corpus-run1.json']);
    expect(checked.report.range).toMatchObject({ base: before, head: after, how: "the push's before" });
  });

  it('K036: a new branch is compared with the default branch, and may have nothing of its own', async () => {
    const range = (head: string): NamedRange => ({
      kind: 'diff',
      base: { name: 'refs/heads/main', origin: 'the default branch' },
      head: { name: head, origin: "the push's after" },
      keep: 'merge-base',
      pull: null,
    });
    expect((await judge(range(work.git('rev-parse', 'main')))).report.outcome).toBe('pass');
    work.git('rm', '--quiet', 'results/eval-2026-09-01-corpus-run1.json');
    const head = work.commit('tampered');
    push('HEAD', 'refs/heads/topic');
    expect(rules(await judge(range(head)))).toEqual([
      'ledger/deleted results/eval-2026-09-01-corpus-run1.json',
    ]);
  });

  it('merges base and head as fetched, with the files that it takes in one request (A7)', async () => {
    const scores = (last: boolean) => nativeResult([true, false, true, true, false, true, last]);
    const more = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`scratch/more-${index}.json`, `${scores(true)}${index}\n`]),
    );
    work.commit('scratch', { 'scratch/out.json': scores(true), ...more });
    push('main');
    const pull = propose(() => {
      work.git('mv', 'scratch/out.json', 'results/eval-2026-09-03-corpus-run1.json');
      for (const path of Object.keys(more)) work.remove(path);
    });
    work.git('checkout', '--quiet', 'main');
    work.commit('meanwhile', { 'scratch/out.json': scores(false) });
    push('main');
    server.requests.length = 0;
    const checked = await judge(onPull(pull));
    expect(rules(checked)).toEqual(['ledger/changed-by-merge results/eval-2026-09-03-corpus-run1.json']);
    expect(server.requests.filter(({ what }) => what === 'pack').length).toBeLessThan(10);
    expect(readdirSync(temporary)).toEqual([]);
  });

  describe('a push to another branch than the default one (B5)', () => {
    const FIRST = 'results/eval-2026-09-01-corpus-run1.json';
    const OWN = 'results/eval-2026-09-04-corpus-run1.json';

    /** Pushes two states of a branch, the second in place of the first; gives what the event asks for. */
    function overwritten(branch: string, first: () => void, second: () => void): NamedRange {
      const at = (change: () => void) => {
        work.git('checkout', '--quiet', '-B', branch, 'main');
        change();
        const head = work.commit('work');
        push(branch);
        return head;
      };
      const payload = {
        before: at(first),
        after: at(second),
        ref: `refs/heads/${branch}`,
        repository: { default_branch: 'main' },
      };
      return eventRange({ name: 'push', payload, sha: payload.after, ref: payload.ref }) as NamedRange;
    }

    it.each([
      ['amends its own record', () => work.write(OWN, nativeResult([false])), []],
      ['takes its own record away', () => {}, []],
      [
        'edits a record of main',
        () => work.write(FIRST, nativeResult([false])),
        [`ledger/modified ${FIRST}`],
      ],
      ['takes a record of main away', () => work.remove(FIRST), [`ledger/deleted ${FIRST}`]],
    ] as const)('that %s', async (_, second, expected) => {
      const range = overwritten('topic', () => work.write(OWN, nativeResult()), second);
      for (const eachCommit of [false, true]) {
        const checked = await judge(range, { eachCommit });
        expect([eachCommit, checked.from, rules(checked)]).toEqual([eachCommit, 'fetched', expected]);
        expect(checked.report.range.how).toBe('merge base with refs/remotes/origin/main');
      }
    });

    it('does not need what it held before', async () => {
      const range = overwritten(
        'topic',
        () => work.write(OWN, nativeResult()),
        () => {},
      );
      const pushed = { branch: 'topic', before: { name: 'e'.repeat(40), origin: "the push's before" } };
      expect((await judge({ ...range, pushed } as NamedRange)).report.outcome).toBe('pass');
    });

    it.each([
      ['release/2026', [`ledger/deleted ${OWN}`]],
      ['release/a/b', []],
      ['stable', [`ledger/deleted ${OWN}`]],
      ['stable2', []],
      ['main2', []],
    ])('is compared with its own past where the policy protects it: %s', async (branch, expected) => {
      work.commit('policy', {
        'evalguard.yaml': 'version: 1\nledger: [results]\nprotect: ["release/*", stable]\n',
      });
      push('main');
      const range = overwritten(
        branch,
        () => work.write(OWN, nativeResult()),
        () => {},
      );
      for (const eachCommit of [false, true])
        expect([eachCommit, rules(await judge(range, { eachCommit }))]).toEqual([eachCommit, expected]);
    });

    it('is protected by the policy of the default branch, not by its own', async () => {
      const range = overwritten(
        'topic',
        () => work.write(OWN, nativeResult()),
        () => work.write('evalguard.yaml', 'version: 1\nledger: [results]\nprotect: [topic]\n'),
      );
      expect(rules(await judge(range))).toEqual([]);
      work.git('checkout', '--quiet', 'main');
      work.commit('policy', { 'evalguard.yaml': 'version: 1\nledger: [results]\nprotect: [topic]\n' });
      push('main');
      const freed = overwritten(
        'topic',
        () => work.write(OWN, nativeResult()),
        () => work.write('evalguard.yaml', 'version: 1\nledger: [results]\n'),
      );
      expect(rules(await judge(freed))).toContain(`ledger/deleted ${OWN}`);
    });

    it('is incomplete where a protected branch’s past is gone', async () => {
      work.commit('policy', { 'evalguard.yaml': 'version: 1\nledger: [results]\nprotect: [topic]\n' });
      push('main');
      const range = overwritten(
        'topic',
        () => work.write(OWN, nativeResult()),
        () => {},
      );
      const pushed = { branch: 'topic', before: { name: 'e'.repeat(40), origin: "the push's before" } };
      expect((await judge({ ...range, pushed } as NamedRange)).report.outcome).toBe('incomplete');
    });

    it('and a push to the default branch keeps what it held, whatever the policy says', async () => {
      const payload = {
        before: work.git('rev-parse', 'main'),
        after: '',
        ref: 'refs/heads/main',
        repository: { default_branch: 'main' },
      };
      work.git('checkout', '--quiet', 'main');
      work.remove(FIRST);
      payload.after = work.commit('tampered');
      push('main');
      const event = { name: 'push', payload, sha: payload.after, ref: payload.ref };
      expect(rules(await judge(eventRange(event) as NamedRange))).toEqual([`ledger/deleted ${FIRST}`]);
    });
  });

  it('judges every record where the event names nothing to compare with', async () => {
    const head = work.commit('second', { 'src/code.ts': 'export const x = 1;\n' });
    push('main');
    const requests: number[] = [];
    for (const eachCommit of [false, true]) {
      server.requests.length = 0;
      const { report } = await judge(
        { kind: 'all', head: { name: head, origin: 'GITHUB_SHA' } },
        { eachCommit },
      );
      expect(report).toMatchObject({ outcome: 'pass', range: { mode: 'all', head } });
      expect(report.results).toHaveLength(2);
      requests.push(server.requests.length);
    }
    expect(requests[1]).toBe(requests[0]);
  });

  it.each(['merge-base', 'base'] as const)(
    'K048: looks at every commit where wanted, keeping the %s',
    async (keep) => {
      work.git('checkout', '--quiet', '-b', 'topic');
      work.commit('edited', { 'results/eval-2026-09-01-corpus-run1.json': nativeResult([false]) });
      const head = work.commit('restored', { 'results/eval-2026-09-01-corpus-run1.json': nativeResult() });
      push('topic', 'refs/pull/1/head');
      const range: NamedRange = {
        kind: 'diff',
        base: { name: work.git('rev-parse', 'main'), origin: "the push's before" },
        head: { name: head, origin: "the push's after" },
        keep,
        pull: null,
      };
      expect(rules(await judge(range))).toEqual([]);
      expect(rules(await judge(range, { eachCommit: true }))).toEqual([
        'ledger/rewritten-in-range results/eval-2026-09-01-corpus-run1.json',
      ]);
    },
  );

  it('without anything to fetch from it is incomplete, never a pass', async () => {
    const pull = propose(() => {});
    expect((await judge(onPull(pull), { fetch: false })).report.outcome).toBe('incomplete');
  });
});

describe.skipIf(!GitServer.available)('checkEvent in a checkout', () => {
  /** What actions/checkout leaves of a pull request: HEAD at the merge ref. */
  function checkout(depth: number): TestRepository {
    const clone = TestRepository.create();
    clone.git('remote', 'add', 'origin', `file://${origin}`);
    const shallow = depth === 0 ? ['+refs/heads/*:refs/remotes/origin/*'] : [`--depth=${depth}`];
    clone.git(
      ...['-c', 'protocol.version=2', 'fetch', '--quiet', '--no-tags', '--no-recurse-submodules'],
      ...shallow.filter((one) => one.startsWith('--')),
      'origin',
      ...shallow.filter((one) => !one.startsWith('--')),
      '+refs/pull/1/merge:refs/remotes/pull/1/merge',
    );
    clone.git('checkout', '--quiet', '--force', 'refs/remotes/pull/1/merge');
    return clone;
  }

  function merged(pull: PullRequest): void {
    work.git('checkout', '--quiet', '--detach', 'main');
    work.git('merge', '--quiet', '--no-ff', '--message', 'merge', pull.head);
    push('HEAD', 'refs/pull/1/merge');
  }

  it('judges the bytes that land where the merge ref is checked out (A7)', async () => {
    const scores = (last: boolean) => nativeResult([true, false, true, true, false, true, last]);
    work.commit('scratch', { 'scratch/out.json': scores(true) });
    push('main');
    const record = 'results/eval-2026-09-03-corpus-run1.json';
    const pull = propose(() => work.git('mv', 'scratch/out.json', record));
    work.git('checkout', '--quiet', 'main');
    work.commit('meanwhile', { 'scratch/out.json': scores(false) });
    push('main');
    merged(pull);
    const landing = work.git('rev-parse', `HEAD:${record}`);
    const clone = checkout(0);
    try {
      const { report, from } = await judge(onPull(pull), { cwd: clone.dir });
      expect(from).toBe('checkout');
      expect(report.changes).toMatchObject([{ kind: 'added', path: record, after: landing }]);
    } finally {
      clone.dispose();
    }
  });

  it.each([
    [0, 'checkout', 0],
    [2, 'checkout', 0],
    [1, 'fetched', 1],
  ])('K001: at the merge ref with depth %i it judges the %s', async (depth, from, least) => {
    const pull = propose(() => work.remove('results/eval-2026-09-01-corpus-run1.json'));
    work.git('checkout', '--quiet', 'main');
    work.commit('meanwhile', { 'results/eval-2026-09-05-corpus-run1.json': nativeResult() });
    push('main');
    merged(pull);
    const clone = checkout(depth);
    try {
      const checked = await judge(onPull(pull), { cwd: clone.dir });
      expect(checked.from).toBe(from);
      expect(rules(checked)).toEqual(['ledger/deleted results/eval-2026-09-01-corpus-run1.json']);
      expect(server.requests.length).toBeGreaterThanOrEqual(least);
      if (least === 0) expect(server.requests).toEqual([]);
    } finally {
      clone.dispose();
    }
  });

  it('a merge of an older head is not taken for the newer one', async () => {
    merged(propose(() => work.write('results/eval-2026-09-03-corpus-run1.json', nativeResult([false]))));
    work.git('checkout', '--quiet', 'topic');
    work.git('rm', '--quiet', 'results/eval-2026-09-01-corpus-run1.json');
    const head = work.commit('tampered');
    push('topic', 'refs/pull/1/head');
    const clone = checkout(0);
    try {
      const checked = await judge(onPull({ number: 1, base: 'main', head }), { cwd: clone.dir });
      expect(checked.from).toBe('fetched');
      expect(rules(checked)).toEqual(['ledger/deleted results/eval-2026-09-01-corpus-run1.json']);
    } finally {
      clone.dispose();
    }
  });

  it('K001, K035: without a way to fetch, a shallow checkout is incomplete and names the fix', async () => {
    const pull = propose(() => work.remove('results/eval-2026-09-01-corpus-run1.json'));
    merged(pull);
    const clone = checkout(1);
    try {
      const { report } = await judge(onPull(pull), { cwd: clone.dir, fetch: false });
      expect(report.outcome).toBe('incomplete');
      expect(report.incomplete[0]?.remedy).toContain('fetch-depth: 0');
    } finally {
      clone.dispose();
    }
  });

  it('K035: a checkout of the base branch is not mistaken for the pull request', async () => {
    const pull = propose(() => work.remove('results/eval-2026-09-01-corpus-run1.json'));
    const clone = TestRepository.clone(`file://${origin}`);
    try {
      const checked = await judge(onPull(pull), { cwd: clone.dir });
      expect(checked.from).toBe('fetched');
      expect(rules(checked)).toEqual(['ledger/deleted results/eval-2026-09-01-corpus-run1.json']);
    } finally {
      clone.dispose();
    }
  });

  it('K052: a git that the pull request brings is not run, neither here nor to fetch', async () => {
    const pull = propose(() => {
      work.write('bin/git', '#!/bin/sh\ntouch "$EVIL"\nexit 0\n');
      chmodSync(work.path('bin/git'), 0o755);
      work.remove('results/eval-2026-09-01-corpus-run1.json');
    });
    merged(pull);
    const clone = checkout(1);
    const evil = join(temporary, 'evil');
    try {
      const env = { ...plainEnvironment(), EVIL: evil, PATH: `${clone.path('bin')}:${process.env['PATH']}` };
      const checked = await judge(onPull(pull), { cwd: clone.dir, env });
      expect(rules(checked)).toEqual(['ledger/deleted results/eval-2026-09-01-corpus-run1.json']);
      expect(existsSync(evil)).toBe(false);
    } finally {
      clone.dispose();
    }
  });
});

function writeWrapper(directory: string, script: string): void {
  mkdirSync(directory);
  writeFileSync(join(directory, 'git'), script, { mode: 0o755 });
}
