import { afterEach, describe, expect, it } from 'vitest';
import { runCheck, runCli } from '../../support/cli.ts';
import { TestRepository } from '../../support/repository.ts';
import { nativeResult } from '../../support/result.ts';

const POLICY = 'evalguard.yaml';
const NEW = { 'results/eval-2026-02-01-corpus-run1.json': nativeResult([true, true, true]) };

interface Settings {
  readonly min?: number;
  readonly exempt?: string;
  readonly ledger?: string;
  readonly first?: string;
  readonly last?: string;
}

/** A policy whose settings stand far apart, so that git can merge a change of each. */
function policy({ min = 0.9, exempt = 'none', ledger = 'results', first = '', last = '' }: Settings): string {
  return [
    'version: 1',
    `ledger: [${ledger}]`,
    '# one',
    '# two',
    '# three',
    'series:',
    ...(first === '' ? [] : [`  ${first}`]),
    '  eval:',
    '    files: "eval-*.json"',
    '    thresholds:',
    '      passed:',
    '        enforce: false',
    '        # four',
    '        # five',
    `        min: ${min}`,
    '        # six',
    '        # seven',
    '        # eight',
    '  other:',
    '    files: "other-*.json"',
    ...(last === '' ? [] : [`  ${last}`]),
    '# nine',
    '# ten',
    `exempt: ["${exempt}"]`,
    '',
  ].join('\n');
}

interface Story {
  readonly start: string | null;
  /** What the branch commits, in one commit each. */
  readonly head: readonly Readonly<Record<string, string | null>>[];
  /** What lands on main meanwhile. */
  readonly main: readonly Readonly<Record<string, string | null>>[];
}

let repository: TestRepository;
afterEach(() => repository.dispose());

function apply(files: Readonly<Record<string, string | null>>): void {
  for (const [path, content] of Object.entries(files)) {
    if (content === null) repository.remove(path);
    else repository.write(path, content);
  }
  repository.commit('Change');
}

function tell({ start, head, main }: Story): void {
  repository = TestRepository.create();
  repository.commit('Records', {
    'results/eval-2026-01-01-corpus-run1.json': nativeResult(),
    'results/other-2026-01-01-corpus-run1.json': nativeResult(),
    'README.md': 'Evaluations\n',
    ...(start === null ? {} : { [POLICY]: start }),
  });
  repository.git('switch', '--quiet', '--create', 'topic');
  for (const files of head) apply(files);
  repository.git('switch', '--quiet', 'main');
  for (const files of main) apply(files);
  repository.publish();
}

const MODES = {
  diff: () => {
    repository.git('switch', '--quiet', 'topic');
    return runCheck(repository.dir, ['--base', 'main']);
  },
  'each-commit': () => {
    repository.git('switch', '--quiet', 'topic');
    return runCheck(repository.dir, ['--base', 'main', '--each-commit']);
  },
  staged: () => {
    repository.git('switch', '--quiet', 'topic');
    repository.git('reset', '--quiet', '--soft', 'HEAD~1');
    return runCheck(repository.dir, ['--staged']);
  },
  'merge ref': () => {
    repository.git('switch', '--quiet', '--detach', 'main');
    repository.git('merge', '--quiet', '--no-ff', '--message', 'Merge', 'topic');
    return runCheck(repository.dir, ['--base', 'main']);
  },
} as const;
const modes = Object.keys(MODES) as (keyof typeof MODES)[];

async function policyFindings(mode: keyof typeof MODES, story: Story) {
  tell(story);
  const { report, code } = await MODES[mode]();
  const found = report.findings.filter(({ rule }) => rule.startsWith('policy/'));
  return {
    code,
    found: found.map(({ rule, severity }) => `${severity} ${rule}`),
    text: found.map(({ message }) => message).join('\n'),
  };
}

const start = policy({});

describe.each(modes)('the policy is compared with where the branch grew from, in mode %s (A6)', (mode) => {
  it.each<[string, Story]>([
    ['behind a threshold that rose', { start, head: [NEW], main: [{ [POLICY]: policy({ min: 0.95 }) }] }],
    [
      'behind an exemption that went',
      { start: policy({ exempt: 'results/latest.json' }), head: [NEW], main: [{ [POLICY]: start }] },
    ],
    [
      'behind a directory that the ledger took in',
      {
        start,
        head: [NEW],
        main: [{ [POLICY]: policy({ ledger: 'results, evals' }), 'evals/a.json': nativeResult() }],
      },
    ],
    [
      'behind a series that came first',
      { start, head: [NEW], main: [{ [POLICY]: policy({ first: 'new: { files: "eval-2027-*.json" }' }) }] },
    ],
    ['behind the first policy', { start: null, head: [NEW], main: [{ [POLICY]: start }] }],
    [
      'behind a loosening that landed alone',
      { start, head: [NEW], main: [{ [POLICY]: policy({ min: 0.5 }) }] },
    ],
    [
      'behind two changes, of which one was taken back',
      { start, head: [NEW], main: [{ [POLICY]: policy({ min: 0.95 }) }, { [POLICY]: start }] },
    ],
    [
      'that picked the very change from the base branch',
      {
        start,
        head: [{ [POLICY]: policy({ min: 0.5 }) }, NEW],
        main: [{ [POLICY]: policy({ min: 0.5 }) }],
      },
    ],
  ])('a branch %s is not accused', async (_, story) => {
    expect(await policyFindings(mode, story)).toMatchObject({ code: 0, found: [] });
  });

  it.each<[string, Story, string]>([
    [
      'a lower threshold',
      { start, head: [{ [POLICY]: policy({ min: 0.5 }) }, NEW], main: [] },
      'thresholds.passed.min: 0.9 -> 0.5',
    ],
    [
      'a lower threshold while main changed another setting',
      {
        start,
        head: [{ [POLICY]: policy({ min: 0.5 }) }, NEW],
        main: [{ [POLICY]: policy({ exempt: 'results/latest.json' }) }],
      },
      'thresholds.passed.min: 0.9 -> 0.5',
    ],
    [
      'an exemption while main raised a threshold',
      {
        start,
        head: [{ [POLICY]: policy({ exempt: '**' }) }, NEW],
        main: [{ [POLICY]: policy({ min: 0.95 }) }],
      },
      'exempt: not set -> "**"',
    ],
    [
      'a series that takes, once merged, the files of one that main added meanwhile',
      {
        start,
        head: [{ [POLICY]: policy({ first: 'mine: { files: "rag-*.json" }' }) }, NEW],
        main: [{ [POLICY]: policy({ last: 'rag: { files: "*-2027.json", min_n: 9 }' }) }],
      },
      'series: ["eval","other","rag"] -> ["mine","eval","other","rag"]',
    ],
  ])('finds %s', async (_, story, text) => {
    const found = await policyFindings(mode, story);
    expect(found.text).toContain(text);
    expect(found).toMatchObject({ code: 1, found: ['error policy/loosened', 'warning policy/changed'] });
  });

  it('a change that tightens is no loosening, whatever main did meanwhile', async () => {
    const found = await policyFindings(mode, {
      start,
      head: [{ [POLICY]: policy({ min: 0.95 }) }, NEW],
      main: [{ [POLICY]: policy({ exempt: 'results/latest.json' }) }],
    });
    expect(found).toMatchObject({ code: 0, found: ['warning policy/changed'] });
  });

  it('what counts stays the policy at the tip', async () => {
    tell({
      start: policy({ min: 0.1 }),
      head: [{ 'results/eval-2026-02-01-corpus-run1.json': nativeResult([true, false, false]) }],
      main: [{ [POLICY]: policy({ min: 0.95 }).replace('enforce: false', 'enforce: true') }],
    });
    const { rules, code } = await MODES[mode]();
    expect([code, rules]).toEqual([1, ['threshold/missed']]);
  });
});

it('a conflict is not merged for it: what head loosened is found all the same (A6)', async () => {
  tell({
    start,
    head: [{ [POLICY]: policy({ min: 0.5 }) }, NEW],
    main: [{ [POLICY]: policy({ min: 0.95 }) }],
  });
  const { rules } = await MODES.diff();
  expect(rules).toEqual(['policy/loosened']);
});

it('two policies that git merges into none: exit 2, with the way out, which works (A6)', async () => {
  const twice = 'portable: true\n';
  tell({ start, head: [{ [POLICY]: twice + start }], main: [{ [POLICY]: start + twice }] });
  const check = async () => {
    const { code, stderr } = await runCli(repository.dir, ['check', '--base', 'main']);
    return { code, stderr };
  };
  repository.git('switch', '--quiet', 'topic');
  const { code, stderr } = await check();
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/stands twice[\s\S]*Merge the base branch into this one/),
  ]);
  repository.git('merge', '--quiet', '--no-commit', 'main');
  repository.write(POLICY, start + twice);
  repository.commit('Merge main');
  expect((await check()).code).toBe(0);
});

it('a first policy on both sides: head’s is compared with the one that landed (A6)', async () => {
  tell({ start: null, head: [{ [POLICY]: policy({ min: 0.5 }) }, NEW], main: [{ [POLICY]: start }] });
  const { rules, report } = await MODES.diff();
  expect(rules).toEqual(['policy/loosened']);
  expect(JSON.stringify(report.findings)).toContain('min: 0.9 -> 0.5');
});

it('a first policy where the base branch has none loosens nothing (A6)', async () => {
  const first = start.replace('exempt: ["none"]', '');
  tell({ start: null, head: [{ [POLICY]: first }, NEW], main: [{ 'README.md': 'Other\n' }] });
  const { code, report } = await MODES.diff();
  expect([code, report.findings.map(({ rule }) => rule)]).toEqual([0, ['policy/changed']]);
});

it('a policy that head deletes and main changed meanwhile is a loosening (A6)', async () => {
  tell({ start, head: [{ [POLICY]: null }, NEW], main: [{ [POLICY]: policy({ min: 0.95 }) }] });
  const { rules, report } = await MODES.diff();
  expect(rules).toEqual(['policy/loosened']);
  expect(JSON.stringify(report.findings)).toContain('series.eval');
});

it('two merge bases: what main itself gave up is not head’s, and what head gave up is (A6)', async () => {
  tell({ start, head: [NEW], main: [{ [POLICY]: policy({ exempt: 'results/latest.json' }) }] });
  // Each side merges the other once: two best merge bases.
  const [main, topic] = [repository.git('rev-parse', 'main'), repository.git('rev-parse', 'topic')];
  repository.git('merge', '--quiet', '--no-ff', '--message', 'Merge topic', topic);
  repository.git('switch', '--quiet', 'topic');
  repository.git('merge', '--quiet', '--no-ff', '--message', 'Merge main', main);
  apply({ 'results/eval-2026-03-01-corpus-run1.json': nativeResult([true]) });
  expect(repository.git('merge-base', '--all', 'main', 'topic').split('\n')).toHaveLength(2);
  expect((await runCheck(repository.dir, ['--base', 'main'])).rules).toEqual([]);
  apply({ [POLICY]: policy({ exempt: 'results/latest.json', min: 0.5 }) });
  expect((await runCheck(repository.dir, ['--base', 'main'])).rules).toEqual(['policy/loosened']);
});

it('--all by another branch’s policy does not accuse a branch that is behind it (A6)', async () => {
  tell({ start, head: [NEW], main: [{ [POLICY]: policy({ min: 0.95 }) }] });
  repository.git('switch', '--quiet', 'topic');
  const { report } = await runCheck(repository.dir, ['--all', '--base', 'main']);
  expect(report.findings.filter(({ rule }) => rule.startsWith('policy/'))).toEqual([]);
});

it('a page that main changed meanwhile and a requirement that main met are not head’s (A6)', async () => {
  const asks = `${start}citations: ["README.md"]\nrequire: { code: { paths: ["src/**"], series: eval, enforce: true } }\n`;
  tell({
    start: asks,
    head: [NEW],
    main: [
      {
        'README.md': 'Rate <!-- evalguard: nowhere.json passed -->0.5<!-- /evalguard -->\n',
        'src/a.ts': 'new\n',
      },
    ],
  });
  const { code, report } = await MODES.diff();
  expect([code, report.findings.map(({ rule }) => rule)]).toEqual([0, []]);
});
