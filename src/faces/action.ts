import { writeOutput } from '../adapters/files.ts';
import { type GitHubClient, openClient, type Refusal, refusal } from '../adapters/github/client.ts';
import type { Runner } from '../adapters/github/runner.ts';
import { markerLine, updateStickyComment } from '../adapters/github/sticky.ts';
import { checkEvent } from '../commands/check/event.ts';
import { EvalguardError, incomplete } from '../core/error.ts';
import {
  baseHint,
  type EventRange,
  eventRange,
  type PullRequest,
  pullRange,
  readPullRequest,
  withNames,
} from '../core/event.ts';
import { workflowCommand } from '../reporters/github.ts';
import { type Inputs, type RunnerContext, readContext, readInputs } from './action/inputs.ts';
import { type Publication, publicationOfError, publicationOfReport } from './action/publication.ts';
import { repositoryAddress } from './formats.ts';
import { budgetUntil, DEADLINE_SECONDS, type HostProcess, type Printing, printing } from './process.ts';
import { REPORT_FORMATS } from './report-formats.ts';

/** The process that an action runs in. */
export interface ActionHost extends Omit<HostProcess, 'args'> {
  readonly runner: Runner;
}

type PrintingHost = Printing<ActionHost>;

/** Opens the client where it is needed first; `null` where there is no token. */
type ClientSource = () => Promise<GitHubClient | null>;

/**
 * Runs the action and gives its exit code, which is the verdict's alone: a comment, summary or annotation that GitHub
 * does not take is a warning.
 */
export async function runAction(process: ActionHost): Promise<number> {
  const host = printing(process);
  const context = readContext(host.env, host.cwd);
  let inputs: Inputs;
  try {
    inputs = readInputs(host.runner, context);
  } catch (error) {
    const publication = publicationOfError(error);
    say(host, publication, true);
    giveOutputs(host, publication, '', '');
    return publication.exit;
  }
  const client = clientOnce(context, inputs);
  const { publication, pull } = await judge(host, context, inputs, client);
  say(host, publication, inputs.annotations);
  const written = await writeFiles(host, inputs, publication);
  if (inputs.summary) await summarize(host, publication);
  const url = pull === null ? '' : await commentOn(host, context, inputs, publication, pull, client);
  giveOutputs(host, publication, written.report, url);
  return publication.exit === 0 && !written.all ? 2 : publication.exit;
}

/** What was found, and the pull request that it is about. */
async function judge(
  host: PrintingHost,
  context: RunnerContext,
  inputs: Inputs,
  client: ClientSource,
): Promise<{ readonly publication: Publication; readonly pull: PullRequest | null }> {
  let pull: PullRequest | null = null;
  try {
    const payload = await host.runner.payload();
    const range = await actionRange(context, payload, inputs, client);
    if (range.kind === 'incomplete') throw incomplete(range.message, range.remedy);
    if (range.kind === 'find-pull') throw incomplete('The pull request was not looked up.', 'Report this.');
    pull = range.kind === 'diff' ? range.pull : null;
    const { report, notes } = await checkEvent({
      cwd: inputs.workingDirectory,
      env: host.env,
      range,
      policy: { config: inputs.config },
      eachCommit: inputs.eachCommit,
      comparisons: true,
      now: new Date(),
      budget: budgetUntil(DEADLINE_SECONDS),
      fetch:
        context.repository === null
          ? null
          : {
              remote: { url: `${context.serverUrl}/${context.repository}`, token: inputs.token },
              parent: context.temporary,
            },
    });
    const hint = baseHint(payload);
    if (hint !== null && hint !== report.range.base) {
      host.stdout.write(
        `::debug::The event's base.sha is ${hint}; it goes stale and decides nothing.\n`,
        'commands',
      );
    }
    return { publication: publicationOfReport(report, notes), pull };
  } catch (error) {
    return { publication: publicationOfError(error), pull };
  }
}

function clientOnce({ apiUrl, repository }: RunnerContext, { token }: Inputs): ClientSource {
  let client: Promise<GitHubClient | null> | null = null;
  return () => {
    client ??=
      token === null || repository === null
        ? Promise.resolve(null)
        : openClient({ token, apiUrl, repository });
    return client;
  };
}

function say({ stdout }: PrintingHost, publication: Publication, annotate: boolean): void {
  stdout.write(publication.log);
  if (annotate) for (const line of publication.annotations) stdout.write(`${line}\n`, 'commands');
}

/** Writes every report file. One that cannot be written is a warning, and the others are written all the same. */
async function writeFiles(
  host: PrintingHost,
  { reportPath, output }: Inputs,
  { report }: Publication,
): Promise<{ readonly report: string; readonly all: boolean }> {
  if (report === null) return { report: '', all: true };
  let all = true;
  const write = async (file: string, format: string) => {
    try {
      const options = { color: false, repository: repositoryAddress(host.env) };
      await writeOutput(file, (await REPORT_FORMATS.get(format)?.(report, options)) ?? '');
      return file;
    } catch (error) {
      if (!(error instanceof EvalguardError)) throw error;
      warn(host, error);
      all = false;
      return '';
    }
  };
  const path = await write(reportPath, 'json');
  for (const { file, format } of output) await write(file, format);
  return { report: path, all };
}

async function summarize(host: PrintingHost, publication: Publication): Promise<void> {
  try {
    const taken = await host.runner.summarySize();
    if (taken !== null) await host.runner.appendSummary(publication.summary(taken));
  } catch (error) {
    warn(host, refusal(error, 'take the job summary'));
  }
}

async function commentOn(
  host: PrintingHost,
  { run, attempt, runUrl }: RunnerContext,
  { comment, commentKey }: Inputs,
  publication: Publication,
  pull: PullRequest,
  client: ClientSource,
): Promise<string> {
  if (comment === 'never') return '';
  try {
    const github = await client();
    if (github === null) return '';
    const marker = { key: commentKey, head: pull.head, run, attempt };
    const outcome = await updateStickyComment(github, {
      pull: pull.number,
      marker,
      text: publication.comment(markerLine(marker).length, runUrl),
      create:
        comment === 'always' ||
        publication.weight === 'found' ||
        (comment === 'auto' && publication.weight !== 'quiet'),
      newest: () => newestHead(github, pull.number),
    });
    return 'url' in outcome ? outcome.url : '';
  } catch (error) {
    warn(host, refusal(error, 'take the comment'));
    return '';
  }
}

function giveOutputs({ runner }: PrintingHost, { outputs }: Publication, report: string, comment: string) {
  const all = { ...outputs, 'report-path': report, 'comment-url': comment };
  for (const [name, value] of Object.entries(all)) runner.output(name, value);
}

function warn({ stdout }: PrintingHost, { message, remedy }: Refusal): void {
  stdout.write(
    `${workflowCommand('warning', `${message}\n${remedy}`, { title: 'evalguard' })}\n`,
    'commands',
  );
}

/** What this run is to compare: what the event says, what GitHub says of it now, and what the user named instead. */
async function actionRange(
  context: RunnerContext,
  payload: unknown,
  { base, head }: Inputs,
  client: ClientSource,
): Promise<EventRange> {
  const { event: name, sha, ref } = context;
  const fromEvent = await asOfNow(eventRange({ name, payload, sha, ref }), client);
  const newest = sha === '' ? null : { name: sha, origin: 'GITHUB_SHA' };
  return withNames(fromEvent, { base, head, newest });
}

/** The pull request's head as it is now; `null` where GitHub does not say. */
async function newestHead(client: GitHubClient, number: number): Promise<string | null> {
  return (await livePull(client, number))?.head ?? null;
}

/** A run that is repeated brings its old payload along: the base branch is asked for again. */
async function asOfNow(range: EventRange, client: ClientSource): Promise<EventRange> {
  if (range.kind === 'find-pull') return findPull(range, client);
  if (range.kind !== 'diff' || range.pull === null) return range;
  const github = await client();
  const live = github === null ? null : await livePull(github, range.pull.number);
  // The head stays the event's: it is the commit that this run's verdict is shown at.
  return live === null || live.base === range.pull.base
    ? range
    : pullRange({ ...range.pull, base: live.base }, 'the pull request');
}

async function livePull(client: GitHubClient, number: number): Promise<PullRequest | null> {
  // Without an answer the event's own words count; a refused comment reports a missing permission anyway.
  return client.pullRequest(number).then(readPullRequest, () => null);
}

async function findPull(
  { owner, branch, head }: Extract<EventRange, { kind: 'find-pull' }>,
  client: ClientSource,
): Promise<EventRange> {
  const github = await client();
  if (github === null) {
    return {
      kind: 'incomplete',
      message: 'The event names no pull request, and without a token it cannot be looked up.',
      remedy: 'Leave `github-token` at its default.',
    };
  }
  try {
    const open = await github.openPullRequests(owner, branch);
    const fitting = open.map(readPullRequest).filter((pull) => pull?.head === head);
    const [pull] = fitting;
    if (pull && fitting.length === 1) return pullRange(pull, 'the pull request');
    return {
      kind: 'incomplete',
      message: `${fitting.length === 0 ? 'No' : 'More than one'} open pull request of ${owner}:${branch} has the head ${head}, so it is not known what to compare.`,
      remedy: 'If it was pushed to since, the run for the newer head judges it.',
    };
  } catch (error) {
    return { kind: 'incomplete', ...refusal(error, 'list the pull requests') };
  }
}
