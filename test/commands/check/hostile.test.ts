import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../../src/core/report.ts';
import { run } from '../../../src/faces/cli.ts';
import { runCheck, runCli } from '../../support/cli.ts';
import { plainEnvironment, TestRepository } from '../../support/repository.ts';
import { nativeResult } from '../../support/result.ts';

const POLICY = `version: 1
citations: ["*.md"]
series:
  eval: { files: "eval-*.json" }
  table: { files: "table-*.csv", format: quack }
  yaml: { files: "yaml-*.yaml", format: { metrics: /metrics } }
`;

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const named = (count: number, value: unknown) =>
  Object.fromEntries(many(count, (index) => [`m${index}`, value]));

function native(extra: object): string {
  return JSON.stringify({ ...JSON.parse(nativeResult()), ...extra });
}

const rows = (count: number, each: (index: number) => object = () => ({})) =>
  many(count, (index) => ({ id: `c${index}`, scores: { passed: true }, ...each(index) }));

describe('a file that would cost more than a check may spend (B2)', () => {
  let repository: TestRepository;

  beforeAll(() => {
    repository = TestRepository.create();
    repository.write('evalguard.yaml', POLICY);
    repository.write('results/eval-0.json', nativeResult());
    repository.git('add', '-A');
    repository.git('commit', '-qm', 'a ledger');
  });

  afterAll(() => repository.dispose());

  async function checked(files: Readonly<Record<string, string>>) {
    repository.git('checkout', '-q', '-B', 'work', 'main');
    for (const [path, content] of Object.entries(files)) repository.write(`results/${path}`, content);
    repository.git('add', '-A');
    repository.git('commit', '-qm', 'more');
    return runCheck(repository.dir, ['--base', 'main']);
  }

  it.each<[string, string, string]>([
    [
      '30,000 rows and 3,000 metrics',
      'eval-1.json',
      native({ results: rows(30_000), metrics: named(3000, { aggregate: 'rate', score: 'passed' }) }),
    ],
    [
      '3,000 rows that pass_if asks 3,000 times',
      'eval-1.json',
      native({
        results: rows(3000),
        metrics: named(3000, { aggregate: 'rate', pass_if: { passed: { min: 1 } } }),
      }),
    ],
    ['a table of nine million lines', 'table-1.csv', '1\n'.repeat(9_000_000)],
    ['a table of five million cells', 'table-1.csv', `${'1,'.repeat(5_000_000)}\n`],
    [
      'a YAML file of a megabyte of flow',
      'yaml-1.yaml',
      `metrics: { a: 1 }\nrest: [${'1,'.repeat(500_000)}]\n`,
    ],
  ])('ends in exit 3 with its name: %s', async (_, path, content) => {
    const { code, report } = await checked({ [path]: content });
    expect(code).toBe(3);
    expect(report.incomplete).toMatchObject([{ path: `results/${path}` }]);
    expect(report.incomplete[0]?.message).toContain(`results/${path} was not judged: it takes`);
  });

  const CITING = '<!-- evalguard: results/eval-0.json passed -->0.5<!-- /evalguard -->\n\n';

  it.each([
    ['brackets that close nothing', ']'.repeat(240_000)],
    ['quotes within quotes', '>'.repeat(240_000)],
    ['quotes that go on without a sign', '> a\nb\n'.repeat(40_000)],
    ['quotes one after the other', '> a\n\n'.repeat(48_000)],
    ['quotes and bullets within each other', '> - '.repeat(60_000)],
    ['emphasis that nothing opens', 'a**'.repeat(80_000)],
    ['brackets around brackets', '[a]'.repeat(80_000)],
  ])('ends in exit 3 where it is a page of %s', async (_, text) => {
    const { code, report } = await checked({ '../page.md': CITING + text });
    expect(code).toBe(3);
    expect(report.incomplete).toMatchObject([{ path: 'page.md' }]);
  });

  it('reads a page as long as people write them', async () => {
    const line =
      '- **bold** and [a link](docs/x.md), `code`, _more_\n> a quote\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n';
    const { report } = await checked({ '../page.md': CITING + line.repeat(1000) });
    expect(report.incomplete).toEqual([]);
    expect(report.findings.map(({ rule }) => rule)).toContain('citation/stale');
  });

  it('ends in exit 3 at the file that is open when the time is over', async () => {
    let now = Date.parse('2026-09-28T10:00:00Z');
    let stdout = '';
    const code = await run({
      args: ['check', '--all', '--format', 'json', '--deadline', '60'],
      cwd: repository.dir,
      env: plainEnvironment(),
      // Every look at the clock takes twenty seconds.
      now() {
        now += 20_000;
        return new Date(now);
      },
      stdout: {
        write(text) {
          stdout += text;
        },
      },
      stderr: { write: () => {} },
    });
    expect(code).toBe(3);
    const [first] = (JSON.parse(stdout) as Report).incomplete;
    expect(first?.message).toMatch(
      /^The check ended at .+: its time was over\. What comes after it was not looked at\.$/,
    );
    expect(first?.remedy).toContain('--deadline');
  });

  it.each(['0', '-1', '1.5', 'soon', ''])('takes no deadline of %j', async (text) => {
    const { code, stderr } = await runCli(repository.dir, ['check', '--all', '--deadline', text]);
    expect(code).toBe(2);
    expect(stderr).toContain('a whole number of seconds');
  });

  it('hides nothing of the other files: what they break is found, and 1 wins over 3', async () => {
    const heavy = native({
      results: rows(30_000),
      metrics: named(3000, { aggregate: 'rate', score: 'passed' }),
    });
    const { code, report } = await checked({
      'eval-1.json': heavy,
      'eval-0.json': nativeResult([false]),
      'eval-2.json': '{',
    });
    expect(code).toBe(1);
    expect(report.findings.map(({ rule }) => rule)).toEqual(
      expect.arrayContaining(['ledger/modified', 'file/unparsable']),
    );
    expect(report.incomplete).toMatchObject([{ path: 'results/eval-1.json' }]);
  });

  it('hides nothing where a page cites it', async () => {
    const { code, report } = await checked({
      'table-1.csv': '1\n'.repeat(9_000_000),
      'eval-0.json': nativeResult([false]),
      '../page.md': '<!-- evalguard: results/table-1.csv passed -->0.5<!-- /evalguard -->\n',
    });
    expect(code).toBe(1);
    expect(report.findings.map(({ rule }) => rule)).toContain('ledger/modified');
    expect(new Set(report.incomplete.map(({ path }) => path))).toEqual(new Set(['results/table-1.csv']));
  });

  it.each<[string, string]>([
    ['20,000 arms', native({ results: rows(20_000, (index) => ({ arm: `a${index}` })) })],
    ['20,000 categories', native({ results: rows(20_000, (index) => ({ category: `k${index}` })) })],
    [
      '20,000 stated thresholds',
      native({ aggregate: named(20_000, 1), thresholds: named(20_000, { min: 2, verdict: 'met' }) }),
    ],
    [
      '20,000 parts',
      native({
        results: rows(20_000, (index) => ({ category: `m${index}` })),
        aggregate: { passed: 1 },
        aggregate_by: { category: named(20_000, { passed: 0 }) },
      }),
    ],
    [
      '20,000 samples of one case',
      native({ results: rows(20_000, (index) => ({ id: 'a', sample: index + 1 })) }),
    ],
    ['20,000 copies of one row', native({ results: rows(20_000, () => ({ id: 'a' })) })],
    ['20,000 unknown keys', native(named(20_000, 1))],
  ])('is judged to the end where its cost is only its length: %s', async (_, content) => {
    const { report } = await checked({ 'eval-1.json': content });
    expect(report.incomplete.filter(({ code }) => code === 'could-not-look')).toEqual([]);
    expect(report.counts.added).toBe(1);
  });
});
