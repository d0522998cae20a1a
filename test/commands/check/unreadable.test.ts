import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { retractionOf, runAudit } from '../../support/audit.ts';
import { runCheck, runCli } from '../../support/cli.ts';
import { TestRepository } from '../../support/repository.ts';

const ONE = '{"passed":1}\n';
const TWO = '{"passed":2}\n';
const THREE = '{"passed":3}\n';

const kept: TestRepository[] = [];
afterEach(() => {
  for (const one of kept.splice(0)) one.dispose();
});

/** A repository whose `main` holds two records, standing on a branch of it. */
function branch(): TestRepository {
  const repository = TestRepository.create();
  kept.push(repository);
  repository.commit('Records', { 'results/a/one.json': ONE, 'results/b/two.json': TWO });
  repository.git('switch', '--quiet', '--create', 'topic');
  return repository;
}

const RANGE = ['--base', 'main', '--head', 'topic'];

/** Writes over an object what does not hash to its name, but unpacks. */
function damage(repository: TestRepository, oid: string, other: string): void {
  const file = repository.objectFile(oid);
  chmodSync(file, 0o644);
  rmSync(file);
  repository.git('cat-file', '-e', other);
  writeFileSync(file, repository.looseBytes(other));
}

describe('one unreadable object hides nothing else (B1)', () => {
  it('an added record that is not there: the violation is reported, and the record is named', async () => {
    const repository = branch();
    repository.remove('results/b/two.json');
    const head = repository.commit('Add and delete', { 'results/a/three.json': THREE });
    const oid = repository.git('rev-parse', 'topic:results/a/three.json');
    repository.lose(oid);
    const { code, rules, report } = await runCheck(repository.dir, RANGE);
    expect([code, rules]).toEqual([1, ['ledger/deleted']]);
    expect(report.incomplete).toEqual([
      expect.objectContaining({
        path: 'results/a/three.json',
        message: expect.stringMatching(new RegExp(`commit ${head} could not be read: .*${oid}`)),
      }),
    ]);
  });

  it('nothing else is wrong: exit 3, and each of many is counted', async () => {
    const repository = branch();
    const files = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`results/a/n${at}.json`, `{"run":${at}}\n`]),
    );
    repository.commit('Add', files);
    repository.lose(...Object.keys(files).map((path) => repository.git('rev-parse', `topic:${path}`)));
    const { code, report } = await runCheck(repository.dir, RANGE);
    expect([code, report.incomplete.length]).toEqual([3, 21]);
    expect(report.incomplete.at(-1)?.message).toContain('10 more of 30');
  });

  it('a damaged record, whether it unpacks or not', async () => {
    for (const how of ['exchanged', 'garbage'] as const) {
      const repository = branch();
      repository.remove('results/b/two.json');
      repository.commit('Add', { 'results/a/three.json': THREE, 'results/a/four.json': '{"passed":4}\n' });
      const oid = repository.git('rev-parse', 'topic:results/a/three.json');
      if (how === 'exchanged') damage(repository, oid, repository.blob(ONE));
      else {
        chmodSync(repository.objectFile(oid), 0o644);
        writeFileSync(repository.objectFile(oid), 'no zlib');
      }
      const { code, rules, report } = await runCheck(repository.dir, RANGE);
      expect([how, code, rules]).toEqual([how, 1, ['ledger/deleted']]);
      expect(report.incomplete.map(({ path, message }) => [path, /damaged/.test(message)])).toEqual([
        ['results/a/three.json', true],
      ]);
    }
  });

  it('the content before an edit: the edit is reported all the same', async () => {
    const repository = branch();
    repository.lose(repository.git('rev-parse', 'main:results/a/one.json'));
    repository.write('results/a/one.json', THREE);
    repository.commit('Edit');
    const { code, rules, report } = await runCheck(repository.dir, RANGE);
    expect([code, rules, report.incomplete[0]?.path]).toEqual([1, ['ledger/modified'], 'results/a/one.json']);
  });

  it('a directory that the range changes: what it does elsewhere is reported', async () => {
    const repository = branch();
    repository.remove('results/b/two.json');
    repository.commit('Add', { 'results/a/three.json': THREE, 'results/b/x.json': THREE });
    repository.lose(repository.git('rev-parse', 'topic:results/a'));
    const { code, rules, report } = await runCheck(repository.dir, RANGE);
    expect([code, rules, report.incomplete.map(({ path }) => path)]).toEqual([
      1,
      ['ledger/deleted'],
      ['results/a'],
    ]);
  });

  it('a directory under --all: the records beside it are judged', async () => {
    const repository = branch();
    repository.commit('Break', { 'results/b/Two.json': '{}\n' });
    repository.lose(repository.git('rev-parse', 'topic:results/a'));
    const { code, rules, report } = await runCheck(repository.dir, ['--all']);
    expect([code, rules, report.incomplete[0]?.path]).toEqual([1, ['ledger/name-collision'], 'results/a']);
  });

  it('a directory of the base where the index is judged: its files are no additions', async () => {
    const repository = branch();
    repository.remove('results/b/two.json');
    repository.git('add', '--all');
    repository.lose(repository.git('rev-parse', 'main:results/a'));
    const { code, report, rules } = await runCheck(repository.dir, ['--staged']);
    expect([code, rules, report.counts.added]).toEqual([1, ['ledger/deleted'], 0]);
    expect(report.incomplete[0]?.path).toBe('results/a');
  });

  it('one commit on the way, with --each-commit', async () => {
    const repository = branch();
    const lost = repository.commit('First', { 'a.txt': '1' });
    repository.remove('results/b/two.json');
    repository.commit('Second', { 'a.txt': '2' });
    const base = repository.git('rev-parse', 'main');
    repository.git('update-ref', 'refs/heads/upstream', base);
    repository.lose(lost);
    const { code, report } = await runCheck(repository.dir, [
      '--base',
      'main',
      '--head',
      'topic',
      '--each-commit',
    ]);
    expect([code, JSON.stringify(report.incomplete)]).toEqual([
      3,
      expect.stringContaining(lost.slice(0, 12)),
    ]);
  });

  it('head’s policy: base’s goes on judging, and what head does to it is not known', async () => {
    const repository = branch();
    repository.git('switch', '--quiet', 'main');
    repository.commit('Policy', { 'evalguard.yaml': 'version: 1\nledger: [results]\n' });
    repository.git('switch', '--quiet', '--create', 'other');
    repository.remove('results/b/two.json');
    repository.commit('Change', { 'evalguard.yaml': 'version: 1\nledger: [results]\nexempt: ["x.json"]\n' });
    repository.lose(repository.git('rev-parse', 'other:evalguard.yaml'));
    const { code, rules, report } = await runCheck(repository.dir, ['--base', 'main', '--head', 'other']);
    expect([code, rules, report.incomplete[0]?.path]).toEqual([1, ['ledger/deleted'], 'evalguard.yaml']);
    repository.lose(repository.git('rev-parse', 'main:evalguard.yaml'));
    expect((await runCheck(repository.dir, ['--base', 'main', '--head', 'other'])).code).toBe(3);
  });

  it('the record that a retraction names, and the record that a page cites', async () => {
    const repository = branch();
    repository.git('switch', '--quiet', 'main');
    repository.commit('Policy', {
      'evalguard.yaml': 'version: 1\nledger: [results]\ncitations: ["*.md"]\n',
      'PAGE.md': '[1](results/a/one.json#evalguard:/passed)\n',
    });
    repository.git('switch', '--quiet', '--create', 'other');
    repository.commit('Retract', {
      'results/a/one.retraction-1.json': retractionOf('results/a/one.json', ONE),
      'PAGE.md': '[7](results/b/two.json#evalguard:/passed) [1](results/a/one.json#evalguard:/passed)\n',
    });
    repository.lose(repository.git('rev-parse', 'main:results/a/one.json'));
    const { code, rules, report } = await runCheck(repository.dir, ['--base', 'main', '--head', 'other']);
    expect([code, rules]).toEqual([1, ['citation/stale']]);
    expect([...new Set(report.incomplete.map(({ path }) => path))]).toEqual(['results/a/one.json']);
  });
});

describe('a partial clone is called one (B1)', () => {
  it('an edited record in a blobless clone whose remote is gone', async () => {
    const origin = branch();
    origin.git('config', 'uploadpack.allowFilter', 'true');
    origin.remove('results/a/one.json');
    origin.commit('Edit', { 'results/b/two.json': THREE });
    const clone = TestRepository.clone(`file://${origin.dir}`, '--filter=blob:none', '--no-checkout');
    kept.push(clone);
    clone.git('config', 'remote.origin.url', 'file:///nowhere/at/all');
    const { code, rules, report } = await runCheck(clone.dir, [
      '--base',
      'origin/main',
      '--head',
      'origin/topic',
    ]);
    expect([code, rules]).toEqual([1, ['ledger/deleted', 'ledger/modified']]);
    expect(report.incomplete.map(({ path }) => path)).toEqual(['results/b/two.json', 'results/b/two.json']);
    for (const { message, remedy } of report.incomplete) {
      expect(message).toContain('partial clone');
      expect(remedy).not.toContain('git fsck');
    }
    const { audit, told } = await runAudit(clone.dir, ['--head', 'origin/topic']);
    expect(told).toEqual([
      'results/a/one.json: broken (deleted lost)',
      'results/b/two.json: broken (modified lost)',
    ]);
    expect(audit.incomplete[0]?.message).toContain('partial clone');
  });
});

describe('an audit of a clone that is not whole (B1)', () => {
  it('lacks an old content: the loss is reported, and what could not be read is named', async () => {
    const repository = branch();
    const edit = repository.commit('Edit', { 'results/a/one.json': THREE });
    repository.lose(repository.git('rev-parse', 'main:results/a/one.json'));
    const { code, audit, told } = await runAudit(repository.dir);
    expect([code, told]).toEqual([1, ['results/a/one.json: broken (modified lost)']]);
    expect(audit.incomplete[0]).toMatchObject({
      path: 'results/a/one.json',
      message: expect.stringContaining(`commit ${edit}^1`),
    });
    const { stdout } = await runCli(repository.dir, ['audit']);
    expect(stdout).not.toContain('Audited  nothing');
  });

  it('lacks a content whose loss may be acknowledged: nobody is accused', async () => {
    const repository = branch();
    repository.commit('Edit', { 'results/a/one.json': THREE });
    repository.commit('Acknowledge', {
      'results/a/one.retraction-1.json': retractionOf('results/a/one.json', ONE),
    });
    expect((await runAudit(repository.dir)).told).toEqual([
      'results/a/one.json: acknowledged (modified acknowledged)',
    ]);
    repository.lose(repository.git('rev-parse', 'main:results/a/one.json'));
    const { code, audit, told } = await runAudit(repository.dir);
    expect([code, told, audit.counts.unread]).toEqual([
      3,
      ['results/a/one.json: unread (modified unread)'],
      1,
    ]);
  });

  it('lacks the retraction itself: nobody is accused', async () => {
    const repository = branch();
    repository.commit('Edit', { 'results/a/one.json': THREE });
    repository.commit('Acknowledge', {
      'results/a/one.retraction-1.json': retractionOf('results/a/one.json', ONE),
    });
    repository.lose(repository.git('rev-parse', 'topic:results/a/one.retraction-1.json'));
    const { code, told } = await runAudit(repository.dir);
    expect([code, told]).toEqual([3, ['results/a/one.json: unread (modified unread)']]);
  });

  it('lacks a directory of one commit, or a commit: the rest is audited', async () => {
    const repository = branch();
    repository.commit('One', { 'results/a/new.json': '{}\n' });
    const tree = repository.git('rev-parse', 'topic:results/a');
    repository.commit('Two', { 'results/a/newer.json': '[]\n' });
    repository.commit('Three', { 'results/b/two.json': THREE });
    repository.lose(tree);
    const first = await runAudit(repository.dir);
    expect([first.code, first.told]).toEqual([1, ['results/b/two.json: broken (modified lost)']]);
    expect(first.audit.incomplete[0]?.path).toBe('results/a');
    repository.lose(repository.git('rev-parse', 'main'));
    const second = await runAudit(repository.dir);
    expect([second.code, second.told]).toEqual([1, ['results/b/two.json: broken (modified lost)']]);
    expect(second.audit.incomplete.length).toBeGreaterThan(1);
  });
});
