import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCheck, runCli } from '../../support/cli.ts';
import { TestRepository } from '../../support/repository.ts';
import { nativeResult } from '../../support/result.ts';

// Put together here, so that no scanner takes this file for a leak.
const tail = 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0z'.repeat(4);
const ANTHROPIC = `sk-ant-${tail.slice(0, 40)}`;
const GITHUB = `ghp_${tail.slice(0, 36)}`;
const RECORD = 'results/eval-2026-09-28-corpus-run1.json';

let repository: TestRepository;
beforeEach(() => {
  repository = TestRepository.create();
  repository.commit('start', { 'README.md': 'x\n' });
  repository.publish();
  repository.git('switch', '--quiet', '--create', 'change');
});
afterEach(() => repository.dispose());

const secretsOf = ({ report }: Awaited<ReturnType<typeof runCheck>>) =>
  report.findings
    .filter(({ rule }) => rule === 'file/secret')
    .map(({ severity, path, pointer, line, data }) => [
      severity,
      path,
      pointer ?? line,
      (data as { rule: string }).rule,
    ]);

describe('a key in what is read in place (C4)', () => {
  it.each([
    ['a native record', RECORD, nativeResult([true], { extra: { log: `key ${ANTHROPIC}` } }), '/extra/log'],
    [
      'a file of another tool',
      'results/out.json',
      JSON.stringify({ config: { env: { X: ANTHROPIC } } }),
      '/config/env/X',
    ],
    ['a key that is escaped', 'results/out.json', `{"a":"\\u0073k-ant-${tail.slice(0, 40)}"}`, '/a'],
    [
      'the name of a member',
      'results/out.json',
      JSON.stringify({ a: { [ANTHROPIC]: { b: ANTHROPIC } } }),
      '/a',
    ],
    ['half a file', 'results/out.json', `{"a":\n "${ANTHROPIC}`, 2],
    ['a key that stands twice', 'results/out.json', `{"a":"${ANTHROPIC}","a":"b"}`, 1],
    ['a log beside the records', 'results/run.log', `start\nAuthorization: x\nusing ${ANTHROPIC}\n`, 3],
    ['lines', 'results/out.jsonl', `{"a":1}\n{"a":"${ANTHROPIC}"}\n`, null],
    ['a page', 'results/report.html', `<p>${ANTHROPIC}</p>`, 1],
  ])('is an error in %s, in check and in the hook alike', async (_, path, content, place) => {
    repository.write(path, content);
    repository.git('add', '--all');
    const staged = await runCheck(repository.dir, ['--staged']);
    repository.commit('add');
    const checked = await runCheck(repository.dir, ['--base', 'origin/main']);
    for (const ran of [staged, checked]) {
      expect(ran.code).toBe(1);
      expect(secretsOf(ran)).toEqual([['error', path, place ?? expect.anything(), 'anthropic']]);
      const [finding] = ran.report.findings.filter(({ rule }) => rule === 'file/secret');
      expect(JSON.stringify(finding)).not.toContain(ANTHROPIC);
      expect(finding?.remedy).toMatch(/^Revoke it/);
    }
  });

  it('generic fields, bearer tokens and random texts are warnings', async () => {
    const extra = {
      headers: { authorization: `Bearer ${tail.slice(0, 30)}` },
      config: { api_key: 'abc123def456', dbPassword: 'correct-horse', client_secret: 'zzz-998877' },
      sessionToken: 'tok-8899-aabb',
      signature_key: tail.slice(0, 31) + tail.slice(5, 20),
      url: 'postgres://user:hunter22@db/x',
    };
    repository.commit('add', { [RECORD]: nativeResult([true], { extra }) });
    const ran = await runCheck(repository.dir, ['--base', 'origin/main']);
    expect(ran.code).toBe(0);
    expect(
      secretsOf(ran)
        .map(([severity, , , rule]) => `${severity} ${rule}`)
        .sort(),
    ).toEqual(['warning bearer', 'warning entropy', 'warning field', 'warning url-password']);
    for (const text of ['correct-horse', 'hunter22', tail.slice(0, 30)])
      expect(ran.stdout).not.toContain(text);
  });

  it('what holds none is not accused', async () => {
    const extra = {
      api_key: ['$', '{OPENAI_API_KEY}'].join(''),
      apiKey: 'env:OPENAI_API_KEY',
      password: '********',
      secret: '<redacted>',
      authorization: 'Bearer [REDACTED]',
      accessKey: 'your-key-here',
      max_tokens: 4096,
      token: 'the',
      tokens: ['a', 'b'],
      prompt: 'What is the password: hunter2? sk-learn-pipelines, risk-analysis-2026',
      key: 'case-1',
      trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
      digest: 'sha256:65c74c15a686187bb6bbf9958f494fc6b80068034a659a9ad44991b08c58f2d2',
      image: `data:image/png;base64,${tail.repeat(20)}`,
      url: 'https://example.com:8080/a@b?x=1:2@3',
    };
    repository.commit('add', { [RECORD]: nativeResult([true], { extra }) });
    expect(secretsOf(await runCheck(repository.dir, ['--base', 'origin/main']))).toEqual([]);
  });

  it('is allowed by the policy of the base branch alone, by its kind', async () => {
    const allow = (rule: string) =>
      `version: 1\nsecrets: { allow: [{ files: "results/*.json", rule: ${rule} }] }\n`;
    repository.commit('add', {
      [RECORD]: nativeResult([true], { extra: { a: GITHUB } }),
      'evalguard.yaml': allow('github'),
    });
    const own = await runCheck(repository.dir, ['--base', 'origin/main']);
    expect([own.code, secretsOf(own).length]).toEqual([1, 1]);
    repository.git('switch', '--quiet', 'main');
    repository.commit('policy', { 'evalguard.yaml': allow('github') });
    repository.publish();
    repository.git('switch', '--quiet', '--create', 'next');
    repository.commit('add', { [RECORD]: nativeResult([true], { extra: { a: GITHUB } }) });
    expect((await runCheck(repository.dir, ['--base', 'origin/main'])).code).toBe(0);
    repository.commit('more', {
      'results/eval-2026-09-28-corpus-run2.json': nativeResult([true], { extra: { a: ANTHROPIC } }),
    });
    expect((await runCheck(repository.dir, ['--base', 'origin/main'])).rules).toEqual(['file/secret']);
  });
});

describe('a key in what a command writes (C4)', () => {
  const record = (...args: string[]) =>
    runCli(repository.dir, ['record', '-', '--date', '2026-09-28', ...args], {}, nativeResult());

  it.each([
    ['--suite', GITHUB],
    ['--variant', GITHUB],
    ['--model', `agent=acme:${ANTHROPIC}`],
    ['--unmeasured', `target_error: ${ANTHROPIC}`],
  ])('record refuses it in %s', async (option, text) => {
    const args = option === '--model' ? [option, `planner=acme:${ANTHROPIC}`] : [option, text];
    const { code, stderr } = await record(...args);
    expect([code, stderr]).toEqual([1, expect.stringContaining('Revoke those that are keys')]);
    expect(readdirSync(repository.dir)).not.toContain('results');
  });

  it('record warns of a guess and writes; the policy allows a kind', async () => {
    const input = nativeResult([true], {
      extra: { password: 'correct-horse', url: 'redis://u:hunter22@h/0' },
    });
    const ran = await runCli(repository.dir, ['record', '-', '--date', '2026-09-28'], {}, input);
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain('warning  /extra/password looks like');
    expect(ran.stdout).not.toContain('correct-horse');
    repository.write(
      'evalguard.yaml',
      'version: 1\nsecrets: { allow: [{ files: "results/**", rule: github }] }\n',
    );
    const allowed = nativeResult([true], { extra: { a: GITHUB } });
    expect((await runCli(repository.dir, ['record', '-', '--date', '2026-09-28'], {}, allowed)).code).toBe(0);
  });

  it('retract refuses it in its reason', async () => {
    repository.commit('record', { [RECORD]: nativeResult() });
    repository.publish();
    repository.publish('main', 'change');
    const ran = await runCli(repository.dir, ['retract', RECORD, '--reason', `leaked ${ANTHROPIC}`]);
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('looks like an Anthropic key')]);
    expect(ran.stderr).not.toContain(ANTHROPIC);
    expect(readdirSync(repository.path('results'))).toHaveLength(1);
  });
});

describe('a key that another finding quotes (C4)', () => {
  const OPENAI = `sk-proj-${tail.slice(0, 40)}`;
  const shownBy = async (...args: string[]) => {
    const ran = await runCheck(repository.dir, args);
    const terminal = await runCli(repository.dir, ['check', '--no-color', ...args]);
    expect(ran.code).toBe(1);
    return `${ran.stdout}${terminal.stdout}${terminal.stderr}`;
  };

  it.each<[string, object]>([
    ['the value of a key that the schema closes', { mode: GITHUB }],
    ['the name of a key that the schema does not know', { [GITHUB]: 1 }],
    ['the route of a model', { models: { agent: `openai:${OPENAI}` }, judge: { route: `x:${OPENAI}` } }],
    ['the reason of a run', { status: 'unmeasured', reason: GITHUB }],
    ['the id of a case, twice', { results: [1, 2].map(() => ({ id: GITHUB, scores: { passed: true } })) }],
    ['a metric', { aggregate: { [OPENAI]: 2 }, thresholds: { [OPENAI]: { min: 3, verdict: 'met' } } }],
  ])('is not shown where it stands as %s', async (_, extra) => {
    repository.write(RECORD, nativeResult([true], extra));
    repository.commit('add');
    const shown = await shownBy('--base', 'origin/main');
    for (const key of [GITHUB, OPENAI]) expect(shown).not.toContain(key.slice(0, 24));
  });

  it('is not shown where a change of a landed record takes it out', async () => {
    repository.write(RECORD, nativeResult([true], { extra: { token: GITHUB } }));
    repository.commit('landed');
    repository.write(RECORD, nativeResult([true], { extra: { token: 'gone' } }));
    repository.commit('taken out');
    const shown = await shownBy('--base', 'HEAD~1');
    expect(shown).toContain('[a GitHub token]');
    expect(shown).not.toContain(GITHUB.slice(0, 24));
  });
});
