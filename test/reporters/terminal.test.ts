import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparisonItem } from '../../src/reporters/comparison.ts';
import { reportLog } from '../../src/reporters/report.ts';
import { inTerminal } from '../../src/reporters/terminal.ts';
import { isRunnerCommand } from '../support/github.ts';
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

const plain = { color: false };
const lastLine = (text: string) => text.trimEnd().split('\n').at(-1);
const OWN_COLOURS = /\x1b\[(?:[0-2]|3[1-6])m/g;

describe('terminal', () => {
  it('tells somebody whose commit was refused why, where, and what to do, and the verdict last', () => {
    const text = inTerminal(
      reportLog(comparisonItem),
      reportWith({ findings: [findingWith({ line: 12, column: 5 })] }),
      plain,
    );
    expect(text).toContain(
      [
        'Findings',
        '  results/eval-2026-08-13.json',
        '    error  12:5  This record was changed. A record is written once, so that what cites it keeps its proof.  (ledger/modified)',
        '      → Put it back: `git restore --staged --worktree --source=HEAD -- results/eval-2026-08-13.json`. Then add the new measurement under a new file name.',
      ].join('\n'),
    );
    expect(lastLine(text)).toBe(
      'evalguard: FAIL (exit 1): 1 error must be mended before this can land. 0 records added.',
    );
  });

  it('says how the range was chosen and whose policy judged it', () => {
    expect(inTerminal(reportLog(comparisonItem), reportWith({}), plain)).toBe(
      [
        '  Compared  1a2b3c4d5e6f to 5d6e7f8091a2 (merge base with refs/remotes/origin/main)',
        '  Policy    as committed at 1a2b3c4d5e6f',
        '',
        'evalguard: PASS (exit 0): nothing blocks this. 0 records added.',
        '',
      ].join('\n'),
    );
  });

  it('says of a check that could not look that no policy was read', () => {
    const range = {
      mode: 'diff',
      base: null,
      head: null,
      policy: 'defaults',
      how: 'nothing was compared',
    } as const;
    expect(inTerminal(reportLog(comparisonItem), reportWith({ range }), plain)).toContain(
      '  Compared  nothing was compared\n  Policy    not read\n',
    );
  });

  it('shows what the Markdown shows: each result beside its predecessor, then arm against arm', () => {
    const beside = aComparison('regressed');
    const arms = { ...beside, base: { ...beside.head, arm: 'x' }, head: { ...beside.head, arm: 'y' } };
    const text = inTerminal(reportLog(comparisonItem), reportWith({ comparisons: [arms, beside] }), plain);
    expect(text).toMatch(/\n\nBeside the predecessor\n {2}\S+ beside \S+.*\n {4}1 regressed\.\n/);
    expect(text).toMatch(/\n\nArm against arm\n {2}\S+ \(y\) beside \S+ \(x\)\n {4}1 regressed\.\n/);
    expect(text.indexOf('Beside the')).toBeLessThan(text.indexOf('Arm against'));
  });

  it.each([
    [
      { mode: 'staged', base: 'main', head: 'index', policy: 'defaults', how: '' } as const,
      'The index against main\n  Policy    the built-in defaults',
    ],
    [
      {
        mode: 'staged',
        base: 'HEAD',
        head: 'index',
        policy: 'defaults',
        how: 'the index against HEAD (no remote)',
      } as const,
      '  Compared  The index against HEAD (no remote): HEAD\n',
    ],
    [
      {
        mode: 'staged',
        base: null,
        head: 'index',
        policy: 'defaults',
        how: 'the index of a repository without commits',
      } as const,
      '  Compared  The index of a repository without commits\n',
    ],
    [
      { mode: 'all', base: null, head: 'HEAD', policy: 'file', how: '' } as const,
      'Every record of HEAD\n  Policy    the file given by --policy-file',
    ],
  ])('words the range %j', (range, words) => {
    expect(inTerminal(reportLog(comparisonItem), reportWith({ range }), plain)).toContain(words);
  });

  it('lists thresholds in words, the missed ones first, with digits that tell value from bound', () => {
    const thresholds = [
      thresholdWith({}),
      thresholdWith({ metric: 'leakage', min: null, max: 0, value: 0 }),
      thresholdWith({
        metric: 'support',
        min: 0.95,
        value: null,
        verdict: 'unmeasured',
        reason: 'judge_quota: 429',
      }),
      thresholdWith({
        metric: 'recall@5',
        min: 0.8,
        value: 0.7999966,
        verdict: 'missed',
        enforced: true,
        arm: 'candidate',
      }),
    ];
    expect(inTerminal(reportLog(comparisonItem), reportWith({ thresholds }), plain)).toContain(
      [
        'Thresholds',
        '  missed            recall@5         0.799997  min 0.8, enforced  results/eval-2026-09-28-corpus-run1.json (candidate)',
        '  n/a (unmeasured)  support                    min 0.95           results/eval-2026-09-28-corpus-run1.json              judge_quota: 429',
        '  met               completion_rate  1         min 0.9            results/eval-2026-09-28-corpus-run1.json',
        '  met               leakage          0         max 0              results/eval-2026-09-28-corpus-run1.json',
        '',
      ].join('\n'),
    );
  });

  it('shows the metrics by category and provenance under the result', () => {
    const splits = [
      { by: 'category', group: 'ai', metric: 'recall@5', value: 0.75, measured: 3, expected: 4 },
      { by: 'category', group: 'law', metric: 'recall@5', value: null, measured: 0, expected: 2 },
    ] as const;
    expect(
      inTerminal(
        reportLog(comparisonItem),
        reportWith({ results: [resultWith({ metrics: [], splits })] }),
        plain,
      ),
    ).toContain(
      [
        '      recall@5  category ai   0.75 (3 of 4)',
        '      recall@5  category law  n/a (unmeasured) (0 of 2)',
        '',
      ].join('\n'),
    );
  });

  it('K155 K094 shows an added result with what is unmeasured, why, and on how many cases the rest stands', () => {
    const results = [
      resultWith({
        judge: { route: 'anthropic:claude', ruled: 97, unreached: 3, served: ['claude-20250929'] },
        losses: ['how many cases the cost is of'],
        metrics: [
          metricWith({
            name: 'support',
            value: 0.5,
            claimed: 0.6,
            recomputed: 0.5,
            measured: 1,
            expected: 2,
            low: 0.25,
            high: 0.75,
          }),
          metricWith({
            name: 'pass^2',
            value: null,
            claimed: null,
            recomputed: null,
            measured: 0,
            expected: 2,
            low: null,
            high: null,
            reason: 'too_few_samples: one',
          }),
          metricWith({
            name: 'cost',
            value: 0,
            recomputed: null,
            claimed: 0,
            measured: null,
            expected: null,
          }),
        ],
      }),
    ];
    expect(inTerminal(reportLog(comparisonItem), reportWith({ results }), plain)).toContain(
      [
        'Added',
        '  results/eval-2026-09-28-corpus-run1.json',
        '    series eval, native, real, metrics version 3',
        '    evaluated planner google:gemini-2.5-flash',
        '    judge anthropic:claude, 97 ruled, 3 unreached, served by claude-20250929',
        '    support  0.5               claims 0.6, rows come to 0.5; 1 of 2 measured; with every case 0.25 to 0.75',
        '    pass^2   n/a (unmeasured)  0 of 2 measured; too_few_samples: one',
        '    cost     0                 claim alone',
        '    not read, or not in the file: how many cases the cost is of',
        '',
      ].join('\n'),
    );
  });

  it('tells an incomplete check from a pass and from a violation, with every reason', () => {
    const incomplete = [
      {
        code: 'shallow',
        message: 'The clone is shallow.',
        remedy: 'Fetch the history: `git fetch --unshallow`.',
        path: null,
      },
    ];
    const text = inTerminal(reportLog(comparisonItem), reportWith({ incomplete }), plain);
    expect(text).toContain(
      'Could not tell\n  shallow  The clone is shallow.\n      → Fetch the history: `git fetch --unshallow`.\n',
    );
    expect(lastLine(text)).toMatch(
      /^evalguard: INCOMPLETE \(exit 3\): evalguard could not tell \(1 reason\): neither a pass nor a violation, so this does not land\./,
    );
  });

  it('puts the file with an error last, next to the verdict', () => {
    const findings = [
      findingWith({ path: 'a.json' }),
      findingWith({ path: 'b.json', severity: 'note' }),
      findingWith({ path: null, severity: 'warning' }),
    ];
    const text = inTerminal(reportLog(comparisonItem), reportWith({ findings }), plain);
    expect(text.indexOf('b.json')).toBeLessThan(text.indexOf('No single file'));
    expect(text.indexOf('No single file')).toBeLessThan(text.indexOf('a.json'));
  });

  it('cuts long lists and says by how many; errors stay before notes', () => {
    const many = (path: string, severity: 'error' | 'note', number: number) =>
      Array.from({ length: number }, (_, at) =>
        findingWith({ path, severity, line: at + 1, rule: `x/${severity}` }),
      );
    const findings = [
      ...many('a.json', 'note', 40),
      ...many('b.json', 'error', 25),
      ...many('c.json', 'note', 40),
      ...many('d.json', 'note', 3),
    ];
    const text = inTerminal(reportLog(comparisonItem), reportWith({ findings }), plain);
    expect(text).toContain('… and 5 more of x/error in this file');
    expect(text).toContain('… and 20 more of x/note in this file');
    expect(text).toContain('… and 30 more of x/note in this file');
    expect(text).toContain('… and 3 findings in other files: --format json has all.');
    expect(text.match(/ {4}(?:error|note) /g)).toHaveLength(50);
    expect(lastLine(text)).toContain('83 notes, 0 records added.');
  });

  it('is the same without colours, but for the colours', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        expect(inTerminal(reportLog(comparisonItem), report, { color: true }).replace(OWN_COLOURS, '')).toBe(
          inTerminal(reportLog(comparisonItem), report, plain),
        );
      }),
    );
  });

  it('K151 prints no control character, no command to a runner and no second verdict, whatever a file says', () => {
    fc.assert(
      fc.property(anyReport, fc.boolean(), (report, color) => {
        const text = inTerminal(reportLog(comparisonItem), report, { color });
        const bare = color ? text.replace(OWN_COLOURS, '') : text;
        expect(bare.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
        const lines = bare.trimEnd().split('\n');
        expect(lines.filter(isRunnerCommand)).toEqual([]);
        expect(lines.flatMap((line, at) => (line.startsWith('evalguard:') ? at : []))).toEqual([
          lines.length - 1,
        ]);
        expect(text.endsWith('\n')).toBe(true);
      }),
      { numRuns: trials(500) },
    );
  });

  it('names a result once above its thresholds, and beside each where there are several', () => {
    const one = thresholdWith({ path: 'results/a.json', metric: 'x' });
    const lines = (...thresholds: readonly (typeof one)[]) =>
      inTerminal(reportLog(comparisonItem), reportWith({ thresholds }), { color: false }).split('\n');
    const alone = lines(one, { ...one, metric: 'y' });
    expect(alone.filter((line) => line.includes('results/a.json'))).toEqual(['  results/a.json']);
    const two = lines(one, { ...one, path: 'results/b.json' });
    expect(two.filter((line) => /results\/[ab]\.json/.test(line))).toHaveLength(2);
    const arms = lines({ ...one, arm: 'baseline' }, { ...one, arm: 'candidate' });
    expect(arms.filter((line) => /\((baseline|candidate)\)/.test(line))).toHaveLength(2);
  });
});
