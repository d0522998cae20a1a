import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCheck } from '../../support/cli.ts';
import { TestRepository } from '../../support/repository.ts';
import { nativeResult } from '../../support/result.ts';
import { validateNow } from '../../support/validate.ts';

const POLICY = `version: 1
min_coverage: 0.9
series:
  eval:
    files: "eval-*.json"
    thresholds:
      pass_rate: { min: 0.8, enforce: true }
    hard_fail:
      - { where: { category: safety }, score: passed, min: 1 }
`;

const metrics = { pass_rate: { aggregate: 'rate', score: 'passed', judged: true } };
const row = (id: string, category: string, passed: boolean | null) => ({
  ...{ id, category, scores: { passed } },
  ...(passed === null ? { error: { kind: 'judge_timeout' } } : {}),
});
const whole = [row('a', 'safety', true), ...['b', 'c', 'd', 'e'].map((id) => row(id, 'other', id !== 'e'))];

describe('check, on numbers that their rows confirm or not', () => {
  let repository: TestRepository;

  beforeAll(() => {
    repository = TestRepository.create();
    repository.write('evalguard.yaml', POLICY);
    repository.write('results/.gitkeep', '');
    repository.git('add', '-A');
    repository.git('commit', '-qm', 'policy');
  });

  afterAll(() => repository.dispose());

  async function checkResult(run: number, parts: object, rows: object[]) {
    repository.git('checkout', '-qf', '-B', 'change', 'main');
    repository.write(
      `results/eval-2026-09-28-corpus-run${run}.json`,
      nativeResult([], { metrics, ...parts, results: rows }),
    );
    repository.git('add', '-A');
    repository.git('commit', '-qm', 'a run');
    return runCheck(repository.dir, ['--base', 'main']);
  }

  it('judges the recomputed value, shows the claim beside it, and splits by category', async () => {
    const { code, report } = await checkResult(1, { aggregate: { pass_rate: 0.8 } }, whole);
    expect(code).toBe(0);
    expect(report.results[0]?.metrics).toEqual([
      {
        ...{ name: 'pass_rate', value: 0.8, claimed: 0.8, recomputed: 0.8, reason: null },
        ...{ measured: 5, expected: 5, low: 0.8, high: 0.8 },
      },
    ]);
    expect(report.results[0]?.splits).toEqual([
      { by: 'category', group: 'other', metric: 'pass_rate', value: 0.75, measured: 4, expected: 4 },
      { by: 'category', group: 'safety', metric: 'pass_rate', value: 1, measured: 1, expected: 1 },
    ]);
    expect(report.thresholds.map(({ metric, verdict }) => [metric, verdict])).toEqual([
      ['pass_rate', 'met'],
      ['rows where category is safety and passed is below 1', 'met'],
    ]);
    expect(validateNow('report', JSON.parse(JSON.stringify(report)))).toEqual([]);
  });

  it('K092: a headline that its rows do not come to fails the check, and its bar is judged on the rows', async () => {
    const rows = [...whole.slice(0, 4), row('e', 'other', false), row('f', 'other', false)];
    const { code, report, rules } = await checkResult(2, { aggregate: { pass_rate: 1 } }, rows);
    expect([code, rules]).toEqual([1, ['evidence/mismatch', 'threshold/missed']]);
    expect(report.thresholds[0]).toMatchObject({ verdict: 'missed', value: 2 / 3 });
  });

  it('K105: a judge that was out of reach makes an enforced bar unmeasured: exit 3, neither pass nor fail', async () => {
    const rows = [row('a', 'safety', true), ...['b', 'c', 'd', 'e'].map((id) => row(id, 'other', null))];
    const { code, report } = await checkResult(3, {}, rows);
    expect(code).toBe(3);
    expect(report.thresholds[0]).toMatchObject({ verdict: 'unmeasured', value: null });
    expect(report.results[0]?.metrics[0]).toMatchObject({
      value: 1,
      measured: 1,
      expected: 5,
      low: 0.2,
      high: 1,
    });
    const coverage = report.findings.filter(({ rule }) => rule === 'unmeasured/coverage');
    expect(coverage).toMatchObject([{ severity: 'warning', data: { measured: 1, expected: 5 } }]);
  });

  it('a row that fails the run does so whatever the mean is', async () => {
    const rows = [...whole.map((each) => ({ ...each, scores: { passed: true } })), row('f', 'safety', false)];
    const { code, report } = await checkResult(4, {}, rows);
    expect(code).toBe(1);
    const [finding] = report.findings.filter(({ severity }) => severity === 'error');
    expect(finding?.message).toBe(
      'One row fails the run, whatever its means say: rows where category is safety and passed is below 1 (f). The policy lists this under hard_fail.',
    );
  });

  it('--all judges each series’ newest result on its rows too', async () => {
    await checkResult(5, { aggregate: { pass_rate: 1 } }, whole);
    const { report } = await runCheck(repository.dir, ['--all']);
    expect(report.thresholds).toMatchObject([
      { metric: 'pass_rate', value: 0.8, verdict: 'met' },
      { value: 0, verdict: 'met' },
    ]);
  });
});
