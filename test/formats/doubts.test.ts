import { describe, expect, it } from 'vitest';
import type { Doubt, Reading } from '../../src/core/reading.ts';
import { canonicalText } from '../../src/core/record/canonical.ts';
import { toNative } from '../../src/core/record/native.ts';
import { changed, tree } from '../support/fixture.ts';
import { fileOf, readingsOf, readOne } from '../support/reading.ts';

const ERROR = '[ERROR] 429 Too Many Requests';
type Json = { [key: string]: unknown };

const doubtsIn = (readings: readonly Reading[]): readonly Doubt[] =>
  readings.flatMap(({ rows }) => rows ?? []).flatMap(({ doubts }) => doubts ?? []);
const briefly = (doubts: readonly Doubt[]) =>
  [...new Set(doubts.map(({ score, by }) => `${score} ${by}`))].sort();

describe('promptfoo: fields that say whether a row passed (A10)', () => {
  const assertion = (pass: boolean, parts: Json = {}) => ({
    pass,
    score: pass ? 1 : 0,
    reason: 'so it is',
    assertion: { type: 'contains', value: 'x' },
    ...parts,
  });
  const row = (parts: Json, grading: Json = {}, test: Json = {}) =>
    fileOf(
      'rows.jsonl',
      `${JSON.stringify({
        promptIdx: 0,
        testIdx: 0,
        testCase: { vars: { q: 'a' }, assert: [{ type: 'contains', value: 'x' }], ...test },
        success: true,
        score: 1,
        failureReason: 0,
        provider: { id: 'openai:gpt-x' },
        response: { output: 'x' },
        ...parts,
        gradingResult: {
          pass: true,
          score: 1,
          reason: 'ok',
          componentResults: [assertion(true)],
          ...grading,
        },
      })}\n`,
    );
  const found = (...parts: Parameters<typeof row>) => briefly(doubtsIn(readingsOf(row(...parts))));
  const failed = { pass: false, score: 0, componentResults: [assertion(false)] };

  it.each<[string, Json, Json]>([
    ['success, and its only assertion failed', {}, { componentResults: [assertion(false)] }],
    [
      'success, and one of two assertions failed',
      {},
      { componentResults: [assertion(true), assertion(false)] },
    ],
    ['no success, and all assertions passed', { success: false, failureReason: 1 }, { pass: false }],
    ['success, and gradingResult says fail', {}, { pass: false }],
    [
      'no success, and gradingResult says pass',
      { success: false, failureReason: 1 },
      { componentResults: [assertion(false)] },
    ],
    ['success, and failureReason says that an assertion failed', { failureReason: 1 }, {}],
    ['no success, and failureReason says that nothing failed', { success: false, score: 0 }, failed],
  ])('%s', (_, parts, grading) => {
    expect(found(parts, grading)).toEqual(['passed field', 'score field']);
  });

  it('the score of the row and that of its gradingResult', () => {
    expect(found({ score: 0.2 })).toEqual(['score field']);
  });

  it.each<[string, Json, Json]>([
    ['of the grading', {}, { reason: ERROR }],
    ['of the row', { error: ERROR }, {}],
  ])('a full score with an error as the reason %s', (_, parts, grading) => {
    expect(found(parts, grading)).toContain('passed error');
  });

  it('a ruling that passed with an error as its reason', () => {
    const judged = assertion(true, { reason: ERROR, assertion: { type: 'llm-rubric', value: 'be kind' } });
    expect(
      found({}, { componentResults: [judged] }, { assert: [{ type: 'llm-rubric', value: 'be kind' }] }),
    ).toEqual(['judge_passed error', 'passed error', 'score error']);
  });

  it.each<[string, Json, Json, Json]>([
    ['a pass', {}, {}, {}],
    ['a fail', { success: false, score: 0, failureReason: 1, error: 'Expected x' }, failed, {}],
    ['a threshold that decides', {}, { componentResults: [assertion(false)] }, { threshold: 0 }],
    [
      'a scoring function',
      {},
      { componentResults: [assertion(false)] },
      { assertScoringFunction: 'file://a.js' },
    ],
    [
      'an assertion that only emits a score',
      {},
      {
        componentResults: [
          assertion(true),
          assertion(false, { assertion: { type: 'contains', metricOnly: true } }),
        ],
      },
      {},
    ],
    [
      'an assertion without weight',
      {},
      {
        componentResults: [assertion(true), assertion(false, { assertion: { type: 'contains', weight: 0 } })],
      },
      {},
    ],
    [
      'a set that passes with one of its own failing',
      {},
      {
        componentResults: [
          assertion(true, { assertion: { type: 'assert-set' } }),
          assertion(true),
          assertion(false),
        ],
      },
      {
        assert: [
          { type: 'assert-set', threshold: 0.5, assert: [{ type: 'contains' }, { type: 'contains' }] },
        ],
      },
    ],
    ['select-best', {}, { componentResults: [assertion(false, { assertion: { type: 'select-best' } })] }, {}],
    ['an output that speaks of errors', { response: { output: ERROR } }, {}, {}],
  ])('nothing is doubted of %s', (_, parts, grading, test) => {
    expect(found(parts, grading, test)).toEqual([]);
  });
});

describe('other readers: a full score whose reason is an error (A10)', () => {
  it('inspect: the explanation of a score, and what its metadata calls an error', () => {
    const log = (score: Json) => {
      const [first, ...rest] = tree('inspect/log.json')['samples'] as Json[];
      return doubtsIn([
        readOne(changed('inspect/log.json', { samples: [{ ...first, scores: { match: score } }, ...rest] })),
      ]);
    };
    expect(briefly(log({ value: 'C', explanation: ERROR }))).toEqual(['match error']);
    expect(briefly(log({ value: true, explanation: ERROR }))).toEqual(['match error']);
    expect(briefly(log({ value: { a: 1, b: 0 }, explanation: ERROR }))).toEqual(['match/a error']);
    expect(briefly(log({ value: 1, metadata: { error: 'quota' } }))).toEqual(['match error']);
    expect(log({ value: 'I', explanation: ERROR })).toEqual([]);
    expect(log({ value: 'C', explanation: 'It names HTTP 429.', answer: ERROR })).toEqual([]);
    expect(log({ value: 'C', metadata: { error: null } })).toEqual([]);
  });

  it('evalite: what a scorer says under metadata', () => {
    const export_ = (metadata: unknown) => {
      const scores = [{ name: 'right', score: 1, metadata }];
      const results = [{ input: 'a', output: ERROR, expected: 'b', status: 'success', scores }];
      return briefly(
        doubtsIn(readingsOf(fileOf('e.json', { run: { runType: 'full' }, evals: [{ name: 'e', results }] }))),
      );
    };
    expect(export_({ rationale: ERROR })).toEqual(['average_score error', 'right error']);
    expect(export_({ error: { message: 'quota' } })).toEqual(['average_score error', 'right error']);
    expect(export_({ rationale: 'fine' })).toEqual([]);
    expect(export_(null)).toEqual([]);
  });

  it('couchbase: the reasoning of a verdict, and a verdict against its own score', () => {
    const run = (verdict: Json) => {
      const file = structuredClone(tree('couchbase/run.json'));
      for (const each of file['result_evals'] as Json[]) each['verdict'] = verdict;
      return briefly(doubtsIn(readingsOf(fileOf('run.json', file))));
    };
    expect(run({ passed: true, score: 0.9, reasoning: ERROR })).toEqual([
      'result_passed error',
      'result_score error',
    ]);
    expect(run({ passed: true, score: 0, reasoning: 'ok' })).toEqual([
      'result_passed field',
      'result_score field',
    ]);
    expect(run({ passed: false, score: 1, reasoning: 'ok' })).toEqual([
      'result_passed field',
      'result_score field',
    ]);
    expect(run({ passed: true, score: 0.9, reasoning: 'ok' })).toEqual([]);
    expect(run({ passed: false, score: 0, reasoning: ERROR })).toEqual([]);
  });

  it('quack-test: the reason of a run', () => {
    const table = (score: string, reason: string) =>
      briefly(
        doubtsIn(
          readingsOf(
            fileOf(
              'a_quack-test-results.csv',
              `test_name,planned_runs,executed_runs,successful_runs,overall_score,threshold,should_fail,passed,run_1_score,run_1_reason,run_1_duration_s,run_1_answer,mean_duration_s\na,1,1,1,${score},0.5,False,True,${score},${reason},1.0,x,1.0\n`,
            ),
          ),
        ),
      );
    expect(table('1.0', ERROR)).toEqual(['planned_score error', 'score error']);
    expect(table('1.0', 'fine')).toEqual([]);
    expect(table('0.0', ERROR)).toEqual([]);
  });

  it('batch workbook: the reasoning of a line', () => {
    const sheet = (reasoning: string) =>
      briefly(
        doubtsIn(
          readingsOf(
            fileOf(
              'b.csv',
              `Batch,Ticket,Turn,Input,Expected,Actual,Score,Reasoning\nb,T-1,1,a,b,c,5,${reasoning}\n`,
            ),
          ),
        ),
      );
    expect(sheet(ERROR)).toEqual(['score error']);
    expect(sheet('good')).toEqual([]);
  });

  it('duckhaven: the reason of an outcome', () => {
    const file = structuredClone(tree('duckhaven/absolute.json'));
    for (const outcome of file['outcomes'] as Json[]) outcome['reason'] = ERROR;
    expect(doubtsIn(readingsOf(fileOf('a.json', file))).length).toBeGreaterThan(0);
    expect(doubtsIn(readingsOf(fileOf('a.json', tree('duckhaven/absolute.json'))))).toEqual([]);
  });

  it('research engine: a row that ended in an error and was completed', () => {
    const file = structuredClone(tree('research-engine/report.json'));
    const [first] = file['results'] as Json[];
    Object.assign(first!, { error: '429 RESOURCE_EXHAUSTED', completed: true });
    expect(briefly(doubtsIn(readingsOf(fileOf('r.json', file))))).toEqual(['completed field']);
    Object.assign(first!, { completed: false });
    expect(doubtsIn(readingsOf(fileOf('r.json', file)))).toEqual([]);
  });
});

describe('a record that is made of such a file (A10)', () => {
  it('keeps what contradicts the score, so that the record is doubted as the file is', () => {
    const [first, ...rest] = tree('inspect/log.json')['samples'] as Json[];
    const scores = { match: { value: 'C', explanation: ERROR } };
    const reading = readOne(changed('inspect/log.json', { samples: [{ ...first, scores }, ...rest] }));
    const native = toNative([reading], { format: 'inspect', file: 'a', sha256: '0' }, { metrics_version: 1 });
    const again = readOne(fileOf('eval.json', canonicalText(native, {})));
    expect(again.rows?.[0]?.scores.get('match')).toBe(1);
    expect(again.rows?.[0]?.doubts).toMatchObject([
      { score: 'match', because: expect.stringContaining('[ERROR] 429') },
    ]);
  });
});
