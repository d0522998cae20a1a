import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Comparison } from '../../src/core/comparison.ts';
import { runCli } from '../support/cli.ts';
import { describeField } from '../support/field.ts';

describeField('compare on real results', (data) => {
  it('refuses metrics_version 3 against 4 of the research engine, in words that name both', async () => {
    const folder = join(data, 'research-engine');
    const args = ['compare', 'eval-2026-08-13-ollama-run7.json', 'eval-2026-08-13-gemini.json'];
    const { code, stdout } = await runCli(folder, args);
    expect([code, stdout]).toEqual([0, expect.stringContaining('metrics_version: 3 -> 4')]);
    expect(stdout).toContain('evalguard: These results must not be compared.');
    const comparison = JSON.parse((await runCli(folder, [...args, '--format', 'json'])).stdout) as Comparison;
    expect(new Set(comparison.metrics.map(({ verdict }) => verdict))).toEqual(new Set(['incomparable']));
    expect((await runCli(folder, [...args, '--fail-on', 'regressed'])).code).toBe(3);
  });

  it('holds the two arms of a DuckHaven report against each other: a win rate against 0.5, flips apart from ties', async () => {
    const folder = join(data, 'duckhaven');
    const of = async (file: string) =>
      JSON.parse((await runCli(folder, ['compare', file, '--format', 'json'])).stdout) as Comparison;
    const some = await of('compare-with-docs-vs-baseline-20260918T101112+0000.json');
    expect([some.base.arm, some.head.arm]).toEqual(['baseline', 'with-docs']);
    expect(some.metrics).toMatchObject([
      {
        ...{ name: 'win_rate_a', head: 0.5, against: 0.5, difference: null, verdict: 'insufficient' },
        pairs: { arm: 'with-docs', won: 1, lost: 1, ties: 1, flips: 1, unmeasured: 0 },
      },
      { name: 'flip_rate', head: 0.25, verdict: 'incomparable', decides: false },
    ]);
    const ties = await of('compare-all-ties-WINRATE-NULL.json');
    expect([ties.base.arm, ties.head.arm, ties.metrics[0]]).toEqual([
      'baseline',
      'with-docs',
      expect.objectContaining({ head: null, verdict: 'unmeasured' }),
    ]);
  });
});
