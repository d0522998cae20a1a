import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { publicationOfReport } from '../../../src/faces/action/publication.ts';
import { comparisonItem } from '../../../src/reporters/comparison.ts';
import { github } from '../../../src/reporters/github.ts';
import { reportJUnit } from '../../../src/reporters/junit.ts';
import { inMarkdown } from '../../../src/reporters/markdown.ts';
import { reportLog } from '../../../src/reporters/report.ts';
import { reportDocument } from '../../../src/reporters/report-document.ts';
import { inTerminal } from '../../../src/reporters/terminal.ts';
import { runCheck, runCli } from '../../support/cli.ts';
import { TestRepository } from '../../support/repository.ts';
import { nativeResult } from '../../support/result.ts';

const policy = (series: string, rest = '') => `version: 1
series:
  eval: { files: "eval-*.json", thresholds: { passed: { min: 0.5, enforce: true } }${series} }
${rest}`;
const scores = (passing: number) => Array.from({ length: 100 }, (_, at) => at < passing);
const of = (passing: number, extra = {}) =>
  nativeResult(scores(passing), { dataset: { name: 'queries' }, ...extra });
const NEW = 'results/eval-2026-09-28-corpus-run1.json';

let repository: TestRepository;
beforeEach(() => {
  repository = TestRepository.create();
});
afterEach(() => repository.dispose());

function land(text: string, files: Readonly<Record<string, string>> = {}): void {
  repository.commit('Records', {
    'evalguard.yaml': text,
    'results/eval-2026-09-01-corpus-run1.json': of(95),
    ...files,
  });
  repository.git('switch', '--quiet', '--create', 'topic');
}

async function checked(files: Readonly<Record<string, string>>, args: readonly string[] = ['--compare']) {
  repository.commit('a run', files);
  const ran = await runCheck(repository.dir, ['--base', 'main', ...args]);
  const worse = ran.report.findings.filter(({ rule }) => /regressed$/.test(rule));
  return { ...ran, worse: worse.map(({ rule, severity, path }) => `${severity} ${rule} ${path}`) };
}
const FOUND = `note comparison/regressed ${NEW}`;

describe('a regression above the fixed threshold (C1)', () => {
  it('is a note that every report names, with the cases that fail now', async () => {
    land(policy(''));
    const { code, worse, report } = await checked({ [NEW]: of(60) });
    expect([code, worse]).toEqual([0, [FOUND]]);
    const words = /passed 0\.95 -> 0\.6 \(p < 0\.0001; newly failing: case-61, case-62, .* and 30 more\)/;
    for (const page of [
      inTerminal(reportLog(comparisonItem), report, { color: false }),
      reportJUnit(report),
    ]) {
      expect(page.replaceAll('&gt;', '>').replaceAll('&lt;', '<')).toMatch(words);
    }
    expect(github(report)).toMatch(/^::notice .*file=results\/eval-2026-09-28.*passed 0\.95 -> 0\.6/m);
    const { stdout } = await runCli(repository.dir, [
      'check',
      '--base',
      'main',
      '--compare',
      '--format',
      'sarif',
    ]);
    expect(JSON.parse(stdout).runs[0].results).toMatchObject([
      { ruleId: 'comparison/regressed', level: 'note', message: { text: expect.stringMatching(words) } },
    ]);
  });

  it('stands in the first lines of the comment under a mark of its own, once, and asks for a comment', async () => {
    land(policy(''));
    const { report } = await checked({ [NEW]: of(60) });
    const lines = inMarkdown(reportDocument, report).split('\n');
    expect(lines[0]).toBe('## 🟠 evalguard: pass, but 1 result regressed (exit 0)');
    expect(lines[2]).toContain('**Nothing blocks this, but 1 result regressed.**');
    expect(lines.slice(3, 7).join('\n')).toMatch(/passed 0\.95 .* 0\.6.*case-61/);
    expect(inMarkdown(reportDocument, report).match(/is worse than/g)).toHaveLength(1);
    const published = publicationOfReport(report, []);
    expect([published.weight, published.outputs['regressed']]).toEqual(['found', 1]);
  });

  it('is not looked for where nobody asks and the series makes no more than a note of it', async () => {
    land(policy(''));
    expect((await checked({ [NEW]: of(60) }, [])).worse).toEqual([]);
  });

  it.each([
    ['warning', 0],
    ['error', 1],
  ] as const)('is what the series makes of it in every check: %s', async (severity, exit) => {
    land(policy(`, regressed: ${severity}`));
    const { code, worse } = await checked({ [NEW]: of(60) }, []);
    expect([code, worse]).toEqual([exit, [`${severity} comparison/regressed ${NEW}`]]);
    repository.git('reset', '--quiet', '--soft', 'main');
    const staged = await runCheck(repository.dir, ['--staged']);
    expect([staged.code, staged.rules]).toEqual([exit, exit === 0 ? [] : ['comparison/regressed']]);
  });

  it('is compared for each of many results where it decides', async () => {
    land(policy(', regressed: error'));
    const many = Array.from({ length: 23 }, (_, at) => `results/eval-2026-09-28-corpus-run${at + 1}.json`);
    const { worse } = await checked(Object.fromEntries(many.map((path) => [path, of(60)])), []);
    expect(worse).toHaveLength(23);
  });

  it.each([
    ['a better result', of(99)],
    ['an equal one', of(95)],
    ['one in which too few cases differ', of(93)],
    ['one of another definition, which must not be compared', of(60, { metrics_version: 2 })],
    ['a scripted run', of(60, { mode: 'scripted' })],
  ])('is not found in %s', async (_, content) => {
    land(policy(', regressed: error'));
    expect((await checked({ [NEW]: content })).worse).toEqual([]);
  });

  it('is not found without a run before it, nor against one that the same change adds', async () => {
    land(policy(', regressed: error'), { 'results/eval-2026-09-01-corpus-run1.json': of(60) });
    const better = 'results/eval-2026-09-27-corpus-run1.json';
    expect((await checked({ [better]: of(95), [NEW]: of(60) })).worse).toEqual([]);
  });

  it('is said once where a requirement says it too, by whichever weighs more', async () => {
    const require = (enforce: boolean) =>
      `require:\n  code: { paths: ["src/**"], series: eval, enforce: ${enforce} }\n`;
    const tree = (dir: TestRepository) => dir.git('rev-parse', 'HEAD^{tree}').trim();
    for (const [series, enforce, expected] of [
      ['', true, `error requirement/regressed ${NEW}`],
      ['', false, `warning requirement/regressed ${NEW}`],
      [', regressed: error', true, `error requirement/regressed ${NEW}`],
      [', regressed: error', false, `error comparison/regressed ${NEW}`],
    ] as const) {
      repository.dispose();
      repository = TestRepository.create();
      land(policy(series, require(enforce)), { 'src/a.ts': 'a' });
      repository.commit('code', { 'src/a.ts': 'b' });
      const code = { tree: tree(repository), dirty: false };
      expect((await checked({ [NEW]: of(60, { code }) })).worse).toEqual([expected]);
    }
  });
});
