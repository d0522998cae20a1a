import { createSign } from 'node:crypto';
import { createServer } from 'node:net';
import { createEmulator, type Emulator } from 'emulate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openClient, refusal, statusOf } from '../../../src/adapters/github/client.ts';
import { updateStickyComment } from '../../../src/adapters/github/sticky.ts';

let github: Emulator;

beforeAll(async () => {
  github = await createEmulator({
    service: 'github',
    port: await freePort(),
    seed: {
      tokens: { tok: { login: 'alice', scopes: ['repo'] } },
      github: {
        users: [{ login: 'alice' }],
        repos: [{ owner: 'alice', name: 'evals', auto_init: true }],
        apps: [
          {
            app_id: 7,
            slug: 'workflow',
            name: 'Workflow',
            permissions: { issues: 'write', pull_requests: 'write', metadata: 'read' },
            installations: [{ installation_id: 100, account: 'alice' }],
          },
        ],
      },
    },
  });
});
afterAll(() => github.close());

const client = (token = 'tok') =>
  openClient({ token, apiUrl: github.url, repository: 'alice/evals', waitUnit: 1 });

async function ask(path: string, body?: unknown): Promise<{ readonly number: number; readonly sha: string }> {
  const response = await fetch(`${github.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: 'token tok', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return response.json() as Promise<{ readonly number: number; readonly sha: string }>;
}

describe('against a stateful emulation of GitHub', () => {
  it('K131, K153: one comment over several pages, brought up to date, and kept from an older head', async () => {
    const { number } = await ask('/repos/alice/evals/issues', { title: 'x' });
    for (let at = 0; at < 120; at += 1)
      await ask(`/repos/alice/evals/issues/${number}/comments`, { body: `talk ${at}` });
    const head = 'b'.repeat(40);
    const run = async (text: string, parts: { readonly run: number; readonly head?: string }) =>
      updateStickyComment(await client(), {
        pull: number,
        marker: { key: 'default', head, attempt: 1, ...parts },
        text,
        create: true,
        newest: async () => head,
      });
    expect(await run('one', { run: 1 })).toMatchObject({ kind: 'created' });
    expect(await run('two', { run: 2 })).toMatchObject({ kind: 'updated' });
    expect(await run('older', { run: 1, head: 'a'.repeat(40) })).toMatchObject({ kind: 'kept' });
    const comments = await (await client()).comments(number);
    expect(comments).toHaveLength(121);
    expect(comments.filter(({ body }) => body.includes('evalguard')).map(({ body }) => body)).toEqual([
      expect.stringMatching(/\ntwo$/),
    ]);
  });

  it('K144: the read-only token of an installation reads, and is refused with 403 where it writes', async () => {
    const { number } = await ask('/repos/alice/evals/issues', { title: 'y' });
    const readOnly = await client(await installationToken());
    expect(await readOnly.comments(number)).toEqual([]);
    const error = await readOnly.createComment(number, 'x').catch((cause: unknown) => cause);
    expect(statusOf(error)).toBe(403);
    expect(refusal(error, 'take the comment').remedy).toContain('`permissions: pull-requests: write`');
  });
});

/** What a workflow has for a token: that of an app's installation, with the permissions of the job. */
async function installationToken(): Promise<string> {
  const key = github.generatedSecrets.find(({ kind }) => kind === 'github.app_private_key')?.value ?? '';
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = Math.floor(Date.now() / 1000);
  const claims = `${part({ alg: 'RS256', typ: 'JWT' })}.${part({ iss: '7', iat: now - 5, exp: now + 300 })}`;
  const jwt = `${claims}.${createSign('RSA-SHA256').update(claims).sign(key, 'base64url')}`;
  const response = await fetch(`${github.url}/app/installations/100/access_tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${jwt}`, 'content-type': 'application/json' },
    body: JSON.stringify({ permissions: { issues: 'read', pull_requests: 'read', metadata: 'read' } }),
  });
  return ((await response.json()) as { readonly token: string }).token;
}

/** This version of emulate does not resolve port 0. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
