import { describe, expect, it } from 'vitest';

const ROOT = new URL('../../', import.meta.url);
const loaded = async <Module>(file: string) => (await import(new URL(file, ROOT).href)) as Module;

describe('what the benchmark simulates', () => {
  it('is refused where the source has no such name any more: undefined would find nothing, ever', async () => {
    const { load } = await loaded<{ load(text: string): Promise<Record<string, unknown>> }>(
      'scripts/bundle.mjs',
    );
    await expect(load("export { judge } from './src/core/verdict.ts';")).resolves.toHaveProperty('judge');
    await expect(load("export { jugde } from './src/core/verdict.ts';")).rejects.toThrow(/jugde/);
  });

  it('finds true effects, and seldom any other', async () => {
    type Row = { readonly share: number; readonly atMost?: number };
    const { calibration } = await loaded<{ calibration(runs: number): Promise<readonly Row[]> }>(
      'bench/calibration.mjs',
    );
    const rows = await calibration(12);
    const mean = (some: readonly Row[]) => some.reduce((sum, { share }) => sum + share, 0) / some.length;
    // A dozen runs each, a fixed seed: far from both bounds, and no more than a sign of life.
    expect(mean(rows.filter(({ atMost }) => atMost === undefined))).toBeGreaterThan(0.5);
    expect(mean(rows.filter(({ atMost }) => atMost !== undefined))).toBeLessThan(0.15);
  });
});
