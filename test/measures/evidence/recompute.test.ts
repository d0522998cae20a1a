import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPTY_READING, type Reading } from '../../../src/core/reading.ts';
import { judgedMetrics } from '../../../src/measures/evidence/metrics.ts';
import { recompute, splitsOf } from '../../../src/measures/evidence/recompute.ts';
import { aReading, metricOf, rowsOf } from '../../support/evidence.ts';

describe('a definition, carried out on rows', () => {
  const rows = [
    { id: 'a', sample: 1, category: 'x', scores: { ok: true, wait: 1, work: 2, grade: 5 } },
    { id: 'a', sample: 2, category: 'x', scores: { ok: false, wait: 2, work: 2, grade: 4 } },
    { id: 'b', sample: 1, category: 'y', negative: true, scores: { ok: true, wait: 6, work: 8, grade: 3 } },
    { id: 'b', sample: 2, category: 'y', negative: true, scores: { ok: true, wait: 7, work: 4, grade: 5 } },
  ];
  it.each([
    ['the mean over cases of each case’s mean', { aggregate: 'mean', score: 'wait' }, (1.5 + 6.5) / 2],
    ['the mean over rows', { aggregate: 'mean', score: 'grade', over: 'rows' }, 17 / 4],
    ['a rate', { aggregate: 'rate', score: 'ok' }, 3 / 4],
    ['a sum', { aggregate: 'sum', score: 'wait' }, 16],
    ['a count', { aggregate: 'count', score: 'wait' }, 4],
    ['the least', { aggregate: 'min', score: 'wait' }, 1],
    ['the most', { aggregate: 'max', score: 'wait' }, 7],
    ['the median', { aggregate: 'median', score: 'wait' }, 4],
    ['a percentile, interpolated', { aggregate: 'percentile', p: 25, score: 'wait' }, 1.75],
    ['a ratio of sums', { aggregate: 'ratio', numerator: 'wait', denominator: 'work' }, 1],
    ['pass^2: no case but b passes twice', { aggregate: 'pass_hat_k', k: 2, score: 'ok' }, 0.5],
    ['pass@2', { aggregate: 'pass_at_k', k: 2, score: 'ok' }, 1],
    [
      'pass^1 by conditions on several scores',
      { aggregate: 'pass_hat_k', k: 1, pass_if: { grade: { min: 4 }, wait: { max: 6 } } },
      0.5,
    ],
    ['only where a score is so', { aggregate: 'mean', score: 'wait', where: { ok: true } }, (1 + 6.5) / 2],
    ['only of a category', { aggregate: 'mean', score: 'wait', where: { category: 'y' } }, 6.5],
    ['only negative cases', { aggregate: 'sum', score: 'grade', where: { negative: true } }, 8],
    ['nothing where nothing is so', { aggregate: 'mean', score: 'wait', where: { category: 'z' } }, null],
  ])('%s', (_, definition, expected) => {
    expect(metricOf(definition, rows).value).toBe(expected);
  });

  it('takes the metric’s own name for the score unless said', () => {
    expect(metricOf({ aggregate: 'mean' }, rowsOf('m', [1, 3])).value).toBe(2);
  });

  it('counts an arm alone', () => {
    const two = [
      { id: 'a', arm: 'new', scores: { m: 1 } },
      { id: 'a', arm: 'old', scores: { m: 0 } },
    ];
    expect(metricOf({ aggregate: 'mean', arm: 'new' }, two).value).toBe(1);
  });

  it.each([
    ['an aggregate that evalguard does not know', { aggregate: 'harmonic' }],
    ['a percentile without p', { aggregate: 'percentile' }],
    ['pass^k without k', { aggregate: 'pass_hat_k' }],
    ['a win rate of nobody', { aggregate: 'win_rate' }],
    ['a measure that evalguard does not know', { aggregate: 'mean', measure: 'bleu' }],
    ['recall without a depth', { aggregate: 'mean', measure: 'recall_at_k' }],
    ['a ratio of one', { aggregate: 'ratio', numerator: 'x' }],
  ])('leaves the claim alone for %s, and says why', (_, definition) => {
    const reading: Reading = {
      ...EMPTY_READING,
      claims: [{ name: 'm', value: 0.5, reason: null, pointer: '/m' }],
      definitions: new Map([['m', definition]]),
      rows: [],
    };
    expect(recompute(reading)[0]!.basis).toMatchObject({ kind: 'claim', why: expect.stringMatching(/\w/) });
    expect(judgedMetrics(reading)[0]).toMatchObject({ value: 0.5, claimed: 0.5, recomputed: null });
  });

  it('says that a claim without rows is only a claim', () => {
    const [evidence] = recompute(aReading(undefined, { aggregate: { m: 0.5 } }));
    expect(evidence?.basis).toEqual({ kind: 'claim', why: 'the file keeps no rows' });
  });
});

describe('a row’s own evidence', () => {
  const judged = { aggregate: 'mean', score: 's', judged: true };
  const judgments = (...values: (boolean | number | null)[]) =>
    values.map((value) => ({ score: 's', value }));

  it('is the mean of its judgments, without those that the judge did not reach', () => {
    expect(metricOf(judged, [{ id: 'a', judgments: judgments(true, false, true, null) }]).value).toBe(2 / 3);
  });

  it('counts before what the row states, which is found', () => {
    const rows = [{ id: 'a', scores: { s: 1 }, judgments: judgments(true, false) }];
    const reading = aReading(rows, { metrics: { m: judged } });
    const [{ basis } = { basis: null }] = recompute(reading);
    expect(basis).toMatchObject({
      value: { value: 0.5 },
      contradictions: [{ score: 's', stated: 1, evidence: 0.5, by: 'judgments' }],
    });
  });

  it('weighs the criteria of a rubric, and takes a grade off its scale for none', () => {
    const rubric = { scale: [1, 5], criteria: { tone: { weight: 3 }, facts: {} } };
    const graded = (tone: number, facts: number) => [
      {
        id: 'a',
        judgments: [
          { score: 's', item: 'tone', value: tone },
          { score: 's', item: 'facts', value: facts },
        ],
      },
    ];
    expect(metricOf(judged, graded(5, 1), { rubric }).value).toBe(4);
    expect(metricOf(judged, graded(-1, 1), { rubric }).value).toBe(1);
  });

  it('is what a measure makes of the ranking that it holds', () => {
    const rows = [
      { id: 'a', relevant: { d1: 2, d7: 1 }, retrieved: ['d9', 'd1'] },
      { id: 'b', relevant: { d2: 2 }, retrieved: ['d2'] },
    ];
    const of = (options: object) => metricOf({ aggregate: 'mean', ...options }, rows).value;
    expect(of({ measure: 'recall_at_k', k: 2 })).toBe((1 / 2 + 1) / 2);
    expect(of({ measure: 'recall_at_k', k: 2, min_grade: 2 })).toBe(1);
    expect(of({ measure: 'precision_at_k', k: 2 })).toBe(0.5);
    expect(of({ measure: 'hit_at_k', k: 1 })).toBe(0.5);
    expect(of({ measure: 'mrr' })).toBe(0.75);
    // gains 0 and 3 against 3 and 1: (3 / log2(3)) / (3 + 1 / log2(3))
    const dcg = 3 / Math.log2(3) / (3 + 1 / Math.log2(3));
    expect(of({ measure: 'ndcg_at_k', k: 2, gain: 'exponential' })).toBeCloseTo((dcg + 1) / 2, 14);
  });

  it('leaves a query that asks for nothing out of the count too', () => {
    const rows = [
      { id: 'a', relevant: { d1: 1 }, retrieved: ['d1'] },
      { id: 'b', relevant: {}, retrieved: ['d2'], scores: { m: 0 } },
    ];
    const metric = metricOf({ aggregate: 'mean', measure: 'recall_at_k', k: 1 }, rows);
    expect(metric).toMatchObject({ value: 1, measured: 1, expected: 1 });
  });

  it('gives way where the row says that nothing was measured: what came back of a failed call is no answer', () => {
    const ranking = { relevant: { d1: 1 }, retrieved: [] };
    const rows = [
      { id: 'a', ...ranking, error: { kind: 'target_timeout' } },
      { id: 'b', ...ranking, scores: { m: null }, unmeasured: { m: 'infrastructure: the index was down' } },
      { id: 'c', ...ranking },
    ];
    const metric = metricOf({ aggregate: 'mean', measure: 'recall_at_k', k: 1 }, rows);
    expect(metric).toMatchObject({ value: 0, measured: 1, expected: 3 });
  });

  it('takes no game for a judgment of the same score', () => {
    const game = { score: 's', order: ['x', 'y'], value: 'x' };
    const rows = [{ id: 'a', judgments: [...judgments(true, false), game] }];
    expect(metricOf(judged, rows).value).toBe(0.5);
  });

  it('is a leak where something came back from outside the selection', () => {
    const rows = [{ id: 'a', selection: ['d1'], retrieved: ['d1', 'd2'] }];
    expect(metricOf({ aggregate: 'mean', measure: 'leakage' }, rows).value).toBe(0.5);
  });

  it('is the match of the calls that were made, and none where no trace was kept', () => {
    const expected_tool_calls = [{ name: 'lookup', arguments: { id: { $match: 'any_value' } } }];
    const rows = [
      { id: 'a', expected_tool_calls, tool_calls: [{ name: 'lookup', arguments: { id: 7 } }] },
      { id: 'b', expected_tool_calls, tool_calls: [] },
      { id: 'c', expected_tool_calls, tool_calls: null },
    ];
    const metric = metricOf({ aggregate: 'mean', measure: 'tool_call_match' }, rows);
    expect(metric).toMatchObject({ value: 0.5, measured: 2, expected: 3 });
  });

  it('is the stated score where the row holds no evidence for the measure', () => {
    const rows = [{ id: 'a', scores: { m: 0.25 } }];
    expect(metricOf({ aggregate: 'mean', measure: 'tool_call_match' }, rows).value).toBe(0.25);
  });

  const game = (winner: string | null, ...orders: (string | null)[]) => ({
    scores: { w: winner },
    judgments: orders.map((value, index) => ({
      score: 'w',
      order: index % 2 === 0 ? ['new', 'old'] : ['old', 'new'],
      value,
    })),
  });

  it('is the winner on which both orders agree; ties and flips are apart', () => {
    const rows = [
      { id: 'a', ...game('new', 'new', 'new') },
      { id: 'b', ...game('old', 'old', 'old') },
      { id: 'c', ...game('tie', 'tie', 'tie') },
      { id: 'd', ...game('tie', 'new', 'old') },
      { id: 'e', ...game('new', 'new', 'new') },
    ];
    const win = metricOf({ aggregate: 'win_rate', score: 'w', arm: 'new' }, rows);
    expect(win).toMatchObject({ value: 2 / 3, ratio: { numerator: 2, denominator: 3 } });
    expect(metricOf({ aggregate: 'flip_rate', score: 'w' }, rows).value).toBe(1 / 5);
  });

  it('cannot be decided by one order alone, whatever winner is stated', () => {
    const rows = [{ id: 'a', ...game('new', 'new') }];
    const metric = metricOf({ aggregate: 'win_rate', score: 'w', arm: 'new' }, rows);
    expect(metric).toMatchObject({ value: null, measured: 0, expected: 1 });
  });
});

describe('errors and what was not measured', () => {
  const judged = { aggregate: 'mean', score: 's', judged: true };

  it('K099: a judge’s answer that could not be read is no 0: left out, and counted', () => {
    const rows = [
      { id: 'a', scores: { s: 1 } },
      { id: 'b', error: { kind: 'judge_unparseable', message: 'I cannot evaluate' }, scores: { s: 0 } },
    ];
    expect(metricOf(judged, rows)).toMatchObject({ value: 1, measured: 1, expected: 2 });
  });

  it('K100: a default that equals the bar is no pass', () => {
    const rows = [{ id: 'a', error: { kind: 'judge_unparseable' }, scores: { s: 3 } }];
    const metric = metricOf(
      { aggregate: 'pass_hat_k', k: 1, pass_if: { s: { min: 3 } }, judged: true },
      rows,
    );
    expect(metric).toMatchObject({ value: null, measured: 0, expected: 1 });
  });

  it('K102: a sentinel outside the rubric’s scale is not averaged', () => {
    const rubric = { scale: [1, 10], criteria: { s: {} } };
    expect(metricOf(judged, rowsOf('s', [8, 7, -1]), { rubric })).toMatchObject({
      value: 7.5,
      measured: 2,
      expected: 3,
      low: 16 / 3,
      high: 25 / 3,
    });
  });

  it('K103: cases that were dropped from the rows stay in the expected count', () => {
    const dataset = { name: 'q', cases: 10 };
    const rows = rowsOf('m', [true, true, true, true, true, false]);
    expect(metricOf({ aggregate: 'rate' }, rows, { dataset })).toMatchObject({
      value: 5 / 6,
      measured: 6,
      expected: 10,
      low: 0.5,
      high: 0.9,
    });
  });

  it('K104: a rate limit is no failure: the value stands on the rest, between both bounds', () => {
    const limited = { error: { kind: 'target_quota' }, scores: { m: false } };
    const rows = [...rowsOf('m', [true, true, false]), { id: 'd', ...limited }];
    expect(metricOf({ aggregate: 'rate', judged: true }, rows)).toMatchObject({
      value: 2 / 3,
      measured: 3,
      expected: 4,
      low: 0.5,
      high: 0.75,
    });
  });

  it('K105: a quota that ran out leaves nothing measured, which is no bad quality', () => {
    const rows = ['a', 'b'].map((id) => ({ id, error: { kind: 'target_quota' }, scores: { m: null } }));
    expect(metricOf({ aggregate: 'rate' }, rows)).toMatchObject({
      value: null,
      measured: 0,
      expected: 2,
      reason: expect.stringMatching(/^target_quota: none of 2/),
    });
  });

  it('K106: a judged pass in a row that failed is counted as the error that it is', () => {
    const rows = [{ id: 'a', error: { kind: 'target_error' }, scores: { m: true } }, ...rowsOf('m', [true])];
    expect(metricOf({ aggregate: 'rate', judged: true }, rows)).toMatchObject({ measured: 1, expected: 2 });
  });

  it('K107: the mean of what was scored does not hide how little that was', () => {
    const rows = [
      { id: 'a', scores: { m: 1 } },
      { id: 'b', error: { kind: 'judge_error' }, scores: { m: null } },
    ];
    expect(metricOf({ aggregate: 'mean' }, rows)).toMatchObject({ value: 1, measured: 1, expected: 2 });
  });

  it('K094: one pass and one error are 1 of 1, on 1 of 2', () => {
    const rows = [
      { id: 'a', scores: { m: true } },
      { id: 'b', error: { kind: 'target_error' }, scores: { m: null } },
    ];
    expect(metricOf({ aggregate: 'rate' }, rows)).toMatchObject({
      ...{ value: 1, measured: 1, expected: 2, low: 0.5, high: 1 },
      ratio: { numerator: 1, denominator: 1 },
    });
  });

  it('K119: a retry is a second sample: the rate over cases is not the last attempt’s', () => {
    const rows = [
      { id: 'a', sample: 1, scores: { m: false } },
      { id: 'a', sample: 2, scores: { m: true } },
    ];
    expect(metricOf({ aggregate: 'rate' }, rows).value).toBe(0.5);
    expect(metricOf({ aggregate: 'pass_at_k', k: 1, score: 'm' }, rows).value).toBe(0.5);
    expect(metricOf({ aggregate: 'pass_at_k', k: 2, score: 'm' }, rows).value).toBe(1);
  });

  it('keeps what the error did not prevent: a run that failed has completed nothing', () => {
    const rows = [{ id: 'a', error: { kind: 'target_quota' }, scores: { m: false } }];
    expect(metricOf({ aggregate: 'rate' }, rows).value).toBe(0);
  });

  it('decides a sample by the condition that failed, and leaves out what does not apply', () => {
    const metric = (scores: object, unmeasured: object) =>
      metricOf({ aggregate: 'pass_hat_k', k: 1, pass_if: { f: { min: 4 }, r: { min: 4 } } }, [
        { id: 'a', scores, unmeasured },
      ]).value;
    expect(metric({ f: null, r: 3 }, { f: 'judge_timeout' })).toBe(0);
    expect(metric({ f: null, r: 4 }, { f: 'not_applicable' })).toBe(1);
    expect(metric({ f: null, r: 4 }, { f: 'judge_timeout' })).toBeNull();
  });

  it('says null where the file does, also where its rows come to a number', () => {
    const parts = { aggregate: { m: null }, unmeasured: { m: 'inconclusive: the judge flips' } };
    expect(metricOf({ aggregate: 'mean' }, rowsOf('m', [1, 0]), parts)).toMatchObject({
      value: null,
      recomputed: 0.5,
      reason: 'inconclusive: the judge flips',
    });
  });
});

describe('coverage and bounds', () => {
  it('counts samples: repeats of a case are evidence, and can be lost (E1)', () => {
    const rows = ['a', 'a', 'b', 'b'].map((id, sample) => ({ id, sample, scores: { m: sample } }));
    expect(metricOf({ aggregate: 'mean' }, rows)).toMatchObject({ measured: 4, expected: 4 });
    expect(metricOf({ aggregate: 'mean', over: 'rows' }, rows)).toMatchObject({ measured: 4, expected: 4 });
    expect(metricOf({ aggregate: 'sum' }, rows)).toMatchObject({ measured: 4, expected: 4 });
  });

  it('does not guess whether a case without a row would have met a condition', () => {
    const rows = [{ id: 'a', category: 'x', scores: { m: 1 } }];
    const where = { aggregate: 'mean', where: { category: 'x' } };
    expect(metricOf(where, rows, { dataset: { cases: 10 } })).toMatchObject({ measured: 1, expected: 1 });
  });

  it('knows the scale of a score by its judgments, whatever a row that failed states', () => {
    const rows = [
      { id: 'a', judgments: [{ score: 's', value: true }] },
      { id: 'b', error: { kind: 'judge_error' }, scores: { s: 7 } },
    ];
    const metric = metricOf({ aggregate: 'mean', score: 's', judged: true }, rows);
    expect(metric).toMatchObject({ value: 1, low: 0.5, high: 1 });
  });

  it('bounds nothing where no scale is known', () => {
    expect(metricOf({ aggregate: 'mean' }, rowsOf('m', [12.5, null]))).toMatchObject({
      low: null,
      high: null,
    });
  });

  it('has no value for a claim that itself counts nothing', () => {
    const claim = { name: 'm', value: 0, reason: null, pointer: '/m', measured: 0, expected: 10 };
    expect(judgedMetrics({ ...EMPTY_READING, claims: [claim] })[0]).toMatchObject({
      value: null,
      claimed: 0,
    });
  });
});

describe('splits', () => {
  const row = (id: string, category: string, m: number) => ({ id, category, scores: { m } });

  it('are there where rows are of several categories or provenances, sorted', () => {
    const split = (category: string) => splitsOf(aReading([row('a', 'x', 1), row('b', category, 3)]));
    expect(split('x')).toEqual([]);
    expect(split('w').map(({ group, value }) => [group, value])).toEqual([
      ['w', 3],
      ['x', 1],
    ]);
  });

  it('leave out a part of which a metric’s condition leaves nothing', () => {
    const metrics = { m: { aggregate: 'mean', where: { category: 'x' } } };
    const reading = aReading([row('a', 'x', 1), row('b', 'y', 3)], { metrics });
    expect(splitsOf(reading).map(({ group }) => group)).toEqual(['x']);
  });

  it('are none where every case is of its own', () => {
    const rows = Array.from({ length: 21 }, (_, index) => row(`c${index}`, `k${index}`, 1));
    expect(splitsOf(aReading(rows))).toEqual([]);
  });
});

describe('laws of recomputation', () => {
  const score = fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: null });
  const rows = fc.array(fc.tuple(fc.nat(5), score), { minLength: 1, maxLength: 20 }).map((entries) =>
    entries.map(([id, m], index) => ({
      ...{ id: `c${id}`, sample: index, scores: { m } },
      ...(m === null ? { unmeasured: { m: 'judge_timeout' } } : {}),
    })),
  );
  const definition = fc.constantFrom(
    { aggregate: 'mean' },
    { aggregate: 'mean', over: 'rows' },
    { aggregate: 'sum' },
    { aggregate: 'max' },
    { aggregate: 'percentile', p: 90 },
    { aggregate: 'pass_hat_k', k: 1, pass_if: { m: { min: 0.5 } } },
  );

  it('permuting the rows changes nothing', () => {
    fc.assert(
      fc.property(
        definition,
        rows.chain((all) =>
          fc.tuple(
            fc.constant(all),
            fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
          ),
        ),
        (how, [one, other]) => {
          expect(metricOf(how, other)).toEqual(metricOf(how, one));
        },
      ),
    );
  });

  it('an unmeasured case more changes no value, only the coverage', () => {
    fc.assert(
      fc.property(definition, rows, (how, all) => {
        fc.pre(!how.aggregate.startsWith('pass'));
        const one = metricOf(how, all);
        const more = metricOf(how, [
          ...all,
          { id: 'new', scores: { m: null }, unmeasured: { m: 'budget_stop' } },
        ]);
        expect(more.value).toBe(one.value);
        // One case alone is counted by its samples.
        if (new Set(all.map(({ id }) => id)).size === 1) return;
        expect([more.measured, more.expected]).toEqual([one.measured, one.expected! + 1]);
      }),
    );
  });

  it('a case that does not apply changes nothing at all', () => {
    fc.assert(
      fc.property(definition, rows, (how, all) => {
        const skipped = { id: 'new', scores: { m: null }, unmeasured: { m: 'not_applicable' } };
        expect(metricOf(how, [...all, skipped])).toEqual(metricOf(how, all));
      }),
    );
  });

  it('the value lies between its bounds, which meet where everything was measured', () => {
    fc.assert(
      fc.property(rows, (all) => {
        const { value, low, high } = metricOf(
          { aggregate: 'pass_hat_k', k: 1, pass_if: { m: { min: 0.5 } } },
          all,
        );
        if (value === null || low === null || high === null) return;
        expect(low).toBeLessThanOrEqual(value);
        expect(high).toBeGreaterThanOrEqual(value);
        if (all.every(({ scores }) => scores.m !== null)) expect([low, high]).toEqual([value, value]);
      }),
    );
  });
});

describe('(A3) a row that is silent on what a metric’s `where` asks is unmeasured there', () => {
  const rate = { aggregate: 'rate', score: 'ok', where: { completed: true } };
  const cases = (rows: readonly object[]) => rows.map((row, index) => ({ id: `c${index}`, ...row }));
  it.each<[string, object, readonly object[], object]>([
    [
      'a score left out',
      rate,
      [{ scores: { ok: true, completed: true } }, { scores: { ok: false } }],
      { value: 1, measured: 1, expected: 2, low: 0.5, high: 1 },
    ],
    [
      'a score that is null',
      rate,
      [
        { scores: { ok: true, completed: true } },
        { scores: { ok: false, completed: null }, unmeasured: { completed: 'target_error' } },
      ],
      { value: 1, measured: 1, expected: 2 },
    ],
    [
      'a row that states the other value is none of the metric’s',
      rate,
      [{ scores: { ok: true, completed: true } }, { scores: { ok: false, completed: false } }],
      { value: 1, measured: 1, expected: 1 },
    ],
    [
      'a label left out',
      { aggregate: 'mean', score: 'ok', where: { category: 'good' } },
      [{ category: 'good', scores: { ok: true } }, { scores: { ok: false } }],
      { value: 1, measured: 1, expected: 2 },
    ],
    [
      'a ratio',
      { aggregate: 'ratio', numerator: 'a', denominator: 'b', where: { negative: false } },
      [{ negative: false, scores: { a: 1, b: 1 } }, { scores: { a: 0, b: 9 } }],
      { value: 1, measured: 1, expected: 2, low: null },
    ],
    [
      'games',
      { aggregate: 'win_rate', score: 'winner', arm: 'x', where: { category: 'good' } },
      [{ category: 'good', scores: { winner: 'x' } }, { scores: { winner: 'y' } }],
      { value: 1, measured: 1, expected: 2 },
    ],
    [
      'rows of no arm are pairs, and of none',
      { aggregate: 'mean', score: 'ok', arm: 'x' },
      [{ arm: 'x', scores: { ok: true } }, { scores: { winner: 'x' } }],
      { value: 1, measured: 1, expected: 1 },
    ],
  ])('%s', (_, definition, rows, expected) => {
    expect(metricOf(definition as never, cases(rows))).toMatchObject(expected);
  });
});
