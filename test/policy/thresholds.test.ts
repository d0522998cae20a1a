import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JudgedMetric } from '../../src/core/judged-metric.ts';
import { type Dataset, EMPTY_READING, type Reading } from '../../src/core/reading.ts';
import { type Sampling, UNKNOWN_SAMPLING } from '../../src/core/verdict.ts';
import { bareRow } from '../../src/formats/row.ts';
import { whyOutsidePin } from '../../src/policy/pin.ts';
import type { DatasetPin, Series } from '../../src/policy/policy.ts';
import { judgeThresholds } from '../../src/policy/thresholds.ts';
import { aSeries, aThreshold } from '../support/policies.ts';
import { metricWith } from '../support/report.ts';

const judged = (
  metric: Partial<JudgedMetric>,
  bar: Parameters<typeof aThreshold>[0] = {},
  minCoverage: number | null = null,
  parts: Partial<Series> = {},
) => {
  const series = aSeries({ ...parts, thresholds: [aThreshold({ metric: 'm', min: 0.9, ...bar })] });
  const metrics: JudgedMetric[] = [
    { ...metricWith({ name: 'm' }), pointer: null, sampling: UNKNOWN_SAMPLING, ...metric },
  ];
  return judgeThresholds('results/a.json', series, EMPTY_READING, metrics, minCoverage)[0]!;
};
const enforced = { enforce: true };
const nine = { value: 0.95, measured: 9, expected: 10 };

describe('an enforced bar with cases unmeasured', () => {
  it.each([
    ['is met where the worst case meets it', { ...nine, low: 0.9, high: 1 }, enforced, null, 'met'],
    [
      'is unmeasured where the worst case misses it',
      { ...nine, low: 0.85, high: 1 },
      enforced,
      null,
      'unmeasured',
    ],
    [
      'is missed where even the best case misses it',
      { ...nine, value: 0.5, low: 0.4, high: 0.6 },
      enforced,
      null,
      'missed',
    ],
    [
      'K109: is unmeasured where no scale bounds what is missing',
      { ...nine, low: null, high: null },
      enforced,
      null,
      'unmeasured',
    ],
    [
      'is judged on what was measured from min_coverage on',
      { ...nine, low: 0.85, high: 1 },
      enforced,
      0.9,
      'met',
    ],
    ['K107: is unmeasured below min_coverage', { ...nine, low: 0.85, high: 1 }, enforced, 0.95, 'unmeasured'],
    [
      'K103: has a min_coverage of its own before the policy’s',
      { ...nine, low: 0.85, high: 1 },
      { ...enforced, min_coverage: 1 },
      0.5,
      'unmeasured',
    ],
    [
      'is unmeasured where samples are, though each case has one',
      { value: 0.95, measured: 10, expected: 10, low: 0.6, high: 1 },
      enforced,
      null,
      'unmeasured',
    ],
    [
      'is unmeasured between two bounds that both ends miss',
      { ...nine, value: 0.2, low: 0.1, high: 0.9 },
      { ...enforced, min: 0.4, max: 0.6 },
      null,
      'unmeasured',
    ],
    [
      'is met at a max where the worst case is the highest',
      { ...nine, value: 0.1, low: 0.05, high: 0.2 },
      { ...enforced, min: null, max: 0.2 },
      null,
      'met',
    ],
  ])('%s', (_, metric, bar, minCoverage, verdict) => {
    expect(judged(metric, bar, minCoverage).verdict).toBe(verdict);
  });

  it('says how much was measured', () => {
    expect(judged({ ...nine, low: 0.85, high: 1 }, enforced).reason).toMatch(/^only 9 of 10 cases/);
  });
});

describe('a bar that is not enforced', () => {
  it('is judged on what was measured, whatever is missing: it blocks nothing, and coverage is shown', () => {
    expect(judged({ ...nine, low: 0.85, high: 1 }).verdict).toBe('met');
  });

  it('K105: is unmeasured over nothing, with the metric’s reason', () => {
    const verdict = judged({ value: null, reason: 'target_quota: none of 2 was measured', measured: 0 });
    expect(verdict).toMatchObject({ verdict: 'unmeasured', reason: expect.stringMatching(/^target_quota/) });
  });

  it('K117: is missed by a hair, and the digits, the interval and the word show it', () => {
    expect(judged({ ...hair }, { min: 0.7 })).toMatchObject({
      ...{ verdict: 'missed', value: 0.6919, n: 198, few: false, within_noise: true },
      interval: { low: 0.6245, high: 0.7521, level: 0.95, method: 'wilson' },
    });
  });
});

const hair = {
  ...{ value: 0.6919, measured: 198, expected: 198, low: 0.6919, high: 0.6919 },
  sampling: sampled(198, 0.6245, 0.7521),
};

function sampled(n: number | null, low: number, high: number): Sampling {
  return { n, few: false, interval: { low, high, level: 0.95, method: 'wilson' } };
}

it('of a result outside a pin nothing is shown that could be taken for its value', () => {
  const sampling = {
    n: 40,
    few: false,
    interval: { low: 0.8, high: 0.95, level: 0.95, method: 'wilson' },
  } as const;
  const { verdict, n, interval, within_noise } = judged({ value: 0.95, sampling }, {}, null, {
    dataset: { name: 'q', version: null, fingerprint: null },
  });
  expect([verdict, n, interval, within_noise]).toEqual(['unmeasured', null, null, false]);
});

it.each([
  [3, 'met', null],
  [99, 'unmeasured', 'its own metrics_version is 99, and the series is pinned to 3'],
])(
  'a metric that states version %s of its own is, where the series is pinned to 3, %s',
  (own, verdict, reason) => {
    const definitions = new Map([['m', { aggregate: 'rate', metrics_version: own }]]);
    const reading = { ...EMPTY_READING, metrics_version: 3, definitions };
    const series = aSeries({ metrics_version: 3, thresholds: [aThreshold({ metric: 'm', min: 0.9 })] });
    const metrics = [
      { ...metricWith({ name: 'm' }), pointer: null, sampling: UNKNOWN_SAMPLING, value: 0.95 },
    ];
    const [found] = judgeThresholds('results/a.json', series, reading, metrics, null);
    expect([found?.verdict, found?.reason]).toEqual([verdict, reason]);
    const [free] = judgeThresholds('a.json', { ...series, metrics_version: null }, reading, metrics, null);
    expect(free?.verdict).toBe('met');
  },
);

describe('min_n (K118)', () => {
  const two = { value: 1, measured: 2, expected: 2, sampling: { n: 2, few: true, interval: null } };

  it.each<[string, Partial<JudgedMetric>, object, number | null, string, string | null]>([
    ['not set: two cases meet the bar, and are called few', two, {}, null, 'met', null],
    [
      'too few',
      two,
      { min_n: 30 },
      null,
      'unmeasured',
      'it stands on 2 cases, and at least 30 are asked (min_n)',
    ],
    [
      'too few for the series',
      two,
      {},
      30,
      'unmeasured',
      'it stands on 2 cases, and at least 30 are asked (min_n)',
    ],
    ['exactly enough', two, { min_n: 2 }, null, 'met', null],
    ['the bar’s own goes before the series’', two, { min_n: 1 }, 30, 'met', null],
    [
      'a miss on too few is no miss',
      { ...two, value: 0 },
      { min_n: 3 },
      null,
      'unmeasured',
      'it stands on 2 cases, and at least 3 are asked (min_n)',
    ],
    [
      'an unknown number is never enough',
      { value: 1, sampling: UNKNOWN_SAMPLING },
      { min_n: 1 },
      null,
      'unmeasured',
      'nothing says on how many cases it was measured, and at least 1 are asked (min_n)',
    ],
    [
      'what has no value keeps its own reason',
      { value: null, reason: 'judge_quota: 429' },
      { min_n: 30 },
      null,
      'unmeasured',
      'judge_quota: 429',
    ],
  ])('%s', (_, metric, bar, ofSeries, verdict, reason) => {
    const found = judged(metric, bar, null, { min_n: ofSeries });
    expect([found.verdict, found.reason]).toEqual([verdict, reason]);
  });

  it('without it the small number is told, and blocks nothing', () => {
    expect(judged(two, { enforce: true })).toMatchObject({ verdict: 'met', n: 2, few: true });
  });
});

describe('rule: interval (K117)', () => {
  const bar = { rule: 'interval' } as const;

  it.each<[string, Partial<JudgedMetric>, object, string]>([
    ['the whole of it meets the bar', hair, { ...bar, min: 0.6 }, 'met'],
    ['an end on the bound meets it: bounds are inclusive', hair, { ...bar, min: 0.6245 }, 'met'],
    ['the whole of it misses the bar', hair, { ...bar, min: 0.8 }, 'missed'],
    ['it lies on both sides of the bound', hair, { ...bar, min: 0.7 }, 'unmeasured'],
    ['it lies on both sides of a bound that the value meets', hair, { ...bar, min: 0.65 }, 'unmeasured'],
    ['it lies on both sides of a most', hair, { ...bar, min: null, max: 0.7 }, 'unmeasured'],
    ['it reaches below the least and above the most', hair, { ...bar, min: 0.65, max: 0.74 }, 'unmeasured'],
    ['there is none', { ...hair, sampling: UNKNOWN_SAMPLING }, { ...bar, min: 0.1 }, 'unmeasured'],
    ['the value alone decides unless said', hair, { min: 0.7 }, 'missed'],
  ])('%s', (_, metric, threshold, verdict) => {
    expect(judged(metric, threshold).verdict).toBe(verdict);
  });

  it('says why nothing is decided, with the numbers', () => {
    expect(judged(hair, { ...bar, min: 0.7 }).reason).toBe(
      'within noise: not the whole of its interval (95 % 0.6245 to 0.7521) is on one side of the bar (rule: interval)',
    );
    expect(judged({ ...hair, sampling: UNKNOWN_SAMPLING }, bar).reason).toContain('it has no interval');
  });
});

describe('laws of what a policy asks', () => {
  const share = fc.integer({ min: 0, max: 20 }).map((part) => part / 20);
  const metrics: fc.Arbitrary<Partial<JudgedMetric>> = fc
    .tuple(share, share, share, fc.constantFrom(null, 0, 1, 3, 30), fc.boolean())
    .map(([a, b, c, n, whole]) => {
      const [low, value, high] = [a, b, c].sort((x, y) => x - y) as [number, number, number];
      const ends = whole ? { low: value, high: value } : { low: null, high: null };
      return { value, measured: 9, expected: whole ? 9 : 10, ...ends, sampling: sampled(n, low, high) };
    });
  const bars = fc.record({
    min: share,
    max: fc.option(share),
    enforce: fc.boolean(),
    rule: fc.constantFrom('point' as const, 'interval' as const),
    min_n: fc.constantFrom(null, 1, 3),
  });

  it('asking for more cases, or for the interval, can only leave a verdict as it is or unmeasured', () => {
    fc.assert(
      fc.property(metrics, bars, fc.integer({ min: 3, max: 40 }), (metric, bar, more) => {
        const before = judged(metric, bar).verdict;
        expect([before, 'unmeasured']).toContain(judged(metric, { ...bar, min_n: more }).verdict);
        expect([judged(metric, { ...bar, rule: 'point' }).verdict, 'unmeasured']).toContain(
          judged(metric, { ...bar, rule: 'interval' }).verdict,
        );
      }),
    );
  });

  it('an interval that is only shown changes no verdict and no reason', () => {
    fc.assert(
      fc.property(metrics, bars, (metric, bar) => {
        const plain = { ...bar, rule: 'point' as const, min_n: null };
        const shown = judged(metric, plain);
        const hidden = judged({ ...metric, sampling: UNKNOWN_SAMPLING }, plain);
        expect([shown.verdict, shown.value, shown.reason]).toEqual([
          hidden.verdict,
          hidden.value,
          hidden.reason,
        ]);
      }),
    );
  });
});

describe('a run that says of itself that it is unmeasured', () => {
  it('gives its own reason to a bar on a metric that it does not state, and no hint of a misspelt one', () => {
    const series = aSeries({ thresholds: [aThreshold({ metric: 'm', min: 0.9, enforce: true })] });
    const run = { ...EMPTY_READING, status: 'unmeasured', reason: 'target_quota: 429' } as const;
    expect(judgeThresholds('results/a.json', series, run, [], null)).toMatchObject([
      {
        verdict: 'unmeasured',
        reason: 'target_quota: 429',
        unknown: null,
        remedy: expect.stringMatching(/^Measure it/),
      },
    ]);
  });
});

describe('a claim beside rows in which nothing was measured', () => {
  const failed = (scores: readonly (readonly [string, number | null])[]) => ({
    ...bareRow('a', '/results/0', {}),
    error: { kind: 'target_quota', message: null },
    scores: new Map(scores),
  });
  const claim = { ...metricWith({ name: 'm', value: 1 }), recomputed: null };
  const verdictOver = (rows: Reading['rows'], metric = claim) =>
    judgeThresholds(
      'results/a.json',
      aSeries({ thresholds: [aThreshold({ metric: 'm', min: 0.9, enforce: true })] }),
      { ...EMPTY_READING, rows },
      [{ ...metric, pointer: null, sampling: UNKNOWN_SAMPLING }],
      null,
    )[0]?.verdict;

  it.each([
    ['there is no row', [], 'unmeasured'],
    ['every row ended in an error', [failed([]), failed([['n', null]])], 'unmeasured'],
    ['an error left a score', [failed([['n', 0]])], 'met'],
    ['a row is only silent', [bareRow('a', '/results/0', {})], 'met'],
    ['the file keeps no rows', null, 'met'],
  ] as const)('%s: %s', (_, rows, verdict) => {
    expect(verdictOver(rows)).toBe(verdict);
  });
});

it.each<[Partial<Dataset>, Partial<DatasetPin>, string | null]>([
  [{ name: 'q' }, { name: 'q' }, null],
  [{ version: 'q' }, { name: 'q' }, "the dataset's name is not stated, and the series is pinned to q"],
  [{ name: 'a', fingerprint: 'q' }, { name: 'q' }, "the dataset's name is a, and the series is pinned to q"],
  [
    { name: 'q', version: '1' },
    { name: 'q', version: '2' },
    "the dataset's version is 1, and the series is pinned to 2",
  ],
  [
    { name: 'sha256:1' },
    { fingerprint: 'sha256:1' },
    "the dataset's fingerprint is not stated, and the series is pinned to sha256:1",
  ],
  [{ name: 'other', fingerprint: 'sha256:1' }, { fingerprint: 'sha256:1' }, null],
])('a pin compares one named field: %o in %o (A3)', (stated, pinned, reason) => {
  const dataset = { name: null, version: null, fingerprint: null, cases: null, ...stated };
  const series = aSeries({ dataset: { name: null, version: null, fingerprint: null, ...pinned } });
  expect(whyOutsidePin(series, { ...EMPTY_READING, dataset })).toBe(reason);
});

it('a version that is a text is told apart from the number that looks alike (C9)', () => {
  const series = aSeries({ metrics_version: 1 });
  const reason = (metrics_version: string | number | null) =>
    whyOutsidePin(series, { ...EMPTY_READING, metrics_version });
  expect(reason('1')).toBe('metrics_version is the text "1", and the series is pinned to the number 1');
  expect(reason(2)).toBe('metrics_version is 2, and the series is pinned to 1');
  expect(reason(null)).toBe('metrics_version is not stated, and the series is pinned to 1');
});
