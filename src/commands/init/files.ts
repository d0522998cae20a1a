import { type LedgerEntry, namesFiles } from '../../core/ledger-entry.ts';
import type { Path } from '../../core/path.ts';

/** A file that init would write, or leaves alone. */
export interface PlannedFile {
  readonly path: Path;
  readonly what: 'create' | 'add to' | 'overwrite' | 'keep';
  readonly before: string | null;
  readonly after: string;
  readonly executable: boolean;
}

/** A file that is init's own: kept as it is where it is there, unless `force` says otherwise. */
export function ownFile(
  path: Path,
  before: string | null,
  after: string,
  force: boolean,
): PlannedFile | null {
  if (before === after) return null;
  const what = before === null ? 'create' : force ? 'overwrite' : 'keep';
  return { path, what, before, after, executable: false };
}

/** A file that others write too: what is missing is added. `after` is `null` where nothing is. */
export function sharedFile(
  path: Path,
  before: string | null,
  after: string | null,
  executable = false,
): PlannedFile | null {
  if (after === null || after === before) return null;
  return { path, what: before === null ? 'create' : 'add to', before, after, executable };
}

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

/** `.gitattributes` with every entry of the ledger kept byte for byte: a result whose line ends change is another blob. */
export function attributesText(before: string | null, entries: readonly LedgerEntry[]): string | null {
  // A ledger that is the whole repository would take its sources along.
  const patterns = entries
    .filter((entry) => entry !== '.')
    .flatMap((entry) => (namesFiles(entry) ? choices(entry) : [`${entry}/**`]))
    .map((pattern) => attributePattern(pattern.includes('/') ? pattern : `/${pattern}`));
  const missing = patterns.filter((pattern) => !hasPattern(before, pattern));
  return appended(
    before,
    '# Evaluation results are kept byte for byte: git must not change their line ends.',
    missing.map((pattern) => `${pattern} -text`),
  );
}

/** CODEOWNERS with an owner for the guard's own files: whoever can change those can change what is guarded. */
export function ownersText(before: string | null, paths: readonly Path[], owner: string): string | null {
  const patterns = paths.map((path) => `/${path.replaceAll(' ', '\\ ')}`);
  const missing = patterns.filter((pattern) => !hasPattern(before, pattern));
  // The last pattern that matches a file decides, so they go to the end.
  return appended(
    before,
    '# Whoever can change these can change what evalguard guards.',
    missing.map((pattern) => `${pattern} ${owner}`),
  );
}

/** The text with lines after it, under a comment; `null` where there is nothing to add. */
function appended(before: string | null, comment: string, lines: readonly string[]): string | null {
  if (lines.length === 0) return null;
  const start = before === null || before === '' ? '' : before.endsWith('\n') ? before : `${before}\n`;
  return `${start}${start === '' ? '' : '\n'}${comment}\n${lines.join('\n')}\n`;
}

/** The patterns that one with a choice (`{a,b}.json`) stands for: git's attributes know none. */
function choices(pattern: string): readonly string[] {
  const [, before = '', inner, after = ''] = /^([^{}]*)\{([^{}]*)\}(.*)$/.exec(pattern) ?? [];
  if (inner === undefined) return [pattern];
  return inner.split(',').flatMap((choice) => choices(`${before}${choice}${after}`));
}

function attributePattern(glob: string): string {
  return /[\s"\\]/.test(glob) || glob.startsWith('#') ? JSON.stringify(glob) : glob;
}

function hasPattern(text: string | null, pattern: string): boolean {
  return (text ?? '')
    .split(/\r?\n/)
    .some((line) => line.startsWith(`${pattern} `) || line.startsWith(`${pattern}\t`));
}
