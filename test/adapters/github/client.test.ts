import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type GitHubClient, openClient, refusal } from '../../../src/adapters/github/client.ts';
import { GitHubApi } from '../../support/github-api.ts';

let api: GitHubApi;
let client: GitHubClient;

beforeAll(async () => {
  api = await GitHubApi.start();
});
beforeEach(async () => {
  api.reset();
  client = await openClient({
    token: 'tok',
    apiUrl: api.url,
    repository: 'octocat/Hello-World',
    waitUnit: 1,
  });
});
afterAll(() => api.stop());

const creations = () => api.requests.filter((request) => request.startsWith('POST')).length;

describe('a refused call', () => {
  it.each([
    [401, 'Bad credentials', /token is not valid/],
    [403, 'Resource not accessible by integration', /pull-requests: write.*pull_request_target/],
    [404, 'Not Found', /cannot see the pull request/],
    [410, 'Gone', /comment: never/],
    [422, 'Validation Failed', /locked or the text is too long/],
  ])('K144, K145: %i is told at once, with the remedy', async (status, message, remedy) => {
    api.refuse = () => ({ status, message });
    const error = await client.createComment(1, 'x').catch((cause: unknown) => cause);
    expect(creations()).toBe(1);
    expect(refusal(error, 'take the comment')).toEqual({
      message: expect.stringMatching(new RegExp(`^GitHub did not take the comment \\(${status}: ${message}`)),
      remedy: expect.stringMatching(remedy),
    });
  });

  it.each([
    ['429', { status: 429, message: 'slow down', headers: { 'retry-after': '1' } }],
    [
      'a secondary limit',
      { status: 403, message: 'You have exceeded a secondary rate limit', headers: { 'retry-after': '1' } },
    ],
    ['502', { status: 502, message: 'Bad Gateway' }],
  ])('is tried again after %s', async (_name, refused) => {
    api.refuse = (_operation, call) => (call === 1 ? refused : null);
    await expect(client.createComment(1, 'x')).resolves.toMatchObject({ body: 'x' });
    expect(creations()).toBe(2);
  });

  it.each([
    [{ status: 429, message: 'rate limit', headers: { 'retry-after': '1' } }, /rate limit of GitHub/],
    [
      { status: 403, message: 'secondary rate limit', headers: { 'retry-after': '1' } },
      /rate limit of GitHub/,
    ],
    [{ status: 502, message: 'Bad Gateway' }, /GitHub itself had trouble/],
  ])('is given up in the end, with the cause, case %#', async (refused, remedy) => {
    api.refuse = () => refused;
    const error = await client.createComment(1, 'x').catch((cause: unknown) => cause);
    expect(creations()).toBeGreaterThan(1);
    expect(creations()).toBeLessThan(8);
    expect(refusal(error, 'take the comment').remedy).toMatch(remedy);
  });

  it('K137 a comment that is too long is refused as GitHub does it', async () => {
    const error = await client.createComment(1, 'x'.repeat(65_537)).catch((cause: unknown) => cause);
    expect(refusal(error, 'take the comment').message).toContain('Body is too long');
  });

  it('an API that does not answer is told as such, and the token is not', async () => {
    const nobody = await openClient({
      token: 'tok',
      apiUrl: 'http://127.0.0.1:9',
      repository: 'o/r',
      waitUnit: 1,
    });
    const error = await nobody.comments(1).catch((cause: unknown) => cause);
    const told = refusal(error, 'list the comments');
    expect(told.remedy).toMatch(/GITHUB_API_URL|trouble/);
    expect(told.message).not.toContain('tok');
  });
});

describe('openPullRequests', () => {
  it('K146 finds a fork’s pull request by owner and branch', async () => {
    api.pull.headLabel = 'fork:topic';
    expect(await client.openPullRequests('fork', 'topic')).toMatchObject([{ number: 1 }]);
    expect(await client.openPullRequests('octocat', 'topic')).toEqual([]);
  });
});
