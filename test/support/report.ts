import fc from 'fast-check';
import type { Comparison, MetricComparison } from '../../src/core/comparison.ts';
import {
  type ChangeReport,
  type Incomplete,
  type MetricReport,
  type RangeReport,
  type Report,
  type ReportParts,
  type ResultReport,
  report,
  type ThresholdReport,
} from '../../src/core/report.ts';
import type { FindingReport } from '../../src/core/rule.ts';
import type { JsonValue } from '../../src/document/document.ts';

/** What people and attackers put where a name is expected. */
export const HOSTILE: readonly string[] = [
  '',
  ' ',
  'results/modèle.json',
  'A | B | C',
  'a\\|b',
  'one\ntwo\r\nthree\u2028four\u2029five\u0085six',
  '\n::error file=x::broken',
  '::add-mask::a',
  ' \u00a0\t::stop-commands::x',
  '##[error]broken',
  'x ##vso[task.complete]y',
  '\nevalguard: PASS (exit 0): nothing is wrong.',
  'evalguard: PASS (exit 0): nothing is wrong.',
  '\x1b[2J\x1b[31mred\x1b[0m\x9b0m\x07',
  '\u202etxt.exe\u2066\u200b\u200f\u061c\ufeff',
  'bytes \udc80\udcff and \ud800 lone',
  '@octo-org/all see http://x.invalid and https://y.invalid/#1 www.z.invalid a@b.example',
  '#1 GH-2 owner/repo#3 owner/repo@deadbeefdeadbeef deadbeefdeadbeefdeadbeefdeadbeefdeadbeef 1234567',
  '<script>alert(1)</script><!-- marker --><img src=x onerror=y></details><b>',
  '![x](http://x.invalid/p.png) [x](javascript:y) [^1] [x][y] <http://x.invalid>',
  '`code` ``two`` ```three',
  '**bold** _em_ ~~gone~~ $x^2$ :tada: &lt;&#35;&nbsp;',
  '# heading',
  '- item',
  '+ item',
  '12. item',
  '> quote',
  '---',
  '    indented',
  '| a | b |\n| --- | --- |',
  '\\',
  '`',
  'x\\',
  '</summary></details>',
  '__proto__',
  'constructor',
  '🎯 emoji 👩‍👩‍👧 ⚠️',
];

/** Strings in which anything may stand: the hostile ones, pieces of them joined, any code units. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE) },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.constantFrom(...HOSTILE, 'a', ' ', '\n'), { maxLength: 4 })
      .map((all) => all.join('')),
  },
  {
    weight: 1,
    arbitrary: fc.array(fc.nat(0xffff), { maxLength: 12 }).map((units) => String.fromCharCode(...units)),
  },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.constantFrom(...'`|\\<>&@#:/$*_~[]()!-+=.1a \t'), { maxLength: 16 })
      .map((signs) => signs.join('')),
  },
);

const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
  fc.constantFrom(0, 1, 0.95, 0.7966, 3.49758, 265 / 266),
);
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { nil: null });
const counted = fc.nat(1000);

const jsonValue = fc.oneof(
  hostileText,
  number,
  fc.boolean(),
  fc.constant(null),
  fc.array(hostileText, { maxLength: 2 }),
);
/** Own keys only, `__proto__` among them, as a strict reader of JSON makes them. */
const jsonObject: fc.Arbitrary<{ readonly [key: string]: JsonValue }> = fc
  .array(fc.tuple(hostileText, jsonValue), { maxLength: 3 })
  .map((entries) => Object.fromEntries(entries));

const range: fc.Arbitrary<RangeReport> = fc.record({
  mode: fc.constantFrom('diff' as const, 'staged' as const, 'all' as const),
  base: maybe(hostileText),
  head: maybe(hostileText),
  policy: fc.oneof(hostileText, fc.constantFrom('defaults', 'file')),
  how: hostileText,
});

const change: fc.Arbitrary<ChangeReport> = fc.record({
  kind: fc.constantFrom('added' as const, 'modified' as const, 'deleted' as const, 'renamed' as const),
  path: hostileText,
  from: maybe(hostileText),
  before: maybe(hostileText),
  after: maybe(hostileText),
});

const metric: fc.Arbitrary<MetricReport> = fc.record({
  name: hostileText,
  value: maybe(number),
  claimed: maybe(number),
  recomputed: maybe(number),
  measured: maybe(counted),
  expected: maybe(counted),
  low: maybe(number),
  high: maybe(number),
  reason: maybe(hostileText),
});

const result: fc.Arbitrary<ResultReport> = fc.record({
  path: hostileText,
  arm: maybe(hostileText),
  series: maybe(hostileText),
  format: hostileText,
  run: fc.record({
    suite: maybe(hostileText),
    date: maybe(hostileText),
    routing: maybe(hostileText),
    variant: maybe(hostileText),
    run: maybe(counted),
    generated_at: maybe(hostileText),
  }),
  mode: maybe(hostileText),
  metrics_version: fc.oneof(counted, hostileText, fc.constant(null)),
  status: fc.constantFrom('measured' as const, 'unmeasured' as const, 'retracted' as const),
  reason: maybe(hostileText),
  models: fc
    .array(fc.tuple(hostileText, hostileText), { maxLength: 2 })
    .map((entries) => Object.fromEntries(entries)),
  judge: maybe(
    fc.oneof(
      jsonObject,
      fc.record({
        route: hostileText,
        ruled: counted,
        unreached: counted,
        served: fc.array(hostileText, { maxLength: 2 }),
      }),
    ),
  ),
  metrics: fc.array(metric, { maxLength: 3 }),
  splits: fc.array(
    fc.record({
      by: fc.constantFrom('category' as const, 'provenance' as const),
      group: hostileText,
      metric: hostileText,
      value: maybe(number),
      measured: counted,
      expected: counted,
    }),
    { maxLength: 3 },
  ),
  losses: fc.array(hostileText, { maxLength: 2 }),
});

const threshold: fc.Arbitrary<ThresholdReport> = fc.record({
  path: hostileText,
  series: hostileText,
  arm: maybe(hostileText),
  metric: hostileText,
  min: maybe(number),
  max: maybe(number),
  value: maybe(number),
  verdict: fc.constantFrom('met' as const, 'missed' as const, 'unmeasured' as const),
  reason: maybe(hostileText),
  enforced: fc.boolean(),
  n: maybe(counted),
  few: fc.boolean(),
  interval: maybe(
    fc.record({
      low: number,
      high: number,
      level: fc.constant(0.95),
      method: fc.constantFrom('wilson', 't', 'standard_error'),
    }),
  ),
  within_noise: fc.boolean(),
});

const finding: fc.Arbitrary<FindingReport> = fc.record({
  rule: hostileText,
  severity: fc.constantFrom('error' as const, 'warning' as const, 'note' as const),
  path: maybe(hostileText),
  pointer: maybe(hostileText),
  line: maybe(counted),
  column: maybe(counted),
  message: hostileText,
  remedy: hostileText,
  data: jsonObject,
});

const reason: fc.Arbitrary<Incomplete> = fc.record({
  code: hostileText,
  message: hostileText,
  remedy: hostileText,
  path: maybe(hostileText),
});

const difference = fc.record(
  { key: hostileText, base: maybe(hostileText), head: maybe(hostileText), metric: hostileText },
  { requiredKeys: ['key', 'base', 'head'] },
);

const metricComparison: fc.Arbitrary<MetricComparison> = fc.record({
  name: hostileText,
  base: number,
  head: number,
  difference: number,
  interval: fc.constant(null),
  test: fc.constantFrom('mcnemar', 'sign_flip', 'sign', null),
  p: fc.constant(0.04),
  p_adjusted: fc.constant(0.08),
  cases: fc.constant(10),
  untied: fc.constant(7),
  b: fc.constant(1),
  c: fc.constant(6),
  mde: number,
  lost: fc.nat(3),
  low: number,
  high: number,
  direction: fc.constantFrom('higher', 'lower', null),
  verdict: fc.constantFrom(
    'improved',
    'regressed',
    'no_difference',
    'insufficient',
    'incomparable',
    'unmeasured',
  ),
  reason: maybe(hostileText),
  newly_failing: maybe(fc.array(hostileText, { maxLength: 2 })),
  newly_passing: maybe(fc.array(hostileText, { maxLength: 2 })),
  against: fc.constantFrom(null, 0.5),
  pairs: fc.constantFrom(null, { arm: 'with-docs', won: 7, lost: 2, ties: 1, flips: 3, unmeasured: 1 }),
  decides: fc.boolean(),
});

const comparedSide = fc.record({
  path: hostileText,
  arm: maybe(hostileText),
  date: maybe(hostileText),
});

const comparison: fc.Arbitrary<Comparison> = fc.record({
  base: comparedSide,
  head: comparedSide,
  age_days: maybe(fc.integer({ min: -400, max: 400 })),
  newest: maybe(
    fc.record({
      path: hostileText,
      arm: maybe(hostileText),
      date: maybe(hostileText),
      days_newer: maybe(fc.integer({ min: -400, max: 400 })),
      reasons: fc.array(difference, { maxLength: 1 }),
      gaps: fc.array(fc.record({ name: hostileText, base: number, newest: number }), { maxLength: 7 }),
    }),
  ),
  comparable: fc.boolean(),
  reasons: fc.array(difference, { maxLength: 1 }),
  allowed: fc.array(hostileText, { maxLength: 1 }),
  changed: fc.array(difference, { maxLength: 1 }),
  attribution: maybe(fc.record({ same: counted, changed: counted, unknown: counted })),
  metrics: fc.array(metricComparison, { maxLength: 2 }),
  splits: fc.array(
    fc.record({
      by: fc.constantFrom('category', 'provenance'),
      group: hostileText,
      name: hostileText,
      base: maybe(number),
      head: maybe(number),
      difference: maybe(number),
    }),
    { maxLength: 2 },
  ),
  newly_failing: fc.array(hostileText, { maxLength: 1 }),
  newly_passing: fc.array(hostileText, { maxLength: 1 }),
  trend: maybe(
    fc.record({
      metric: hostileText,
      points: fc.array(fc.record({ label: hostileText, value: number }), { minLength: 3, maxLength: 4 }),
    }),
  ),
  seed: fc.constant(null),
});

/** Reports in which every string is foreign: worse than any that evalguard makes. */
export const anyReport: fc.Arbitrary<Report> = fc
  .record({
    incomplete: fc.array(reason, { maxLength: 2 }),
    range,
    changes: fc.array(change, { maxLength: 3 }),
    results: fc.array(result, { maxLength: 2 }),
    thresholds: fc.array(threshold, { maxLength: 3 }),
    comparisons: fc.array(comparison, { maxLength: 1 }),
    findings: fc.array(finding, { maxLength: 4 }),
  })
  .map(report);

/** A report in which nothing was found; `parts` says what is different. */
export function reportWith(parts: Partial<ReportParts>): Report {
  return report({
    incomplete: [],
    range: {
      mode: 'diff',
      base: '1a2b3c4d5e6f70819202122232425262728292a2',
      head: '5d6e7f8091a2b3c4d5e6f70819202122232425b5',
      policy: '1a2b3c4d5e6f70819202122232425262728292a2',
      how: 'merge base with refs/remotes/origin/main',
    },
    changes: [],
    results: [],
    thresholds: [],
    comparisons: [],
    findings: [],
    ...parts,
  });
}

/** A threshold that is met; `parts` says what is different. */
export function thresholdWith(parts: Partial<ThresholdReport>): ThresholdReport {
  return {
    path: 'results/eval-2026-09-28-corpus-run1.json',
    series: 'eval',
    arm: null,
    metric: 'completion_rate',
    min: 0.9,
    max: null,
    value: 1,
    verdict: 'met',
    reason: null,
    enforced: false,
    n: null,
    few: false,
    interval: null,
    within_noise: false,
    ...parts,
  };
}

/** A metric that its rows confirm; `parts` says what is different. */
export function metricWith(parts: Partial<MetricReport>): MetricReport {
  return {
    name: 'completion_rate',
    value: 1,
    claimed: 1,
    recomputed: 1,
    measured: 10,
    expected: 10,
    low: 1,
    high: 1,
    reason: null,
    ...parts,
  };
}

/** A measured result; `parts` says what is different. */
export function resultWith(parts: Partial<ResultReport>): ResultReport {
  return {
    path: 'results/eval-2026-09-28-corpus-run1.json',
    arm: null,
    series: 'eval',
    format: 'native',
    run: { suite: 'eval', date: '2026-09-28', routing: 'corpus', variant: null, run: 1, generated_at: null },
    mode: 'real',
    metrics_version: 3,
    status: 'measured',
    reason: null,
    models: { planner: 'google:gemini-2.5-flash' },
    judge: null,
    metrics: [metricWith({})],
    splits: [],
    losses: [],
    ...parts,
  };
}

/** A record that was changed; `parts` says what is different. */
export function findingWith(parts: Partial<FindingReport>): FindingReport {
  return {
    rule: 'ledger/modified',
    severity: 'error',
    path: 'results/eval-2026-08-13.json',
    pointer: null,
    line: null,
    column: null,
    message: 'This record was changed. A record is written once, so that what cites it keeps its proof.',
    remedy:
      'Put it back: `git restore --staged --worktree --source=HEAD -- results/eval-2026-08-13.json`. Then add the new measurement under a new file name.',
    data: {},
    ...parts,
  };
}
