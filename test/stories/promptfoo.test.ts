import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCheck, runCli } from '../support/cli.ts';
import { TestRepository } from '../support/repository.ts';

const POLICY = `version: 1
series:
  support:
    files: "pf-*.json"
    format: promptfoo
    thresholds:
      pass_rate: { min: 0.5, enforce: true }
  rows:
    files: "*.jsonl"
    format: promptfoo
    thresholds:
      pass_rate: { min: 0.9 }
  records: { files: "*-run*.json" }
`;
const fixture = (name: string) =>
  readFileSync(new URL(`../fixtures/promptfoo/${name}`, import.meta.url), 'utf8');

type Row = { [key: string]: unknown };
/** The run with a second column: the same tests, of a second provider, with these outcomes in place of fails. */
function twoArms(success: boolean): string {
  const run = JSON.parse(fixture('run.json'));
  const second = (run.results.results as Row[]).slice(0, 4).map((row) => ({
    ...row,
    promptIdx: 1,
    provider: { id: 'openai:gpt-y' },
    success,
    score: success ? 1 : 0.5,
    failureReason: success ? 0 : 1,
  }));
  run.results.results = [...(run.results.results as Row[]).slice(0, 4), ...second];
  run.results.prompts = [];
  return JSON.stringify(run);
}

describe('the output of promptfoo', () => {
  let repository: TestRepository;
  beforeEach(() => {
    repository = TestRepository.create();
    repository.commit('policy', { 'evalguard.yaml': POLICY });
  });
  afterEach(() => repository.dispose());
  const added = (files: Readonly<Record<string, string>>) => {
    repository.commit('results', files);
    return runCheck(repository.dir, ['--base', 'HEAD^', '--head', 'HEAD']);
  };

  it('is checked where a series claims it, as JSON and as rows, and where it only stands in the ledger', async () => {
    const { report, rules } = await added({
      'results/pf-1.json': fixture('run.json'),
      'results/rows.jsonl': fixture('rows.jsonl'),
      'results/out.json': fixture('run.json'),
      'results/old.json': fixture('table.json'),
    });
    expect(rules).toEqual(['result/unclaimed']);
    expect(report.results.map(({ path, format }) => [path, format])).toEqual([
      ['results/old.json', 'promptfoo'],
      ['results/out.json', 'promptfoo'],
      ['results/pf-1.json', 'promptfoo'],
      ['results/rows.jsonl', 'promptfoo'],
    ]);
    expect(report.thresholds.map(({ path, metric, verdict }) => [path, metric, verdict])).toEqual([
      ['results/pf-1.json', 'pass_rate', 'met'],
      ['results/rows.jsonl', 'pass_rate', 'missed'],
    ]);
  });

  it('K209: of a version that is not known is refused, claimed by a series or not', async () => {
    const unknown = fixture('run.json').replace('"version": 3', '"version": 4');
    const { report, rules } = await added({
      'results/pf-1.json': unknown,
      'results/out.json': unknown,
    });
    expect(rules).toContain('result/schema');
    const refused = report.findings.filter(({ rule }) => rule === 'result/schema');
    expect(refused.map(({ path }) => path)).toEqual(['results/out.json', 'results/pf-1.json']);
    for (const { message } of refused) expect(message).toMatch(/version is 4, and known are 2 and 3/);
    expect(refused[0]!.message).not.toMatch(/series/);
    const recorded = await runCli(repository.dir, ['record', 'results/out.json', '--dry-run']);
    expect([recorded.code, recorded.stderr]).toEqual([2, expect.stringMatching(/known are 2 and 3/)]);
  });

  it('is shown and recorded with the version that wrote it, and its record passes the check', async () => {
    repository.write('out.json', fixture('run.json'));
    const shown = await runCli(repository.dir, ['show', 'out.json']);
    expect(shown.stdout).toMatch(/pass_rate +0\.75 +recomputed from rows +4 of 6 measured/);
    const recorded = await runCli(repository.dir, ['record', 'out.json']);
    expect(recorded.code).toBe(0);
    const [name] = readdirSync(repository.path('results'));
    expect(name).toBe('support-desk-2026-10-02-gpt-x-run1.json');
    const record = JSON.parse(readFileSync(repository.path(`results/${name}`), 'utf8'));
    expect(record.source).toMatchObject({ format: 'promptfoo', version: '0.121.20', file: 'out.json' });
    expect(record.results[5].error).toEqual({ kind: 'target_error', message: 'socket hang up' });
    const { rules } = await added({});
    expect(rules).toEqual([]);
  });

  it('of several columns is a record each, and two of its arms are compared', async () => {
    repository.write('out.json', twoArms(true));
    const refused = await runCli(repository.dir, ['compare', 'out.json']);
    expect(refused.stderr).toMatch(/holds two arms, openai:gpt-x and openai:gpt-y/);
    const compared = await runCli(repository.dir, [
      ...['compare', 'out.json', '--arms', 'openai:gpt-x,openai:gpt-y', '--allow', 'metrics_version'],
    ]);
    expect(compared.stdout).toMatch(/pass_rate +0\.75 -> 1/);
    await runCli(repository.dir, ['record', 'out.json']);
    expect(readdirSync(repository.path('results')).sort()).toEqual([
      'support-desk-2026-10-02-gpt-x-openai-gpt-x-run1.json',
      'support-desk-2026-10-02-gpt-y-openai-gpt-y-run1.json',
    ]);
  });

  it('of two runs is compared case by case', async () => {
    repository.write('one.json', fixture('run.json'));
    repository.write('two.json', fixture('run.json').replaceAll('"testIdx": ', '"testIdx": 1'));
    const compared = await runCli(repository.dir, [
      ...['compare', 'one.json', 'two.json', '--allow', 'metrics_version'],
    ]);
    expect(compared.code).toBe(0);
    expect(compared.stdout).toMatch(/pass_rate +0\.75 -> 0\.75/);
  });
});
