import { tmpdir } from 'node:os';

/** What the runner's environment says of the run. */
export interface Context {
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
export function readContext(env: NodeJS.ProcessEnv, cwd: string): Context {
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
