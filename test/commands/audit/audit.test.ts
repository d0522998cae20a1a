import { execFileSync } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import { retractionOf, runAudit, sha256 } from '../../support/audit.ts';
import { runCli } from '../../support/cli.ts';
import { TestRepository } from '../../support/repository.ts';
import { nativeResult } from '../../support/result.ts';

const GOOD = nativeResult([true, true, true]);
const BAD = nativeResult([false, false, false]);
const OTHER = nativeResult([true, false, true]);
const RUN = 'results/eval-2026-08-13-corpus-run1.json';
const COPY = 'results/eval-2026-08-13-corpus-run2.json';

let repository: TestRepository;
afterEach(() => repository.dispose());

function ledger(files: Readonly<Record<string, string>> = { [RUN]: GOOD }): TestRepository {
  repository = TestRepository.create();
  repository.commit('the first run', files);
  return repository;
}

describe('a landed history', () => {
  it('that only adds is proven', async () => {
    ledger().commit('another', { [COPY]: BAD, 'src/code.ts': 'x' });
    repository.commit('code alone', { 'src/code.ts': 'y' });
    const { code, audit } = await runAudit(repository.dir);
    expect([code, audit.outcome, audit.records, audit.range.count]).toEqual([0, 'pass', [], 3]);
  });

  it('K054 that overwrites a record is told with the first offending commit, what changed, and where the content is', async () => {
    ledger().commit('unrelated', { 'src/code.ts': 'x' });
    const before = repository.git('rev-parse', 'HEAD');
    const commit = repository.commit('feat: replace the side bar', { [RUN]: BAD });
    repository.commit('later', { 'src/code.ts': 'y' });
    const { code, audit, told } = await runAudit(repository.dir);
    expect([code, told]).toEqual([1, [`${RUN}: broken (modified lost)`]]);
    const [loss] = audit.records[0]!.losses;
    expect(loss).toMatchObject({
      commit: { oid: commit, subject: 'feat: replace the side bar' },
      show: `git show ${before}:${RUN}`,
      sha256: sha256(GOOD),
      held_by: [],
    });
    expect(loss?.changed[0]).toEqual({ name: 'passed', before: 1, after: 0, absent: null });
    expect(loss?.message).toContain('passed 1 -> 0');
    expect(execFileSync('sh', ['-c', loss!.show], { cwd: repository.dir }).toString()).toBe(GOOD);
  });

  it('tells each content that a path lost, oldest first', async () => {
    ledger().commit('second', { [RUN]: BAD });
    repository.commit('third', { [RUN]: OTHER });
    repository.remove(RUN);
    repository.commit('gone');
    const { audit, told } = await runAudit(repository.dir);
    expect(told).toEqual([`${RUN}: broken (modified lost, modified lost, deleted lost)`]);
    expect(audit.records[0]?.losses.map((loss) => loss.sha256)).toEqual([GOOD, BAD, OTHER].map(sha256));
  });

  it('names the record that holds the content since, under whatever name', async () => {
    ledger().commit('overwritten', { [RUN]: BAD });
    repository.commit('restored beside', { [COPY]: GOOD });
    const { code, audit, told } = await runAudit(repository.dir);
    expect([code, told]).toEqual([1, [`${RUN}: broken (modified elsewhere)`]]);
    expect(audit.records[0]?.losses[0]?.held_by).toEqual([COPY]);
  });

  it('tells a move by its new home, inside the ledger and out of it', async () => {
    ledger({ [RUN]: GOOD, [COPY]: BAD });
    repository.git('mv', RUN, 'results/renamed.json');
    repository.git('mv', COPY, 'moved-out.json');
    repository.commit('tidy up');
    const { audit, told } = await runAudit(repository.dir);
    expect(told).toEqual([`${RUN}: broken (renamed elsewhere)`, `${COPY}: broken (renamed lost)`]);
    expect(audit.records.map(({ losses }) => losses[0]?.moved_to)).toEqual([
      'results/renamed.json',
      'moved-out.json',
    ]);
  });

  it('tells a record that became a link; a link that becomes a file lost nothing, nor does a mode', async () => {
    ledger({ [RUN]: GOOD, [COPY]: BAD });
    repository.git('update-index', '--chmod=+x', COPY);
    const blob = repository.gitWith({ input: '../elsewhere' }, 'hash-object', '-w', '--stdin');
    repository.git('update-index', '--add', '--cacheinfo', `120000,${blob},results/link`);
    repository.git('update-index', '--cacheinfo', `120000,${blob},${RUN}`);
    repository.git('commit', '-qm', 'links');
    const file = repository.gitWith({ input: 'x' }, 'hash-object', '-w', '--stdin');
    repository.git('update-index', '--cacheinfo', `100644,${file},results/link`);
    repository.git('commit', '-qm', 'a file for the link');
    expect((await runAudit(repository.dir)).told).toEqual([`${RUN}: broken (not-a-file lost)`]);
  });

  it('lists the exempt files that changed, how often and by which commit last (A5)', async () => {
    ledger({
      [RUN]: GOOD,
      'results/latest.json': '1',
      'results/a/latest.json': '1',
      'results/README.md': 'a',
    });
    repository.commit('frees a run for ever', {
      'evalguard.yaml': `version: 1\nexempt: ["**/latest.json", "${RUN}"]\n`,
    });
    repository.commit('edits', { [RUN]: BAD, 'results/latest.json': '2', 'results/README.md': 'b' });
    repository.git('switch', '--quiet', '--create', 'topic');
    repository.remove('results/latest.json');
    const topic = repository.commit('takes it away');
    repository.git('switch', '--quiet', 'main');
    const last = repository.commit('edits again', { [RUN]: OTHER });
    repository.git('merge', '--quiet', '--no-ff', '--message', 'merge', topic);
    const merge = repository.git('rev-parse', 'HEAD');
    const { code, audit, told } = await runAudit(repository.dir);
    expect([code, told]).toEqual([0, []]);
    expect(audit.exempt).toEqual([
      { path: RUN, changes: 2, last },
      { path: 'results/latest.json', changes: 2, last: merge },
    ]);
    const { stdout } = await runCli(repository.dir, ['audit']);
    expect(stdout).toContain(`${RUN}  changed 2 times, last by ${last.slice(0, 12)}`);
  });

  it('keeps quiet about exempt paths, READMEs and what lies outside the ledger', async () => {
    const files = { 'evalguard.yaml': 'version: 1\nledger: [results]\nexempt: ["**/latest.json"]\n' };
    ledger({ ...files, 'results/latest.json': 'a', 'results/README.md': 'a', 'other/x.json': 'a' });
    repository.commit('rewrites', {
      'results/latest.json': 'b',
      'results/README.md': 'b',
      'other/x.json': 'b',
    });
    expect((await runAudit(repository.dir)).told).toEqual([]);
  });
});

describe('a loss that was made good', () => {
  it('by an edit back is told with the commit that restored it, and what stood there meanwhile', async () => {
    ledger().commit('overwritten', { [RUN]: BAD });
    const restoring = repository.commit('put back', { [RUN]: GOOD });
    const { code, audit, told } = await runAudit(repository.dir);
    expect([code, told]).toEqual([0, [`${RUN}: restored (modified restored, modified meanwhile)`]]);
    expect(audit.records[0]?.losses[0]?.restored_by?.oid).toBe(restoring);
  });

  it('by adding a deleted record again is told with the commit that did', async () => {
    ledger({ [RUN]: GOOD, [COPY]: BAD });
    repository.remove(RUN);
    repository.commit('deleted');
    const restoring = repository.commit('added again', { [RUN]: GOOD });
    repository.commit('later', { 'src/code.ts': 'x' });
    const { code, audit, told } = await runAudit(repository.dir);
    expect([code, told]).toEqual([0, [`${RUN}: restored (deleted restored)`]]);
    expect(audit.records[0]?.losses[0]?.restored_by?.oid).toBe(restoring);
  });

  it('by a retraction that landed since is acknowledged; it is broken again once another content is lost', async () => {
    ledger().commit('overwritten', { [RUN]: BAD });
    const retraction = `${RUN.replace('.json', '')}.retraction-1.json`;
    repository.commit('acknowledged', { [retraction]: retractionOf(RUN, GOOD) });
    const first = await runAudit(repository.dir);
    expect([first.code, first.told]).toEqual([0, [`${RUN}: acknowledged (modified acknowledged)`]]);
    expect(first.audit.records[0]?.losses[0]?.acknowledged_by).toBe(retraction);
    repository.commit('overwritten again', { [RUN]: OTHER });
    const second = await runAudit(repository.dir);
    expect([second.code, second.told]).toEqual([
      1,
      [`${RUN}: broken (modified acknowledged, modified lost)`],
    ]);
  });

  it('a retraction that stood before the loss says that a result does not count, not that it may go', async () => {
    ledger().commit('retracted', { 'results/r.json': retractionOf(RUN, GOOD) });
    repository.commit('overwritten', { [RUN]: BAD });
    expect((await runAudit(repository.dir)).told).toEqual([`${RUN}: broken (modified lost)`]);
  });

  it('a broken retraction, or one of another content, acknowledges nothing', async () => {
    ledger().commit('overwritten', { [RUN]: BAD });
    repository.commit('not quite', {
      'results/a.json': retractionOf(RUN, OTHER),
      'results/b.json': retractionOf(RUN, GOOD).replace('"reason"', '"raeson"'),
    });
    expect((await runAudit(repository.dir)).code).toBe(1);
  });
});

describe('merges', () => {
  it('K048 a change that only the merge commit makes is found', async () => {
    ledger();
    repository.git('switch', '-qc', 'topic');
    repository.commit('topic', { 'src/a.ts': 'a' });
    repository.git('switch', '-q', 'main');
    repository.commit('main', { 'src/b.ts': 'b' });
    repository.git('merge', '-q', '--no-commit', '--no-ff', 'topic');
    const merge = repository.commit('an evil merge', { [RUN]: BAD });
    for (const args of [[], ['--each-commit']]) {
      const { audit, told } = await runAudit(repository.dir, args);
      expect(told).toEqual([`${RUN}: broken (modified lost)`]);
      expect(audit.records[0]?.losses[0]?.commit.oid).toBe(merge);
    }
  });

  it('a landing is the merge, not the commits of its branch; --each-commit looks at those', async () => {
    ledger();
    repository.git('switch', '-qc', 'topic');
    repository.commit('add', { [COPY]: BAD });
    const overwriting = repository.commit('overwrite', { [COPY]: OTHER });
    repository.git('switch', '-q', 'main');
    repository.git('merge', '-q', '--no-ff', '-m', 'land', 'topic');
    const landed = await runAudit(repository.dir);
    expect([landed.told, landed.audit.range.count]).toEqual([[], 2]);
    const every = await runAudit(repository.dir, ['--each-commit']);
    expect([every.told, every.audit.range.count]).toEqual([[`${COPY}: broken (modified lost)`], 4]);
    expect(every.audit.records[0]?.losses[0]?.commit.oid).toBe(overwriting);
  });

  it('nobody is accused of what a merge takes over from one of its parents', async () => {
    ledger();
    repository.git('switch', '-qc', 'topic');
    repository.commit('a run on the branch', { [COPY]: BAD });
    repository.git('switch', '-q', 'main');
    repository.commit('a run on main', { 'results/main.json': OTHER });
    repository.git('switch', '-q', 'topic');
    repository.git('merge', '-q', '-m', 'bring main in', 'main');
    expect((await runAudit(repository.dir, ['--each-commit'])).told).toEqual([]);
  });

  it('a merge that settles for what one parent holds took nothing away itself', async () => {
    ledger();
    repository.git('switch', '-qc', 'topic');
    const overwriting = repository.commit('overwrite on a branch', { [RUN]: BAD });
    repository.git('switch', '-q', 'main');
    repository.commit('main', { 'src/a.ts': 'a' });
    repository.git('merge', '-q', '--no-ff', '-s', 'ours', '-m', 'keep ours', 'topic');
    const { audit, told } = await runAudit(repository.dir, ['--each-commit']);
    expect(told).toEqual([`${RUN}: restored (modified restored)`]);
    expect(audit.records[0]?.losses[0]?.commit.oid).toBe(overwriting);
  });

  it('a branch that overwrites is landed by its merge', async () => {
    ledger();
    repository.git('switch', '-qc', 'topic');
    repository.commit('overwrite', { [RUN]: BAD });
    repository.git('switch', '-q', 'main');
    repository.git('merge', '-q', '--no-ff', '-m', 'land', 'topic');
    const { audit } = await runAudit(repository.dir);
    expect(audit.records[0]?.losses[0]?.commit.subject).toBe('land');
  });
});

describe('--since', () => {
  it('takes what the ancestor holds as audited', async () => {
    ledger().commit('overwritten', { [RUN]: BAD });
    const since = repository.git('rev-parse', 'HEAD');
    repository.commit('fine', { [COPY]: OTHER });
    const clean = await runAudit(repository.dir, ['--since', since]);
    expect([clean.code, clean.told, clean.audit.range.count]).toEqual([0, [], 1]);
    repository.commit('overwritten again', { [RUN]: GOOD });
    const broken = await runAudit(repository.dir, ['--since', since]);
    expect(broken.told).toEqual([`${RUN}: broken (modified lost)`]);
  });

  it('at head itself looks at nothing, and says so', async () => {
    ledger();
    const { code, audit } = await runAudit(repository.dir, ['--since', 'HEAD']);
    expect([code, audit.range.count]).toEqual([0, 0]);
  });

  it('that is no ancestor is exit 3: history was rewritten, and the earlier audit says nothing of it', async () => {
    ledger();
    const since = repository.commit('to be rewritten', { [COPY]: BAD });
    repository.git('reset', '-q', '--hard', 'HEAD^');
    repository.commit('instead', { [COPY]: OTHER });
    const { code, audit } = await runAudit(repository.dir, ['--since', since]);
    expect([code, audit.incomplete[0]?.message]).toEqual([3, expect.stringContaining('is no ancestor')]);
  });
});

describe('what cannot be looked at', () => {
  it('a shallow clone is exit 3 with the fix', async () => {
    ledger().commit('second', { [COPY]: BAD });
    const clone = TestRepository.clone(`file://${repository.dir}`, '--depth', '1');
    const { code, audit } = await runAudit(clone.dir);
    clone.dispose();
    expect(code).toBe(3);
    expect(audit.incomplete[0]?.remedy).toContain('git fetch --unshallow');
  });

  it.each(['HEAD^^{tree}', 'HEAD^'])(
    'a missing object (%s) in the history is exit 3, never a pass',
    async (name) => {
      ledger().commit('second', { [COPY]: BAD });
      const oid = repository.git('rev-parse', name);
      repository.remove(`.git/objects/${oid.slice(0, 2)}/${oid.slice(2)}`);
      const { code, audit } = await runAudit(repository.dir);
      expect([code, audit.outcome]).toEqual([3, 'incomplete']);
    },
  );

  it('a ledger directory that holds nothing and never did is exit 3: a misspelt name must not pass', async () => {
    ledger({ 'evalguard.yaml': 'version: 1\nledger: [resultz]\n', [RUN]: GOOD });
    const { code, audit } = await runAudit(repository.dir);
    expect([code, audit.incomplete[0]?.code]).toEqual([3, 'nothing-to-audit']);
  });

  it('outside of a repository is exit 3', async () => {
    ledger();
    expect((await runAudit('/')).code).toBe(3);
  });
});

describe('the walk', () => {
  it('is the same under any configuration, directory and replacement', async () => {
    ledger().commit('overwritten', { [RUN]: BAD, 'src/deep/code.ts': 'x' });
    repository.commit('later', { 'src/deep/code.ts': 'y' });
    const plain = await runAudit(repository.dir);
    for (const [key, value] of [
      ['diff.relative', 'true'],
      ['diff.renames', 'copies'],
      ['diff.ignoreSubmodules', 'all'],
      ['log.showSignature', 'true'],
      ['core.quotePath', 'false'],
    ] as const)
      repository.git('config', key, value);
    repository.git('replace', 'HEAD~1', 'HEAD~2');
    const bent = await runAudit(repository.path('src/deep'), [], { GIT_DIFF_OPTS: '-u0' });
    expect(bent.stdout).toBe(plain.stdout);
  });

  it('reads SHA-256 repositories, odd names and commits that change nothing', async () => {
    repository = TestRepository.create('--object-format=sha256');
    const odd = "results/a b'c\u00e9\n.json";
    repository.commit('first', { [odd]: GOOD });
    repository.commit('nothing');
    repository.commit('overwritten', { [odd]: BAD });
    const { audit } = await runAudit(repository.dir);
    expect([audit.range.count, audit.records[0]?.path]).toEqual([3, odd]);
    const shown = execFileSync('bash', ['-c', audit.records[0]!.losses[0]!.show], { cwd: repository.dir });
    expect(shown.toString()).toBe(GOOD);
  });

  it('takes the same few processes whatever the length of the history', async () => {
    repository = TestRepository.create();
    const commits = Array.from({ length: 300 }, (_, at) => {
      const body = `{"run":${at}}`;
      return `commit refs/heads/main\ncommitter T <t@example.invalid> ${1_767_225_600 + at * 60} +0000\ndata 3\nrun\nM 100644 inline results/${at % 10}/run-${at}.json\ndata ${body.length}\n${body}\n`;
    });
    const overwrite =
      'commit refs/heads/main\ncommitter T <t@example.invalid> 1767300000 +0000\ndata 4\noops\nM 100644 inline results/7/run-17.json\ndata 2\n{}\n';
    repository.gitWith({ input: [...commits, overwrite].join('') }, 'fast-import', '--quiet');
    const count = await processesOf(repository.dir);
    expect(count).toBe(3);
    const { audit, told } = await runAudit(repository.dir);
    expect([audit.range.count, told]).toEqual([301, ['results/7/run-17.json: broken (modified lost)']]);
  });
});

/** How many git processes an audit starts. */
async function processesOf(cwd: string): Promise<number> {
  const { Repository } = await import('../../../src/adapters/git/repository.ts');
  const { auditRepository } = await import('../../../src/commands/audit/audit.ts');
  const opened = await Repository.open({ cwd, env: process.env, hook: false });
  await auditRepository(opened, {
    cwd,
    env: process.env,
    head: null,
    since: null,
    commits: 'landed',
    policy: { config: 'evalguard.yaml' },
  });
  opened.close();
  return opened.git.spawns;
}
