import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { attributesText, ownersText, WORKFLOW, workflowText } from '../../../src/commands/init/files.ts';
import { lintWorkflow } from '../../support/actionlint.ts';

const text = workflowText('evalguard.yaml', 'main');
const workflow = parse(text);

describe('the workflow that init writes', () => {
  it('is one that actionlint has nothing to say about', async () => {
    expect(await lintWorkflow(text, WORKFLOW)).toEqual([]);
    expect(await lintWorkflow(workflowText('eval/guard.yaml', 'release/1.x'), WORKFLOW)).toEqual([]);
  });

  it('runs on pull requests from forks too, when their base changes (K041), in the merge queue and on push', () => {
    expect(workflow.on).toEqual({
      pull_request_target: { types: ['opened', 'synchronize', 'reopened', 'edited'] },
      merge_group: null,
      push: { branches: ['main'] },
    });
  });

  it('has no filter and no condition that would leave a required check unanswered (K043, K044)', () => {
    expect(text).not.toMatch(/^\s*(?:paths|paths-ignore|if):/m);
  });

  it('may read the commits and write the comment, and nothing else', () => {
    expect(workflow.permissions).toEqual({ contents: 'read', 'pull-requests': 'write' });
    expect(workflow.jobs['eval-artifacts'].permissions).toBeUndefined();
  });

  it('is one job of one step, which checks out and runs nothing of the pull request', () => {
    expect(Object.keys(workflow.jobs)).toEqual(['eval-artifacts']);
    expect(workflow.jobs['eval-artifacts'].steps).toEqual([
      { name: 'eval-artifacts', uses: expect.stringMatching(/^evalguard\/evalguard@/) },
    ]);
  });

  it('lets only a newer push to the same pull request cancel a run', () => {
    expect(workflow.concurrency.group).toContain('github.event.pull_request.number || github.sha');
  });

  it('names the policy where it is not the usual one', () => {
    const [step] = parse(workflowText('eval/guard.yaml', 'main')).jobs['eval-artifacts'].steps;
    expect(step.with).toEqual({ config: 'eval/guard.yaml' });
  });
});

describe('.gitattributes', () => {
  it('keeps every ledger directory byte for byte', () => {
    expect(attributesText(null, ['results', 'my runs'])).toMatch(
      /^results\/\*\* -text\n"my runs\/\*\*" -text\n$/m,
    );
  });

  it('gets what is missing at its end, its own lines untouched', () => {
    const before = '* text=auto\nresults/** -text';
    const after = attributesText(before, ['results', 'evals']);
    expect(after?.startsWith(`${before}\n`)).toBe(true);
    expect(after?.match(/results\/\*\*/g)).toHaveLength(1);
    expect(after).toMatch(/^evals\/\*\* -text$/m);
    expect(attributesText(after, ['results', 'evals'])).toBeNull();
  });

  it('is left alone where the whole repository is the ledger', () => {
    expect(attributesText(null, ['.'])).toBeNull();
  });
});

describe('CODEOWNERS', () => {
  it('names an owner of each file that decides, last, where it counts', () => {
    const after = ownersText('* @all\n', ['evalguard.yaml', '.github/CODEOWNERS'], '@acme/evals');
    expect(after?.split('\n').filter((line) => !line.startsWith('#') && line !== '')).toEqual([
      '* @all',
      '/evalguard.yaml @acme/evals',
      '/.github/CODEOWNERS @acme/evals',
    ]);
    expect(ownersText(after, ['evalguard.yaml', '.github/CODEOWNERS'], '@acme/evals')).toBeNull();
  });
});
