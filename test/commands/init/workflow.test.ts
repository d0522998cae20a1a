import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { WORKFLOW, workflowText } from '../../../src/commands/init/workflow.ts';
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
