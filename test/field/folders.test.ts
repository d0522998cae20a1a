import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readMapped } from '../../src/formats/mapping/mapping.ts';
import { judgedMetrics } from '../../src/measures/evidence/metrics.ts';
import type { Mapping } from '../../src/policy/policy.ts';
import { runCheck, runCli } from '../support/cli.ts';
import { describeField } from '../support/field.ts';
import { aFile } from '../support/record.ts';
import { TestRepository } from '../support/repository.ts';

const CHECKS = {
  at: ['/assertion_results', '/assertions', '/expectations'],
  pass: ['/passed', '/pass'],
  item: ['/text', '/assertion'],
};
const SKILL = `version: 1
series:
  skill:
    files: "*/benchmark.json"
    folder: whole
    format:
      metrics: /benchmark.json/run_summary
      definitions: { pass_rate: { mean: passed } }
      rows: { at: /eval-*/grading.json, checks: ${JSON.stringify(CHECKS)} }
`;

describeField('runs that are folders', (data) => {
  const texts = (folder: string) =>
    readdirSync(join(data, folder)).map(
      (name) => [name, readFileSync(join(data, folder, name), 'utf8')] as const,
    );

  let repository: TestRepository;
  beforeEach(() => {
    repository = TestRepository.create();
  });
  afterEach(() => repository.dispose());

  const land = (policy: string) => {
    repository.commit('Policy', { 'evalguard.yaml': policy });
    repository.git('switch', '--quiet', '--create', 'topic');
  };

  /** A kept run lies flat: `grading-eval-1.json` was `eval-1/grading.json`. */
  const aRun = (run: string) =>
    Object.fromEntries(
      texts(`skill-benchmark/${run}`).map(([name, text]) => [
        `results/${run}/${name.replace(/^(\w+)-(eval-\d+)\.json$/, '$2/$1.json')}`,
        text,
      ]),
    );

  it('skill benchmarks: .89 is claimed of rows that come to .85625; the other one agrees at 1', async () => {
    land(SKILL);
    repository.commit('runs', { ...aRun('disagree-17df497'), ...aRun('pass-key-b22bcfd2') });
    const { code, report } = await runCheck(repository.dir, ['--base', 'main']);
    expect(code).toBe(1);
    expect(
      report.findings.map(({ path, rule, data }) => [path, rule, data['claimed'], data['recomputed']]),
    ).toEqual([['results/disagree-17df497/benchmark.json', 'evidence/mismatch', 0.89, 0.85625]]);
    expect(report.results.map(({ metrics }) => metrics[0])).toEqual([
      expect.objectContaining({ name: 'pass_rate', value: 0.85625 }),
      expect.objectContaining({ name: 'pass_rate', value: 1, recomputed: 1 }),
    ]);
    const shown = await runCli(repository.dir, ['show', 'HEAD:results/pass-key-b22bcfd2/']);
    expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining('claim and rows agree')]);
  });

  it('the same files, read flat', () => {
    const flat = Object.fromEntries(
      texts('skill-benchmark/disagree-17df497').map(([name, text]) => [name, JSON.parse(text)]),
    );
    const mapping: Mapping = {
      metrics: '/benchmark.json/run_summary',
      definitions: { pass_rate: { mean: 'passed' } },
      rows: { at: '/grading-*.json', checks: CHECKS },
    };
    const mapped = readMapped(aFile(flat), mapping);
    if ('unread' in mapped) throw new Error(mapped.unread);
    expect(judgedMetrics(mapped.readings[0]!)[0]).toMatchObject({ name: 'pass_rate', value: 0.85625 });
  });

  it('a HELM run and a tau2 submission are guarded as folders', async () => {
    land(`version: 1
series:
  mmlu: { files: "helm/mmlu/stats.json", folder: whole, format: { definitions: { exact_match: { at: /stats.json/16/mean } } } }
  qa: { files: "helm/narrative_qa/stats.json", folder: whole, format: { definitions: { f1_score: { at: /stats.json/18/mean } } } }
  tau2:
    files: "tau2/*/submission.json"
    folder: whole
    format: { metrics: /submission.json/results, percent: true, models: /submission.json/model_name }
`);
    const helm = Object.fromEntries(
      texts('helm').map(([name, text]) => {
        const [run = '', ...rest] = name.split('.');
        return [`results/helm/${run}/${rest.join('.')}`, text];
      }),
    );
    const tau2 = Object.fromEntries(
      texts('tau2-submission').map(([name, text]) => [
        `results/tau2/${name.replace(/\.json$/, '')}/submission.json`,
        text,
      ]),
    );
    repository.commit('runs', { ...helm, ...tau2 });
    const { report } = await runCheck(repository.dir, ['--base', 'main']);
    const values = Object.fromEntries(
      report.results.flatMap(({ series, metrics }) =>
        metrics.map(({ name, value }) => [`${series} ${name}`, value]),
      ),
    );
    expect(report.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(values).toMatchObject({
      'mmlu exact_match': 1 / 9,
      'qa f1_score': 0.17424242424242425,
      'tau2 retail.pass_1': expect.any(Number),
    });
    repository.git('branch', '--force', 'main', 'HEAD');
    repository.commit('later', {
      'results/helm/mmlu/extra.json': '{}\n',
      [`${Object.keys(tau2)[0]!.replace('submission', 'trajectory')}`]: '{}\n',
    });
    const later = await runCheck(repository.dir, ['--base', 'main']);
    expect(
      later.report.findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule),
    ).toEqual(['ledger/added-to-folder', 'ledger/added-to-folder']);
  });
});
