import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCheck, runCli } from '../../support/cli.ts';
import { TestRepository } from '../../support/repository.ts';
import { nativeResult } from '../../support/result.ts';
import { validateNow } from '../../support/validate.ts';

const metrics = { score: { aggregate: 'rate', score: 'passed' } };
const RUN = 'results/eval-2026-05-27-corpus-run1.json';

describe('check, on bars that rest on a sample', () => {
  let repository: TestRepository;

  beforeAll(() => {
    repository = TestRepository.create();
    repository.write('results/.gitkeep', '');
    repository.git('add', '-A');
    repository.git('commit', '-qm', 'base');
  });
  afterAll(() => repository.dispose());

  /** What a policy with this bar says of a run in which so many of the cases pass. */
  async function checked(bar: string, passes: number, cases: number) {
    repository.git('checkout', '-qf', 'main');
    repository.write(
      'evalguard.yaml',
      `version: 1\nseries:\n  eval:\n    files: "eval-*.json"\n    thresholds:\n      score: ${bar}\n`,
    );
    repository.git('add', '-A');
    repository.git('commit', '-q', '--allow-empty', '-m', 'policy');
    repository.git('checkout', '-qf', '-B', 'change', 'main');
    const passed = Array.from({ length: cases }, (_, index) => index < passes);
    repository.write(RUN, nativeResult(passed, { metrics }));
    repository.git('add', '-A');
    repository.git('commit', '-qm', 'a run');
    const { code, report } = await runCheck(repository.dir, ['--base', 'main']);
    expect(validateNow('report', JSON.parse(JSON.stringify(report)))).toEqual([]);
    const { stdout } = await runCli(repository.dir, ['check', '--base', 'main']);
    const markdown = await runCli(repository.dir, ['check', '--base', 'main', '--format', 'markdown']);
    return { code, bar: report.thresholds[0], report, stdout, markdown: markdown.stdout };
  }

  /** Why `check --all` cannot tell of a series of these files, with another line of its policy. */
  async function whole(line: string, files: string) {
    await checked('{ min: 0.5 }', 2, 2);
    repository.write(
      'evalguard.yaml',
      `version: 1\nseries:\n  eval:\n    files: ${files}\n    thresholds: { score: { min: 0.5, enforce: true } }\n${line}`,
    );
    repository.git('commit', '-qam', 'another policy');
    return (await runCheck(repository.dir, ['--all'])).report.incomplete[0];
  }

  it('K117: 0.6919 of 198 misses 0.7, and every reporter shows the interval and says within noise', async () => {
    const { code, bar, stdout, markdown } = await checked('{ min: 0.7 }', 137, 198);
    expect([code, bar?.verdict, bar?.n, bar?.within_noise]).toEqual([0, 'missed', 198, true]);
    expect(bar?.interval?.low).toBeCloseTo(0.624467, 6);
    expect(bar?.interval?.high).toBeCloseTo(0.752066, 6);
    const words = '0.6919 (198 cases, 95 % 0.6245 to 0.7521, within noise)';
    expect(stdout).toContain(words);
    expect(markdown).toContain(words);
    const shown = await runCli(repository.dir, ['show', RUN]);
    expect(shown.stdout).toContain('missed at 0.6919 (min 0.7, within noise)');
    expect(shown.stdout).toContain('198 of 198 measured; 95 % 0.6245 to 0.7521');
  });

  it('K117: with rule: interval the same run decides nothing, and an enforced bar is incomplete', async () => {
    const { code, bar, report } = await checked('{ min: 0.7, enforce: true, rule: interval }', 137, 198);
    expect([code, bar?.verdict, bar?.within_noise]).toEqual([3, 'unmeasured', true]);
    expect(report.incomplete[0]?.message).toContain('within noise');
    expect(report.incomplete[0]?.remedy).toMatch(/^Ask more cases/);
    const clear = await checked('{ min: 0.7, enforce: true, rule: interval }', 160, 198);
    expect([clear.code, clear.bar?.verdict]).toEqual([0, 'met']);
    const bad = await checked('{ min: 0.7, enforce: true, rule: interval }', 100, 198);
    expect([bad.code, bad.bar?.verdict]).toEqual([1, 'missed']);
  });

  it('K118: two cases meet 0.8 with a remark, and blocked by nothing', async () => {
    const { code, bar, stdout } = await checked('{ min: 0.8, enforce: true }', 2, 2);
    expect([code, bar?.verdict, bar?.n, bar?.few]).toEqual([0, 'met', 2, true]);
    expect(stdout).toContain('1 (2 cases, which is few, 95 % 0.3424 to 1, within noise)');
  });

  it('says why no result of a series counts, and what to do about that', async () => {
    const pinned = await whole('    metrics_version: 3\n', '"eval-*.json"');
    expect(pinned?.message).toContain(
      `in ${RUN}, the newest, metrics_version is 1, and the series is pinned to 3`,
    );
    expect(pinned?.remedy).toContain('move the pin');
    const none = await whole('', '"nothing-*.json"');
    expect(none?.message).toContain('none that stands is of this series');
    expect(none?.remedy).toContain('correct `files`');
  });

  it('K118: under min_n they are unmeasured, with both numbers, and exit 3 where it is enforced', async () => {
    const { code, bar, report } = await checked('{ min: 0.8, enforce: true, min_n: 30 }', 2, 2);
    expect([code, bar?.verdict, bar?.reason]).toEqual([
      3,
      'unmeasured',
      'it stands on 2 cases, and at least 30 are asked (min_n)',
    ]);
    expect(report.incomplete[0]?.message).toContain('it stands on 2 cases, and at least 30 are asked');
    // More runs of the same two cases would end here again.
    expect(report.incomplete[0]?.remedy).toMatch(/^Measure at least 30 cases/);
    expect(report.findings.find(({ rule }) => rule === 'threshold/unmeasured')?.remedy).toMatch(
      /^Measure at least 30 cases/,
    );
    expect((await checked('{ min: 0.8, min_n: 30 }', 2, 2)).code).toBe(0);
    expect((await checked('{ min: 0.8, enforce: true, min_n: 30 }', 30, 30)).bar?.verdict).toBe('met');
  });

  it.each([
    ['{ min: 0.8, min_nn: 30 }', 'did you mean `min_n`'],
    ['{ min: 0.8, min_n: 0 }', 'min_n'],
    ['{ min: 0.8, min_n: 2.5 }', 'min_n'],
    ['{ min: 0.8, min_n: "30" }', 'min_n'],
    ['{ min: 0.8, rule: intervall }', 'interval'],
    ['{ min_n: 30 }', 'min'],
  ])('refuses %s with the place and the word', async (bar, word) => {
    repository.git('checkout', '-qf', 'main');
    repository.write(
      'evalguard.yaml',
      `version: 1\nseries:\n  eval:\n    files: "*.json"\n    thresholds:\n      score: ${bar}\n`,
    );
    repository.git('add', '-A');
    repository.git('commit', '-qm', 'a slip');
    const { code, stderr } = await runCli(repository.dir, ['check', '--all']);
    expect([code, stderr]).toEqual([2, expect.stringContaining(word)]);
  });
});
