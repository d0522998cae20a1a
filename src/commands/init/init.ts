import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';
import { Repository } from '../../adapters/git/repository.ts';
import { readPolicy } from '../../adapters/policy.ts';
import { WorkTreeFiles } from '../../adapters/work-tree.ts';
import type { Progress } from '../../core/budget.ts';
import { inputError, usageError } from '../../core/error.ts';
import { isHeldBy, type LedgerEntry, namesFiles } from '../../core/ledger-entry.ts';
import type { Path } from '../../core/path.ts';
import { counted } from '../../core/wording.ts';
import type { Policy } from '../../policy/policy.ts';
import { isExempt, ledgerDirectory, seriesOf } from '../../policy/series.ts';
import {
  attributesText,
  ownersText,
  ownFile,
  type PlannedFile,
  sharedFile,
  WORKFLOW,
  workflowText,
} from './files.ts';
import { HOOK_FILES, HOOK_NEXT, type HookProgram, hookText } from './hook.ts';
import { policyText } from './policy-text.ts';
import { type Answers, type Proposal, propose, type Question } from './proposal.ts';
import { type Survey, survey } from './survey.ts';

/** What `init` needs to know. */
interface InitOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** The policy's path in the repository. */
  readonly config: Path;
  readonly force: boolean;
  readonly dryRun: boolean;
  readonly hook: HookProgram | null;
  /** Who owns the guard's own files, such as `@acme/evals`. */
  readonly owner: string | null;
  /** evalguard's own version, which the pre-commit hook is pinned to. */
  readonly version: string;
  readonly progress: Progress;
  /** Asks whoever sits at the terminal; the safe answer where nobody does. */
  readonly decide: (question: Question) => Promise<boolean>;
}

/** What was proposed, and what was written or, in a dry run, would be. */
export interface Initiated {
  readonly proposal: Proposal;
  readonly planned: readonly PlannedFile[];
  /** The policy that counts once all is committed: the one that was there, or the proposed one. */
  readonly policy: string;
  /** The same without folders of the ledger at which nothing stands until it is committed: what lands now is judged by it. */
  readonly landed: string;
  /** The root of the work tree. */
  readonly root: string;
  readonly hasCommits: boolean;
  /** What the proposal would add to a policy that was there already, in sentences. */
  readonly additions: readonly string[];
  /** What the user has to do by hand. */
  readonly next: readonly string[];
}

const OWNERS: readonly [Path, ...Path[]] = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'];

/** Looks at a repository, proposes policy, workflow and hook, and writes what is not there yet. */
export async function init(options: InitOptions): Promise<Initiated> {
  const repository = await openAtRoot(options);
  try {
    const tree = new WorkTreeFiles(repository.workTree!);
    const seen = await survey(repository, tree, options.progress);
    const readme = await tree.readText('README.md').catch(() => null);
    const before = await tree.readText(options.config);
    // What stands is left alone, so there is nothing to be asked about.
    const answers = before === null || options.force ? await ask(propose(seen, readme), options) : new Map();
    const proposal = propose(seen, readme, answers);
    const files = [...seen.files.keys()];
    const { planned: own, policy, text } = await plannedFiles(tree, files, before, proposal, options);
    const { hook: program, version } = options;
    const hook = program === null ? null : await hookFile(tree, repository, program, version);
    const planned = hook === null ? own : [...own, hook];
    if (!options.dryRun) await writeAll(tree, planned);
    return {
      proposal,
      planned,
      policy: text,
      landed: policyText({ ...proposal, ledger: standingIn(proposal.ledger, files) }),
      root: repository.workTree!,
      hasCommits: seen.history.commits > 0,
      additions: before === null || options.force ? [] : additionsTo(policy, proposal, seen),
      next: hook === null || program === null ? [] : [HOOK_NEXT[program]],
    };
  } finally {
    repository.close();
  }
}

/** The repository, opened at its root: what git lists is named from where git is started. */
async function openAtRoot({ cwd, env }: InitOptions): Promise<Repository> {
  const repository = await Repository.open({ cwd, env, hook: false });
  const { workTree } = repository;
  if (workTree === null) {
    repository.close();
    throw usageError(
      'This is a bare repository, and there are no files in it to write.',
      'Run evalguard init in a clone with a work tree.',
    );
  }
  if (workTree === cwd) return repository;
  repository.close();
  return Repository.open({ cwd: workTree, env, hook: false });
}

/** The entries of a ledger that hold a file; all where none does. */
function standingIn(ledger: readonly LedgerEntry[], files: readonly Path[]): readonly LedgerEntry[] {
  const standing = ledger.filter((entry) => files.some((path) => isHeldBy(path, entry)));
  return standing.length === 0 ? ledger : standing;
}

async function ask({ questions }: Proposal, { decide }: InitOptions): Promise<Answers> {
  const answers = new Map<string, boolean>();
  for (const question of questions) answers.set(question.id, await decide(question));
  return answers;
}

/** What a proposal would add to a policy that is there, in sentences: nothing where that guards and reads all of it. */
function additionsTo(policy: Policy, proposal: Proposal, seen: Survey): readonly string[] {
  const { results, series, ledger } = proposal;
  const outside = results.filter((path) => ledgerDirectory(path, policy.ledger) === null);
  const inside = results.filter((path) => ledgerDirectory(path, policy.ledger) !== null);
  const free = inside.filter((path) => isExempt(path, policy.exempt));
  const entries = ledger.filter((entry) => !policy.ledger.includes(entry) && outside.length > 0);
  const claimed = new Set(policy.series.map(({ files }) => files));
  const missing = series.filter(
    ({ files, example }) =>
      !claimed.has(files) && seriesOf(example, policy) === null && seen.files.has(example),
  );
  return [
    ...(outside.length === 0
      ? []
      : [
          `ledger: ${entries.join(', ')} (${counted(outside.length, 'result is', 'results are')} outside the ledger, such as ${outside[0]})`,
        ]),
    ...(free.length === 0
      ? []
      : [`no exemption of ${free[0]} (${counted(free.length, 'result is', 'results are')} free to change)`]),
    ...missing.map(
      ({ id, files, count }) => `series ${id}: ${files} (${counted(count, 'file', 'files')} of no series)`,
    ),
  ];
}

/** Writes all of it, or nothing where one of them would be refused. */
async function writeAll(tree: WorkTreeFiles, planned: readonly PlannedFile[]): Promise<void> {
  const wanted = planned.filter(({ what }) => what !== 'keep');
  for (const { path } of wanted) await tree.demandInside(path);
  for (const { path, after, executable } of wanted) await tree.write(path, after, executable);
}

async function plannedFiles(
  tree: WorkTreeFiles,
  files: readonly Path[],
  before: string | null,
  proposal: Proposal,
  { config, force, owner }: InitOptions,
): Promise<{ readonly planned: readonly PlannedFile[]; readonly policy: Policy; readonly text: string }> {
  const own = ownFile(config, before, policyText(proposal), force);
  const text = own === null || own.what === 'keep' ? (before ?? '') : own.after;
  const policy = await readPolicy(new TextEncoder().encode(text), config);
  const { ledger } = policy;
  const guard = workflowText(config, proposal.branch);
  const workflow = ownFile(WORKFLOW, await tree.readText(WORKFLOW), guard, force);
  const attributes = await tree.readText('.gitattributes');
  const planned = [
    own,
    ...ledger
      .filter((entry) => !namesFiles(entry) && !files.some((path) => isHeldBy(path, entry)))
      .map((entry) => ownFile(`${entry}/README.md`, null, README, false)),
    workflow,
    sharedFile('.gitattributes', attributes, attributesText(attributes, ledger)),
    owner === null ? null : await ownersFile(tree, owner, [config, WORKFLOW]),
  ].filter((draft) => draft !== null);
  return { planned, policy, text };
}

/** Git keeps no empty directories, and an empty ledger is an error: a misspelt one would guard nothing. */
const README = `# Evaluation results

Every file here is written once: a result that is here is never changed, renamed or deleted, so that what cites it keeps
its proof. A new measurement is a new file. If a result was wrong, \`evalguard retract\` adds a record that says so.
`;

async function ownersFile(
  tree: WorkTreeFiles,
  owner: string,
  guarded: readonly Path[],
): Promise<PlannedFile | null> {
  const path = await firstThere(tree, OWNERS);
  const before = await tree.readText(path);
  return sharedFile(path, before, ownersText(before, [...guarded, path], owner));
}

async function hookFile(
  tree: WorkTreeFiles,
  repository: Repository,
  program: HookProgram,
  version: string,
): Promise<PlannedFile | null> {
  const git = program === 'git';
  const path = git ? await gitHookPath(repository, tree.root) : await firstThere(tree, HOOK_FILES[program]);
  const before = await tree.readText(path);
  return sharedFile(path, before, hookText(program, path, before, version), git || program === 'husky');
}

/** Where git looks for this clone's hook, from the work tree's root. Throws `input` where that is elsewhere. */
async function gitHookPath(repository: Repository, root: string): Promise<Path> {
  const args = ['rev-parse', '--path-format=absolute', '--git-path', 'hooks/pre-commit'];
  const file = (await repository.git.demand(args)).toString().replace(/\n$/, '');
  const path = relative(await realpath(root), file);
  if (!path.startsWith('..') && !isAbsolute(path)) return path.split(sep).join('/');
  throw inputError(
    `Git takes the hooks of this clone from outside its work tree (${file}), where other clones may use them too.`,
    'Write the hook there by hand: docs/hooks.md shows it.',
  );
}

async function firstThere(tree: WorkTreeFiles, paths: readonly [Path, ...Path[]]): Promise<Path> {
  for (const path of paths) if ((await tree.readText(path)) !== null) return path;
  return paths[0];
}
