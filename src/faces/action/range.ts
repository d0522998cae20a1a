import { type GitHubClient, refusal } from '../../adapters/github/client.ts';
import {
  type EventRange,
  eventRange,
  type PullRequest,
  pullRange,
  readPullRequest,
  withNames,
} from '../../core/event.ts';
import type { Inputs, RunnerContext } from './inputs.ts';

/** Opens the client where it is needed first; `null` where there is no token. */
export type ClientSource = () => Promise<GitHubClient | null>;

/** What this run is to compare: what the event says, what GitHub says of it now, and what the user named instead. */
export async function actionRange(
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
export async function newestHead(client: GitHubClient, number: number): Promise<string | null> {
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
