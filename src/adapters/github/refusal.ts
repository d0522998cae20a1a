import { shorten, visible } from '../../core/text.ts';
import { statusOf } from './client.ts';

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
