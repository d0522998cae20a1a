import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { action, node24, pullPayload, type Step, type StepResult, TestRunner } from '../support/action.ts';
import { GitServer } from '../support/git-server.ts';
import { elementsOf, expansionsIn, isRunnerCommand, renderMarkdown, textOf } from '../support/github.ts';
import { GitHubApi } from '../support/github-api.ts';
import { TestRepository } from '../support/repository.ts';
import { nativeResult } from '../support/result.ts';

const TOKEN = 'ghs_0123456789abcdefghijklmnopqrstuvwxyz';
const RECORD = 'results/eval-2026-09-01-corpus-run1.json';
const required = process.env['EVALGUARD_REQUIRE_PEERS'] === '1';
const missing =
  node24 === null
    ? 'Node 24 (npm ci --prefix tools/node24)'
    : GitServer.available
      ? null
      : 'git-http-backend';

describe('the peers of the action', () => {
  it.runIf(required)('are there where they are required', () => {
    expect(missing).toBeNull();
  });
});

describe.skipIf(missing !== null)(
  `the action, as GitHub runs it${missing === null ? '' : `: ${missing} is missing`}`,
  () => {
    let server: GitServer;
    let api: GitHubApi;
    let runner: TestRunner;
    let work: TestRepository;
    let origin: string;
    let name: string;
    let count = 0;

    beforeAll(async () => {
      [server, api] = await Promise.all([GitServer.start(TOKEN), GitHubApi.start()]);
    });
    afterAll(() => Promise.all([server.stop(), api.stop()]));

    beforeEach(() => {
      count += 1;
      name = `octo/evals-${count}`;
      origin = server.create(name);
      api.reset();
      runner = new TestRunner();
      runner.env = {
        GITHUB_SERVER_URL: server.url,
        GITHUB_API_URL: api.url,
        GITHUB_REPOSITORY: name,
        INPUT_UNKNOWN: '',
      };
      work = TestRepository.create();
      work.commit('first', { [RECORD]: nativeResult(), 'src/code.ts': 'export {};\n' });
      push('main', 'refs/heads/main');
      work.git('checkout', '--quiet', '-b', 'topic');
    });
    afterEach(() => {
      runner.dispose();
      work.dispose();
    });

    function push(what: string, to: string): void {
      work.git('push', '--quiet', '--force', origin, `${what}:${to}`);
    }

    /** Pushes the topic branch, and tells GitHub. */
    function propose(files: Readonly<Record<string, string>>): string {
      const head = work.commit('change', files);
      push('topic', 'refs/pull/1/head');
      api.pull.head = head;
      return head;
    }

    function onPull(
      head: string,
      parts: Partial<Step> & { readonly fork?: string } = {},
    ): Promise<StepResult> {
      const { fork, inputs, ...more } = parts;
      return runner.run({
        event: 'pull_request_target',
        payload: pullPayload('synchronize', {
          number: 1,
          base: 'main',
          head,
          ...(fork === undefined ? {} : { fork }),
        }),
        inputs: { 'github-token': TOKEN, ...inputs },
        ...more,
      });
    }

    const comments = () => api.comments.map(({ body }) => body);

    it('passes an honest addition, and leaves one comment and nothing else', async () => {
      const head = propose({ 'results/eval-2026-09-02-corpus-run1.json': nativeResult() });
      const step = await onPull(head);
      expect(step).toMatchObject({
        code: 0,
        outputs: {
          outcome: 'pass',
          'exit-code': '0',
          added: '1',
          violations: '0',
          'comment-url': expect.stringContaining('#issuecomment-'),
        },
      });
      expect(comments()).toEqual([
        expect.stringMatching(/^<!-- evalguard .* -->\n## ✅ evalguard: pass \(exit 0\)/),
      ]);
      expect(comments()[0]).toContain('`results/eval-2026-09-02-corpus-run1.json`');
      expect(
        comments()[0]?.endsWith(step.summary.trim().split('\n').at(-1) ?? '?') ||
          comments()[0]?.includes(step.summary.trim()),
      ).toBe(true);
      const report = JSON.parse(readFileSync(step.outputs['report-path'] ?? '', 'utf8'));
      expect(report).toMatchObject({ schema: 'evalguard.report/v1', range: { head } });
      expect(readdirSync(runner.temporary)).toEqual(['evalguard-report-default.json']);
      expect(readdirSync(runner.workspace)).toEqual([]);
    });

    it('finds a link beside the ledger, and a name that only the base branch holds, without a checkout (A4)', async () => {
      work.git('checkout', '--quiet', 'main');
      work.commit('meanwhile', { 'results/new.txt': 'x\n' });
      push('main', 'refs/heads/main');
      work.git('checkout', '--quiet', 'topic');
      symlinkSync('src', work.path('RESULTS'));
      const step = await onPull(propose({ 'results/New.txt': 'y\n' }));
      expect(step).toMatchObject({ code: 1, outputs: { outcome: 'fail', violations: '2' } });
      expect(step.log).toMatch(/^::error file=RESULTS,title=ledger\/name-collision::/m);
      expect(step.log).toMatch(
        /^::error file=results\/New\.txt,title=ledger\/name-collision::.*results\/new\.txt/m,
      );
    });

    it('follows one pull request: added, added to, tampered with, undone; in one comment', async () => {
      await onPull(propose({ 'results/eval-2026-09-02-corpus-run1.json': nativeResult() }));
      await onPull(propose({ 'results/eval-2026-09-03-corpus-run1.json': nativeResult([true]) }));
      expect(comments()).toEqual([expect.stringContaining('2 records added')]);

      const tampered = await onPull(propose({ [RECORD]: nativeResult([true, true, true]) }));
      expect(tampered).toMatchObject({ code: 1, outputs: { outcome: 'fail', violations: '1' } });
      expect(tampered.log).toMatch(
        new RegExp(`^::error file=${RECORD},line=26,col=19,title=ledger/modified::.*passed 0.6667 -> 1`, 'm'),
      );
      expect(comments()).toEqual([expect.stringMatching(/^<!-- .* -->\n## ❌ evalguard: fail \(exit 1\)/)]);
      expect(comments()[0]).toContain(`\`${RECORD}\``);
      expect(comments()[0]).toContain('`26:19`: This record was changed.');
      expect(comments()[0]).toContain('git restore');

      const restored = await onPull(propose({ [RECORD]: nativeResult() }));
      expect(restored.log).toContain('(ledger/rewritten-in-range)');
      expect(comments()[0]).toContain('Fold these commits together');

      work.git('reset', '--quiet', '--hard', 'HEAD~2');
      const undone = await onPull(propose({}));
      expect(undone.code).toBe(0);
      expect(comments()).toEqual([
        expect.stringMatching(/## ✅ evalguard: pass \(exit 0\)\n\n\*\*Nothing blocks this\.\*\*/),
      ]);
      expect(comments()[0]).toContain(`head=${api.pull.head} `);
    });

    it('K048: shows what was edited and restored on the way, unless that is not wanted', async () => {
      work.commit('edited', { [RECORD]: nativeResult([false]) });
      const head = propose({ [RECORD]: nativeResult() });
      expect((await onPull(head)).log).toContain('(ledger/rewritten-in-range)');
      expect((await onPull(head, { inputs: { 'each-commit': 'false' } })).code).toBe(0);
    });

    it('K043: says that nothing touched the ledger, and makes no comment of it', async () => {
      const step = await onPull(propose({ 'README.md': 'words\n' }));
      expect(step).toMatchObject({ code: 0, outputs: { added: '0', 'comment-url': '' } });
      expect(step.summary).toContain('0 records added');
      expect(comments()).toEqual([]);
    });

    it.each([
      ['always', 1],
      ['on-findings', 0],
      ['never', 0],
    ])('comment: %s', async (comment, expected) => {
      const head = propose({ 'results/eval-2026-09-02-corpus-run1.json': nativeResult([true, false]) });
      await onPull(head, { inputs: { comment } });
      expect(comments()).toHaveLength(expected);
    });

    it('judges a fork’s pull request by its objects alone', async () => {
      const head = propose({ [RECORD]: nativeResult([false]) });
      const step = await onPull(head, { fork: 'stranger/evals' });
      expect(step.code).toBe(1);
      expect(comments()).toHaveLength(1);
    });

    it('K146: finds the pull request of a fork after another workflow', async () => {
      const head = propose({ [RECORD]: nativeResult([false]) });
      api.pull.headLabel = 'stranger:topic';
      const workflow_run = {
        event: 'pull_request',
        head_branch: 'topic',
        head_sha: head,
        head_repository: { owner: { login: 'stranger' } },
        pull_requests: [],
      };
      const run = (sha: string) =>
        runner.run({
          event: 'workflow_run',
          payload: { workflow_run: { ...workflow_run, head_sha: sha } },
          inputs: { 'github-token': TOKEN },
        });
      expect((await run(head)).code).toBe(1);
      expect(comments()).toHaveLength(1);
      expect((await run('c'.repeat(40))).code).toBe(3);
    });

    it.each([
      ['results/eval-2026-09-02-corpus-run1.json', 0],
      [RECORD, 1],
    ])(
      'K144, K145: a token that may not comment changes a warning, not the outcome (%s)',
      async (path, code) => {
        api.refuse = (operation) =>
          operation === 'issues/create-comment'
            ? { status: 403, message: 'Resource not accessible by integration' }
            : null;
        const step = await onPull(propose({ [path]: nativeResult([false]) }));
        expect(step.code).toBe(code);
        expect(step.log).toMatch(
          /^::warning title=evalguard::GitHub did not take the comment \(403: .*%0A.*pull-requests: write/m,
        );
        expect(step.summary).toContain(code === 0 ? 'evalguard: pass' : 'evalguard: fail');
        expect(step.outputs['comment-url']).toBe('');
      },
    );

    it('an API that is down changes neither what is compared nor the outcome', async () => {
      api.refuse = () => ({ status: 404, message: 'Not Found' });
      expect((await onPull(propose({ [RECORD]: nativeResult([false]) }))).code).toBe(1);
    });

    it('K153: an older head’s run that ends last leaves the newer comment', async () => {
      const older = propose({ 'results/eval-2026-09-02-corpus-run1.json': nativeResult() });
      const newer = propose({ [RECORD]: nativeResult([false]) });
      await onPull(newer, { env: { GITHUB_RUN_NUMBER: '8' } });
      const late = await onPull(older, { env: { GITHUB_RUN_NUMBER: '7' } });
      expect(late).toMatchObject({
        code: 0,
        outputs: { 'comment-url': expect.stringContaining('#issuecomment-') },
      });
      expect(comments()).toEqual([expect.stringContaining(`head=${newer} `)]);
    });

    it('K041: a run that is repeated asks for the base branch as it is now', async () => {
      work.git('checkout', '--quiet', 'main');
      work.commit('release', { 'results/eval-2026-08-01-corpus-run1.json': nativeResult() });
      push('main', 'refs/heads/release');
      work.git('checkout', '--quiet', '-B', 'topic');
      work.git('rm', '--quiet', 'results/eval-2026-08-01-corpus-run1.json');
      const head = propose({});
      const inputs = { 'each-commit': 'false' };
      expect((await onPull(head, { inputs })).code).toBe(0);
      api.pull.base = 'release';
      const step = await onPull(head, { inputs });
      expect(step.code).toBe(1);
      expect(step.log).toContain('refs/remotes/origin/release');
    });

    it('K052: what the pull request brings is read and never run', async () => {
      work.git('checkout', '--quiet', 'main');
      work.commit('policy', {
        'evalguard.yaml': 'version: 1\nledger: [results]\n',
        '.github/workflows/guard.yml': 'on: pull_request_target\n',
      });
      push('main', 'refs/heads/main');
      work.git('checkout', '--quiet', '-B', 'topic');
      const evil = join(runner.temporary, 'evil');
      const script = `#!/bin/sh\ntouch ${evil}\n`;
      const head = propose({
        'evalguard.yaml': 'version: 1\nledger: [elsewhere]\nexempt: ["**"]\n',
        '.github/workflows/guard.yml': 'on: push\n',
        git: script,
        'node_modules/.bin/git': script,
        'schemas/result.v1.schema.json': '{}',
        'package.json': JSON.stringify({
          scripts: { preinstall: `touch ${evil}`, prepare: `touch ${evil}` },
        }),
        '.gitattributes': '* filter=evil diff=evil\n',
        '.gitmodules': `[submodule "x"]\n\tpath = x\n\turl = ext::sh -c "touch ${evil}"\n\tupdate = !touch ${evil}\n`,
        [RECORD]: nativeResult([true, true, true]),
      });
      for (const inCheckout of [false, true]) {
        if (inCheckout) {
          work.git('clone', '--quiet', origin, runner.workspace);
          work.git('-C', runner.workspace, 'fetch', '--quiet', origin, 'refs/pull/1/head');
          work.git('-C', runner.workspace, 'checkout', '--quiet', 'FETCH_HEAD');
          work.git('-C', runner.workspace, 'update-index', '--chmod=+x', 'git');
        }
        const PATH = `${runner.workspace}:${runner.workspace}/node_modules/.bin:.:${process.env['PATH']}`;
        const step = await onPull(head, { env: { PATH } });
        expect(step.code).toBe(1);
        expect(step.log).toContain('ledger/modified');
        expect(step.log).toContain('policy/loosened');
        expect(existsSync(evil)).toBe(false);
      }
    });

    it('never tells the token, whatever fails', async () => {
      const head = propose({ [RECORD]: nativeResult([false]) });
      const secrets = [TOKEN, Buffer.from(`x-access-token:${TOKEN}`).toString('base64')];
      const steps = [
        await onPull(head),
        await onPull(head, { env: { GITHUB_REPOSITORY: 'octo/none' } }),
        await onPull(head, {
          env: { GITHUB_SERVER_URL: 'http://127.0.0.1:9', GIT_TRACE_CURL: '1', GIT_TRACE: '1' },
        }),
      ];
      expect(steps.map(({ code }) => code)).toEqual([1, 3, 3]);
      for (const { everything } of steps)
        for (const secret of secrets) expect(everything).not.toContain(secret);
    });

    it('a job that is cancelled while it fetches leaves nothing behind', async () => {
      const head = propose({ [RECORD]: nativeResult([false]) });
      let asked = () => {};
      const cancel = new Promise<void>((resolve) => {
        asked = resolve;
      });
      let goOn = () => {};
      const held = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      server.before = () => {
        asked();
        return held;
      };
      const step = await onPull(head, { cancel });
      server.before = async () => {};
      goOn();
      expect(step.code).toBe(130);
      expect(readdirSync(runner.temporary)).toEqual([]);
    });

    it('K033: judges a merge group, without a comment', async () => {
      work.commit('x', { [RECORD]: nativeResult([false]) });
      push('HEAD', 'refs/heads/gh-readonly-queue/main/pr-1');
      const base_sha = work.git('rev-parse', 'main');
      const head_sha = work.git('rev-parse', 'HEAD');
      const step = await runner.run({
        event: 'merge_group',
        payload: { merge_group: { base_sha, head_sha } },
        inputs: { 'github-token': TOKEN },
      });
      expect(step).toMatchObject({ code: 1, outputs: { 'comment-url': '' } });
      expect(step.summary).toContain('evalguard: fail');
      expect(api.requests).toEqual([]);
    });

    it('K054: judges a push to the default branch', async () => {
      const before = work.git('rev-parse', 'main');
      const after = work.commit('x', { [RECORD]: nativeResult([false]) });
      push('HEAD', 'refs/heads/main');
      const step = await runner.run({
        event: 'push',
        payload: { before, after, ref: 'refs/heads/main', repository: { default_branch: 'main' } },
        inputs: { 'github-token': TOKEN },
      });
      expect(step.code).toBe(1);
    });

    it('K034: an event that is not known is incomplete, and can be judged once it is told the base', async () => {
      const head = propose({ [RECORD]: nativeResult([false]) });
      const run = (inputs: Record<string, string>) =>
        runner.run({
          event: 'issue_comment',
          payload: {},
          env: { GITHUB_SHA: head },
          inputs: { 'github-token': TOKEN, ...inputs },
        });
      expect(await run({})).toMatchObject({ code: 3, outputs: { outcome: 'incomplete' } });
      expect((await run({ base: 'main' })).code).toBe(1);
      expect((await run({ base: 'HEAD~1' })).code).toBe(3);
    });

    it.each([
      ['comment', 'sometimes'],
      ['comment-key', 'a b -->'],
      ['annotations', 'maybe'],
      ['output', 'pdf=x'],
    ])('refuses %s: %s', async (input, value) => {
      const step = await onPull('b'.repeat(40), { inputs: { [input]: value } });
      expect(step).toMatchObject({ code: 2, outputs: { outcome: 'error', 'exit-code': '2' } });
      expect(step.log).toMatch(new RegExp(`^::error title=evalguard::The input ${input} is `, 'm'));
    });

    it('a policy that cannot be used is exit 2, with its problems in the comment', async () => {
      const step = await onPull(propose({ 'evalguard.yaml': 'version: 1\nledgr: [results]\n' }));
      expect(step).toMatchObject({ code: 2, outputs: { outcome: 'error' } });
      expect(comments()).toEqual([expect.stringMatching(/evalguard: not checked \(exit 2\)[\s\S]*ledgr/)]);
    });

    it('writes the reports that are asked for, and says where one cannot be written', async () => {
      const head = propose({ 'results/eval-2026-09-02-corpus-run1.json': nativeResult() });
      const inputs = {
        output: 'markdown=out.md\n\njson=out.json\nsarif=out.sarif\njunit=out.xml\n',
        'report-path': 'report.json',
      };
      const step = await onPull(head, { inputs });
      expect(step).toMatchObject({
        code: 0,
        outputs: { 'report-path': join(runner.workspace, 'report.json') },
      });
      expect(readdirSync(runner.workspace).sort()).toEqual([
        'out.json',
        'out.md',
        'out.sarif',
        'out.xml',
        'report.json',
      ]);
      const lost = await onPull(head, { inputs: { output: 'json=no/such/place.json' } });
      expect(lost).toMatchObject({ code: 2, outputs: { outcome: 'pass' } });
    });

    it('K148: adds to a summary that is nearly full no more than fits', async () => {
      const head = propose({ 'results/eval-2026-09-02-corpus-run1.json': nativeResult() });
      const full = join(runner.temporary, 'full');
      writeFileSync(full, 'x'.repeat(1024 * 1024 - 10));
      expect((await onPull(head, { env: { GITHUB_STEP_SUMMARY: full } })).code).toBe(0);
      expect(readFileSync(full).length).toBeLessThanOrEqual(1024 * 1024);
    });

    it('K133: two ledgers in one pull request have a comment each', async () => {
      const head = propose({ 'results/eval-2026-09-02-corpus-run1.json': nativeResult() });
      await onPull(head, { inputs: { 'comment-key': 'evals' } });
      await onPull(head, { inputs: { 'comment-key': 'bench' } });
      expect(comments()).toHaveLength(2);
    });

    it('K142, K151: hostile text in a pull request neither commands the runner nor reaches anybody', async () => {
      const path = 'results/a|b\n::error file=x::y `</details><!-- @octo-org/all #1 http://x.invalid.json';
      const reason = '::stop-commands::x\n##[error]z @octo-org/all #1 <img src=x> | \u202e\x1b[31m';
      const head = propose({
        [path]: '{"a": }',
        'results/eval-2026-09-02-corpus-run1.json': nativeResult([true], {
          models: { [reason]: 'acme:@octo-org/all' },
          aggregate: { [reason]: 1 },
        }),
        [RECORD]: nativeResult([false], { models: { agent: reason } }),
      });
      const step = await onPull(head);
      expect(step.code).toBe(1);
      const commands = step.log.split('\n').filter(isRunnerCommand);
      for (const command of commands)
        expect(command).toMatch(
          /^::(?:debug::The event's base\.sha is [0-9a-f]{40}; |(?:error|warning|notice) (?:file=|title=))/,
        );
      for (const text of [comments()[0] ?? '', step.summary]) {
        const html = renderMarkdown(text.replace(/^<!-- .*? -->\n/, ''));
        expect(expansionsIn(html)).toEqual([]);
        expect(elementsOf(html).has('img')).toBe(false);
        expect(textOf(html)).not.toContain('\u202e');
      }
    });

    it('works without annotations, summary and token', async () => {
      const step = await onPull(propose({ [RECORD]: nativeResult([false]) }), {
        inputs: { 'github-token': '', annotations: 'false', summary: 'false' },
      });
      // The server wants a token, so that nothing could be looked at.
      expect(step).toMatchObject({ code: 3, summary: '' });
      expect(step.log).not.toMatch(/^::(?!debug)/m);
      expect(step.log).toContain('contents: read');
    });
  },
);

describe('action.yml', () => {
  it('runs the bundle on Node 24', () => {
    expect(action.runs).toEqual({ using: 'node24', main: 'dist/action.cjs' });
    expect(existsSync(new URL(`../../${action.runs.main}`, import.meta.url))).toBe(true);
  });

  it('describes each input and output, and gives each input a default', () => {
    for (const [input, { description, default: value }] of Object.entries(action.inputs)) {
      expect([input, typeof value]).toEqual([input, 'string']);
      expect(description.length).toBeGreaterThan(10);
    }
    expect(Object.keys(action.outputs)).toEqual(
      'outcome exit-code added violations met missed unmeasured regressed report-path comment-url'.split(' '),
    );
  });
});
