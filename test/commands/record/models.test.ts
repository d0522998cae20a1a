import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCheck, runCli } from '../../support/cli.ts';
import { TestRepository } from '../../support/repository.ts';
import { nativeResult } from '../../support/result.ts';

let repository: TestRepository;
beforeEach(() => {
  repository = TestRepository.create();
  repository.commit('policy', { 'evalguard.yaml': POLICY });
});
afterEach(() => repository.dispose());

const POLICY = `version: 1
series:
  own:
    files: "night-*.json"
    format: { metrics: /scores, models: /who }
`;
const own = (who?: object) =>
  JSON.stringify({ scores: { accuracy: 0.5 }, ...(who === undefined ? {} : { who }) });
const mapped = ['--from', 'own', '--suite', 'night'];

const record = (input: string, ...args: string[]) =>
  runCli(repository.dir, ['record', '-', '--json', '--date', '2026-09-28', ...args], {}, input);
async function recorded(input: string, ...args: string[]) {
  const { code, stdout, stderr } = await record(input, ...args);
  expect([code, stderr]).toEqual([0, '']);
  const { path } = JSON.parse(stdout) as { path: string };
  return { path, content: JSON.parse(readFileSync(repository.path(path), 'utf8')) };
}

describe('record --model', () => {
  it('names the models of a file that names none, and says who did', async () => {
    const { path, content } = await recorded(
      own(),
      ...mapped,
      '--model',
      'agent=acme:reader-2',
      '--model',
      'planner=acme:plan=b',
    );
    expect(content.models).toEqual({ agent: 'acme:reader-2', planner: 'acme:plan=b' });
    expect(content.source.losses).toContain(
      'the models that were evaluated: they were named by whoever recorded it',
    );
    expect(content.source.losses).not.toContain('the models that were evaluated');
    expect(path).toBe('results/night-2026-09-28-default-run1.json');
    repository.commit('record');
    expect((await runCheck(repository.dir, ['--base', 'HEAD^'])).code).toBe(0);
  });

  it('the one model names the routing, as one that the file names does', async () => {
    const { content } = await recorded(own(), ...mapped, '--model', 'agent=acme:reader-2');
    expect(content.routing).toBe('reader-2');
  });

  it('adds a role to those that the file names, and gives a provider to a model without one', async () => {
    const { content } = await recorded(
      own({ agent: 'reader-2' }),
      ...mapped,
      ...['--model', 'agent=acme:reader-2', '--model', 'planner=acme:plan'],
    );
    expect(content.models).toEqual({ agent: 'acme:reader-2', planner: 'acme:plan' });
  });

  it('works for the native form, and for a run that measured nothing', async () => {
    const { content } = await recorded(nativeResult(), '--model', 'planner=acme:a');
    expect(content.models).toEqual({ agent: 'acme:reader-2', planner: 'acme:a' });
    const args = ['record', '--unmeasured', 'target_quota', '--model', 'agent=acme:a', '--json'];
    const { stdout } = await runCli(repository.dir, args);
    const { path } = JSON.parse(stdout) as { path: string };
    expect(JSON.parse(readFileSync(repository.path(path), 'utf8')).models).toEqual({ agent: 'acme:a' });
  });

  it.each<[string, string, readonly string[], number, string]>([
    [
      'another model than the file names',
      nativeResult(),
      ['agent=acme:other'],
      2,
      'the file says that agent was acme:reader-2, and --model says acme:other',
    ],
    ['no role', own(), ['acme:reader-2'], 2, 'it names no role'],
    ['an empty role', own(), ['=acme:reader-2'], 2, 'it names no role'],
    ['a model without a provider', own(), ['agent=reader-2'], 2, '"reader-2" is no route provider:model'],
    ['a route that is not ASCII', own(), ['agent=аcme:reader-2'], 2, 'is no route'],
    [
      'two models for a role',
      own(),
      ['agent=acme:a', 'agent=acme:b'],
      2,
      'that role has another model already',
    ],
    ['a judge among the models', own(), ['judge=acme:a'], 1, 'judge/inside-models'],
  ])('refuses %s, and writes nothing', async (_, input, models, exit, words) => {
    const from = input.includes('evalguard.result') ? [] : mapped;
    const ran = await record(input, ...from, ...models.flatMap((model) => ['--model', model]));
    expect([ran.code, `${ran.stdout}${ran.stderr}`]).toEqual([exit, expect.stringContaining(words)]);
    expect((await runCheck(repository.dir, ['--all'])).report.results).toEqual([]);
  });
});
