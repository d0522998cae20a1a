import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCheck, runCli } from '../../support/cli.ts';
import { TestRepository } from '../../support/repository.ts';
import { nativeResult } from '../../support/result.ts';

const ENFORCED = 'thresholds: { passed: { min: 0.8, enforce: true } }';
const BAD = nativeResult([false, false, false, false, true]);
const PROMPTFOO = readFileSync(new URL('../../fixtures/promptfoo/run.json', import.meta.url), 'utf8');

let repository: TestRepository;
beforeEach(() => {
  repository = TestRepository.create();
});
afterEach(() => repository.dispose());

async function record(series: string, args: readonly string[], input = BAD) {
  repository.write('evalguard.yaml', `version: 1\nseries:\n${series}`);
  const common = ['record', '-', '--json', '--date', '2026-09-28'];
  const ran = await runCli(repository.dir, [...common, ...args], {}, input);
  return { ...ran, path: ran.code === 0 ? JSON.parse(ran.stdout).path : null };
}

describe('record --from SERIES stays in that series (D1)', () => {
  it.each([
    [
      'by its name template',
      `  rag: { files: "rag_*.json", name: "rag_{date}-run{run}.json" }\n`,
      [],
      'rag_2026-09-28-run1.json',
    ],
    ['by the usual name', '  rag: { files: "*.json" }\n', [], 'eval-2026-09-28-reader-2-run1.json'],
    [
      'by the suite that the user gives',
      `  rag: { files: "rag_*.json", ${ENFORCED} }\n`,
      ['--suite', 'rag_x'],
      'rag_x-2026-09-28-reader-2-run1.json',
    ],
    [
      'in its folder',
      '  rag: { files: "rag/*.json" }\n',
      ['--ledger', 'results/rag'],
      'rag/eval-2026-09-28-reader-2-run1.json',
    ],
  ])('%s', async (_, series, args, name) => {
    expect(await record(series, ['--from', 'rag', ...args])).toMatchObject({
      code: 0,
      path: `results/${name}`,
    });
  });

  it.each([
    [
      'its files do not claim the usual name',
      `  rag: { files: "rag_*.json", ${ENFORCED} }\n`,
      [],
      'such as --suite rag_eval',
    ],
    ['a hyphen follows the suite', '  rag: { files: "rag-*.json" }\n', [], 'such as --suite rag;'],
    ['its files lie in a folder', '  rag: { files: "rag/**/*.json" }\n', [], '--ledger results/rag'],
    [
      'another series claims the name first',
      '  all: { files: "*.json" }\n  rag: { files: "*-run*.json" }\n',
      [],
      'the series "all" claims that name first',
    ],
    [
      'its own template is not claimed',
      '  rag: { files: "rag_*.json", name: "r-{date}-run{run}.json" }\n',
      [],
      'Give the series a `name`',
    ],
    ['it is a dry run', '  rag: { files: "rag_*.json" }\n', ['--dry-run'], 'such as --suite rag_eval'],
    [
      'the directory is outside the ledger',
      '  rag: { files: "*.json" }\n',
      ['--ledger', 'elsewhere'],
      '--ledger results',
    ],
  ])('refuses where %s, and says what to do', async (_, series, args, remedy) => {
    const { code, stderr } = await record(series, ['--from', 'rag', ...args]);
    expect([code, stderr.replaceAll(/\s+/g, ' ')]).toEqual([2, expect.stringContaining(remedy)]);
    expect(repository.git('status', '--porcelain')).not.toContain('.json');
  });

  it('takes the suite that it proposes', async () => {
    const series = `  rag: { files: "rag_*.json", ${ENFORCED} }\n`;
    const { path } = await record(series, ['--from', 'rag', '--suite', 'rag_eval']);
    expect(path).toBe('results/rag_eval-2026-09-28-reader-2-run1.json');
    repository.commit('policy and a run');
    const { report } = await runCheck(repository.dir, ['--all']);
    expect(report.thresholds).toMatchObject([{ path, verdict: 'missed' }]);
  });
});

describe('record without --from (D1)', () => {
  it('refuses what no series would claim where one is enforced, and warns elsewhere', async () => {
    const refused = await record(`  rag: { files: "rag_*.json", ${ENFORCED} }\n`, []);
    expect([refused.code, refused.stdout]).toEqual([1, expect.stringContaining('result/unclaimed')]);
    const warned = await record('  rag: { files: "rag_*.json" }\n', []);
    expect([warned.code, warned.stdout]).toEqual([0, expect.stringContaining('result/unclaimed')]);
  });

  it('writes names that the series of `init` claims in an empty repository, for every tool', async () => {
    await runCli(repository.dir, ['init']);
    const policy = readFileSync(repository.path('evalguard.yaml'), 'utf8');
    const series = policy.slice(policy.indexOf('series:\n') + 8);
    for (const [args, input] of [
      [[], BAD],
      [['--suite', 'support-bot', '--variant', 'v2'], BAD],
      [['--allow-secrets'], PROMPTFOO],
    ] as const) {
      const { code, stdout } = await record(series, args, input);
      expect([code, stdout]).toEqual([0, expect.not.stringContaining('result/unclaimed')]);
    }
    repository.git('add', '--all');
    repository.git('commit', '--quiet', '-m', 'set up');
    const { report } = await runCheck(repository.dir, ['--all']);
    expect(report.results.map(({ series: id }) => id)).toEqual(report.results.map(() => 'eval'));
    expect(report.results.length).toBeGreaterThan(2);
  });
});
