import { randomUUID } from 'node:crypto';
import { shorten, visible } from '../../core/text.ts';

/** How the REST API is reached. */
interface ClientSetting {
  readonly token: string;
  /** `GITHUB_API_URL`, without a slash at the end. */
  readonly apiUrl: string;
  /** `owner/name`. */
  readonly repository: string;
  /** Milliseconds that one unit of waiting lasts between tries; GitHub's own limits count in seconds. */
  readonly waitUnit?: number;
}

/** A comment of a pull request, as far as it matters here. */
export interface PullComment {
  readonly id: number;
  readonly body: string;
  /** The login of the author; apps end in `[bot]`. */
  readonly author: string;
  readonly url: string;
}

/** What the action asks of GitHub. Each call throws octokit's error where GitHub refuses; see {@link refusal}. */
export interface GitHubClient {
  /** The login behind the token, or `null` where the token may not ask (an app's installation, as in a workflow). */
  login(): Promise<string | null>;
  pullRequest(number: number): Promise<unknown>;
  /** Open pull requests of a branch of `owner`'s repository. */
  openPullRequests(owner: string, branch: string): Promise<readonly unknown[]>;
  /** Every comment, over all pages, oldest first. */
  comments(pull: number): Promise<readonly PullComment[]>;
  createComment(pull: number, body: string): Promise<PullComment>;
  updateComment(id: number, body: string): Promise<PullComment>;
  deleteComment(id: number): Promise<void>;
}

/** Longer than this nobody waits for a comment. GitHub asks for a minute where it does not say. */
const LONGEST_WAIT_SECONDS = 60;
const MOST_TRIES = 2;

/**
 * A client that tries again after a server's fault and after a rate limit, and spaces its writes as GitHub asks. Octokit
 * costs 50 ms to load, so it is loaded here and not before.
 */
export async function openClient(setting: ClientSetting): Promise<GitHubClient> {
  const [{ getOctokit }, { retry }, { throttling }] = await Promise.all([
    import('@actions/github'),
    import('@octokit/plugin-retry'),
    import('@octokit/plugin-throttling'),
  ]);
  const { token, apiUrl, repository, waitUnit = 1000 } = setting;
  // Once: on a 429 the other plugin tries again too, and the tries multiply.
  const again = (retryAfter: number, _options: unknown, _octokit: unknown, tries: number) =>
    tries < 1 && retryAfter <= LONGEST_WAIT_SECONDS;
  const silent = () => {};
  const options = {
    baseUrl: apiUrl,
    log: { debug: silent, info: silent, warn: silent, error: silent },
    retry: { retries: MOST_TRIES, retryAfterBaseValue: waitUnit },
    throttle: {
      // Clients of one process would otherwise wait for each other.
      id: randomUUID(),
      retryAfterBaseValue: waitUnit,
      onRateLimit: again,
      onSecondaryRateLimit: again,
    },
  };
  const octokit = getOctokit(token, options, retry, throttling);
  // The retries are counted in an object that calls would share: a call would wait for the failures before it.
  octokit.hook.before('request', (call) => {
    call.request = { ...call.request };
  });
  const [owner = '', repo = ''] = repository.split('/');
  const { rest } = octokit;
  return {
    async login() {
      try {
        return (await rest.users.getAuthenticated()).data.login;
      } catch (error) {
        if (statusOf(error) === 403 || statusOf(error) === 404) return null;
        throw error;
      }
    },
    async pullRequest(number) {
      return (await rest.pulls.get({ owner, repo, pull_number: number })).data;
    },
    async openPullRequests(headOwner, branch) {
      const wanted = { owner, repo, state: 'open' as const, head: `${headOwner}:${branch}`, per_page: 100 };
      return octokit.paginate(rest.pulls.list, wanted);
    },
    async comments(pull) {
      const wanted = { owner, repo, issue_number: pull, per_page: 100 };
      return (await octokit.paginate(rest.issues.listComments, wanted)).map(readComment);
    },
    async createComment(pull, body) {
      return readComment((await rest.issues.createComment({ owner, repo, issue_number: pull, body })).data);
    },
    async updateComment(id, body) {
      return readComment((await rest.issues.updateComment({ owner, repo, comment_id: id, body })).data);
    },
    async deleteComment(id) {
      await rest.issues.deleteComment({ owner, repo, comment_id: id });
    },
  };
}

/** The HTTP status with which GitHub refused, or `null` where there was no answer. */
export function statusOf(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('status' in error)) return null;
  return typeof error.status === 'number' ? error.status : null;
}

interface CommentAnswer {
  readonly id: number;
  readonly body?: string | undefined;
  readonly html_url: string;
  readonly user: { readonly login: string } | null;
}

function readComment({ id, body, html_url, user }: CommentAnswer): PullComment {
  return { id, body: body ?? '', author: user?.login ?? '', url: html_url };
}

/** Why GitHub did not do what was asked, and what helps. */
export interface Refusal {
  readonly message: string;
  readonly remedy: string;
}

const RATE_LIMIT = /rate limit|abuse/i;

/** Puts a failed call into words. `deed` completes "GitHub did not …", such as "take the comment". */
export function refusal(error: unknown, deed: string): Refusal {
  const status = statusOf(error);
  const words = error instanceof Error ? shorten(visible(error.message), 300) : visible(String(error));
  const answer = status === null ? `no answer: ${words}` : `${status}: ${words}`;
  return { message: `GitHub did not ${deed} (${answer}).`, remedy: remedyFor(status, words) };
}

function remedyFor(status: number | null, words: string): string {
  if (status === 429 || (status === 403 && RATE_LIMIT.test(words)))
    return 'This is a rate limit of GitHub, which evalguard waited for in vain. Run the job again later.';
  if (status === 401)
    return 'The token is not valid here. Leave `github-token` at its default, or give one that has not expired.';
  if (status === 403)
    return 'The job needs `permissions: pull-requests: write`. The token of a pull request from a fork is always read-only: run on `pull_request_target`, where this action executes nothing of the pull request.';
  if (status === 404)
    return 'The token cannot see the pull request. Give the job `permissions: pull-requests: write`, and check that `github-token` belongs to this repository.';
  if (status === 410) return 'Comments are switched off here. Set `comment: never`.';
  if (status === 422)
    return 'GitHub refused the content, as it does where a conversation is locked or the text is too long. Unlock it, or set `comment: never`.';
  if (status !== null && status >= 500)
    return "GitHub itself had trouble. See githubstatus.com and run the job again; the check's outcome stands.";
  return "Check that the runner reaches GITHUB_API_URL, and run the job again; the check's outcome stands.";
}
