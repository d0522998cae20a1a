import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, isAbsolute, join, relative } from 'node:path';
import { type EvalguardError, incomplete, usageError } from '../../core/error.ts';

/** Where and how git is run. */
export interface GitSetting {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Whether evalguard runs in a hook that looks at the index. */
  readonly hook: boolean;
  /** A repository that is named rather than discovered, such as the bare one that the action fetches into. */
  readonly gitDirectory?: string;
  /** What git needs in order to fetch objects that this repository was promised, its token above all. */
  readonly fetchEnv?: NodeJS.ProcessEnv;
}

/** What a finished git process left. */
export interface Finished {
  readonly stdout: Buffer;
  readonly stderr: string;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Runs git: the only place that spawns it. `spawns` counts the processes, so that tests can bound them. */
export class Git {
  spawns = 0;
  readonly #executable: string;
  readonly #setting: GitSetting;
  readonly #env: NodeJS.ProcessEnv;

  constructor(setting: GitSetting) {
    this.#executable = findGit(setting.env, setting.cwd);
    this.#setting = setting;
    this.#env = { ...gitEnvironment(setting.env, setting.cwd, setting.hook), ...setting.fetchEnv };
  }

  /** The same git for another repository. */
  elsewhere(gitDirectory: string): Git {
    return new Git({ ...this.#setting, hook: false, gitDirectory });
  }

  /** Whether objects that are missing can be fetched. */
  get canFetch(): boolean {
    return this.#setting.fetchEnv !== undefined;
  }

  /** Starts git with the given arguments; its streams are pipes. */
  start(args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
    this.spawns += 1;
    const { cwd, gitDirectory } = this.#setting;
    const where = gitDirectory === undefined ? [] : [`--git-dir=${gitDirectory}`];
    return spawn(this.#executable, [...optionsFor(args), ...where, ...args], {
      cwd,
      env: { ...this.#env, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
    });
  }

  /** Runs git to its end and collects what it printed, however much. The exit code is the caller's to judge. */
  run(args: readonly string[], input = '', env: NodeJS.ProcessEnv = {}): Promise<Finished> {
    return new Promise((resolve, reject) => {
      const child = this.start(args, env);
      const stdout: Buffer[] = [];
      const stderr: Buffer[] = [];
      child.stdout?.on('data', (chunk: Buffer) => stdout.push(chunk));
      child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk));
      child.on('error', (cause) => reject(notStarted(args, cause)));
      child.on('close', (code, signal) => {
        resolve({ stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString(), code, signal });
      });
      // git may end before it has read its input; its exit code tells the story.
      child.stdin?.on('error', () => {});
      child.stdin?.end(input);
    });
  }

  /** Like {@link run}, but anything but exit code 0 is `incomplete`, with git's own words. */
  async demand(args: readonly string[], input = '', env: NodeJS.ProcessEnv = {}): Promise<Buffer> {
    const finished = await this.run(args, input, env);
    if (finished.code !== 0) throw gitFailed(args, finished);
    return finished.stdout;
  }
}

/** The parts of what git printed with `-z`: each ends in NUL. */
export function splitNul(bytes: Buffer): readonly Buffer[] {
  const parts: Buffer[] = [];
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(0, start);
    const end = found < 0 ? bytes.length : found;
    parts.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return parts;
}

/** The error for a git that could not even be started. */
export function notStarted(args: readonly string[], cause: Error): EvalguardError {
  return incomplete(
    `git ${args[0] ?? ''} could not be started (${cause.message}), so nothing could be looked at.`,
    'Check that git works here: run `git --version`.',
    cause,
  );
}

/** The error for a git that failed or was killed: never an empty answer. */
export function gitFailed(args: readonly string[], finished: Omit<Finished, 'stdout'>): EvalguardError {
  const how = finished.signal === null ? `exit code ${finished.code}` : `killed by ${finished.signal}`;
  const words = finished.stderr.trim();
  const why = words === '' ? '' : `: ${words}`;
  return incomplete(`git ${args[0] ?? ''} failed (${how})${why}`, remedyFor(words));
}

function remedyFor(words: string): string {
  if (/dubious ownership/.test(words)) {
    return 'The repository belongs to another user. If you trust it, run `git config --global --add safe.directory <path>` as the user who runs evalguard, and check again.';
  }
  if (/safe\.bareRepository|cannot use bare repository/.test(words)) {
    return 'Run evalguard in a work tree: a bare repository is not looked into unless it is named.';
  }
  if (/not a git repository/.test(words)) {
    return 'Run evalguard inside a git repository, or name one with -C.';
  }
  if (/(missing|unable to read|bad object|could not read|not found|corrupt)/i.test(words)) {
    return 'An object is missing or damaged. Fetch the whole history (`git fetch --unshallow`, or `fetch-depth: 0` in CI), or run `git fsck`.';
  }
  return 'Run the same git command by hand to see what is wrong, mend it, and check again.';
}

/** A directory that does not exist: what git is told to read from there, it reads as empty. */
const NOWHERE = join(tmpdir(), 'evalguard-keeps-nothing-here');

/** What git sets for its hooks, and what a hook's own git must therefore see. */
const HOOK_PATHS = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_COMMON_DIR',
  'GIT_INDEX_FILE',
  'GIT_OBJECT_DIRECTORY',
] as const;
const HOOK_LISTS = ['GIT_ALTERNATE_OBJECT_DIRECTORIES', 'GIT_QUARANTINE_PATH'] as const;

/**
 * The environment that git is run in. Every `GIT_*` variable is dropped, since each can reshape an answer. A hook's own
 * are kept where the index of a running commit is asked for (`git commit -a` writes a second one).
 */
function gitEnvironment(env: NodeJS.ProcessEnv, cwd: string, hook: boolean): NodeJS.ProcessEnv {
  const kept: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(env)) {
    if (!/^GIT_/i.test(name) && name !== 'LANGUAGE') kept[name] = value;
  }
  if (hook) {
    for (const name of HOOK_PATHS) {
      const value = env[name];
      if (value) kept[name] = isAbsolute(value) ? value : join(cwd, value);
    }
    for (const name of HOOK_LISTS) if (env[name]) kept[name] = env[name];
  }
  return {
    ...kept,
    LC_ALL: 'C',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_GRAFT_FILE: join(NOWHERE, 'grafts'),
    GIT_TERMINAL_PROMPT: '0',
    // Set and empty: no program asks for a password, whatever core.askPass and SSH_ASKPASS say.
    GIT_ASKPASS: '',
  };
}

/** Settings that keep git from starting programs that a configuration names: file system monitor, hooks, gpg for each commit. */
export const NO_PROGRAMS = ['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'log.showSignature=false'];

/** Options in front of every git command: no pager, no replacements, no bare repository that a work tree brings. */
const GIT_OPTIONS = [
  '--no-pager',
  '--no-replace-objects',
  '--literal-pathspecs',
  ...settings([
    'safe.bareRepository=explicit',
    'diff.relative=false',
    'diff.ignoreSubmodules=none',
    'log.follow=false',
  ]),
];

/** The options of one command. rev-parse runs no hook, and is what says where the user's hooks are. */
export function optionsFor(args: readonly string[]): readonly string[] {
  const asksForHooks = args[0] === 'rev-parse';
  return [
    ...GIT_OPTIONS,
    ...settings(NO_PROGRAMS.filter((one) => !(asksForHooks && one.startsWith('core.hooksPath=')))),
  ];
}

function settings(all: readonly string[]): readonly string[] {
  return all.flatMap((one) => ['-c', one]);
}

/** The environment that gives git settings by name and value, whatever their names hold. */
export function configured(all: readonly (readonly [string, string])[]): NodeJS.ProcessEnv {
  return {
    GIT_CONFIG_COUNT: String(all.length),
    ...Object.fromEntries(
      all.flatMap(([name, value], at) => [
        [`GIT_CONFIG_KEY_${at}`, name],
        [`GIT_CONFIG_VALUE_${at}`, value],
      ]),
    ),
  };
}

/**
 * Finds git on PATH, outside the work tree: a `git` that a pull request brings must never be run.
 * Throws `incomplete` where there is none.
 */
export function findGit(env: NodeJS.ProcessEnv, cwd: string): string {
  const names = process.platform === 'win32' ? ['git.exe', 'git.cmd'] : ['git'];
  const fence = repositoryAbove(standingIn(cwd));
  const passedOver: string[] = [];
  for (const directory of (env['PATH'] ?? '').split(delimiter)) {
    for (const name of names) {
      const candidate = join(directory, name);
      if (!isAbsolute(directory) || !isExecutable(candidate)) continue;
      if (fence === null || !(isInside(candidate, fence) || isInside(realpathSync(candidate), fence)))
        return candidate;
      passedOver.push(candidate);
    }
  }
  const aside =
    passedOver.length === 0 ? '' : ` (${passedOver.join(', ')} lies in the work tree and is not trusted)`;
  throw incomplete(
    `git was not found on PATH${aside}, so nothing could be looked at.`,
    'Install git, or put the directory that holds it on PATH.',
  );
}

function standingIn(cwd: string): string {
  try {
    return realpathSync(cwd);
  } catch (cause) {
    throw usageError(
      `${cwd} cannot be entered, so nothing was looked at.`,
      'Name a directory that exists, with -C or by standing in it.',
      cause,
    );
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** The nearest directory above that holds `.git`: what a pull request can write into. */
export function repositoryAbove(start: string): string | null {
  for (let directory = start; ; directory = dirname(directory)) {
    if (existsSync(join(directory, '.git'))) return directory;
    if (dirname(directory) === directory) return null;
  }
}

function isInside(file: string, directory: string): boolean {
  const path = relative(directory, file);
  return path !== '' && !path.startsWith('..') && !isAbsolute(path);
}
