import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visible } from '../../src/core/text.ts';
import { inMarkdown } from '../../src/reporters/markdown.ts';
import { reportDocument } from '../../src/reporters/report-document.ts';
import {
  elementsOf,
  expansionsIn,
  isRunnerCommand,
  renderMarkdown,
  tableRows,
  textOf,
} from '../support/github.ts';
import {
  anyReport,
  findingWith,
  metricWith,
  reportWith,
  resultWith,
  thresholdWith,
} from '../support/report.ts';
import { aComparison } from '../support/requirement.ts';
import { trials } from '../support/trial.ts';

const OWN_ELEMENTS = new Set(
  'h2 h3 p strong ul li br code span table thead tbody tr th td details summary'.split(' '),
);

/** The rows of every table that has this column. */
function tablesOf(html: string, column: string) {
  const tables = Array.from(html.matchAll(/<table>[\s\S]*?<\/table>/g), ([table]) => tableRows(table));
  return tables.filter(([head]) => head!.includes(column)).flat();
}

describe('markdown', () => {
  it.each([
    [reportWith({}), '## ✅ evalguard: pass (exit 0)\n\n**Nothing blocks this.** '],
    [
      reportWith({ findings: [findingWith({})] }),
      '## ❌ evalguard: fail (exit 1)\n\n**1 error must be mended before this can land.** ',
    ],
    [
      reportWith({ incomplete: [{ code: 'shallow', message: 'm', remedy: 'r', path: null }] }),
      '## ⚠️ evalguard: incomplete (exit 3)\n\n**Evalguard could not tell (1 reason): neither a pass nor a violation, so this does not land.** ',
    ],
  ])('begins with the verdict', (report, beginning) => {
    expect(inMarkdown(reportDocument, report).startsWith(beginning)).toBe(true);
  });

  it('shows thresholds as met, missed and unmeasured, with a word beside each sign', () => {
    const thresholds = [
      thresholdWith({}),
      thresholdWith({ metric: 'support', value: null, verdict: 'unmeasured', reason: 'judge_quota: 429' }),
      thresholdWith({ metric: 'recall@5', min: 0.8, value: 0.7966, verdict: 'missed', enforced: true }),
    ];
    const path = '`results/eval-2026-09-28-corpus-run1.json`';
    expect(inMarkdown(reportDocument, reportWith({ thresholds }))).toContain(
      [
        `Result: ${path}`,
        '',
        '| Verdict | Metric | Value | Bound | Why |',
        '| --- | --- | --- | --- | --- |',
        `| ❌ missed | \`recall@5\` | 0.7966 | min 0.8, enforced |  |`,
        `| ⚪ n/a (unmeasured) | \`support\` | n/a (unmeasured) | min 0.9 | judge\\_quota: 429 |`,
        `| ✅ met | \`completion_rate\` | 1 | min 0.9 |  |`,
      ].join('\n'),
    );
  });

  it('names the result in each table where there are several, once for the rows that follow it', () => {
    const thresholds = [
      thresholdWith({ path: 'results/a.json' }),
      thresholdWith({ path: 'results/a.json', metric: 'support' }),
      thresholdWith({ path: 'results/b.json', arm: 'candidate' }),
    ];
    const html = renderMarkdown(inMarkdown(reportDocument, reportWith({ thresholds })));
    expect(tableRows(html).map(([result, verdict, metric]) => [result, verdict, metric])).toEqual([
      ['Result', 'Verdict', 'Metric'],
      ['results/a.json', '✅ met', 'completion_rate'],
      ['', '✅ met', 'support'],
      ['results/b.json (candidate)', '✅ met', 'completion_rate'],
    ]);
  });

  it('shows what fails the check before the thresholds', () => {
    const text = inMarkdown(
      reportDocument,
      reportWith({ findings: [findingWith({})], thresholds: [thresholdWith({})] }),
    );
    expect(text.indexOf('### What must be mended')).toBeLessThan(text.indexOf('### Thresholds'));
  });

  it('says what to do about each violation, its command in code', () => {
    const text = inMarkdown(reportDocument, reportWith({ findings: [findingWith({ line: 12, column: 5 })] }));
    expect(text).toContain(
      [
        '### What must be mended',
        '',
        '- `results/eval-2026-08-13.json`',
        '  - `12:5`: This record was changed. A record is written once, so that what cites it keeps its proof. (`ledger/modified`)<br>**What to do:** Put it back:&#32;`git restore --staged --worktree --source=HEAD -- results/eval-2026-08-13.json`. Then add',
      ].join('\n'),
    );
  });

  it('K155 K094 gives every metric a row: unmeasured with its reason, 0 as 0, coverage in counts', () => {
    const results = [
      resultWith({
        judge: { route: 'anthropic:claude', ruled: 97 },
        losses: ['the judge’s temperature'],
        metrics: [
          metricWith({
            name: 'pass^2',
            value: null,
            claimed: null,
            recomputed: null,
            measured: 0,
            expected: 2,
            low: null,
            high: null,
            reason: 'too_few_samples',
          }),
          metricWith({
            name: 'rate',
            value: 0.5,
            claimed: 0.5,
            recomputed: 0.5,
            measured: 1,
            expected: 2,
            low: 0.5,
            high: 1,
          }),
          metricWith({
            name: 'cost',
            value: 0,
            claimed: 0,
            recomputed: null,
            measured: null,
            expected: null,
          }),
        ],
      }),
    ];
    const html = renderMarkdown(inMarkdown(reportDocument, reportWith({ results })));
    const path = 'results/eval-2026-09-28-corpus-run1.json';
    expect(textOf(html)).toContain(
      `${path}: series eval, native, real, metrics version 3Evaluated: planner google:gemini-2.5-flash. Judge: anthropic:claude, 97 ruled.`,
    );
    expect(tableRows(html)).toEqual([
      ['Metric', 'Value', 'Cases', 'Basis'],
      ['pass^2', 'n/a (unmeasured)', '0 of 2 measured', 'too_few_samples'],
      ['rate', '0.5', '1 of 2 measured; with every case 0.5 to 1', 'claim and rows agree'],
      ['cost', '0', '', 'claim alone'],
      ['Missing'],
      ['the judge’s temperature'],
    ]);
  });

  it('shows the metrics by category and provenance, where there are several', () => {
    const splits = [
      { by: 'provenance', group: 'hand-written', metric: 'recall@5', value: 0.75, measured: 3, expected: 4 },
      { by: 'provenance', group: 'a|b', metric: 'recall@5', value: null, measured: 0, expected: 2 },
    ] as const;
    const html = renderMarkdown(
      inMarkdown(reportDocument, reportWith({ results: [resultWith({ metrics: [], splits })] })),
    );
    expect(tableRows(html)).toEqual(
      expect.arrayContaining([
        ['Metric', 'Part', 'Value (measured)'],
        ['recall@5', 'provenance hand-written', '0.75 (3 of 4)'],
        ['recall@5', 'provenance a|b', 'n/a (unmeasured) (0 of 2)'],
      ]),
    );
  });

  it('folds notes away and keeps warnings and reasons in sight', () => {
    const text = inMarkdown(
      reportDocument,
      reportWith({
        findings: [
          findingWith({ severity: 'note', message: 'Only a note.' }),
          findingWith({ severity: 'warning' }),
        ],
        incomplete: [{ code: 'unreadable', message: 'A blob is missing.', remedy: 'Fetch it.', path: 'a|b' }],
      }),
    );
    expect(
      text.indexOf(
        '### What evalguard could not tell\n\n- a&#124;b: A blob is missing. (`unreadable`)<br>**What to do:** Fetch it.',
      ),
    ).toBeGreaterThan(0);
    expect(text.indexOf('### Warnings')).toBeGreaterThan(text.indexOf('### What evalguard'));
    expect(text).toMatch(
      /<details>\n<summary>1 note<\/summary>\n\n- `[^`]+`\n {2}- Only a note\.[^\n]*\n\n<\/details>/,
    );
  });

  it('cuts long lists and says by how many', () => {
    const findings = Array.from({ length: 70 }, (_, line) => findingWith({ line, path: `${line % 3}.json` }));
    const thresholds = Array.from({ length: 60 }, () => thresholdWith({}));
    const text = inMarkdown(reportDocument, reportWith({ findings, thresholds }));
    expect(text.match(/<br>\*\*What to do:/g)).toHaveLength(50);
    const left = Array.from(text.matchAll(/… and (\d+) more of/g), ([, number]) => Number(number));
    expect(left.reduce((sum, number) => sum + number, 0)).toBe(20);
    expect(text).toContain('\n\n… and 10 more: `--format json` has all.');
  });

  it('K139 K141 keeps every table in shape and shows each name whole', () => {
    const metric = 'A | B\n| C\u2028`d`';
    const html = renderMarkdown(
      inMarkdown(reportDocument, reportWith({ thresholds: [thresholdWith({ metric })] })),
    );
    expect(tableRows(html)[1]![1]).toBe(visible(metric));
  });

  it('K142 pings nobody and links nowhere from a hostile model name', () => {
    const results = [
      resultWith({
        judge: { route: '@octo-org/all see http://x.invalid #123' },
        reason: '@octo-org/all see http://x.invalid #123 deadbeefdeadbeef',
      }),
    ];
    const html = renderMarkdown(inMarkdown(reportDocument, reportWith({ results })));
    expect(expansionsIn(html)).toEqual([]);
    expect(textOf(html)).toContain('@octo-org/all see http://x.invalid #123 deadbeefdeadbeef');
  });

  it('K139 K142 K151 stays one page of its own making, whatever a file says', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const text = inMarkdown(reportDocument, report);
        // The chart of a trend is the one block of code, and no text from a file can end it.
        const whole = renderMarkdown(text);
        const html = whole.replace(/<pre><code class="language-mermaid">[^<]*<\/code><\/pre>/g, '');
        const charts = report.comparisons.filter(({ trend }) => trend !== null).length;
        expect(whole.match(/<pre>/g)?.length ?? 0).toBe(charts);
        expect([...elementsOf(html)].filter((element) => !OWN_ELEMENTS.has(element))).toEqual([]);
        expect(html.match(/<h2>/g)).toHaveLength(1);
        const tags = html.match(/<[^>]*>/g) ?? [];
        expect(tags.filter((tag) => !/^<\/?[a-z0-9]+>$/.test(tag))).toEqual([]);
        // Digits of numbers can look like an abbreviated commit; text from files cannot.
        expect(expansionsIn(html).filter((match) => !/^\d+e?$/.test(match))).toEqual([]);
        expect(html.match(/<details>/g)?.length).toBe(html.match(/<\/details>/g)?.length);
        for (const [, table] of html.matchAll(/<table>([\s\S]*?)<\/table>/g)) {
          expect(new Set(tableRows(table!).map((row) => row.length)).size).toBe(1);
        }
        const rows = (heading: string) =>
          tableRows(html).filter((row) => row.slice(0, 2).includes(heading)).length;
        expect(rows('Verdict')).toBe(report.thresholds.length === 0 ? 0 : 1);
        const shape = text.split('\n');
        expect(shape.filter(isRunnerCommand)).toEqual([]);
        expect(text.replaceAll('\n', '').replaceAll('\ufe0f', '')).not.toMatch(
          /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u,
        );
      }),
      { numRuns: trials(200) },
    );
  });

  it('gives as many rows as there are thresholds and metrics', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const html = renderMarkdown(inMarkdown(reportDocument, report));
        const rows = tableRows(html);
        const thresholds = rows.filter((row) =>
          row.slice(0, 2).some((cell) => /^(?:❌ missed|✅ met|⚪ n\/a \(unmeasured\))$/.test(cell)),
        );
        expect(thresholds).toHaveLength(report.thresholds.length);
        const metrics = report.results.reduce((sum, { metrics }) => sum + metrics.length, 0);
        const withHead = (rows: number) => (rows === 0 ? 0 : rows + 1);
        const compared = report.comparisons.reduce((sum, { metrics, splits }) => {
          const groups = new Map(splits.map(({ by }) => [by, splits.filter((one) => one.by === by).length]));
          const parts = [...groups.values()].reduce((rows, count) => rows + withHead(count), 0);
          return sum + withHead(metrics.length) + parts;
        }, 0);
        expect(tablesOf(html, 'Cases')).toHaveLength(metrics === 0 ? 0 : metrics + 1);
        expect(tablesOf(html, 'Difference')).toHaveLength(compared);
      }),
    );
  });
});

it('draws two results of one day and number as two points: Mermaid puts equal labels at one place', () => {
  const points = [0.1, 0.2, 0.3].map((value) => ({ label: '2026-11-30 #1', value }));
  const text = inMarkdown(
    reportDocument,
    reportWith({ comparisons: [{ ...aComparison('regressed'), trend: { metric: 'done', points } }] }),
  );
  expect(text).toContain('x-axis ["2026-11-30 no. 1", "2026-11-30 no. 1 (2)", "2026-11-30 no. 1 (3)"]');
});

it('writes no exponent into a chart: Mermaid’s grammar has none (C9)', () => {
  const values = [1e-7, -2.5e-12, 1e21, 1.5e300, 0, 0.5, 123456];
  const points = values.map((value, at) => ({ label: `2026-11-${at + 10}`, value }));
  const text = inMarkdown(
    reportDocument,
    reportWith({ comparisons: [{ ...aComparison('regressed'), trend: { metric: 'done', points } }] }),
  );
  const line = /^ {2}line \[(.*)\]$/m.exec(text)?.[1]?.split(', ') ?? [];
  for (const number of line) expect(number).toMatch(/^-?\d+(?:\.\d+)?$/);
  expect(line.map(Number)).toEqual(values);
});
