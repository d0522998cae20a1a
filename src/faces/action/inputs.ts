import { tmpdir } from 'node:os';
import { isAbsolute, resolve } from 'node:path';
import type { Runner } from '../../adapters/github/runner.ts';
import { COMMENT_KEY } from '../../adapters/github/sticky.ts';
import { type EvalguardError, usageError } from '../../core/error.ts';
import type { EventPoint } from '../../core/event.ts';
import type { Path } from '../../core/path.ts';
import { REPORT_FORMATS } from '../report-formats.ts';

/** When the pull request gets a comment. */
type CommentMode = 'auto' | 'always' | 'on-findings' | 'never';

const MODES: ReadonlySet<string> = new Set<CommentMode>(['auto', 'always', 'on-findings', 'never']);

/** A report in a format of its own, written to a file. */
interface OutputFile {
  readonly format: string;
  readonly file: string;
}

/** The inputs of `action.yml`, read and checked. */
export interface Inputs {
  readonly config: Path;
  readonly base: EventPoint | null;
  readonly head: EventPoint | null;
  readonly eachCommit: boolean;
  readonly output: readonly OutputFile[];
  readonly comment: CommentMode;
  readonly commentKey: string;
  readonly token: string | null;
  readonly annotations: boolean;
  readonly summary: boolean;
  /** Where the report is written as JSON. */
  readonly reportPath: string;
  readonly workingDirectory: string;
}

/** Where paths of the inputs begin. */
export interface InputDirectories {
  readonly workspace: string;
  readonly temporary: string;
}

/** Reads the inputs. Throws `usage` where one cannot be understood. */
export function readInputs(runner: Runner, { workspace, temporary }: InputDirectories): Inputs {
  const workingDirectory = resolve(workspace, runner.input('working-directory'));
  const commentKey = runner.input('comment-key') || 'default';
  if (!COMMENT_KEY.test(commentKey)) {
    throw usage(
      'comment-key',
      commentKey,
      'Use letters, digits, dots, hyphens and underscores, 100 at most.',
    );
  }
  const reportPath = runner.input('report-path');
  return {
    config: runner.input('config').replace(/^(?:\.\/)+/, '') || 'evalguard.yaml',
    base: point(runner, 'base'),
    head: point(runner, 'head'),
    eachCommit: flag(runner, 'each-commit'),
    output: runner
      .input('output')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .map((line) => outputFile(line, workingDirectory)),
    comment: commentMode(runner.input('comment') || 'auto'),
    commentKey,
    token: runner.input('github-token') || null,
    annotations: flag(runner, 'annotations'),
    summary: flag(runner, 'summary'),
    reportPath:
      reportPath === ''
        ? resolve(temporary, `evalguard-report-${commentKey}.json`)
        : resolve(workingDirectory, reportPath),
    workingDirectory,
  };
}

function point(runner: Runner, name: string): EventPoint | null {
  const value = runner.input(name);
  return value === '' ? null : { name: value, origin: `the input ${name}` };
}

function commentMode(value: string): CommentMode {
  if (!MODES.has(value)) throw usage('comment', value, `Use one of ${[...MODES].join(', ')}.`);
  return value as CommentMode;
}

function flag(runner: Runner, name: string): boolean {
  const value = runner.input(name).toLowerCase();
  if (value === '' || value === 'true') return true;
  if (value === 'false') return false;
  throw usage(name, value, 'Use true or false.');
}

function outputFile(line: string, directory: string): OutputFile {
  const [, format = '', file = ''] = /^([^=]*)=(.+)$/.exec(line) ?? [];
  if (!REPORT_FORMATS.has(format) || file === '') {
    const formats = [...REPORT_FORMATS.keys()].join(', ');
    throw usage('output', line, `Write FORMAT=FILE, one a line, with a format of ${formats}.`);
  }
  return { format, file: isAbsolute(file) ? file : resolve(directory, file) };
}

function usage(name: string, value: string, remedy: string): EvalguardError {
  return usageError(
    `The input ${name} is ${JSON.stringify(value)}, which is not understood, so nothing was checked.`,
    remedy,
  );
}

/** What the runner's environment says of the run. */
export interface RunnerContext {
  readonly event: string;
  readonly sha: string;
  readonly ref: string;
  /** `owner/name`, or `null` outside of a workflow. */
  readonly repository: string | null;
  readonly serverUrl: string;
  readonly apiUrl: string;
  /** The page of this run, where its summary is; `null` outside of a workflow. */
  readonly runUrl: string | null;
  readonly run: number;
  readonly attempt: number;
  readonly workspace: string;
  readonly temporary: string;
}

/** Reads the environment that GitHub documents for a step; an empty variable counts as none. */
export function readContext(env: NodeJS.ProcessEnv, cwd: string): RunnerContext {
  const text = (name: string) => env[name] ?? '';
  const repository = /^[\w.-]+\/[\w.-]+$/.test(text('GITHUB_REPOSITORY')) ? text('GITHUB_REPOSITORY') : null;
  const serverUrl = address(text('GITHUB_SERVER_URL') || 'https://github.com');
  const id = text('GITHUB_RUN_ID');
  return {
    event: text('GITHUB_EVENT_NAME'),
    sha: text('GITHUB_SHA'),
    ref: text('GITHUB_REF'),
    repository,
    serverUrl,
    apiUrl: address(text('GITHUB_API_URL') || 'https://api.github.com'),
    runUrl: repository !== null && /^\d+$/.test(id) ? `${serverUrl}/${repository}/actions/runs/${id}` : null,
    run: count(text('GITHUB_RUN_NUMBER')),
    attempt: count(text('GITHUB_RUN_ATTEMPT')),
    workspace: text('GITHUB_WORKSPACE') || cwd,
    temporary: text('RUNNER_TEMP') || tmpdir(),
  };
}

function address(url: string): string {
  return url.replace(/\/+$/, '');
}

function count(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}
