import { describe, expect, it } from 'vitest';
import type { SchemaFault, SchemaName } from '../../src/adapters/schemas.ts';
import type { JsonValue } from '../../src/document/document.ts';
import {
  DOCUMENTED,
  edited,
  FULL,
  type Json,
  type JsonObject,
  MINIMAL,
  POLICIES,
  REPORT,
  RETRACTION,
  UNMEASURED,
  VALID,
} from '../support/schema-documents.ts';
import { validateNow } from '../support/validate.ts';

type Expected = Partial<SchemaFault>;

const minimal = (path: readonly (string | number)[], value?: Json) => edited(MINIMAL, path, value);
const full = (path: readonly (string | number)[], value?: Json) => edited(FULL, path, value);
const policy = (rest: JsonObject): JsonObject => ({ version: 1, ...rest });
const series = (rest: JsonObject) => policy({ series: { eval: { files: '*.json', ...rest } } });

describe('what is valid', () => {
  it('is everything that the documentation shows', () => {
    expect(VALID.map(([name, document]) => [name, validateNow(name, document)])).toEqual(
      VALID.map(([name]) => [name, []]),
    );
    expect(DOCUMENTED).toHaveLength(4);
    expect(POLICIES.length).toBeGreaterThanOrEqual(4);
  });

  it.each<[string, SchemaName, JsonObject]>([
    [
      'free data where the schema is open',
      'result',
      {
        ...MINIMAL,
        method: { limits: { depth: 3 }, retriever: 'bm25', tags: ['a'] },
        arms: { base: { any: [1, { deep: null }] } },
        extra: { any: 1 },
        results: [{ id: 'q', data: { any: [] }, input: [{ role: 'user' }], output: null, expected: 3 }],
      },
    ],
    [
      'aggregates without rows',
      'result',
      { schema: 'evalguard.result/v1', metrics_version: 0, aggregate: { x: null } },
    ],
    ['0.94 and every other decimal (K171)', 'result', minimal(['results', 0, 'scores', 'x'], 0.94)],
    [
      'routes with several colons, slashes and inner spaces',
      'result',
      minimal(['models', 'a'], 'ollama:qwen3:8b/q4 k_m'),
    ],
    [
      'a policy in which a team pins its own version text',
      'policy',
      series({ metrics_version: '2.1-b', dataset: 'queries' }),
    ],
    [
      'a series named like a member of Object.prototype',
      'policy',
      policy({ series: { constructor: { files: '*' } } }),
    ],
  ])('is %s', (_what, name, document) => {
    expect(validateNow(name, document)).toEqual([]);
  });
});

describe('one fault for one mistake', () => {
  const cases: readonly (readonly [string, SchemaName, Json, Expected | readonly Expected[]])[] = [
    [
      'a number as text (K076, K170)',
      'result',
      full(['aggregate', 'completion_rate'], '0.75'),
      {
        pointer: '/aggregate/completion_rate',
        problem: 'wrong-type',
        found: 'the text "0.75"',
        expected: 'a number or null',
        message: '/aggregate/completion_rate: expected a number or null, found the text "0.75".',
      },
    ],
    [
      'a date as a number',
      'result',
      full(['date'], 20260928),
      {
        pointer: '/date',
        problem: 'wrong-type',
        expected: 'a date like 2026-09-28',
        found: '20260928',
      },
    ],
    ['a day that is none', 'result', full(['date'], '2026-02-30'), { pointer: '/date', problem: 'pattern' }],
    [
      'a time without a zone (K159)',
      'result',
      full(['generated_at'], '2026-09-28T10:11:12'),
      {
        pointer: '/generated_at',
        problem: 'pattern',
        expected: 'a time with a zone, like 2026-09-28T10:11:12Z',
      },
    ],
    [
      'null where a number has to be (K170)',
      'result',
      full(['results', 0, 'sample'], null),
      {
        pointer: '/results/0/sample',
        problem: 'wrong-type',
        found: 'null',
        expected: 'a whole number from 0',
      },
    ],
    [
      'a fraction of a run',
      'result',
      full(['run'], 1.5),
      { pointer: '/run', problem: 'wrong-type', expected: 'a whole number from 1' },
    ],
    [
      'a number where one of a few texts has to be',
      'result',
      full(['mode'], 5),
      { pointer: '/mode', problem: 'wrong-type', found: '5', expected: 'one of "real", "scripted"' },
    ],
    ['run 0', 'result', full(['run'], 0), { pointer: '/run', problem: 'out-of-range', found: '0' }],
    [
      'a misspelt key (K167)',
      'result',
      { ...UNMEASURED, metrcs: {} },
      {
        pointer: '/metrcs',
        problem: 'unknown-key',
        key: 'metrcs',
        nearest: 'metrics',
        message:
          '/metrcs: the key `metrcs` is not known here; did you mean `metrics`? Free data belongs under `extra`, or in a row under `data`.',
      },
    ],
    [
      'a misspelt required key, which is not also missing',
      'result',
      { schema: 'evalguard.result/v1', metrics_verson: 1, results: [] },
      {
        pointer: '/metrics_verson',
        problem: 'unknown-key',
        nearest: 'metrics_version',
      },
    ],
    [
      'a misspelt key of which one is required',
      'result',
      { schema: 'evalguard.result/v1', metrics_version: 1, resluts: [] },
      {
        pointer: '/resluts',
        problem: 'unknown-key',
        nearest: 'results',
      },
    ],
    [
      'a key near none',
      'result',
      full(['results', 1, 'colour'], 'red'),
      {
        pointer: '/results/1/colour',
        problem: 'unknown-key',
        nearest: null,
        found: 'the text "red"',
      },
    ],
    [
      'few known keys are told',
      'result',
      full(['judge', 'colour'], 1),
      {
        message: expect.stringContaining(
          'known are `route`, `checked_against`, `temperature`, `prompt_sha256`, `answered`, `baseline` and `candidate`',
        ),
      },
    ],
    [
      'a judge without a route',
      'result',
      full(['judge', 'route']),
      {
        pointer: '/judge',
        problem: 'missing-key',
        key: 'route',
        message:
          '/judge: the key `route` is missing; expected a route in printable ASCII, written provider:model.',
      },
    ],
    [
      'a route without a provider',
      'result',
      full(['models', 'planner'], 'gemini'),
      { pointer: '/models/planner', problem: 'pattern' },
    ],
    [
      'a route with a homoglyph',
      'result',
      full(['models', 'planner'], 'оpenai:gpt'),
      { pointer: '/models/planner', problem: 'pattern' },
    ],
    [
      'a route that ends in a space',
      'result',
      full(['models', 'planner'], 'openai:gpt '),
      { pointer: '/models/planner', problem: 'pattern' },
    ],
    [
      'a reason out of the list',
      'result',
      full(['unmeasured', 'pass^2'], 'because'),
      { pointer: '/unmeasured/pass^2', problem: 'pattern' },
    ],
    [
      'a reason that only begins like one',
      'result',
      full(['unmeasured', 'pass^2'], 'cancelled_by_me'),
      { pointer: '/unmeasured/pass^2', problem: 'pattern' },
    ],
    [
      'an error kind out of the list',
      'result',
      full(['results', 4, 'error', 'kind'], 'target_quotas'),
      {
        pointer: '/results/4/error/kind',
        problem: 'not-allowed',
        nearest: 'target_quota',
      },
    ],
    [
      'an unmeasured run without a reason',
      'result',
      edited(UNMEASURED, ['reason'], undefined),
      {
        pointer: '',
        problem: 'missing-key',
        key: 'reason',
      },
    ],
    [
      'a run that says nothing',
      'result',
      minimal(['results']),
      {
        pointer: '',
        problem: 'missing-key',
        key: 'results',
        message:
          'the whole file: one of the keys `results` or `aggregate` is missing. A run that could not measure says so: `"status": "unmeasured"` with a `reason`.',
      },
    ],
    [
      'a percentile without p',
      'result',
      full(['metrics', 'x'], { aggregate: 'percentile' }),
      { pointer: '/metrics/x', problem: 'missing-key', key: 'p' },
    ],
    [
      'k missing for two reasons',
      'result',
      full(['metrics', 'x'], { aggregate: 'pass_at_k', measure: 'hit_at_k' }),
      {
        pointer: '/metrics/x',
        problem: 'missing-key',
        key: 'k',
      },
    ],
    [
      'a ratio of nothing',
      'result',
      full(['metrics', 'x'], { aggregate: 'ratio' }),
      [
        { pointer: '/metrics/x', key: 'denominator' },
        { pointer: '/metrics/x', key: 'numerator' },
      ],
    ],
    [
      'an aggregate of another name',
      'result',
      full(['metrics', 'x'], { aggregate: 'average' }),
      {
        pointer: '/metrics/x/aggregate',
        problem: 'not-allowed',
        found: 'the text "average"',
      },
    ],
    [
      'an empty threshold',
      'result',
      full(['thresholds', 'x'], {}),
      {
        pointer: '/thresholds/x',
        problem: 'missing-key',
        expected: 'one of the keys `min` or `max`',
      },
    ],
    [
      'a scale of three',
      'result',
      full(['rubric', 'scale'], [1, 2, 3]),
      { pointer: '/rubric/scale', problem: 'out-of-range', expected: 'a list of 2', found: 'a list of 3' },
    ],
    [
      'an upper-case digest',
      'result',
      full(['source', 'sha256'], 'A'.repeat(64)),
      { pointer: '/source/sha256', problem: 'pattern' },
    ],
    [
      'a short fingerprint',
      'result',
      full(['dataset', 'fingerprint'], 'sha256:abc'),
      { pointer: '/dataset/fingerprint', problem: 'pattern' },
    ],
    ['a suite with a slash', 'result', full(['suite'], 'a/b'), { pointer: '/suite', problem: 'pattern' }],
    [
      'a variant with a space',
      'result',
      full(['variant'], 'a b'),
      {
        pointer: '/variant',
        problem: 'pattern',
        expected: 'a name of the characters A-Z a-z 0-9 . _ -, or null',
      },
    ],
    [
      'limits that are none',
      'result',
      minimal(['method', 'limits'], 5),
      { pointer: '/method/limits', problem: 'wrong-type' },
    ],
    [
      'an arm that is no object',
      'result',
      full(['arms', 'with-docs'], 'on'),
      { pointer: '/arms/with-docs', problem: 'wrong-type' },
    ],
    [
      'rows that are an object',
      'result',
      minimal(['results'], { q: {} }),
      { pointer: '/results', problem: 'wrong-type', expected: 'a list', found: 'an object with 1 key' },
    ],
    [
      'a row that is a text',
      'result',
      minimal(['results', 0], 'q'),
      { pointer: '/results/0', problem: 'wrong-type' },
    ],
    [
      'an empty case id',
      'result',
      minimal(['results', 0, 'id'], ''),
      { pointer: '/results/0/id', problem: 'out-of-range', expected: 'a text that is not empty' },
    ],
    [
      'a score that is a list',
      'result',
      minimal(['results', 0, 'scores', 'a/b~c'], [1]),
      { pointer: '/results/0/scores/a~1b~0c', problem: 'wrong-type', found: 'a list of 1' },
    ],
    [
      'another kind of file has that one fault (K156)',
      'result',
      RETRACTION,
      {
        pointer: '/schema',
        problem: 'not-allowed',
        expected: '"evalguard.result/v1"',
        found: 'the text "evalguard.retraction/v1"',
      },
    ],
    [
      'an unknown version',
      'result',
      { ...MINIMAL, schema: 'evalguard.result/v2', more: 1 },
      {
        pointer: '/schema',
        problem: 'not-allowed',
        nearest: 'evalguard.result/v1',
      },
    ],
    [
      'a list for a file',
      'result',
      [],
      {
        pointer: '',
        problem: 'wrong-type',
        message: 'the whole file: expected an object, found an empty list.',
      },
    ],
    ['null for a file', 'policy', null, { pointer: '', problem: 'wrong-type', found: 'null' }],
    [
      'two mistakes, sorted as a reader meets them',
      'result',
      {
        ...MINIMAL,
        results: Array.from({ length: 12 }, (_, row) => (row === 2 || row === 10 ? { id: 1 } : { id: 'q' })),
      },
      [{ pointer: '/results/2/id' }, { pointer: '/results/10/id' }],
    ],

    [
      'a retraction without a digest',
      'retraction',
      edited(RETRACTION, ['of', 'sha256'], undefined),
      { pointer: '/of', problem: 'missing-key', key: 'sha256' },
    ],
    [
      'a retraction without a reason',
      'retraction',
      edited(RETRACTION, ['reason'], ''),
      { pointer: '/reason', problem: 'out-of-range' },
    ],
    [
      'a retraction with more',
      'retraction',
      { ...RETRACTION, extra: {} },
      { pointer: '/extra', problem: 'unknown-key' },
    ],

    [
      'a policy without a version',
      'policy',
      {},
      { pointer: '', problem: 'missing-key', key: 'version', expected: '1' },
    ],
    [
      'version 2',
      'policy',
      { version: 2 },
      { pointer: '/version', problem: 'not-allowed', expected: '1', found: '2' },
    ],
    [
      'a ledger of nothing',
      'policy',
      policy({ ledger: [] }),
      { pointer: '/ledger', problem: 'out-of-range', expected: 'a list that is not empty' },
    ],
    [
      'a ledger that is a text',
      'policy',
      policy({ ledger: 'results' }),
      { pointer: '/ledger', problem: 'wrong-type' },
    ],
    ...['/etc', '../other', 'a/../../b', 'a\\b', ''].map(
      (directory): readonly [string, SchemaName, Json, Expected] => [
        `ledger directory ${JSON.stringify(directory)}`,
        'policy',
        policy({ ledger: [directory] }),
        { pointer: '/ledger/0', problem: 'pattern' },
      ],
    ),
    [
      'a misspelt key of a series (K167)',
      'policy',
      series({ threshhold: {} }),
      {
        pointer: '/series/eval/threshhold',
        nearest: 'thresholds',
        message:
          '/series/eval/threshhold: the key `threshhold` is not known here; did you mean `thresholds`?',
      },
    ],
    [
      'a bound as text',
      'policy',
      series({ thresholds: { x: { min: '0.95' } } }),
      { pointer: '/series/eval/thresholds/x/min', problem: 'wrong-type' },
    ],
    [
      'an infinite bound',
      'policy',
      series({ thresholds: { x: { min: Number.POSITIVE_INFINITY } } }),
      { problem: 'wrong-type', found: 'Infinity' },
    ],
    [
      'a bound that is no number',
      'policy',
      series({ thresholds: { x: { max: Number.NaN } } }),
      { problem: 'wrong-type', found: 'NaN' },
    ],
    [
      'enforce: yes',
      'policy',
      series({ thresholds: { x: { min: 1, enforce: 'yes' } } }),
      { pointer: '/series/eval/thresholds/x/enforce', problem: 'wrong-type', expected: 'true or false' },
    ],
    [
      'a threshold without a bound',
      'policy',
      series({ thresholds: { x: { enforce: true } } }),
      { pointer: '/series/eval/thresholds/x', problem: 'missing-key' },
    ],
    [
      'a coverage above 1',
      'policy',
      policy({ min_coverage: 90 }),
      { pointer: '/min_coverage', problem: 'out-of-range', expected: 'a number from 0 to 1' },
    ],
    [
      'a mapping by a dotted path',
      'policy',
      series({ format: { metrics: 'aggregate.overall' } }),
      {
        pointer: '/series/eval/format/metrics',
        problem: 'pattern',
        expected: 'a JSON pointer, like /aggregate',
      },
    ],
    [
      'a mapping whose rows have a member of another name',
      'policy',
      series({ format: { rows: { at: '/r', passed: '/p' } } }),
      { pointer: '/series/eval/format/rows/passed', problem: 'unknown-key', nearest: 'pass' },
    ],
    [
      'a mapping with an aggregate that is none',
      'policy',
      series({ format: { definitions: { a: { meen: 'score' } } } }),
      { pointer: '/series/eval/format/definitions/a/meen', problem: 'unknown-key', nearest: 'mean' },
    ],
    [
      'a mapping with a value of its own that is misspelt',
      'policy',
      series({ format: { metrics: '/m', metrics_version: { iss: 3 } } }),
      { pointer: '/series/eval/format/metrics_version/iss', problem: 'unknown-key', nearest: 'is' },
    ],
    [
      'a mapping that is a list',
      'policy',
      series({ format: [] }),
      {
        pointer: '/series/eval/format',
        problem: 'wrong-type',
        expected: 'a text that is not empty or an object',
      },
    ],
    [
      'a series name with a space',
      'policy',
      policy({ series: { 'my eval': { files: '*' } } }),
      {
        pointer: '/series/my eval',
        problem: 'pattern',
        key: 'my eval',
        message:
          '/series: expected as key a name of the characters A-Z a-z 0-9 . _ -, found the text "my eval".',
      },
    ],
    [
      'a bound without the score that it bounds',
      'policy',
      series({ hard_fail: [{ where: {}, max: 1 }] }),
      { pointer: '/series/eval/hard_fail/0', key: 'score' },
    ],
    [
      'a score without a bound',
      'policy',
      series({ hard_fail: [{ where: {}, score: 'x' }] }),
      { pointer: '/series/eval/hard_fail/0', expected: 'one of the keys `min` or `max`' },
    ],
    [
      'another family',
      'policy',
      policy({ judge: { family: 'distinkt' } }),
      { pointer: '/judge/family', problem: 'not-allowed', nearest: 'distinct' },
    ],
    [
      'a requirement without paths',
      'policy',
      policy({ require: { r: { series: 'eval' } } }),
      { pointer: '/require/r', key: 'paths' },
    ],

    [
      'an exit code of 4',
      'report',
      edited(REPORT, ['exit_code'], 4),
      { pointer: '/exit_code', problem: 'out-of-range' },
    ],
    [
      'a finding of another severity',
      'report',
      edited(REPORT, ['findings', 0, 'severity'], 'warn'),
      { pointer: '/findings/0/severity', problem: 'not-allowed' },
    ],
    [
      'an unmeasured value as 0 of a text',
      'report',
      edited(REPORT, ['thresholds', 0, 'value'], 'n/a'),
      { pointer: '/thresholds/0/value', expected: 'a number or null' },
    ],
    ['a report with more', 'report', { ...REPORT, more: 1 }, { pointer: '/more', problem: 'unknown-key' }],
  ];

  it.each(cases)('%s', (_what, name, document, expected) => {
    const wanted = Array.isArray(expected) ? expected : [expected];
    expect(validateNow(name, document)).toEqual(wanted.map((fault) => expect.objectContaining(fault)));
  });
});

describe('what a file cannot do to the messages', () => {
  it('has its control, format and quoting characters escaped, and its length cut', () => {
    const hostile = `\u001b[2J\n::error::"x"\u202e\u{e0041}\ud800${'y'.repeat(100_000)}`;
    const [fault] = validateNow('result', minimal(['results', 0, 'id'], [hostile]));
    expect(fault?.found).toBe('a list of 1');
    for (const document of [
      minimal(['metrics_version'], hostile),
      minimal([hostile], hostile),
      minimal(['results', 0, 'scores'], { [hostile]: [] }),
      policy({ series: { [hostile]: { files: '*' } } }),
    ]) {
      const name = 'version' in document ? 'policy' : 'result';
      const [only, ...more] = validateNow(name, document);
      expect(more).toEqual([]);
      expect(only?.found.length).toBeLessThanOrEqual(60);
      expect(only?.message.length).toBeLessThan(600);
      expect(only?.message).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
    }
    expect(validateNow('result', minimal(['metrics_version'], hostile))[0]?.found).toBe(
      'the text "\\u001b[2J\\u000a::error::\\"x\\"\\u202e\\u{e0041}…"',
    );
  });

  it('ends in good time and with at most 200 faults, however many rows are wrong', () => {
    const shortest = (count: number) => {
      const rows = Array.from({ length: count }, () => ({ id: 1, oops: 2 }));
      const times = [1, 2, 3].map(() => {
        const before = performance.now();
        const faults = validateNow('result', { ...MINIMAL, results: rows } as unknown as JsonValue);
        expect(faults.length).toBeGreaterThan(50);
        expect(faults.length).toBeLessThanOrEqual(200);
        return performance.now() - before;
      });
      return Math.min(...times);
    };
    // Ten times the rows take ten times as long; a quadratic step would take a hundred times as long.
    expect(shortest(300_000)).toBeLessThan(50 * shortest(30_000));
  });

  it.each([
    '{"__proto__": 1}',
    '{"__proto__": {"schema": "evalguard.result/v1", "metrics_version": 1, "results": []}}',
  ])('an own key __proto__ is unknown and gives nothing: %s', (text) => {
    const faults = validateNow('result', JSON.parse(text));
    expect(faults.map(({ problem, key }) => [problem, key])).toEqual([
      ['missing-key', 'metrics_version'],
      ['missing-key', 'results'],
      ['missing-key', 'schema'],
      ['unknown-key', '__proto__'],
    ]);
  });

  it('a score called __proto__ is a score', () => {
    const rows = (score: string) => JSON.parse(`[{ "id": "q", "scores": { "__proto__": ${score} } }]`);
    expect(validateNow('result', minimal(['results'], rows('0.5')))).toEqual([]);
    expect(validateNow('result', minimal(['results'], rows('{}')))).toMatchObject([
      { pointer: '/results/0/scores/__proto__', problem: 'wrong-type', found: 'an empty object' },
    ]);
  });
});
