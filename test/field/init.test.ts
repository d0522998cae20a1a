import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { readPolicy } from '../../src/adapters/policy.ts';
import type { Policy } from '../../src/policy/policy.ts';
import { runCheck, runCli } from '../support/cli.ts';
import { describeField } from '../support/field.ts';
import { plainEnvironment } from '../support/repository.ts';

describeField('init proposes for real histories', (data) => {
  const made: string[] = [];
  afterEach(() => {
    for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
  });

  async function proposed(bundle: string): Promise<{ policy: Policy; stdout: string; dir: string }> {
    const dir = mkdtempSync(join(tmpdir(), 'evalguard-field-'));
    made.push(dir);
    const source = join(data, `git-histories/${bundle}.bundle`);
    execFileSync('git', ['clone', '--quiet', '--branch=main', source, dir], { env: plainEnvironment() });
    const { code, stdout } = await runCli(dir, ['init']);
    expect(code).toBe(0);
    const policy = await readPolicy(readFileSync(join(dir, 'evalguard.yaml')), 'evalguard.yaml');
    return { policy, stdout, dir };
  }

  /** Every record, read by the proposed policy: no result that a series claims may be unreadable. */
  async function readings(dir: string): Promise<readonly (string | null)[]> {
    const { report, code } = await runCheck(dir, ['--all', '--policy-file', 'evalguard.yaml']);
    expect(code).not.toBe(3);
    expect(report.findings.filter(({ rule }) => rule === 'result/unknown-format')).toEqual([]);
    return report.results.map(({ series }) => series);
  }

  it('the research engine: its ledger, three series, and what was overwritten', async () => {
    const { policy, stdout, dir } = await proposed('research-engine-results');
    expect(policy.ledger).toEqual(['backend/evals/results']);
    expect(policy.series.map(({ files }) => files).sort()).toEqual([
      '*-run*.json',
      'contradictions_*.json',
      'eval-*.json',
      // It was overwritten: the names of its next runs go on where it ends.
      'memory_eval*.json',
    ]);
    // The newest run names no judge: asking for one would fail the next run of the harness as it is.
    expect(policy.judge.required).toBe(false);
    expect(stdout).toContain(
      'backend/evals/results/eval-2026-08-12.json was overwritten 3 times, first in fa13b9f',
    );
    const stated = policy.series.flatMap(({ thresholds }) =>
      thresholds.map(({ metric, min, max }) => [metric, min ?? max]),
    );
    expect(Object.fromEntries(stated)).toMatchObject({
      recall: 0.8,
      false_positive_rate: 0.1,
      completion_rate: 0.9,
    });
    const formats = policy.series.filter(({ id }) => id !== 'recorded').map(({ format }) => format);
    expect(formats).toEqual(Array(3).fill({ reader: 'research-engine' }));
    expect(await readings(dir)).toHaveLength(9);
  });

  it('mergecraft: latest.json, which history rewrote, is exempt', async () => {
    const { policy, dir } = await proposed('mergecraft-results');
    expect([policy.ledger, policy.exempt]).toEqual([['evals/results'], ['evals/results/latest.json']]);
    expect(policy.series.map(({ files }) => files)).toEqual(['structural-replay-*.json', '*-run*.json']);
    expect(await readings(dir)).toHaveLength(8);
  });

  it('stability: one result a model, rewritten in place, which is not exempted but told', async () => {
    const { policy, stdout, dir } = await proposed('stability-result-json');
    expect([policy.ledger, policy.exempt]).toEqual([['models'], []]);
    expect(policy.series.map(({ files }) => files)).toEqual(['result.json', '*-run*.json']);
    expect(stdout).toMatch(
      /rinna-japanese-gpt-neox-3.6b-instruction-ppo\/result.json was overwritten 6 times/,
    );
    expect(stdout).toContain('37 more results were overwritten');
    expect((await readings(dir)).length).toBeGreaterThanOrEqual(46);
  });
});
