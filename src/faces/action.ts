import { writeOutput } from '../adapters/files.ts';
import { type GitHubClient, openClient, type Refusal, refusal } from '../adapters/github/client.ts';
import type { Runner } from '../adapters/github/runner.ts';
import { markerLine, updateStickyComment } from '../adapters/github/sticky.ts';
import { checkEvent } from '../commands/check/event.ts';
import { EvalguardError, incomplete } from '../core/error.ts';
import { baseHint, type PullRequest } from '../core/event.ts';
import { workflowCommand } from '../reporters/github.ts';
import { type Inputs, type RunnerContext, readContext, readInputs } from './action/inputs.ts';
import { type Publication, publicationOfError, publicationOfReport } from './action/publication.ts';
import { actionRange, type ClientSource, newestHead } from './action/range.ts';
import { repositoryAddress } from './formats.ts';
import { budgetUntil, DEADLINE_SECONDS, type HostProcess, type Printing, printing } from './process.ts';
import { REPORT_FORMATS } from './report-formats.ts';

/** The process that an action runs in. */
export interface ActionHost extends Omit<HostProcess, 'args'> {
  readonly runner: Runner;
}

type PrintingHost = Printing<ActionHost>;

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
