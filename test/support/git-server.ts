import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plainEnvironment } from './repository.ts';

/** One request that git made. */
export interface GitRequest {
  readonly what: 'refs' | 'pack';
  readonly authorized: boolean;
  bytes: number;
}

/**
 * git's smart HTTP on this machine, as GitHub serves it: `git http-backend` behind a server that wants a token, lets
 * any commit be asked for by its id, and filters.
 */
export class GitServer {
  readonly requests: GitRequest[] = [];
  /** Called with each request; one that it keeps waiting is not answered meanwhile. */
  before: () => Promise<void> = async () => {};
  readonly #root = mkdtempSync(join(tmpdir(), 'evalguard-server-'));
  readonly #server = createServer((request, response) => this.#answer(request, response));
  readonly #backend = join(execFileSync('git', ['--exec-path']).toString().trim(), 'git-http-backend');

  private constructor(readonly token: string | null) {}

  /** Whether git can serve HTTP here: some systems keep `git-http-backend` in a package of its own. */
  static get available(): boolean {
    return existsSync(join(execFileSync('git', ['--exec-path']).toString().trim(), 'git-http-backend'));
  }

  static async start(token: string | null): Promise<GitServer> {
    const server = new GitServer(token);
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Makes a bare repository and gives its directory, to which tests push. */
  create(name: string): string {
    const directory = join(this.#root, name);
    mkdirSync(directory, { recursive: true });
    const git = (...args: string[]) =>
      execFileSync('git', args, { cwd: directory, env: plainEnvironment(), stdio: 'pipe' });
    git('init', '--quiet', '--bare', '--initial-branch=main');
    git('config', 'uploadpack.allowFilter', 'true');
    git('config', 'uploadpack.allowAnySHA1InWant', 'true');
    git('config', 'uploadpack.hideRefs', 'refs/hidden');
    return directory;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
    rmSync(this.#root, { recursive: true, force: true });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await this.before();
    const url = new URL(request.url ?? '/', this.url);
    const expected = `basic ${Buffer.from(`x-access-token:${this.token}`).toString('base64')}`;
    const authorized =
      this.token === null || request.headers.authorization?.toLowerCase() === expected.toLowerCase();
    const asked: GitRequest = { what: request.method === 'POST' ? 'pack' : 'refs', authorized, bytes: 0 };
    this.requests.push(asked);
    if (!authorized) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="GitHub"' });
      response.end('Repository not found.');
      return;
    }
    const backend = spawn(this.#backend, {
      env: {
        ...plainEnvironment(),
        GIT_PROJECT_ROOT: this.#root,
        GIT_HTTP_EXPORT_ALL: '1',
        PATH_INFO: url.pathname,
        QUERY_STRING: url.search.slice(1),
        REQUEST_METHOD: request.method ?? 'GET',
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
        GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    request.pipe(backend.stdin);
    backend.stdin.on('error', () => {});
    let head: Buffer | null = Buffer.alloc(0);
    backend.stdout.on('data', (chunk: Buffer) => {
      asked.bytes += chunk.length;
      if (head === null) return void response.write(chunk);
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      writeHead(response, head.subarray(0, end).toString());
      response.write(head.subarray(end + 4));
      head = null;
    });
    backend.on('close', () => response.end());
  }
}

/** A CGI program's own headers, its status among them. */
function writeHead(response: ServerResponse, head: string): void {
  let status = 200;
  for (const line of head.split('\r\n')) {
    const [name = '', value = ''] = line.split(/:\s*/, 2);
    if (name.toLowerCase() === 'status') status = Number.parseInt(value, 10);
    else response.setHeader(name, value);
  }
  response.writeHead(status);
}
