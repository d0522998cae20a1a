import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import addFormats from 'ajv-formats';
import { type Context, OpenAPIBackend } from 'openapi-backend';

const description = JSON.parse(
  readFileSync(new URL('../fixtures/github/openapi.json', import.meta.url), 'utf8'),
);
const example = (name: string) => description.components.examples[name].value;

/** A comment as the server keeps it. */
export interface KeptComment {
  readonly id: number;
  body: string;
  readonly login: string;
}

/** The pull request that the server knows. */
export interface KeptPull {
  number: number;
  base: string;
  head: string;
  headLabel: string;
}

/** An answer that is given in place of the right one. */
export interface Refused {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * GitHub's REST API on this machine, as far as the action uses it: every request and every answer is checked against
 * GitHub's own description. `refuse` may answer in its place, `before` may change the world while a request is under way.
 */
export class GitHubApi {
  readonly comments: KeptComment[] = [];
  readonly requests: string[] = [];
  pull: KeptPull = { number: 1, base: 'main', head: 'b'.repeat(40), headLabel: 'octocat:topic' };
  /** Who the token belongs to. `/user` tells it unless it is an app's, as on GitHub. */
  login = 'github-actions[bot]';
  refuse: (operation: string, call: number) => Refused | null = () => null;
  before: (operation: string) => void = () => {};
  readonly #calls = new Map<string, number>();
  readonly #api: OpenAPIBackend;
  readonly #server = createServer((request, response) => this.#answer(request, response));
  #ids = 1000;

  private constructor() {
    this.#api = new OpenAPIBackend({
      definition: description,
      ajvOpts: { strict: false },
      customizeAjv: (ajv) => addFormats.default(ajv),
    });
    this.#api.register({
      'users/get-authenticated': () => this.#user(),
      'issues/list-comments': (context) => this.#list(context),
      'issues/create-comment': (context) => this.#create(context.request.requestBody.body),
      'issues/update-comment': (context) =>
        this.#update(Number(context.request.params['comment_id']), context.request.requestBody.body),
      'issues/delete-comment': (context) => this.#remove(Number(context.request.params['comment_id'])),
      'pulls/get': (context) => this.#pull(Number(context.request.params['pull_number'])),
      'pulls/list': (context) => this.#pulls(String(context.request.query['head'] ?? '')),
      validationFail: (context): Answer => ({
        status: 422,
        body: { message: JSON.stringify(context.validation.errors) },
      }),
      notFound: (): Answer => ({ status: 404, body: { message: 'Not Found' } }),
      methodNotAllowed: (): Answer => ({ status: 404, body: { message: 'Not Found' } }),
    });
  }

  static async start(): Promise<GitHubApi> {
    const api = new GitHubApi();
    await api.#api.init();
    await new Promise<void>((resolve) => api.#server.listen(0, '127.0.0.1', resolve));
    return api;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  /** As if nothing had happened yet. */
  reset(): void {
    this.comments.length = 0;
    this.requests.length = 0;
    this.#calls.clear();
    this.pull = { number: 1, base: 'main', head: 'b'.repeat(40), headLabel: 'octocat:topic' };
    this.login = 'github-actions[bot]';
    this.refuse = () => null;
    this.before = () => {};
  }

  add(login: string, body: string): KeptComment {
    const comment = { id: this.#ids++, body, login };
    this.comments.push(comment);
    return comment;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? '/', this.url);
    const asked = {
      method: request.method ?? 'GET',
      path: url.pathname,
      query: url.search,
      headers: request.headers as Record<string, string>,
      body: Buffer.concat(chunks).toString(),
    };
    this.requests.push(`${asked.method} ${asked.path}${asked.query}`);
    const operation = this.#api.matchOperation(asked)?.operationId ?? '';
    const call = (this.#calls.get(operation) ?? 0) + 1;
    this.#calls.set(operation, call);
    this.before(operation);
    const refused = this.refuse(operation, call);
    const answer: Answer =
      refused === null
        ? await this.#api.handleRequest(asked)
        : { status: refused.status, body: { message: refused.message }, headers: refused.headers ?? {} };
    const wrong = this.#faultOf(operation, answer);
    response.writeHead(wrong === null ? answer.status : 599, {
      'content-type': 'application/json; charset=utf-8',
      ...answer.headers,
    });
    response.end(answer.status === 204 ? '' : JSON.stringify(wrong ?? answer.body));
  }

  /** What of an answer GitHub would never give. */
  #faultOf(operation: string, { status, body }: Answer): unknown {
    if (operation === '' || status >= 300 || status === 204) return null;
    const { errors } = this.#api.validateResponse(body, operation, status);
    return errors && errors.length > 0 ? { message: `not as described: ${JSON.stringify(errors)}` } : null;
  }

  #user(): Answer {
    if (this.login.endsWith('[bot]'))
      return { status: 403, body: { message: 'Resource not accessible by integration' } };
    const user = { ...example('issue-comment').user, login: this.login };
    const more = { public_repos: 1, public_gists: 0, followers: 0, following: 0 };
    const empty = {
      name: null,
      company: null,
      blog: '',
      location: null,
      email: null,
      hireable: null,
      bio: null,
    };
    const at = '2011-04-14T16:00:49Z';
    return {
      status: 200,
      body: { ...user, ...more, ...empty, user_view_type: 'public', created_at: at, updated_at: at },
    };
  }

  #list({ request }: Context): Answer {
    const perPage = Number(request.query['per_page'] ?? 30);
    const page = Number(request.query['page'] ?? 1);
    const last = Math.max(1, Math.ceil(this.comments.length / perPage));
    const link = (to: number, rel: string) =>
      `<${this.url}${request.path}?per_page=${perPage}&page=${to}>; rel="${rel}"`;
    const body = this.comments.slice((page - 1) * perPage, page * perPage).map((one) => this.#shown(one));
    const links = page < last ? [link(page + 1, 'next'), link(last, 'last')] : [];
    return { status: 200, body, headers: links.length === 0 ? {} : { link: links.join(', ') } };
  }

  #create(body: string): Answer {
    return this.#tooLong(body) ?? { status: 201, body: this.#shown(this.add(this.login, body)) };
  }

  #update(id: number, body: string): Answer {
    const comment = this.comments.find((one) => one.id === id);
    if (comment === undefined) return { status: 404, body: { message: 'Not Found' } };
    const refused = this.#tooLong(body);
    if (refused !== null) return refused;
    comment.body = body;
    return { status: 200, body: this.#shown(comment) };
  }

  #remove(id: number): Answer {
    const at = this.comments.findIndex((one) => one.id === id);
    if (at < 0) return { status: 404, body: { message: 'Not Found' } };
    this.comments.splice(at, 1);
    return { status: 204, body: null };
  }

  #tooLong(body: string): Answer | null {
    if (Array.from(body).length <= 65_536) return null;
    const error = {
      resource: 'IssueComment',
      code: 'unprocessable',
      field: 'data',
      message: 'Body is too long (maximum is 65536 characters)',
    };
    return { status: 422, body: { message: 'Validation Failed', errors: [error] } };
  }

  #pull(number: number): Answer {
    if (number !== this.pull.number) return { status: 404, body: { message: 'Not Found' } };
    const pull = example('pull-request');
    const { base, head } = this.pull;
    return {
      status: 200,
      body: {
        ...pull,
        requested_teams: [],
        number,
        base: { ...pull.base, ref: base },
        head: { ...pull.head, sha: head },
      },
    };
  }

  #pulls(head: string): Answer {
    const [pull] = example('pull-request-simple-items');
    if (head !== this.pull.headLabel) return { status: 200, body: [] };
    const { number, base, head: sha } = this.pull;
    return {
      status: 200,
      body: [
        {
          ...pull,
          requested_teams: [],
          number,
          base: { ...pull.base, ref: base },
          head: { ...pull.head, sha },
        },
      ],
    };
  }

  #shown({ id, body, login }: KeptComment): unknown {
    const comment = example('issue-comment');
    const type = login.endsWith('[bot]') ? 'Bot' : 'User';
    return {
      ...comment,
      id,
      body,
      html_url: `https://github.com/octocat/Hello-World/pull/1#issuecomment-${id}`,
      user: { ...comment.user, login, type },
    };
  }
}
