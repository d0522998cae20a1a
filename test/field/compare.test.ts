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
});
