import { basename, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Comparison } from '../../../src/core/comparison.ts';
import { retractionOf } from '../../support/audit.ts';
import { runCheck, runCli } from '../../support/cli.ts';
import { TestRepository } from '../../support/repository.ts';

let repository: TestRepository | null = null;
afterEach(() => {
  repository?.dispose();
  repository = null;
});

const POLICY = `version: 1
ledger: [results]
series:
  retrieval:
    files: "retrieval-*.json"
    thresholds:
      hit_rate: { min: 0.2 }
require:
  retrieval: { paths: ["src/retrieval/**"], series: retrieval, enforce: true }
`;

/** A run over `hits.length` cases, one sample each. */
function run(hits: readonly boolean[], parts: object = {}): string {
  return `${JSON.stringify(
    {
      schema: 'evalguard.result/v1',
      metrics_version: 1,
      method: { limits: {} },
      models: { retriever: 'acme:embed-2' },
      dataset: { name: 'queries', version: '1', fingerprint: `sha256:${'0'.repeat(64)}`, cases: hits.length },
      metrics: { hit_rate: { aggregate: 'rate', score: 'hit' } },
      results: hits.map((hit, index) => ({ id: `q${String(index).padStart(2, '0')}`, scores: { hit } })),
      ...parts,
    },
    null,
    2,
  )}\n`;
}

const half = Array.from({ length: 24 }, (_, index) => index % 2 === 0);
const better = half.map((hit, index) => hit || index < 20);
const worse = half.map((hit, index) => hit && index >= 20);

const OLD = 'results/retrieval-2026-01-01-local-run1.json';
const NEW = 'results/retrieval-2026-02-01-local-run1.json';

function base(): TestRepository {
  const made = TestRepository.create();
  repository = made;
  made.commit('Base', { 'evalguard.yaml': POLICY, 'src/retrieval/rank.ts': 'one\n', [OLD]: run(half) });
  made.publish();
  made.git('switch', '--quiet', '--create', 'change');
  return made;
}

async function compareJson(
  cwd: string,
  ...args: string[]
): Promise<{ code: number; comparison: Comparison; stderr: string }> {
  const { code, stdout, stderr } = await runCli(cwd, ['compare', '--format', 'json', ...args]);
  return {
    code,
    comparison: stdout === '' ? ({} as Comparison) : (JSON.parse(stdout) as Comparison),
    stderr,
  };
}

describe('evalguard compare', () => {
  it('compares two files, a revision with a file, and a file with the newest of its series', async () => {
    const made = base();
    made.write(NEW, run(better));
    for (const args of [[OLD, NEW], [`main:${OLD}`, NEW], [NEW]]) {
      const { code, comparison } = await compareJson(made.dir, ...args);
      expect([args, code, comparison.metrics[0]?.verdict]).toEqual([args, 0, 'improved']);
      expect([comparison.base.path, comparison.head.path]).toEqual([OLD, NEW]);
    }
  });

  it('fails on a regression, and exits with 3 where it cannot tell', async () => {
    const made = base();
    made.write(NEW, run(worse));
    expect((await compareJson(made.dir, OLD, NEW, '--fail-on', 'regressed')).code).toBe(1);
    expect((await compareJson(made.dir, OLD, NEW)).code).toBe(0);
    made.write(NEW, run(half));
    expect((await compareJson(made.dir, OLD, NEW, '--fail-on', 'regressed')).code).toBe(3);
    made.write(NEW, run(better, { metrics_version: 2 }));
    const refused = await compareJson(made.dir, OLD, NEW, '--fail-on', 'regressed');
    expect([refused.code, refused.comparison.reasons]).toEqual([
      3,
      [{ key: 'metrics_version', base: 1, head: 2 }],
    ]);
    const allowed = await compareJson(
      made.dir,
      OLD,
      NEW,
      '--allow',
      'metrics_version',
      '--fail-on',
      'regressed',
    );
    expect([allowed.code, allowed.comparison.allowed]).toEqual([0, ['metrics_version']]);
  });

  it('says in words why not, in the terminal and in Markdown', async () => {
    const made = base();
    made.write(NEW, run(better, { metrics_version: 2 }));
    for (const format of ['terminal', 'markdown']) {
      const { stdout } = await runCli(made.dir, ['compare', OLD, NEW, '--format', format]);
      expect(stdout).toMatch(/metrics.?_version: 1 -(?:>|&#62;) 2/);
      expect(stdout).toContain('must not be compared');
    }
  });

  it('says what to do where a file cannot be read, and where there is nothing beside it', async () => {
    const made = base();
    const missing = await runCli(made.dir, ['compare', 'results/none.json', OLD]);
    expect([missing.code, missing.stderr]).toEqual([
      2,
      expect.stringContaining('results/none.json cannot be read: there is no such file.'),
    ]);
    made.write('empty.json', '');
    made.write('native.json', '{"schema":"evalguard.result/v1","metrics_version":1,"judge":{}}');
    const directory = await runCli(made.dir, ['compare', OLD, 'results']);
    expect(directory.stderr).toContain('results cannot be read: it is a directory.');
    const below = join(made.dir, 'results');
    const short = await runCli(below, ['show', `main:${basename(OLD)}`]);
    expect(short.stderr).toContain(`that commit holds no such file; main:${OLD} is there.`);
    expect((await runCli(below, ['show', `main:./${basename(OLD)}`])).code).toBe(0);
    for (const [file, why] of [
      ['empty.json', 'The file is empty'],
      ['native.json', 'one of the keys `results` or `aggregate` is missing'],
    ] as const) {
      const { stderr } = await runCli(made.dir, ['compare', OLD, file]);
      expect(stderr).toContain(`${file} cannot be compared: `);
      expect(stderr).toContain(why);
    }
    const alone = await runCli(made.dir, ['compare', OLD]);
    expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining('nothing to compare')]);
    const itself = await runCli(made.dir, ['compare', OLD, `./${OLD}`]);
    expect([itself.code, itself.stderr]).toEqual([2, expect.stringContaining('one and the same file')]);
    const key = await runCli(made.dir, ['compare', OLD, OLD, '--allow', 'nothing']);
    expect([key.code, key.stderr]).toEqual([2, expect.stringContaining('names no reason')]);
  });
});

describe('check --compare', () => {
  it('puts an added result beside its predecessor in base, and draws a trend from three on', async () => {
    const made = base();
    made.commit('Later', { 'results/retrieval-2026-01-15-local-run1.json': run(half) });
    made.git('update-ref', 'refs/remotes/origin/main', 'change');
    made.commit('New', { [NEW]: run(better) });
    const { report } = await runCheck(made.dir, ['--compare']);
    expect(report.comparisons.map(({ base: { path } }) => path)).toEqual([
      'results/retrieval-2026-01-15-local-run1.json',
    ]);
    expect(report.comparisons[0]?.trend?.points.map(({ value }) => value)).toEqual([0.5, 0.5, 22 / 24]);
    const { stdout } = await runCli(made.dir, ['check', '--compare', '--format', 'markdown']);
    expect(stdout).toContain('```mermaid\nxychart-beta');
    expect(stdout).toContain('improved');
  });

  it('passes over a predecessor that was retracted, and only if it is of these very bytes', async () => {
    const made = base();
    const middle = 'results/retrieval-2026-01-15-local-run1.json';
    const retraction = 'results/retrieval-2026-01-15-local-run1.retraction-1.json';
    made.commit('Later', { [middle]: run(worse), [retraction]: retractionOf(middle, run(worse)) });
    made.git('update-ref', 'refs/remotes/origin/main', 'change');
    made.commit('New', { [NEW]: run(better) });
    const predecessor = async () =>
      (await runCheck(made.dir, ['--compare'])).report.comparisons[0]?.base.path;
    expect(await predecessor()).toBe(OLD);
    made.write(retraction, retractionOf(middle, run(half)));
    made.git('add', '--all');
    made.git('commit', '--quiet', '--amend', '--no-edit');
    expect(await predecessor()).toBe(middle);
  });

  it('says why none is comparable', async () => {
    const made = base();
    made.commit('New', { [NEW]: run(better, { metrics_version: 2 }) });
    const { report } = await runCheck(made.dir, ['--compare']);
    expect(report.comparisons[0]?.comparable).toBe(false);
  });
});

describe('require: a change to guarded code', () => {
  const touch = { 'src/retrieval/rank.ts': 'two\n' };
  const measuredOn = (made: TestRepository, hits: readonly boolean[], parts: object = {}) =>
    run(hits, {
      code: {
        commit: made.git('rev-parse', 'HEAD'),
        tree: made.git('rev-parse', 'HEAD^{tree}'),
        dirty: false,
      },
      ...parts,
    });

  it('untouched: nothing is asked', async () => {
    const made = base();
    made.commit('Docs', { 'docs.md': 'x' });
    const { code, report } = await runCheck(made.dir, []);
    expect([code, report.findings]).toEqual([0, []]);
  });

  it('without a result: incomplete', async () => {
    const made = base();
    made.commit('Touch', touch);
    const { code, report } = await runCheck(made.dir, []);
    expect([code, report.findings.map(({ rule }) => rule)]).toEqual([3, ['requirement/unmeasured']]);
    expect(report.incomplete[0]?.message).toContain('adds no result of the series retrieval');
  });

  it('with a good result of its own code: passes', async () => {
    const made = base();
    made.commit('Touch', touch);
    made.commit('Measure', { [NEW]: measuredOn(made, better) });
    const { code, report } = await runCheck(made.dir, []);
    expect([code, report.findings.filter(({ rule }) => rule.startsWith('requirement/'))]).toEqual([0, []]);
    expect(report.comparisons[0]?.metrics[0]?.verdict).toBe('improved');
  });

  it('with a regressed one: fails', async () => {
    const made = base();
    made.commit('Touch', touch);
    made.commit('Measure', { [NEW]: measuredOn(made, worse) });
    const { code, rules } = await runCheck(made.dir, []);
    expect([code, rules]).toEqual([1, ['requirement/regressed']]);
  });

  it('with a result of older code: incomplete, and stale', async () => {
    const made = base();
    const older = measuredOn(made, better);
    made.commit('Touch', { ...touch, [NEW]: older });
    const { code, report } = await runCheck(made.dir, []);
    const rules = report.findings.map(({ rule }) => rule).filter((rule) => rule.startsWith('requirement/'));
    expect([code, rules.sort()]).toEqual([3, ['requirement/stale', 'requirement/unmeasured']]);
  });

  it('with a result whose tree is gone: incomplete, with that reason', async () => {
    const made = base();
    made.commit('Touch', touch);
    const code = { commit: 'a'.repeat(40), tree: 'b'.repeat(40), dirty: false };
    made.commit('Measure', { [NEW]: run(better, { code }) });
    const { code: exit, report } = await runCheck(made.dir, []);
    expect([exit, report.incomplete[0]?.message]).toEqual([
      3,
      expect.stringContaining('is not in this clone'),
    ]);
  });

  it('with an incomparable one: incomplete', async () => {
    const made = base();
    made.commit('Touch', touch);
    made.commit('Measure', { [NEW]: measuredOn(made, better, { metrics_version: 2 }) });
    const { code, report } = await runCheck(made.dir, []);
    expect([code, report.incomplete[0]?.message]).toEqual([3, expect.stringContaining('metrics_version')]);
  });

  it('with a regressed one among more results than a report shows: fails all the same', async () => {
    const made = base();
    made.commit('Touch', touch);
    const named = (day: number) =>
      `results/retrieval-2026-10-${String(day).padStart(2, '0')}-corpus-run1.json`;
    const good = Array.from({ length: 22 }, (_, index) => [named(index + 1), measuredOn(made, better)]);
    made.commit('Measure', { ...Object.fromEntries(good), [named(23)]: measuredOn(made, worse) });
    const { code, rules } = await runCheck(made.dir, []);
    expect([code, rules]).toEqual([1, ['requirement/regressed']]);
  });

  it('with one that gives a regressed metric a version of its own: incomplete, whatever its others say', async () => {
    const made = base();
    made.commit('Touch', touch);
    const other = { aggregate: 'rate', score: 'other' };
    const rows = (hits: readonly boolean[]) =>
      hits.map((hit, index) => ({ id: `q${index}`, scores: { hit, other: hits === half ? hit : !hit } }));
    const both = (hits: readonly boolean[], version: object) => ({
      metrics: { hit_rate: { aggregate: 'rate', score: 'hit', ...version }, other },
      results: rows(hits),
    });
    made.git('switch', '--quiet', 'main');
    const bars = POLICY.replace('hit_rate: { min: 0.2 }', '$&\n      other: { min: 0 }');
    made.commit('Two', { 'evalguard.yaml': bars, [OLD.replace('run1', 'run2')]: run(half, both(half, {})) });
    made.publish();
    made.git('switch', '--quiet', '--create', 'evasion');
    made.commit('Touch', touch);
    made.commit('Measure', { [NEW]: measuredOn(made, worse, both(worse, { metrics_version: 2 })) });
    const { code, report } = await runCheck(made.dir, []);
    expect(report.comparisons[0]?.metrics.map(({ verdict }) => verdict)).toEqual([
      'incomparable',
      'improved',
    ]);
    expect([code, report.incomplete[0]?.message]).toEqual([
      3,
      expect.stringContaining('does not tell of hit_rate (metrics_version differ'),
    ]);
  });
});

describe('compare --self', () => {
  it('splits the samples of one result, and seldom finds what is not there', async () => {
    const made = base();
    const results = Array.from({ length: 40 }, (_, index) => ({
      id: `q${Math.floor(index / 4)}`,
      sample: 1 + (index % 4),
      scores: { hit: (index * 7) % 3 !== 0 },
    }));
    made.write(NEW, run([], { results, dataset: undefined }));
    const { code, stdout } = await runCli(made.dir, ['compare', NEW, '--self', '--format', 'json']);
    const found = JSON.parse(stdout) as { splits: number; alarms: number; cases: number };
    expect([code, found.cases]).toEqual([0, 10]);
    expect(found.alarms / found.splits).toBeLessThanOrEqual(0.05);
    expect((await runCli(made.dir, ['compare', NEW, '--self'])).stdout).toContain(
      'splits found a difference that is not there',
    );
    const single = await runCli(made.dir, ['compare', OLD, '--self']);
    expect([single.code, single.stderr]).toEqual([
      2,
      expect.stringContaining('no case of it has two samples'),
    ]);
  });

  it('K115: refuses a run whose repeats came from a cache, and says so', async () => {
    const made = base();
    const results = Array.from({ length: 10 }, (_, index) => ({
      id: `q${Math.floor(index / 5)}`,
      sample: 1 + (index % 5),
      cached: true,
      output: 'the same',
      scores: { hit: true },
    }));
    made.write(NEW, run([], { results, dataset: undefined }));
    const { code, stderr } = await runCli(made.dir, ['compare', NEW, '--self']);
    expect(code).toBe(2);
    expect(stderr).toContain('no case of it has two independent samples, since 8 cached rows add no samples');
  });
});
