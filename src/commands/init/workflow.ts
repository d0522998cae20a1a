/** Where the workflow goes, and the action that it runs. */
export const WORKFLOW = '.github/workflows/evalguard.yml';
const ACTION = 'evalguard/evalguard@v0';

/** The workflow that guards a repository. `config` is the policy's path, `branch` the one that pushes are guarded on. */
export function workflowText(config: string, branch: string): string {
  const input =
    config === 'evalguard.yaml' ? '' : `        with:\n          config: ${JSON.stringify(config)}\n`;
  return `# Guards the evaluation results of this repository: a result is written once. Written by \`evalguard init\`.
name: evalguard

on:
  # The base branch's copy of this file runs, for pull requests from forks too, so that no pull request can switch its
  # guard off, and the comment can be written. That is safe because the job checks nothing out and runs nothing of the
  # pull request: the action reads its commits as data. Never add actions/checkout or a \`run:\` step to this job.
  pull_request_target:
    # \`edited\`: another base branch makes it another comparison.
    types: [opened, synchronize, reopened, edited]
  # A required check has to answer in the merge queue too.
  merge_group:
  push:
    branches: [${JSON.stringify(branch)}]
  # No \`paths:\` filter: a required check that does not run blocks the pull request for ever, and a deleted result
  # is what must not be missed. Where nothing touches the results the job ends at once.

permissions:
  contents: read # the commits
  pull-requests: write # the comment

concurrency:
  # A newer push to a pull request makes the older run needless. Other events each have a group of their own: every
  # push is checked.
  group: evalguard-\${{ github.event_name }}-\${{ github.event.pull_request.number || github.sha }}
  cancel-in-progress: true

jobs:
  eval-artifacts:
    runs-on: ubuntu-latest
    timeout-minutes: 10
    steps:
      # Pin it: put the full commit SHA of a release in place of the tag, which can be moved.
      - name: eval-artifacts
        uses: ${ACTION}
${input}`;
}
