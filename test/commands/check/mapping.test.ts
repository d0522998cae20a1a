import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCheck } from '../../support/cli.ts';
import { TestRepository } from '../../support/repository.ts';

const POLICY = `version: 1
ledger: [results]
series:
  runs:
    files: "run-*.json"
    format: { metrics: "", rows: /cases, part: /caseFilter, generated_at: /timestamp }
    thresholds: { passed: { min: 15, enforce: true } }
  arms:
    files: "arms-*.json"
    format: { metrics: "", arms: /*, generated_at: /timestamp }
    thresholds: { f1: { min: 0.835, enforce: true } }
  lines:
    files: "lines-*.jsonl"
    format:
      rows: { at: "", id: /case, pass: /ok, error: /error }
      definitions: { pass_rate: { rate: passed } }
    thresholds: { pass_rate: { min: 0.5, enforce: true } }
  skill:
    files: "skill-*.json"
    format:
      metrics: /benchmark.json/run_summary
      definitions: { pass_rate: { mean: passed } }
      rows:
        at: /eval-*/grading.json
        checks: { at: [/assertion_results, /assertions], pass: [/passed, /pass], item: /text }
        scores: { passed: /summary/pass_rate }
`;

let repository: TestRepository;
beforeEach(() => {
  repository = TestRepository.create();
  repository.commit('A policy', { 'evalguard.yaml': POLICY, 'results/README.md': 'Results\n' });
  repository.git('switch', '--quiet', '--create', 'topic');
});
afterEach(() => repository.dispose());

/** The exit code of a check that adds one file, and the errors and warnings that it finds. */
async function added(name: string, content: unknown) {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  repository.commit('A run', { [`results/${name}`]: text });
  const { code, report } = await runCheck(repository.dir, ['--base', 'main']);
  const found = report.findings.filter(({ severity }) => severity !== 'note');
  return { code, report, found: found.map(({ rule, message }) => `${rule}: ${message}`) };
}

/** A run of 19 cases that all pass, with what it states of them. */
const run = (totals: object, more: object = {}) => ({
  timestamp: '2026-07-22T06:08:04.848Z',
  ...{ total: 19, passed: 19, failed: 0, ...totals, ...more },
  cases: Array.from({ length: 19 }, (_, at) => ({ id: `case-${at}`, passed: true, duration: at })),
});

describe('a team’s own JSON in a check', () => {
  it('whose totals are what its rows come to passes', async () => {
    const { code, found, report } = await added('run-1.json', run({}));
    expect([code, found]).toEqual([0, []]);
    expect(report.thresholds.map(({ metric, verdict }) => [metric, verdict])).toEqual([['passed', 'met']]);
  });

  it('that says 10 passed where 19 of its rows did is a mismatch', async () => {
    const { code, found } = await added('run-1.json', run({ passed: 10 }));
    expect(code).toBe(1);
    expect(found).toEqual([
      expect.stringMatching(/^evidence\/mismatch: passed is claimed as 10, and its rows come to 19/),
    ]);
  });

  it('that says one more passed than did names the rows that failed, not all that were added up', async () => {
    const cases = ['a', 'b', 'c', 'd'].map((id) => ({ id, passed: id !== 'c' }));
    const { found } = await added('run-1.json', { total: 4, passed: 4, failed: 1, cases });
    expect(found[0]).toMatch(/The rows that decide: c 0\.$/);
  });

  it('that was run on a filter is a part, and judged by nothing', async () => {
    const { found, report } = await added('run-1.json', run({}, { caseFilter: 'case-1*' }));
    expect(found).toEqual([expect.stringContaining('only a part of the suite was run (caseFilter case-1*)')]);
    expect(report.thresholds.every(({ verdict }) => verdict === 'unmeasured')).toBe(true);
  });

  it('that holds neither metrics nor rows is not read, with the place that was looked at', async () => {
    const { code, found } = await added('run-1.json', []);
    expect([code, found]).toEqual([
      1,
      [expect.stringMatching(/the whole file is no object, where .* nothing stands at \/cases, where /)],
    ]);
  });

  it('with models as keys is judged arm by arm', async () => {
    const arm = (f1: number) => ({ precision: f1, f1, n_documents: 3 });
    const content = { timestamp: '2026-07-22T06:08:04Z', a: arm(0.8303), b: arm(0.8414), c: arm(0.8303) };
    const { code, report } = await added('arms-1.json', content);
    expect(
      report.results.map(({ arm: name, metrics }) => [
        name,
        metrics.find((each) => each.name === 'f1')?.value,
      ]),
    ).toEqual([
      ['a', 0.8303],
      ['b', 0.8414],
      ['c', 0.8303],
    ]);
    expect(report.thresholds.map(({ verdict }) => verdict)).toHaveLength(3);
    expect(code).not.toBe(0);
  });

  it('as lines has the metrics that its mapping defines; an error is unmeasured, never a fail', async () => {
    const rows = [
      { case: 'a', ok: 'PASS' },
      { case: 'b', ok: null, error: 'HTTP 429: Too Many Requests' },
      { case: 'c', ok: 'PASS' },
    ];
    const { report } = await added('lines-1.jsonl', rows.map((row) => JSON.stringify(row)).join('\n'));
    const [metric] = report.results[0]?.metrics ?? [];
    expect(metric).toMatchObject({ name: 'pass_rate', value: 1, measured: 2, expected: 3 });
  });

  it('as a folder of gradings is compared with every check that they list', async () => {
    const grading = (passes: readonly boolean[], pass_rate: number) => ({
      'grading.json': {
        assertion_results: passes.map((passed, at) => ({ text: `check ${at}`, passed })),
        summary: { pass_rate },
      },
    });
    const content = {
      'benchmark.json': {
        run_summary: { pass_rate: { mean: 0.89, stddev: 0.11 }, tokens: { mean: 4, stddev: 1 } },
      },
      'eval-1': grading([true, true], 1),
      'eval-2': grading([true, true, true, true, true, false, false, false], 0.75),
    };
    const { code, found } = await added('skill-1.json', content);
    expect(code).toBe(1);
    expect(found).toEqual([
      expect.stringContaining('pass_rate is claimed as 0.89, and its rows come to 0.8125'),
      expect.stringContaining(
        'The score passed of eval-2 is stated as 0.75, and the judgments of the row come to 0.625',
      ),
    ]);
  });
});
