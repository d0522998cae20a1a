import { describe, expect, it } from 'vitest';
import { judgedMetrics } from '../../src/measures/evidence/metrics.ts';
import { rowScores } from '../../src/measures/evidence/observed.ts';
import { DEFAULT_POLICY } from '../../src/policy/policy.ts';
import { judgeThresholds } from '../../src/policy/thresholds.ts';
import { thresholdMissed } from '../../src/rules/threshold-missed.ts';
import { aReading } from '../support/evidence.ts';
import { aSeries, aThreshold } from '../support/policies.ts';
import { findingsOf } from '../support/record.ts';

type Series = Parameters<typeof aSeries>[0];

const judged = (series: Series, rows: unknown, parts: object = {}, minCoverage: number | null = null) => {
  const reading = aReading(rows, { ...parts });
  return judgeThresholds('results/a.json', aSeries(series), reading, judgedMetrics(reading), minCoverage);
};
const row = (id: string, negative: boolean, faithfulness: number | null) => ({
  ...{ id, negative, scores: { faithfulness } },
  ...(faithfulness === null ? { unmeasured: { faithfulness: 'judge_timeout' } } : {}),
});
const confabulated = {
  hard_fail: [{ where: { negative: true }, score: 'faithfulness', min: 2, max: null }],
};

describe('hard_fail: rows that fail a run whatever its means say', () => {
  it('fails a run with a splendid mean, enforced, and names the cases', () => {
    const rows = [row('a', false, 5), row('b', false, 1), row('refuse', true, 1), row('d', true, 5)];
    const [gate, ...others] = judged(confabulated, rows);
    expect(others).toEqual([]);
    expect(gate).toMatchObject({
      metric: 'rows where negative is true and faithfulness is below 2',
      ...{ min: null, max: 0, value: 1, verdict: 'missed', enforced: true },
      failing: { cases: ['refuse'], count: 1 },
    });
    const thresholds = [{ ...gate!, line: null, column: null }];
    expect(findingsOf(thresholdMissed, { thresholds })).toMatchObject([
      {
        severity: 'error',
        message:
          'One row fails the run, whatever its means say: rows where negative is true and faithfulness is below 2 (refuse). The policy lists this under hard_fail.',
      },
    ]);
  });

  it.each([
    ['is met where no row matches', [row('a', false, 1), row('b', true, 2)], null, 'met'],
    [
      'is unmeasured where a row that matches was not measured',
      [row('a', true, null), row('b', true, 5)],
      null,
      'unmeasured',
    ],
    [
      'is met on what was measured from min_coverage on',
      [row('a', true, null), row('b', true, 5)],
      0.5,
      'met',
    ],
    [
      'is missed by one row, however many were not measured',
      [row('a', true, null), row('b', true, 1)],
      null,
      'missed',
    ],
    [
      'is unmeasured where no row says what is asked for',
      [{ id: 'a', scores: { faithfulness: 1 } }],
      null,
      'unmeasured',
    ],
    ['is unmeasured where the file keeps no rows', undefined, null, 'unmeasured'],
  ])('%s', (_, rows, minCoverage, verdict) => {
    const parts = rows === undefined ? { aggregate: { x: 1 } } : {};
    expect(judged(confabulated, rows, parts, minCoverage)).toMatchObject([{ verdict }]);
  });

  it('A10: a score that its row contradicts keeps no run from failing', () => {
    const doubted = (faithfulness: number) => ({
      ...row('b', true, faithfulness),
      unmeasured: { faithfulness: 'judge_quota: 429' },
    });
    expect(judged(confabulated, [row('a', true, 5), doubted(5)])[0]).toMatchObject({ verdict: 'unmeasured' });
    expect(judged(confabulated, [row('a', true, 5), doubted(1)])[0]).toMatchObject({
      verdict: 'missed',
      value: 1,
    });
    const where = { hard_fail: [{ where: { wrong: true }, score: null, min: null, max: null }] };
    const wrong = (parts: object) => ({ id: 'a', scores: { wrong: false }, ...parts });
    expect(judged(where, [wrong({})])[0]).toMatchObject({ verdict: 'met' });
    const unsure = wrong({ unmeasured: { wrong: 'judge_quota: 429' } });
    expect(judged(where, [unsure])[0]).toMatchObject({ verdict: 'unmeasured' });
  });

  it('fails by every row that matches where no score is named', () => {
    const forbidden = { hard_fail: [{ where: { forbidden: true }, score: null, min: null, max: null }] };
    const rows = [
      { id: 'a', scores: { forbidden: true } },
      { id: 'b', scores: { forbidden: false } },
    ];
    expect(judged(forbidden, rows)).toMatchObject([
      { metric: 'rows where forbidden is true', verdict: 'missed', value: 1 },
    ]);
  });

  const safe = { hard_fail: [{ where: { forbidden: true }, score: null, min: null, max: null }] };
  const said = (id: string, forbidden?: unknown) => ({
    id,
    scores: { done: true, ...(forbidden === undefined ? {} : { forbidden }) },
    ...(forbidden === null ? { unmeasured: { forbidden: 'not_applicable' } } : {}),
  });
  it.each<[string, Series, readonly object[], number | null, string]>([
    ['one row leaves out what is asked', safe, [said('a', false), said('b')], null, 'unmeasured'],
    ['one row states null', safe, [said('a', false), said('b', null)], null, 'unmeasured'],
    ['one row that states it fails all the same', safe, [said('a', true), said('b')], null, 'missed'],
    [
      'most rows state it, and min_coverage says that is enough',
      safe,
      [said('a', false), said('b')],
      0.5,
      'met',
    ],
    ['every row states it', safe, [said('a', false), said('b', false)], null, 'met'],
    [
      'a row without the label is within the bounds, and fails nothing whatever it is',
      confabulated,
      [row('a', true, 5), { id: 'b', scores: { faithfulness: 4 } }],
      null,
      'met',
    ],
    [
      'a row without the label is outside the bounds',
      confabulated,
      [row('a', true, 5), { id: 'b', scores: { faithfulness: 1 } }],
      null,
      'unmeasured',
    ],
  ])(
    '(A3) a row that is silent on what hard_fail asks could fail the run: %s',
    (_, series, rows, least, verdict) => {
      expect(judged(series, rows, {}, least)).toMatchObject([{ verdict }]);
    },
  );

  it('is unmeasured for a scripted run, outside the pin or without a measurement', () => {
    const rows = [row('a', true, 1)];
    expect(judged(confabulated, rows, { mode: 'scripted' })).toMatchObject([
      { verdict: 'unmeasured', enforced: true, reason: expect.stringContaining('scripted') },
    ]);
    expect(judged({ ...confabulated, scripted: 'allow' }, rows, { mode: 'scripted' })).toMatchObject([
      { verdict: 'unmeasured', enforced: false },
    ]);
    expect(judged({ ...confabulated, metrics_version: 9 }, rows)).toMatchObject([{ verdict: 'unmeasured' }]);
    const unmeasured = { status: 'unmeasured', reason: 'target_quota' };
    expect(judged(confabulated, rows, unmeasured)).toMatchObject([
      { verdict: 'unmeasured', reason: 'target_quota' },
    ]);
  });
});

describe('inconclusive_when: bounds outside which a run decides nothing', () => {
  const series: Series = {
    thresholds: [aThreshold({ metric: 'win_rate', min: 0.5, enforce: true })],
    inconclusive_when: [{ metric: 'flip_rate', min: null, max: 0.25 }],
  };
  const aggregate = (flip_rate: number | null) => ({
    aggregate: { win_rate: 0.9, flip_rate },
    ...(flip_rate === null ? { unmeasured: { flip_rate: 'judge_quota' } } : {}),
  });

  it.each([
    [0.25, 'met', null],
    [0.26, 'unmeasured', 'inconclusive: flip_rate is 0.26, max 0.25'],
    [null, 'unmeasured', expect.stringMatching(/^inconclusive: flip_rate is not measured/)],
  ])('with a flip rate of %s the win rate is %s', (flips, verdict, reason) => {
    expect(judged(series, undefined, aggregate(flips))).toMatchObject([{ verdict, reason }]);
  });

  it('leaves a row that fails the run what it is', () => {
    const both = judged(
      { ...series, hard_fail: [{ where: { category: 'x' }, score: null, min: null, max: null }] },
      [{ id: 'a', category: 'x', scores: {} }],
      aggregate(0.9),
    );
    expect(both.map(({ verdict }) => verdict)).toEqual(['unmeasured', 'missed']);
  });
});

describe('what a row says, whatever its shape (A3)', () => {
  const leaks = { hard_fail: [{ where: { leaked: true }, score: null, min: null, max: null }] };
  const rows = (leaked: unknown) => [
    { id: 'a', scores: { leaked: false } },
    { id: 'b', scores: { leaked } },
  ];

  it.each([
    [true, 'missed'],
    [1, 'missed'],
    [false, 'met'],
    [0, 'met'],
    ['true', 'unmeasured'],
    ['yes', 'unmeasured'],
    [2, 'unmeasured'],
    [0.99, 'unmeasured'],
  ])('a condition on true finds %j: %s', (leaked, verdict) => {
    expect(judged(leaks, rows(leaked))[0]?.verdict).toBe(verdict);
  });

  it.each([
    ['rulings that come to less than is stated', { scores: { faithfulness: 5 }, judgments: [1] }, 'missed'],
    ['rulings alone', { scores: {}, judgments: [5, 5] }, 'met'],
    ['rulings alone that fail', { scores: {}, judgments: [1, 1] }, 'missed'],
    [
      'a stated failure whose rulings were not reached',
      { scores: { faithfulness: 1 }, judgments: [null] },
      'missed',
    ],
    [
      'a stated pass whose rulings were not reached',
      { scores: { faithfulness: 5 }, judgments: [null] },
      'unmeasured',
    ],
  ])('a condition on a score goes by its evidence: %s', (_, { scores, judgments }, verdict) => {
    const rulings = judgments.map((value) => ({ score: 'faithfulness', value }));
    const reading = aReading([{ id: 'a', negative: true, scores, judgments: rulings }], {});
    const expectations = { reference: null, judges: DEFAULT_POLICY.judge, scoreOf: rowScores(reading) };
    const [gate] = judgeThresholds('results/a.json', aSeries(confabulated), reading, [], null, expectations);
    expect(gate?.verdict).toBe(verdict);
  });

  it('a condition on a score goes by its ranking', () => {
    const gate = { hard_fail: [{ where: { negative: false }, score: 'recall', min: 0.5, max: null }] };
    const metrics = { recall: { aggregate: 'mean', measure: 'recall_at_k', k: 2 } };
    const row = { id: 'a', negative: false, scores: { recall: 1 }, relevant: { d: 1 }, retrieved: ['e'] };
    const reading = aReading([row], { metrics });
    const expectations = { reference: null, judges: DEFAULT_POLICY.judge, scoreOf: rowScores(reading) };
    const [judgedGate] = judgeThresholds('results/a.json', aSeries(gate), reading, [], null, expectations);
    expect(judgedGate?.verdict).toBe('missed');
  });
});
