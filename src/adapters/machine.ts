import { basename, dirname } from 'node:path';
import { type SimpleGit, simpleGit } from 'simple-git';
import type { Path } from '../core/path.ts';
import type { Provenance } from '../core/reading.ts';
import type { CiRun } from '../core/record/recorded.ts';
import { findGit, NO_PROGRAMS } from './git/process.ts';

/** Facts of a work tree: the code that was measured in it, and where its branch is published. */
export interface WorkTreeFacts {
  readonly code: Provenance | null;
  /** When that code was committed (seconds since 1970); `null` where there is none. */
  readonly committed: number | null;
  /** The branch's upstream as a full reference name; `null` where it has none. */
  readonly upstream: string | null;
}

/**
 * Asks git what a work tree holds. `isCode` says which changed files make it dirty: records and the file that is being
 * recorded are results, not code. A repository without commits has no code to name.
 */
export async function workTreeFacts(
  root: string,
  env: NodeJS.ProcessEnv,
  isCode: (path: Path) => boolean,
): Promise<WorkTreeFacts> {
  const git = gitIn(root, env);
  const [commit, tree, committed, upstream] = await Promise.all([
    ask(git, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']),
    ask(git, ['rev-parse', '--verify', '--quiet', 'HEAD^{tree}']),
    ask(git, ['log', '--max-count=1', '--format=%ct', 'HEAD']),
    ask(git, ['rev-parse', '--symbolic-full-name', '@{upstream}']),
  ]);
  if (commit === null) return { code: null, committed: null, upstream };
  const status = ['status', '--porcelain=v1', '-z', '--untracked-files=all', '--no-renames'];
  const changed = await ask(git, status, true);
  const dirty = changed === null ? null : changedPaths(changed).some(isCode);
  const at = committed === null ? null : Number(committed);
  return { code: { commit, tree, dirty }, committed: at, upstream };
}

/** Whether git holds a file as it stands on disk, and since when. */
export type Tracked =
  | { readonly kind: 'untracked' }
  /** `at`: when the newest commit that changed it was made (seconds since 1970). */
  | { readonly kind: 'since'; readonly at: number }
  /** It is held, and the history that would say since when is cut off. */
  | { readonly kind: 'unknown' };

/** Asks the repository around a file, which need not be the one that is recorded into. */
export async function trackedSince(file: string, env: NodeJS.ProcessEnv): Promise<Tracked> {
  const directory = dirname(file);
  const git = gitIn(directory, env);
  const name = `./${basename(file)}`;
  const literal = ['--literal-pathspecs'];
  const found = await ask(git, [...literal, 'log', '--max-count=1', '--format=%ct %P', 'HEAD', '--', name]);
  const changed = await ask(git, [...literal, 'diff', '--name-only', '-z', 'HEAD', '--', name], true);
  const tracked = await ask(git, [...literal, 'ls-files', '--error-unmatch', '--', name]);
  if (found === null || changed !== '' || tracked === null) return { kind: 'untracked' };
  const [at = '', parents = ''] = found.split(/ (.*)/s);
  const cut = parents === '' && (await ask(git, ['rev-parse', '--is-shallow-repository'])) === 'true';
  return cut ? { kind: 'unknown' } : { kind: 'since', at: Number(at) };
}

function gitIn(directory: string, env: NodeJS.ProcessEnv): SimpleGit {
  return simpleGit({
    baseDir: directory,
    binary: findGit(env, directory),
    config: [...NO_PROGRAMS],
    unsafe: { allowUnsafeCustomBinary: true, allowUnsafeFsMonitor: true, allowUnsafeHooksPath: true },
  });
}

/** The answer of git, or `null` where it has none: nothing is guessed. */
async function ask(git: SimpleGit, args: string[], mayBeEmpty = false): Promise<string | null> {
  const answer = await git.raw(args).catch(() => null);
  return answer === null || (answer.trim() === '' && !mayBeEmpty) ? null : answer.replace(/\n$/, '');
}

/** The paths of `git status --porcelain -z`: two letters, a space, the path. */
function changedPaths(status: string): readonly Path[] {
  return status
    .split('\0')
    .filter((line) => line.length > 3)
    .map((line) => line.slice(3));
}

/** The variables by which each CI names itself and its run. */
const CI = [
  { provider: 'gitlab', known: 'GITLAB_CI', run: 'CI_JOB_ID', url: 'CI_JOB_URL' },
  { provider: 'circleci', known: 'CIRCLECI', run: 'CIRCLE_BUILD_NUM', url: 'CIRCLE_BUILD_URL' },
  { provider: 'buildkite', known: 'BUILDKITE', run: 'BUILDKITE_BUILD_ID', url: 'BUILDKITE_BUILD_URL' },
  { provider: 'azure', known: 'TF_BUILD', run: 'BUILD_BUILDID', url: '' },
  { provider: 'jenkins', known: 'JENKINS_URL', run: 'BUILD_ID', url: 'BUILD_URL' },
];

/** The CI run that this process is part of, as the environment names it; `null` outside any CI that is known. */
export function ciRun(env: NodeJS.ProcessEnv): CiRun | null {
  if (env['GITHUB_ACTIONS'] === 'true') return githubRun(env);
  const found = CI.find(({ known }) => env[known]);
  if (found === undefined) return env['CI'] ? { provider: 'unknown', run: null, url: null } : null;
  return { provider: found.provider, run: env[found.run] || null, url: env[found.url] || null };
}

function githubRun(env: NodeJS.ProcessEnv): CiRun {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name, GITHUB_RUN_ID: run } = env;
  const attempt = env['GITHUB_RUN_ATTEMPT'] ? `/attempts/${env['GITHUB_RUN_ATTEMPT']}` : '';
  const url = server && name && run ? `${server}/${name}/actions/runs/${run}${attempt}` : null;
  return { provider: 'github', run: run || null, url };
}
