import { afterEach, describe, expect, it } from 'vitest';
import { runCheck, runCli } from '../../support/cli.ts';
import { fastImport } from '../../support/fast-import.ts';
import { TestRepository } from '../../support/repository.ts';

type Files = Readonly<Record<string, string>>;

const POLICY = 'evalguard.yaml';
const GOOD = 'version: 1\nseries:\n  eval: { files: "{eval,x}-*.json" }\n';
const RECORD = { 'results/eval-1.json': '{"a":1}\n' };

const BROKEN: readonly [string, string][] = [
  ['a glob that an older version took', 'version: 1\nseries:\n  eval: { files: "+(eval|x)-*.json" }\n'],
  ['a glob that backtracks', 'version: 1\ncitations: ["(a+)+b"]\n'],
  ['no YAML', 'version: 1\nledger: [results]\nseries: {{{\n'],
  ['an unknown key', 'version: 1\nledgers: [results]\n'],
  ['a wrong type', 'version: 1\nseries: 7\n'],
  ['a wrong version', 'version: 99\n'],
  ['nothing', ''],
];

let repository: TestRepository;
afterEach(() => repository?.dispose());

/** `base` holds a policy, `head` grows from it; with `between`, over a commit in the middle. */
function branched(base: Files, head: Files, between: Files | null = null) {
  repository?.dispose();
  repository = TestRepository.create();
  fastImport(repository, [
    { branch: 'base', files: base },
    ...(between === null ? [] : [{ branch: 'head', from: 'base', files: between }]),
    { branch: 'head', ...(between === null ? { from: 'base' } : {}), files: head },
  ]);
  repository.git('symbolic-ref', 'HEAD', 'refs/heads/base');
  repository.git('read-tree', 'head');
}

const MODES: readonly [string, readonly string[]][] = [
  ['diff', ['--base', 'base', '--head', 'head']],
  ['staged', ['--staged']],
  ['each commit', ['--base', 'base', '--head', 'head', '--each-commit']],
];

describe.each(MODES)('a base policy that cannot be used, in %s (A2)', (_, args) => {
  it.each(BROKEN)('%s: a change of the policy alone repairs it, with a warning', async (_, broken) => {
    branched({ [POLICY]: broken, ...RECORD }, { [POLICY]: GOOD, ...RECORD });
    const { code, report } = await runCheck(repository.dir, args);
    expect([code, report.outcome]).toEqual([0, 'pass']);
    const rules = report.findings.map(({ rule, severity }) => `${severity} ${rule}`);
    expect(rules.filter((rule) => rule.includes('policy/'))).toEqual(['warning policy/repaired']);
    expect(report.findings.find(({ rule }) => rule === 'policy/repaired')?.message).toContain(
      'cannot be used',
    );
  });

  const broken = { [POLICY]: BROKEN[0]![1], ...RECORD };
  it.each<[string, Files, string]>([
    [
      'adds a record',
      { [POLICY]: GOOD, ...RECORD, 'results/eval-2.json': '{}\n' },
      'touches results/eval-2.json too',
    ],
    ['edits a record', { [POLICY]: GOOD, 'results/eval-1.json': '{}\n' }, 'touches results/eval-1.json too'],
    ['deletes a record', { [POLICY]: GOOD }, 'touches results/eval-1.json too'],
    ['touches code', { [POLICY]: GOOD, ...RECORD, 'src/a.ts': '1\n' }, 'touches src/a.ts too'],
    [
      'changes an exempt file',
      { [POLICY]: GOOD, ...RECORD, 'results/README.md': '1\n' },
      'touches results/README.md',
    ],
    ['leaves it as it is', { ...broken, 'README.md': 'x\n' }, 'does not repair it'],
    ['deletes it', { ...RECORD }, 'does not repair it'],
    ['breaks it otherwise', { [POLICY]: 'version: 2\n', ...RECORD }, 'cannot be used'],
    [
      'frees the ledger',
      { [POLICY]: 'version: 1\nledger: [evals]\n', ...RECORD },
      'no longer guards results',
    ],
  ])('is demanded of a change that %s: exit 2', async (_, head, why) => {
    branched(broken, head);
    const { code, stdout, stderr } = await runCli(repository.dir, ['check', ...args]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(why);
  });

  it.each([
    ['that is read although another setting is wrong', 'version: 1\nledger: [evals]\nseries: 7\n'],
    ['that is read although the file is no YAML', 'version: 1\nledger:\n  - evals\nseries: {{{\n'],
    ['in JSON that breaks off', '{\n  "version": 1,\n  "ledger": ["evals"],\n  "series": {'],
    ['beside one that is none', 'version: 1\nledger: [evals, "../a"]\n'],
  ])('frees no ledger directory %s', async (_, text) => {
    const evals = { 'evals/a.json': '{}\n' };
    branched({ [POLICY]: text, ...evals }, { [POLICY]: 'version: 1\n', ...evals });
    const { code, stderr } = await runCli(repository.dir, ['check', ...args]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('no longer guards evals')]);
    branched({ [POLICY]: text, ...evals }, { [POLICY]: 'version: 1\nledger: [evals]\n', ...evals });
    expect((await runCheck(repository.dir, args)).code).toBe(0);
  });

  it('is repaired where the policy stands in its own ledger', async () => {
    branched({ [POLICY]: 'version: 1\nledger: ["."]\nx: 1\n' }, { [POLICY]: 'version: 1\nledger: ["."]\n' });
    expect((await runCheck(repository.dir, args)).code).toBe(0);
  });
});

it('a record that is edited and restored on the way is found when each commit is looked at (A2)', async () => {
  const broken = { [POLICY]: BROKEN[0]![1] };
  branched(
    { ...broken, ...RECORD },
    { [POLICY]: GOOD, ...RECORD },
    { ...broken, 'results/eval-1.json': '{"a":2}\n' },
  );
  const { code, rules } = await runCheck(repository.dir, MODES[2]![1]);
  expect([code, rules]).toEqual([1, [expect.stringContaining('ledger/')]]);
});

it('a link in place of the policy is repaired by a file, and the repaired policy counts afterwards (A2)', async () => {
  repository = TestRepository.create();
  const enforced = `${GOOD.trimEnd().replace(' }', ', thresholds: { a: { min: 2, enforce: true } } }')}\n`;
  fastImport(repository, [
    { branch: 'base', files: { [POLICY]: 'elsewhere.yaml', ...RECORD }, kinds: { [POLICY]: 'link' } },
    { branch: 'fixed', from: 'base', files: { [POLICY]: enforced, ...RECORD } },
    {
      branch: 'next',
      from: 'fixed',
      files: { [POLICY]: enforced, ...RECORD, 'results/eval-1.json': '{}\n' },
    },
  ]);
  expect((await runCheck(repository.dir, ['--base', 'base', '--head', 'fixed'])).code).toBe(0);
  const next = await runCheck(repository.dir, ['--base', 'fixed', '--head', 'next']);
  expect([next.code, next.rules]).toEqual([1, ['ledger/modified']]);
});

it('a branch that is behind a policy which broke meanwhile cannot pass (A2)', async () => {
  repository = TestRepository.create();
  fastImport(repository, [
    { branch: 'base', files: { [POLICY]: GOOD, ...RECORD } },
    { branch: 'head', from: 'base', files: { [POLICY]: GOOD, ...RECORD, 'results/eval-2.json': '{}\n' } },
    { branch: 'base', files: { [POLICY]: 'version: 99\n', ...RECORD } },
  ]);
  const { code, stderr } = await runCli(repository.dir, ['check', '--base', 'base', '--head', 'head']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('does not repair it')]);
});
