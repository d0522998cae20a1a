import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Reading, Row } from '../../src/core/reading.ts';
import { promptfoo } from '../../src/formats/promptfoo/promptfoo.ts';
import { gridOf } from '../../src/measures/evidence/grid.ts';
import { judgedMetrics } from '../../src/measures/evidence/metrics.ts';
import { evidenceOf } from '../../src/measures/evidence/recompute.ts';
import { fixture, tree } from '../support/fixture.ts';
import { claimOf, fileOf, readingsOf, readOne, scoresOf, valuesOf } from '../support/reading.ts';
import { trials } from '../support/trial.ts';

const RUN = 'promptfoo/run.json';
type Json = { [key: string]: unknown };
type Run = Json & { results: Json & { results: Json[]; prompts: Json[] }; config: Json };

/** The run with a change made to it. */
function run(change: (run: Run) => void) {
  const value = tree(RUN) as Run;
  change(value);
  return fileOf(RUN, value);
}

const rows = () => (tree(RUN) as Run).results.results;

/** A run of these rows alone, without a summary. */
function runOf(results: readonly Json[]) {
  return run((value) => {
    value.results.results = [...results];
    value.results.prompts = [];
  });
}

/** One row, changed; the first of the fixture passes with two assertions, of which a model grades one. */
const rowWith = (parts: Json): Row => readOne(runOf([{ ...rows()[0], ...parts }])).rows![0]!;
const graded = (result: Json, more: Json = {}): Row => {
  const assertion = { type: 'llm-rubric', value: 'is polite' };
  return rowWith({
    testCase: { description: 'one', assert: [assertion] },
    gradingResult: { pass: true, score: 1, componentResults: [{ assertion, ...result }] },
    success: result['pass'],
    score: result['score'],
    ...more,
  });
};
const outcomes = (reading: Reading) =>
  reading.rows!.map((row) => row.error?.kind ?? row.scores.get('passed'));

describe('a run of version 3', () => {
  const reading = readOne(fixture(RUN));

  it('has what the file says of the run', () => {
    expect(reading).toMatchObject({
      arm: null,
      tool_version: '0.121.20',
      run: { suite: 'support desk', date: '2026-10-02', generated_at: '2026-10-02T08:00:00.000Z' },
      models: new Map([['agent', 'openai:gpt-x']]),
      limits: { max_concurrency: 4 },
      samples: 2,
      dataset: { cases: 3 },
    });
    expect(reading.losses[0]).toMatch(/^evalId eval-abc/);
  });

  it('A11: the repeats that a run states are its plan, also where every case lost one', () => {
    const repeats = [1, 2].map(() => rows()[0]!);
    const planned = (parts: Json) =>
      readOne(
        run((value) => {
          value.results.results = repeats;
          value.results.prompts = [];
          Object.assign(value, parts);
        }),
      );
    expect(planned({ runtimeOptions: { repeat: 3 } }).samples).toBe(3);
    expect(planned({ runtimeOptions: {}, config: { evaluateOptions: { repeat: 3 } } }).samples).toBe(3);
    expect(planned({ runtimeOptions: { repeat: 0 } }).samples).toBe(2);
    expect(planned({ runtimeOptions: {}, config: {} }).samples).toBe(2);
    expect(gridOf(planned({ runtimeOptions: { repeat: 3 } }))).toMatchObject([
      { problem: 'holes', count: 1 },
    ]);
  });

  it('has the repeats of a test as samples of one case, whatever their index', () => {
    expect(reading.rows!.map(({ id, sample }) => [id.replace(/ #.*/, ''), sample])).toEqual([
      ['refund', 1],
      ['refund', 2],
      ['greeting', 1],
      ['greeting', 2],
      ['q=Where is it?', 1],
      ['q=Where is it?', 2],
    ]);
  });

  it('counts errors and grader failures as unmeasured, by kind, and never as fails', () => {
    expect(outcomes(reading)).toEqual([true, true, true, false, null, 'target_error']);
    expect(reading.rows![4]!.unmeasured.get('passed')).toBe('judge_quota: API error: 429 Too Many Requests');
    expect(scoresOf(reading.rows![5])).toEqual({
      passed: null,
      score: null,
      tone: null,
      judge_passed: null,
      latency_ms: 125,
    });
  });

  it('K212: has means of its rows, and never the running total', () => {
    expect(valuesOf(reading)).toMatchObject({ pass_rate: 0.75, score: 0.75, tone: 0.75, judge_pass_rate: 1 });
    expect(claimOf(reading, 'score')).toMatchObject({ measured: 2, expected: 3 });
    expect([...Object.values(valuesOf(reading))]).not.toContain(3);
    const total = run(({ results }) => {
      results.results = [0.9, 0.8, 1].map((score, at) => ({
        ...results.results[0],
        score,
        vars: { at },
        testCase: {},
      }));
      (results.prompts[0]!['metrics'] as Json)['score'] = 2.7;
    });
    expect(claimOf(readOne(total), 'score').value).toBeCloseTo(0.9, 12);
  });

  it('K094: keeps the stated pass rate in both countings, beside the measured one', () => {
    expect(claimOf(reading, 'pass_rate_as_stated')).toMatchObject({
      value: 0.5,
      ratio: { numerator: 3, denominator: 6 },
    });
    expect(claimOf(reading, 'pass_rate_as_stated_without_errors')).toMatchObject({ value: 0.6 });
    const [pass, , , , , error] = rows();
    const half = readOne(
      run(({ results }) => {
        results.results = [pass!, error!];
        results.prompts[0]!['metrics'] = { testPassCount: 1, testFailCount: 0, testErrorCount: 1 };
      }),
    );
    expect(valuesOf(half)).toMatchObject({
      pass_rate: 1,
      pass_rate_as_stated: 0.5,
      pass_rate_as_stated_without_errors: 1,
    });
    expect(claimOf(half, 'pass_rate')).toMatchObject({ measured: 1, expected: 2 });
    expect(half.losses).not.toContainEqual(expect.stringMatching(/^pass_rate:/));
  });

  it('keeps a derived metric as a claim, and takes a 0 of one for nothing', () => {
    expect(claimOf(reading, 'balance')).toMatchObject({
      value: 0.9,
      pointer: '/results/prompts/0/metrics/namedScores/balance',
    });
    const zero = run(({ results }) => {
      (results.prompts[0]!['metrics'] as Json)['namedScores'] = { balance: 0 };
    });
    expect(claimOf(readOne(zero), 'balance')).toMatchObject({ value: null });
  });

  it('is what its rows come to when it is recomputed', () => {
    expect(
      evidenceOf(reading).filter(({ basis }) => basis.kind === 'rows' && basis.deciding !== null),
    ).toEqual([]);
    expect(judgedMetrics(reading).find(({ name }) => name === 'tone')).toMatchObject({
      measured: 2,
      expected: 2,
    });
  });
});

describe('an error', () => {
  it.each([
    ['billing: insufficient credits, please top up', 'target_quota'],
    ['Your credit balance is too low to access the API', 'target_quota'],
    ['Request timed out after 300000 ms', 'target_timeout'],
    ['Evaluation exceeded max duration of 1000ms', 'budget_stop'],
    ['Aborted: the run was stopped', 'cancelled'],
    ['TypeError: x is undefined\n    at callApi (provider.js:1:1)', 'target_error'],
    ['Error: no JSON\n    at async runAssertion (assertions.js:1:1)', 'judge_unparseable'],
  ])('%j is a %s', (error, kind) => {
    const parts = {
      error,
      failureReason: 2,
      success: false,
      score: 0,
      gradingResult: null,
      response: undefined,
    };
    expect(rowWith(parts).error).toEqual({ kind, message: error });
  });

  it('of an assertion that threw, after an answer had come, is the judge’s', () => {
    const row = rowWith({
      error: 'boom',
      failureReason: 2,
      success: false,
      score: 0,
      gradingResult: undefined,
    });
    expect(row.error!.kind).toBe('judge_error');
    expect(row.judgments).toMatchObject([{ item: 'is polite', value: null }]);
  });

  it('is told without failureReason, which is newer', () => {
    const row = rowWith({
      error: 'No output',
      failureReason: undefined,
      gradingResult: undefined,
      response: {},
    });
    expect(row.error!.kind).toBe('target_error');
    const fail = rowWith({ ...rows()[3], failureReason: undefined });
    expect([fail.error, fail.scores.get('passed')]).toEqual([null, false]);
  });

  it('K210: two assertions configured and one result is no fail', () => {
    const [first] = (rows()[0]!['gradingResult'] as { componentResults: Json[] }).componentResults;
    for (const componentResults of [[first], [first, null]]) {
      const row = rowWith({
        success: false,
        score: 0,
        failureReason: 1,
        gradingResult: { componentResults },
      });
      expect(row.error).toMatchObject({
        kind: 'judge_error',
        message: expect.stringMatching(/^1 of 2 assertions/),
      });
      expect(row.scores.get('passed')).toBeNull();
    }
  });
});

describe('a verdict', () => {
  it.each([
    ['Could not extract JSON from llm-rubric response', 'judge_unparseable'],
    ['billing: insufficient credits', 'judge_quota'],
    ['Request timed out', 'judge_timeout'],
    ['socket hang up', 'judge_error'],
  ])('that promptfoo marks as a grader’s error is none: %j', (reason, kind) => {
    const row = graded({ pass: false, score: 0, reason, metadata: { graderError: true } });
    expect(scoresOf(row)).toMatchObject({ passed: null, score: null, judge_passed: null });
    expect(row.unmeasured.get('passed')).toBe(`${kind}: ${reason}`);
    expect(row.error).toBeNull();
  });

  it('K100: worded as a grader’s failure is none either, in files without the mark', () => {
    const row = graded({ pass: false, score: 0, reason: 'llm-rubric produced malformed response: x' });
    expect(row.unmeasured.get('passed')).toMatch(/^judge_unparseable/);
  });

  it('K100: is none where a passing judge says that it could not evaluate, and one where it fails', () => {
    expect(
      graded({ pass: true, score: 1, reason: 'I cannot evaluate this.' }).unmeasured.get('passed'),
    ).toMatch(/^judge_refused/);
    expect(graded({ pass: false, score: 0, reason: 'I cannot evaluate this.' }).scores.get('passed')).toBe(
      false,
    );
    expect(graded({ pass: true, score: 1, reason: 'I could not find a fault.' }).scores.get('passed')).toBe(
      true,
    );
  });

  it.each(['', 'Grading passed'])('without a reason (%j) is kept and told as a loss', (reason) => {
    const assertion = { type: 'llm-rubric', value: 'is polite' };
    const row = { ...rows()[0], testCase: { assert: [assertion] } };
    const reading = readOne(
      runOf([{ ...row, gradingResult: { componentResults: [{ assertion, pass: true, score: 1, reason }] } }]),
    );
    expect(outcomes(reading)).toEqual([true]);
    expect(reading.losses).toContainEqual(
      expect.stringMatching(/^verdicts: passes .* any reason: 1 \(\/results/),
    );
  });

  it('of a test without assertions is none, though promptfoo calls it a pass', () => {
    const row = rowWith({
      testCase: { vars: {} },
      gradingResult: { pass: true, score: 1, reason: 'No assertions' },
    });
    expect(row.unmeasured.get('passed')).toMatch(/^evidence_missing/);
  });

  it('of a row without its grading result counts only where no model graded', () => {
    const stripped = { gradingResult: undefined, failureReason: 1, success: false };
    expect(rowWith(stripped).scores.get('passed')).toBeNull();
    expect(rowWith({ ...rows()[2], gradingResult: undefined }).scores.get('passed')).toBe(true);
  });

  it('of an assertion that only emits a score decides on that score alone', () => {
    const assertion = { type: 'llm-rubric', value: 'x', metric: 'tone', metricOnly: true };
    const [first] = (rows()[0]!['gradingResult'] as { componentResults: Json[] }).componentResults;
    const broken = { assertion, pass: false, score: 0, reason: 'no', metadata: { graderError: true } };
    const row = rowWith({
      testCase: { assert: [first!['assertion'], assertion] },
      gradingResult: { componentResults: [first, broken] },
    });
    expect(scoresOf(row)).toMatchObject({ passed: true, tone: null });
  });

  it.each([
    [-0.1, true, false],
    [0, false, true],
    [0.5, true, true],
  ])('K066: a threshold of 0 is one: a score of %d, stated as %s, is %s', (score, success, passed) => {
    const row = rowWith({
      testCase: { ...(rows()[2]!['testCase'] as Json), threshold: 0 },
      gradingResult: rows()[2]!['gradingResult'],
      score,
      success,
    });
    expect(row.scores.get('passed')).toBe(passed);
  });
});

describe('a score', () => {
  it.each(['0.75', '00.75', null, true])('K076: of %j is no number, and is named by its place', (score) => {
    const reading = readOne(runOf([{ ...rows()[0], score }]));
    expect(reading.rows![0]!.unmeasured.get('score')).toMatch(/no number/);
    expect(reading.losses).toContainEqual('scores: what stands at /results/results/0/score is no number');
  });

  it('of a name that is taken is told apart', () => {
    const [, row] = rows();
    const reading = readOne(runOf([{ ...row, namedScores: { score: 0.5, constructor: 0.25 } }]));
    expect(valuesOf(reading)).toMatchObject({ score: 0.875, 'named.score': 0.5, constructor: 0.25 });
  });

  it('leaves out a cost of 0 and what a cached answer took', () => {
    const names = (parts: Json) =>
      [...rowWith(parts).scores.keys()].filter((name) => /latency|cost/.test(name));
    expect(names({ cost: 0 })).toEqual(['latency_ms']);
    expect(names({ response: { output: 'x', cached: true } })).toEqual([]);
  });
});

describe('an answer', () => {
  it('K115: that is cached is no sample of its own', () => {
    const repeats = [1, 2, 3, 4, 5].map(() => ({ ...rows()[0], response: { output: 'same', cached: true } }));
    const reading = readOne(runOf(repeats));
    expect(reading.rows!.map(({ source }) => source['cached'])).toEqual([true, true, true, true, true]);
    expect(reading.losses).toContainEqual(expect.stringMatching(/4 cached rows add no samples of their own/));
  });

  it('K208: is read as an object and as text alike, and keeps which of them it was', () => {
    const [object, text] = [{ a: 1 }, '{"a":1}'].map((output) => rowWith({ response: { output } }));
    expect(scoresOf(object)).toEqual(scoresOf(text));
    expect(object!.id).toBe(text!.id);
    expect([object!.source['output'], text!.source['output']]).toEqual([{ a: 1 }, '{"a":1}']);
  });
});

describe('the judge', () => {
  const judgeOf = (change: (row: Json, run: Run) => void) =>
    readOne(
      run((value) => {
        value.results.results.splice(1);
        change(value.results.results[0]!, value);
      }),
    );
  const bare = { assert: [{ type: 'llm-rubric', value: 'x' }], vars: {} };

  it.each([
    [
      'assertion',
      { assert: [{ ...bare.assert[0], provider: { id: 'a:1' } }], options: { provider: 'b:2' } },
      'a:1',
    ],
    ['test', { ...bare, options: { provider: { text: { id: 'b:2' } } } }, 'b:2'],
    ['default test', bare, 'anthropic:messages:claude-x'],
  ])('is the provider of the %s', (_, testCase, route) => {
    const reading = judgeOf((row) => {
      row['testCase'] = testCase;
    });
    expect(reading.judge).toMatchObject({ route, ruled: 1, unreached: 0, undisclosed: 1 });
  });

  it('is unknown where promptfoo chose it', () => {
    const reading = judgeOf((row, { config }) => {
      row['testCase'] = bare;
      delete config['defaultTest'];
    });
    expect(reading.judge!.route).toBe('unknown default');
    expect(reading.losses).toContainEqual(expect.stringMatching(/^judge: none is configured/));
  });

  it('is not there where no model graded', () => {
    const reading = readOne(runOf(rows().slice(2, 4)));
    expect([reading.judge, reading.definitions.has('judge_pass_rate')]).toEqual([null, false]);
  });
});

describe('arms', () => {
  const column = (promptIdx: number, provider: Json, label: string) =>
    rows().map((row) => ({ ...row, promptIdx, provider, prompt: { raw: label, label } }));
  const armsOf = (...columns: Json[][]) => readingsOf(runOf(columns.flat())).map(({ arm }) => arm);
  const [x, y] = [{ id: 'openai:gpt-x' }, { id: 'openai:gpt-y', label: 'new' }];

  it('are providers, prompts, or both, named by what differs', () => {
    expect(armsOf(column(0, x, 'a'), column(1, y, 'a'))).toEqual(['openai:gpt-x', 'new']);
    expect(armsOf(column(0, x, 'a'), column(1, x, 'b'))).toEqual(['a', 'b']);
    expect(armsOf(column(0, x, 'a'), column(1, y, 'b'))).toEqual(['openai:gpt-x × a', 'new × b']);
    expect(armsOf(column(0, x, 'a'), column(1, x, 'a'))).toEqual(['#1', '#2']);
  });

  it('of one label and one column number are told apart all the same', () => {
    const twins = ['a', 'b'].map((id) => ({ id, label: 'same' }));
    const arms = armsOf(...twins.map((twin) => column(0, twin, 'p')), column(1, x, 'p'));
    expect(arms).toEqual(['same #1 (arm 1 of 3)', 'same #1 (arm 2 of 3)', 'openai:gpt-x']);
  });

  it('have the same cases and their own model', () => {
    const [one, other] = readingsOf(runOf([...column(0, x, 'a'), ...column(1, y, 'a')]));
    expect(one!.rows!.map(({ id, sample }) => [id, sample])).toEqual(
      other!.rows!.map(({ id, sample }) => [id, sample]),
    );
    expect(other!.models.get('agent')).toBe('openai:gpt-y');
  });
});

describe('the other shapes', () => {
  it('K209: version 2 is read with its table', () => {
    const reading = readOne(fixture('promptfoo/table.json'));
    expect(outcomes(reading)).toEqual([true, true, true, false]);
    expect(valuesOf(reading)).toMatchObject({ pass_rate: 0.75, score: 0.75, pass_rate_as_stated: 0.75 });
    expect(reading.rows!.map(({ id }) => id)).toEqual(
      readOne(fixture(RUN))
        .rows!.slice(0, 4)
        .map(({ id }) => id),
    );
    expect(reading.judge!.route).toBe('unknown default');
  });

  it('version 2 leaves a test open where two of its table have the same variables', () => {
    const table = tree('promptfoo/table.json') as Run & { results: { table: { body: { test: Json }[] } } };
    const [, , greeting] = table.results.table.body;
    greeting!.test = { ...greeting!.test, description: 'another' };
    const [, , third] = readOne(fileOf('x.json', table)).rows!;
    expect(third!.id).toMatch(/^q=Hi #/);
  });

  it.each([1, 4, 2.5])('K209: version %d is refused with those that are known', (version) => {
    const file = run(({ results }) => {
      results['version'] = version;
    });
    expect(promptfoo.detect(file)).toBe(true);
    expect(promptfoo.refuse!(file)).toBe(`its results.version is ${version}, and known are 2 and 3`);
    expect(promptfoo.read(file)).toEqual([]);
    expect(promptfoo.refuse!(fixture(RUN))).toBeNull();
  });

  it('JSON Lines are the same rows, of which no run is known', () => {
    const lines = readOne(fixture('promptfoo/rows.jsonl'));
    const whole = readOne(fixture(RUN));
    expect(lines.rows!.map(({ id, sample, scores }) => [id, sample, scores])).toEqual(
      whole.rows!.map(({ id, sample, scores }) => [id, sample, scores]),
    );
    expect(lines).toMatchObject({ run: { date: null, suite: null }, tool_version: null, limits: null });
    expect(lines.losses[0]).toMatch(/rows only/);
    expect(Object.keys(valuesOf(lines))).not.toContain('pass_rate_as_stated');
  });

  it('a file without rows has none', () => {
    expect(readOne(runOf([]))).toMatchObject({ rows: [], claims: [] });
  });

  it.each([{}, [], [{ promptIdx: 0 }], { results: [] }, { results: { version: 3, results: [] } }, null])(
    'does not take %j',
    (value) => {
      expect(promptfoo.detect(fileOf('results/x.json', value))).toBe(false);
    },
  );
});

describe('the id of a case', () => {
  const key = fc.constantFrom('q', 'lang', 'tier');
  const test = fc.record({
    description: fc.constantFrom('one', 'two'),
    vars: fc.dictionary(key, fc.jsonValue(), { minKeys: 1 }),
    assert: fc.array(fc.record({ type: fc.constantFrom('equals', 'contains'), value: fc.string() }), {
      maxLength: 3,
    }),
  });
  const idOf = (testCase: Json, more: Json = {}) => rowWith({ testCase, ...more }).id;

  it('does not hang on the order of keys, on indices, or on how the test is run and graded', () => {
    fc.assert(
      fc.property(test, fc.nat(), (testCase, testIdx) => {
        const { vars, assert } = testCase;
        const again = {
          metadata: { run: testIdx },
          options: { provider: 'x:y' },
          assert: assert.map((each) => ({ ...each, provider: 'z:w' })),
          vars: { ...Object.fromEntries(Object.entries(vars).reverse()), __evalId: `e${testIdx}` },
          description: testCase.description,
        };
        expect(idOf(again, { testIdx, id: `row-${testIdx}` })).toBe(idOf(testCase));
      }),
      { numRuns: trials(60) },
    );
  });

  it.each([
    [{ options: { prefix: 'Be brief. ' } }],
    [{ options: { suffix: ' Be brief.' } }],
    [{ providerOutput: 'Yes' }],
  ])('differs where a test has %j of its own', (more) => {
    const plain = { description: 'one', vars: { q: 'a' }, assert: [] };
    expect(idOf({ ...plain, ...more })).not.toBe(idOf(plain));
  });

  it('differs where what is asked or asserted differs', () => {
    fc.assert(
      fc.property(test, test, (one, other) => {
        fc.pre(JSON.stringify(one) !== JSON.stringify(other));
        const same = (value: Json) => JSON.parse(JSON.stringify(value)) as unknown;
        try {
          expect(same(one)).toEqual(same(other));
        } catch {
          expect(idOf(one)).not.toBe(idOf(other));
        }
      }),
      { numRuns: trials(60) },
    );
  });
});

it('tells of tests that stand there twice, as where errors were retried', () => {
  const told = (list: readonly Json[]) =>
    readOne(runOf(list)).losses.filter((loss) => loss.includes('have the index of another'));
  expect(told(rows())).toEqual([]);
  expect(told([...rows(), rows()[0]!])).toEqual([
    expect.stringMatching(/^rows: 1 of \d+ have the index of another/),
  ]);
});

it('no order of the rows changes a metric', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(rows(), { minLength: 6 }), (shuffled) => {
      const { results } = tree(RUN) as Run;
      const reading = readOne(
        run((value) => Object.assign(value.results, { ...results, results: shuffled })),
      );
      expect(valuesOf(reading)).toEqual(valuesOf(readOne(fixture(RUN))));
    }),
    { numRuns: trials(30) },
  );
});
