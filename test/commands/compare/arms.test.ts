import { afterEach, describe, expect, it } from 'vitest';
import type { Comparison } from '../../../src/core/comparison.ts';
import { runCheck, runCli } from '../../support/cli.ts';
import { TestRepository } from '../../support/repository.ts';
import { validateNow } from '../../support/validate.ts';

let repository: TestRepository | null = null;
afterEach(() => {
  repository?.dispose();
  repository = null;
});

const POLICY = `version: 1
ledger: [results]
series:
  ab: { files: "ab-*.json" }
`;
const OLD = 'results/ab-2026-01-01-corpus-run1.json';
const NEW = 'results/ab-2026-02-01-corpus-run1.json';

/** A result over 12 cases whose arms pass the first so many of them. */
function result(arms: Readonly<Record<string, number>>, parts: object = {}): string {
  const results = Object.entries(arms).flatMap(([arm, passed]) =>
    Array.from({ length: 12 }, (_, index) => ({
      id: `q${String(index).padStart(2, '0')}`,
      arm,
      scores: { passed: index < passed },
    })),
  );
  const document = {
    schema: 'evalguard.result/v1',
    metrics_version: 1,
    method: { limits: {} },
    models: { agent: 'acme:writer-2' },
    dataset: { name: 'queries', version: '1' },
    metrics: { passed: { aggregate: 'rate', score: 'passed' } },
    results,
    ...parts,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** A judged pair for each case, in both orders. */
function pairs(winners: readonly string[]): object {
  const metrics = {
    win_rate: { aggregate: 'win_rate', score: 'winner', arm: 'with-docs' },
    flip_rate: { aggregate: 'flip_rate', score: 'winner' },
  };
  const results = winners.map((winner, index) => ({
    id: `q${String(index).padStart(2, '0')}`,
    scores: { winner },
    judgments: [
      ['with-docs', 'baseline'],
      ['baseline', 'with-docs'],
    ].map((order) => ({ score: 'winner', order, value: winner })),
  }));
  return { metrics, results };
}

function made(files: Readonly<Record<string, string>>): TestRepository {
  repository = TestRepository.create();
  repository.commit('Base', { 'evalguard.yaml': POLICY, 'src/a.ts': '1\n', ...files });
  repository.publish();
  repository.git('switch', '--quiet', '--create', 'change');
  return repository;
}

async function compared(dir: string, ...args: string[]) {
  const { code, stdout, stderr } = await runCli(dir, ['compare', '--format', 'json', ...args]);
  return { code, stderr, comparison: stdout === '' ? null : (JSON.parse(stdout) as Comparison) };
}

describe('compare FILE with two arms', () => {
  it('compares arm against arm, and names the newest of the series beside it', async () => {
    const { dir } = made({
      [OLD]: result({ baseline: 3, 'with-docs': 6 }),
      [NEW]: result({ baseline: 3, 'with-docs': 12 }),
    });
    const { comparison, code } = await compared(dir, NEW, '--fail-on', 'regressed');
    expect(code).toBe(0);
    expect(comparison).toMatchObject({
      base: { path: NEW, arm: 'baseline' },
      head: { path: NEW, arm: 'with-docs' },
      newest: { path: OLD },
      metrics: [{ name: 'passed', base: 0.25, head: 1, verdict: 'improved' }],
    });
    const back = await compared(dir, NEW, '--arms', 'with-docs,baseline', '--fail-on', 'regressed');
    expect([back.code, back.comparison?.newly_failing.length]).toEqual([1, 9]);
  });

  it('holds the whole against the predecessor with --predecessor, and one arm with --arms', async () => {
    const { dir } = made({
      [OLD]: result({ baseline: 3, 'with-docs': 6 }),
      [NEW]: result({ baseline: 3, 'with-docs': 12 }),
    });
    const whole = await compared(dir, NEW, '--predecessor');
    expect(whole.comparison).toMatchObject({
      base: { path: OLD, arm: null },
      head: { path: NEW, arm: null },
    });
    expect(whole.comparison?.metrics[0]).toMatchObject({ base: 9 / 24, head: 15 / 24 });
    for (const args of [[NEW], [OLD, NEW]]) {
      const one = await compared(dir, ...args, '--arms', 'with-docs');
      expect(one.comparison).toMatchObject({
        base: { path: OLD, arm: 'with-docs' },
        head: { path: NEW, arm: 'with-docs' },
        metrics: [{ base: 0.5, head: 1, verdict: 'improved' }],
      });
    }
  });

  it('holds an arm of one result against an arm of another', async () => {
    const { dir } = made({
      [OLD]: result({ baseline: 3, 'with-docs': 6 }),
      [NEW]: result({ baseline: 3, 'with-docs': 12 }),
    });
    const { comparison } = await compared(dir, OLD, NEW, '--arms', 'baseline,with-docs');
    expect(comparison).toMatchObject({
      base: { path: OLD, arm: 'baseline' },
      head: { path: NEW, arm: 'with-docs' },
      metrics: [{ base: 0.25, head: 1 }],
    });
  });

  it('lists what one arm alone has no value of, and says why', async () => {
    const metrics = {
      passed: { aggregate: 'rate', score: 'passed' },
      plain: { aggregate: 'rate', score: 'passed', arm: 'baseline' },
      wins: { aggregate: 'win_rate', score: 'winner', arm: 'with-docs' },
    };
    const { dir } = made({
      [OLD]: result({ baseline: 3, 'with-docs': 6 }, { metrics }),
      [NEW]: result({ baseline: 3, 'with-docs': 12 }, { metrics }),
    });
    const { code, comparison } = await compared(
      dir,
      OLD,
      NEW,
      '--arms',
      'with-docs',
      '--fail-on',
      'regressed',
    );
    expect([code, comparison?.metrics.map(({ name, verdict, reason }) => [name, verdict, reason])]).toEqual([
      0,
      [
        ['passed', 'improved', null],
        ['plain', 'incomparable', 'it counts the rows of baseline, and not of with-docs'],
        ['wins', 'incomparable', 'it is of pairs, and not of with-docs alone'],
      ],
    ]);
  });

  it('compares a candidate with its baseline block', async () => {
    const rows = (passed: number) =>
      Array.from({ length: 12 }, (_, index) => ({ id: `q${index}`, scores: { passed: index < passed } }));
    const both = { results: rows(2), candidate: { results: rows(11) } };
    const { dir } = made({ [NEW]: result({}, both) });
    for (const args of [[], ['--arms', 'baseline,candidate']]) {
      const { comparison } = await compared(dir, NEW, ...args);
      expect(comparison).toMatchObject({ head: { arm: 'candidate' }, metrics: [{ verdict: 'improved' }] });
    }
  });

  it('holds the win rate of pairs against 0.5; a gate does not wait for the flip rate', async () => {
    const won = pairs([...Array<string>(11).fill('with-docs'), 'baseline', 'tie']);
    const { dir } = made({ [NEW]: result({}, won) });
    const { code, comparison } = await compared(dir, NEW, '--fail-on', 'regressed');
    expect([code, comparison?.metrics.map(({ verdict }) => verdict)]).toEqual([
      0,
      ['improved', 'incomparable'],
    ]);
    const back = await compared(dir, NEW, '--fail-on', 'regressed', '--arms', 'with-docs,baseline');
    expect(back.code).toBe(1);
    const { stdout } = await runCli(dir, ['compare', NEW]);
    expect(stdout).toContain('win_rate  0.9167 against 0.5');
    expect(stdout).toContain('with-docs won 11 of 12 decided pairs; 1 ties, 0 flips (flip rate 0)');
    expect(stdout).toContain('flip_rate  0  incomparable');
  });
});

describe('arms whose names hold commas', () => {
  it('are named as they are, alone or with another, from both ends and at once', async () => {
    const { dir } = made({
      [OLD]: result({ 'gpt, cold': 3, 'gpt, warm': 6 }),
      [NEW]: result({ 'gpt, cold': 3, 'gpt, warm': 12, gpt: 4 }),
    });
    const pair = await compared(dir, NEW, '--arms', 'gpt, cold,gpt, warm');
    expect(pair.comparison).toMatchObject({ base: { arm: 'gpt, cold' }, head: { arm: 'gpt, warm' } });
    const mixed = await compared(dir, NEW, '--arms', 'gpt,gpt, warm');
    expect(mixed.comparison).toMatchObject({ base: { arm: 'gpt' }, head: { arm: 'gpt, warm' } });
    const one = await compared(dir, OLD, NEW, '--arms', 'gpt, warm');
    expect(one.comparison?.metrics[0]).toMatchObject({ base: 0.5, head: 1 });
    // What is offered where the base is not said can be pasted.
    const { stderr } = await compared(dir, OLD);
    expect(stderr).toContain("--arms 'gpt, cold,gpt, warm'");
    expect((await compared(dir, OLD, '--arms', 'gpt, cold,gpt, warm')).code).toBe(0);
  });
});

describe('what people get wrong about arms', () => {
  const two = { [NEW]: result({ baseline: 3, 'with-docs': 12 }) };
  it.each<[string, Record<string, string>, string[], string]>([
    [
      'a misspelt arm',
      two,
      ['--arms', 'baseline,with-doc'],
      'holds no arm with-doc; it holds baseline, with-docs.\n  Did you mean with-docs?',
    ],
    ['one arm twice', two, ['--arms', 'baseline,baseline'], 'names one arm twice'],
    ['three names', two, ['--arms', 'a,b,c'], 'names neither one arm nor two'],
    ['an empty name', two, ['--arms', 'baseline,'], 'names neither one arm nor two'],
    [
      'one arm alone',
      { [NEW]: result({ baseline: 3 }) },
      ['--arms', 'baseline,with-docs'],
      'holds no arm with-docs; it holds baseline alone.',
    ],
    [
      'no arms at all',
      { [NEW]: result({}, { results: [{ id: 'a', scores: { passed: true } }] }) },
      ['--arms', 'a,b'],
      'neither its rows nor its numbers name any arm',
    ],
    [
      'three arms',
      { [NEW]: result({ a: 1, b: 2, c: 3 }) },
      [],
      'holds 3 arms (a, b, c), and two are compared at a time',
    ],
    ['no baseline', { [NEW]: result({ a: 1, b: 2 }) }, [], 'does not say which is the base'],
    ['no predecessor', two, ['--arms', 'baseline'], 'its series (ab) holds no earlier result'],
    [
      'both ways at once',
      two,
      ['--arms', 'baseline,with-docs', '--predecessor'],
      '--predecessor finds the other result itself',
    ],
    [
      'two arms split in two',
      two,
      ['--arms', 'baseline,with-docs', '--self'],
      '--self splits one result, or one arm of it',
    ],
  ])('%s', async (_, files, args, words) => {
    const { dir } = made(files);
    const { code, stderr, comparison } = await compared(dir, NEW, ...args);
    expect([code, comparison]).toEqual([2, null]);
    expect(stderr).toContain(words);
  });

  it('an arm that no earlier result has: nothing is held against the whole of one', async () => {
    const { dir } = made({
      [OLD]: result({ baseline: 3, 'with-docs': 6 }),
      [NEW]: result({ baseline: 3, other: 12 }),
    });
    const { code, stderr } = await compared(dir, NEW, '--arms', 'other');
    expect([code, stderr]).toEqual([2, expect.stringContaining('holds no earlier result')]);
  });

  it('arms of other cases: refused with both counts, and exit 3 in a gate', async () => {
    const document = JSON.parse(result({ baseline: 3, 'with-docs': 12 })) as { results: object[] };
    const { dir } = made({ [NEW]: JSON.stringify({ ...document, results: document.results.slice(2) }) });
    const { code, comparison } = await compared(dir, NEW, '--fail-on', 'regressed');
    expect([code, comparison?.comparable, comparison?.reasons]).toEqual([
      3,
      false,
      [{ key: 'cases', base: 10, head: 12 }],
    ]);
  });
});

describe('check --compare', () => {
  it('shows the arms of an added result that no series claims', async () => {
    const repo = made({ [OLD]: result({ baseline: 3, 'with-docs': 6 }) });
    const path = 'results/other-2026-02-01-corpus-run1.json';
    repo.commit('New', { [path]: result({ baseline: 3, 'with-docs': 12 }) });
    const { report } = await runCheck(repo.dir, ['--compare']);
    expect(report.comparisons).toMatchObject([
      { base: { path, arm: 'baseline' }, head: { path, arm: 'with-docs' } },
    ]);
  });

  it('shows an added result arm against arm, apart from its predecessor', async () => {
    const repo = made({ [OLD]: result({ baseline: 3, 'with-docs': 6 }) });
    repo.commit('New', { [NEW]: result({ baseline: 3, 'with-docs': 12 }) });
    const { report } = await runCheck(repo.dir, ['--compare']);
    expect(report.comparisons.map(({ base, head }) => [base.path, base.arm, head.arm])).toEqual([
      [OLD, null, null],
      [NEW, 'baseline', 'with-docs'],
    ]);
    expect(validateNow('report', JSON.parse(JSON.stringify(report)))).toEqual([]);
    const { stdout } = await runCli(repo.dir, ['check', '--compare', '--format', 'markdown']);
    const [, within = ''] = stdout.split('### Arm against arm');
    expect(stdout).toContain('### Beside the predecessor');
    expect(within).toMatch(/`passed` \| .*improved/);
  });

  it('shows the win rate of added pairs against 0.5, as the published schema has it', async () => {
    const repo = made({});
    repo.commit('New', { [NEW]: result({}, pairs([...Array<string>(11).fill('with-docs'), 'baseline'])) });
    const { report } = await runCheck(repo.dir, ['--compare']);
    expect(validateNow('report', JSON.parse(JSON.stringify(report)))).toEqual([]);
    expect(report.comparisons[0]?.metrics[0]).toMatchObject({ against: 0.5, verdict: 'improved' });
    const { stdout } = await runCli(repo.dir, ['check', '--compare', '--format', 'markdown']);
    expect(stdout).toContain('| against 0.5 |');
  });

  it('compares no arms of a scripted run', async () => {
    const repo = made({});
    repo.commit('New', { [NEW]: result({ baseline: 3, 'with-docs': 12 }, { mode: 'scripted' }) });
    expect((await runCheck(repo.dir, ['--compare'])).report.comparisons).toEqual([]);
  });

  it('shows predecessors before arms, and no more than a person reads', async () => {
    const repo = made({ [OLD]: result({ baseline: 3, 'with-docs': 6 }) });
    const added = Array.from({ length: 12 }, (_, index) => [
      `results/ab-2026-02-${String(index + 10)}-corpus-run1.json`,
      result({ baseline: 3, 'with-docs': 12 }),
    ]);
    repo.commit('New', Object.fromEntries(added));
    const { report } = await runCheck(repo.dir, ['--compare']);
    const own = report.comparisons.filter(({ base, head }) => base.path === head.path);
    expect([report.comparisons.length, own.length]).toEqual([20, 8]);
  });

  it('guesses no base where the arms do not say one', async () => {
    const repo = made({});
    repo.commit('New', { [NEW]: result({ a: 3, b: 12 }) });
    expect((await runCheck(repo.dir, ['--compare'])).report.comparisons).toEqual([]);
  });
});

it('--self splits one arm, or each arm of its own', async () => {
  const rows = Array.from({ length: 40 }, (_, index) => ({
    id: `q${index >> 3}`,
    arm: index & 4 ? 'baseline' : 'with-docs',
    sample: index & 3,
    scores: { passed: index % 3 === 0 },
  }));
  const { dir } = made({ [NEW]: result({}, { results: rows }) });
  const cases = async (...args: string[]) => {
    const { stdout } = await runCli(dir, ['compare', NEW, '--self', '--format', 'json', ...args]);
    return (JSON.parse(stdout) as { cases: number }).cases;
  };
  expect(await cases('--arms', 'baseline')).toBe(5);
  // The five cases are the same in both arms, and each arm of each is split.
  expect(await cases()).toBe(5);
});
