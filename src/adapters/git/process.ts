import { type ChildProcess, spawn } from 'node:child_process';
import { type EvalguardError, incomplete } from '../../core/error.ts';
import { gitEnvironment, optionsFor } from './environment.ts';
import { findGit } from './executable.ts';

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
  return incomplete(
    `git ${args[0] ?? ''} failed (${how})${words === '' ? '' : `: ${words}`}`,
    remedyFor(words),
  );
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
