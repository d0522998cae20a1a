import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { workflowText } from '../../src/commands/init/files.ts';
import { lintWorkflow } from '../support/actionlint.ts';
import { runCheck } from '../support/cli.ts';
import { root } from '../support/hooks.ts';
import { plainEnvironment } from '../support/repository.ts';

const folder = join(root, '.github/workflows');
const workflows = readdirSync(folder).map((file) => {
  const text = readFileSync(join(folder, file), 'utf8');
  return { file, text, workflow: parse(text) };
});

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string>>;
}

const stepsOf = (workflow: { readonly jobs: Record<string, { readonly steps: readonly Step[] }> }) =>
  Object.values(workflow.jobs).flatMap(({ steps }) => steps);

describe.each(workflows)('the workflow $file', ({ file, text, workflow }) => {
  it('is one that actionlint has nothing to say about', async () => {
    expect(await lintWorkflow(text, `.github/workflows/${file}`)).toEqual([]);
  });

  it('says what it may do, and no job asks for more', () => {
    expect(workflow.permissions).toMatchObject({ contents: 'read' });
    const more = Object.entries(workflow.permissions).filter(([, right]) => right !== 'read');
    expect(more).toEqual(file === 'evalguard.yml' ? [['pull-requests', 'write']] : []);
    expect(text.match(/permissions:/g)).toHaveLength(1);
  });

  it('pins what it uses by commit, but for this repository itself', () => {
    for (const { uses } of stepsOf(workflow)) {
      if (uses !== undefined)
        expect(uses).toMatch(/^\.\/$|^evalguard\/evalguard@main$|^[\w./-]+@[0-9a-f]{40}$/);
    }
    // The version beside each commit, for people.
    for (const [line] of text.matchAll(/^.*@[0-9a-f]{40}.*$/gm)) expect(line).toMatch(/ # v\d+\.\d+\.\d+$/);
  });

  it('puts nothing that others write into a shell or beside a credential', () => {
    for (const { run, uses, with: inputs } of stepsOf(workflow)) {
      expect(run ?? '').not.toContain('${{');
      if (uses?.startsWith('actions/checkout@'))
        expect(inputs).toMatchObject({ 'persist-credentials': false });
    }
  });
});

describe('the linter', () => {
  it('sees a fault where there is one', async () => {
    const wrong = workflowText('evalguard.yaml', 'main').replace('merge_group', 'merge_groups');
    expect(await lintWorkflow(wrong, 'wrong.yml')).toEqual([expect.stringContaining('merge_groups')]);
  });
});

describe('the own guard', () => {
  it('is the workflow that init writes, with the action of this repository', () => {
    const own = workflows.find(({ file }) => file === 'evalguard.yml')?.workflow;
    const written = parse(workflowText('evalguard.yaml', 'main').replace(/evalguard@.*/, 'evalguard@main'));
    expect(own).toEqual(written);
  });
});

describe('the smoke test of the action', () => {
  const smoke = workflows.find(({ file }) => file === 'smoke.yml');

  it.skipIf(!existsSync(join(root, 'action.yml')))('knows the inputs and outputs of action.yml', () => {
    const { inputs, outputs } = parse(readFileSync(join(root, 'action.yml'), 'utf8'));
    const given = stepsOf(smoke?.workflow).filter(({ uses }) => uses === './');
    expect(given).toHaveLength(2);
    for (const key of given.flatMap((step) => Object.keys(step.with ?? {})))
      expect(inputs).toHaveProperty([key]);
    const asked = smoke?.text.matchAll(/steps\.(?:good|bad)\.outputs\.([\w-]+)/g) ?? [];
    for (const [, key = ''] of asked) expect(outputs).toHaveProperty([key]);
  });

  it.each([
    ['good', { exit: 0, added: 1, rules: [] }],
    ['bad', { exit: 1, added: 0, rules: ['ledger/modified'] }],
  ])('has a %s change that evalguard judges so', async (kind, expected) => {
    const dir = mkdtempSync(join(tmpdir(), 'evalguard-smoke-'));
    const script = join(root, '.github/smoke/fixture.sh');
    const printed = execFileSync('bash', [script, kind, dir], { env: plainEnvironment(), encoding: 'utf8' });
    const [, base = '', head = ''] = /^base=(\w{40})\nhead=(\w{40})\n$/.exec(printed) ?? [];
    const { code, report, rules } = await runCheck(dir, ['--base', base, '--head', head]);
    rmSync(dir, { recursive: true });
    expect({ exit: code, added: report.counts.added, rules }).toEqual(expected);
  });
});
