import { afterEach, describe, expect, it } from 'vitest';
import type { Comparison } from '../../../src/core/comparison.ts';
import { runCheck, runCli } from '../../support/cli.ts';
import { TestRepository } from '../../support/repository.ts';
import { nativeResult } from '../../support/result.ts';

let repository: TestRepository | null = null;
afterEach(() => {
  repository?.dispose();
  repository = null;
});

const POLICY = `version: 1
series:
  speed:
    files: "speed-*.json"
`;
const DATED = (date: string) => `results/speed-${date}-local-run1.json`;
const METRICS = { latency: { aggregate: 'mean', score: 'latency', direction: 'lower', unit: 's' } };

/** A run in which every case takes as many seconds. */
function run(seconds: number, extra: object = {}): string {
  return nativeResult([], { metrics: METRICS, results: rows(seconds), ...extra });
}

function rows(seconds: number): readonly object[] {
  return Array.from({ length: 8 }, (_, index) => ({
    id: `case-${index}`,
    scores: { latency: seconds + index / 10 },
  }));
}

function based(files: { readonly [path: string]: string }): TestRepository {
  const made = TestRepository.create();
  repository = made;
  made.commit('Base', { 'evalguard.yaml': POLICY, ...files });
  made.publish();
  made.git('switch', '--quiet', '--create', 'change');
  return made;
}

async function compared(made: TestRepository, path: string): Promise<Comparison> {
  const { stdout, stderr } = await runCli(made.dir, ['compare', '--format', 'json', path]);
  expect(stderr).toBe('');
  return JSON.parse(stdout) as Comparison;
}

describe('a stale baseline', () => {
  it('K129: the age of the base is shown in the terminal, in Markdown and as days', async () => {
    const made = based({ [DATED('2026-01-05')]: run(9) });
    const added = DATED('2026-07-23');
    made.commit('New', { [added]: run(7) });
    expect((await compared(made, added)).age_days).toBe(199);
    const terminal = (await runCli(made.dir, ['compare', added])).stdout;
    expect(terminal).toContain(`Base  ${DATED('2026-01-05')}, 199 days older`);
    const { report } = await runCheck(made.dir, ['--compare']);
    expect(report.comparisons.map(({ age_days }) => age_days)).toEqual([199]);
    const { stdout } = await runCli(made.dir, ['check', '--compare', '--format', 'markdown']);
    expect(stdout).toContain(', 199 days older');
  });

  it('K129: a newer result that is not comparable is named beside an older base', async () => {
    const made = based({
      [DATED('2026-01-05')]: run(9),
      [DATED('2026-07-01')]: run(3, { metrics_version: 2 }),
    });
    const added = DATED('2026-07-23');
    made.commit('New', { [added]: run(7) });
    const newest = {
      path: DATED('2026-07-01'),
      arm: null,
      date: '2026-07-01',
      days_newer: 177,
      reasons: [{ key: 'metrics_version', base: 2, head: 1 }],
      gaps: [],
    };
    expect((await compared(made, added)).newest).toEqual(newest);
    const { report } = await runCheck(made.dir, ['--compare']);
    expect(report.comparisons[0]?.newest).toEqual(newest);
    const { stdout } = await runCli(made.dir, ['compare', added]);
    expect(stdout).toMatch(
      /Newest in the series: .*07-01.*177 days newer than the base, which must not be compared/,
    );
  });

  it('K129: a file with a baseline of its own is set beside the latest result too, and the gap is told', async () => {
    const made = based({ [DATED('2026-07-01')]: run(3) });
    const added = DATED('2026-07-23');
    const candidate = { results: rows(7) };
    made.commit('New', { [added]: run(9, { candidate }) });
    const comparison = await compared(made, added);
    expect([comparison.base.arm, comparison.head.arm]).toEqual(['baseline', 'candidate']);
    expect(comparison.newest).toMatchObject({
      path: DATED('2026-07-01'),
      reasons: [],
      gaps: [{ name: 'latency', base: 9.35, newest: 3.35 }],
    });
    const { stdout } = await runCli(made.dir, ['compare', added, '--format', 'markdown']);
    expect(stdout).toContain('9.35 in the base, 3.35 there');
    const { report } = await runCheck(made.dir, ['--compare']);
    const own = report.comparisons.filter(({ base, head }) => base.path === head.path);
    expect(own.map(({ newest }) => newest?.gaps)).toEqual([comparison.newest?.gaps]);
  });

  it.each([
    ['the base is the newest', { [DATED('2026-07-01')]: run(3) }],
    [
      'only an older result is not comparable',
      {
        [DATED('2026-01-05')]: run(9, { metrics_version: 2 }),
        [DATED('2026-07-01')]: run(3),
      },
    ],
  ])('says nothing where %s', async (_, files) => {
    const made = based(files);
    const added = DATED('2026-07-23');
    made.commit('New', { [added]: run(7) });
    expect((await compared(made, added)).newest).toBeNull();
  });

  it('a run that states no date has no age', async () => {
    const made = based({});
    made.write('a.json', run(3));
    made.write('b.json', run(4));
    const { stdout } = await runCli(made.dir, ['compare', 'a.json', 'b.json']);
    expect(stdout).toContain('Base  a.json, age not known, since a run states no date');
  });
});
