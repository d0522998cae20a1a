import { describe, expect, it } from 'vitest';
import type { Row } from '../../../src/core/reading.ts';
import { decodeJsonLines } from '../../../src/document/json.ts';
import { evidenceOf } from '../../../src/measures/evidence/recompute.ts';
import type { RowMapping } from '../../../src/policy/policy.ts';
import { comparedIn, readingOf } from '../../support/mapped.ts';

const rowsOf = (content: unknown, rows: string | RowMapping) => readingOf(content, { rows }).rows ?? [];
/** id, sample and pass of each row. */
const passes = (rows: readonly Row[]) =>
  rows.map(({ id, sample, scores }) => [id, sample, scores.get('passed')]);

const A = { id: 'a', ok: true };
const B = { id: 'b', ok: false };
const PASS = { id: '/id', pass: '/ok' };
const BOTH = [
  ['a', 1, true],
  ['b', 1, false],
];

describe('rows stand', () => {
  it.each<[string, unknown, string]>([
    ['in a list at a pointer', { out: { cases: [A, B] } }, '/out/cases'],
    ['at the top of the file', [A, B], ''],
    ['in an object, by case', { cases: { a: { ok: true }, b: { ok: false } } }, '/cases'],
    ['in an object whose own keys are the cases', { a: { ok: true }, b: { ok: false } }, ''],
    [
      'where a pattern finds one in each place',
      { 'run-a': { g: A }, 'run-b': { g: B }, other: { g: A } },
      '/run-*/g',
    ],
    ['where a pattern finds a list in each place', { x: { cases: [A] }, y: { cases: [B] } }, '/*/cases'],
  ])('%s', (_, content, at) => {
    expect(passes(rowsOf(content, { at, ...PASS }))).toEqual(BOTH);
  });

  it('on lines of their own', () => {
    const lines = new TextEncoder().encode(`${JSON.stringify(A)}\n${JSON.stringify(B)}\n`);
    const decoded = decodeJsonLines(lines);
    const file = { path: 'results/a.jsonl', bytes: lines, document: decoded.ok ? decoded.document : null };
    expect(passes(readingOf(file, { rows: { at: '', ...PASS } }).rows ?? [])).toEqual(BOTH);
  });

  it('by case, each with a list of its trials', () => {
    const cases = { a: [{ ok: true }, { ok: false }], b: [{ ok: true }] };
    expect(passes(rowsOf({ cases }, { at: '/cases', pass: '/ok' }))).toEqual([
      ['a', 1, true],
      ['a', 2, false],
      ['b', 1, true],
    ]);
  });

  it('nowhere: the file is then not read', () => {
    expect(() => rowsOf({ a: 1 }, { at: '/cases', ...PASS })).toThrow('nothing stands at /cases');
    expect(() => rowsOf({ cases: 3 }, { at: '/cases', ...PASS })).toThrow('/cases is no list');
  });

  it('beside entries that are none, which are counted', () => {
    const { rows, losses } = readingOf({ cases: [A, 'x', null] }, { rows: { at: '/cases', ...PASS } });
    expect([rows?.length, losses]).toEqual([
      1,
      ['rows: 2 entries at /cases are no objects and are not read'],
    ]);
    expect(readingOf([A, 'x'], { rows: { at: '', ...PASS } }).losses).toEqual([
      'rows: 1 entry at the whole file is no object and is not read',
    ]);
  });
});

describe('the id of a row', () => {
  const ids = (content: unknown, rows: RowMapping) => rowsOf(content, rows).map(({ id }) => id);

  it('is its key before its own id, unless a pointer is named', () => {
    const cases = { k: { id: 'own', ok: true } };
    expect(ids({ cases }, { at: '/cases', pass: '/ok' })).toEqual(['k']);
    expect(ids({ cases }, { at: '/cases', id: '/id', pass: '/ok' })).toEqual(['own']);
  });

  it('is what a pattern stood for, with its own id where there are several', () => {
    expect(ids({ 'e-1': { g: { ok: 1 } }, 'e-2': { g: { ok: 1 } } }, { at: '/e-*/g', pass: '/ok' })).toEqual([
      'e-1',
      'e-2',
    ]);
    expect(ids({ x: [A, B], y: [A] }, { at: '/*', pass: '/ok' })).toEqual(['x/a', 'x/b', 'y/a']);
  });

  it('is the first of several pointers at which a name stands', () => {
    const cases = [
      { name: 'n', ok: true },
      { key: '', name: 'm', ok: true },
      { key: 'k', name: 'm', ok: true },
    ];
    expect(ids(cases, { at: '', id: ['/key', '/name'], pass: '/ok' })).toEqual(['n', 'm', 'k']);
  });

  it('keeps every digit of a number (A9)', () => {
    const text =
      '[{"id": 9196877626998784, "ok": 1}, {"id": 9196877626998785, "ok": 1}, {"id": 1.10, "ok": 1}]';
    expect(ids(text, { at: '', ...PASS })).toEqual(['9196877626998784', '9196877626998785', '1.10']);
  });

  it('is the place of the row where it has none, which is said', () => {
    const { rows, losses } = readingOf([{ ok: 1 }, { ok: 0 }], { rows: { at: '', pass: '/ok' } });
    expect(rows?.map(({ id }) => id)).toEqual(['row 0', 'row 1']);
    expect(losses.join()).toContain('2 have no id');
  });
});

describe('a pass', () => {
  it.each<[unknown, boolean | string]>([
    [true, true],
    [false, false],
    [1, true],
    [0, false],
    ['PASS', true],
    ['passed', true],
    ['Success', true],
    ['ok', true],
    ['FAIL', false],
    ['failed', false],
    ['Failure', false],
    ['timed out', 'target_timeout: the row says "timed out"'],
    ['ERROR', 'target_error: the row says "ERROR"'],
    ['skipped', 'evidence_missing: the row says "skipped"'],
    ['maybe', 'evidence_missing: "maybe" is neither a pass nor a failure'],
    ['', 'evidence_missing: "" is neither a pass nor a failure'],
    [0.5, 'evidence_missing: 0.5 is neither a pass nor a failure'],
    [3, 'evidence_missing: 3 is neither a pass nor a failure'],
    [[], 'evidence_missing: a list is neither a pass nor a failure'],
    [{}, 'evidence_missing: an object is neither a pass nor a failure'],
    [null, 'evidence_missing: the file states null'],
    [undefined, 'evidence_missing: nothing stands at /ok'],
  ])('that is written %j is %j', (ok, expected) => {
    const [row] = rowsOf([{ id: 'a', ok }], { at: '', ...PASS });
    const passed = row?.scores.get('passed');
    expect(passed ?? row?.unmeasured.get('passed')).toBe(expected);
    expect(passed === null).toBe(typeof expected === 'string');
  });

  it('is the first that stands, a null only where nothing else does', () => {
    const rows = [
      { id: 'a', passed: null, pass: true },
      { id: 'b', result: 'FAIL' },
      { id: 'c', passed: null },
    ];
    const read = rowsOf(rows, { at: '', pass: ['/passed', '/pass', '/result'] });
    expect(read.map(({ scores }) => scores.get('passed'))).toEqual([true, false, null]);
  });
});

describe('scores', () => {
  it('are the numbers and booleans of an object', () => {
    const [row] = rowsOf([{ id: 'a', s: { x: 0.5, y: true, z: null, note: 'text', list: [1] } }], {
      at: '',
      scores: '/s',
    });
    expect([...(row?.scores ?? [])]).toEqual([
      ['x', 0.5],
      ['y', true],
      ['z', null],
    ]);
    expect(row?.unmeasured.get('z')).toBe('evidence_missing: the file states null');
  });

  it('stand at one place each', () => {
    const scores = { accuracy: '/acc', latency_s: ['/time/s', '/t'] };
    const rows = rowsOf(
      [
        { id: 'a', acc: 1, time: { s: 2 } },
        { id: 'b', acc: '1', t: 3 },
      ],
      { at: '', scores },
    );
    expect(rows.map(({ scores: own }) => [own.get('accuracy'), own.get('latency_s')])).toEqual([
      [1, 2],
      [null, 3],
    ]);
    expect(rows[1]?.unmeasured.get('accuracy')).toBe('evidence_missing: what stands there is no number');
  });

  it('are one where a lone number stands', () => {
    expect([
      ...(rowsOf([{ id: 'a', q: { f1: 0.4 } }], { at: '', scores: '/q/f1' })[0]?.scores ?? []),
    ]).toEqual([['f1', 0.4]]);
  });
});

describe('trials of a row', () => {
  const rows = {
    at: '/cases',
    id: '/id',
    pass: '/passed',
    trials: '/attempts',
    error: '/error',
    category: '/kind',
  };

  it('are samples of its case; what one lacks is looked for in its row', () => {
    const cases = [
      {
        id: 'a',
        kind: 'x',
        passed: 2,
        total: 3,
        attempts: [{ passed: true }, { passed: false, kind: 'y' }, { passed: true }],
      },
      { id: 'b', kind: 'x', passed: true, attempts: [] },
    ];
    const read = rowsOf({ cases }, rows);
    expect(
      read.map(({ id, sample, category, pointer, scores }) => [
        id,
        sample,
        category,
        pointer,
        scores.get('passed'),
      ]),
    ).toEqual([
      ['a', 1, 'x', '/cases/0/attempts/0', true],
      ['a', 2, 'y', '/cases/0/attempts/1', false],
      ['a', 3, 'x', '/cases/0/attempts/2', true],
      ['b', 1, 'x', '/cases/1', true],
    ]);
  });

  it('have a mean over cases, not over trials', () => {
    const cases = [
      { id: 'a', attempts: [{ passed: true }, { passed: false }] },
      { id: 'b', attempts: [{ passed: true }] },
    ];
    const reading = readingOf(
      { rate: 0.75, cases },
      { metrics: '', rows, definitions: { rate: { rate: 'passed' } } },
    );
    expect(comparedIn(reading)).toEqual({ rate: [0.75, 0.75, 'equal'] });
  });
});

describe('samples', () => {
  const samples = (rows: readonly object[], sample?: string) =>
    rowsOf(rows, { at: '', pass: '/ok', ...(sample === undefined ? {} : { sample }), arm: '/arm' }).map(
      ({ id, arm, sample: number }) => [id, arm, number],
    );

  it('are counted where a case stands several times, in each arm for itself', () => {
    expect(samples([A, B, A, { ...A, arm: 'x' }])).toEqual([
      ['a', null, 1],
      ['b', null, 1],
      ['a', null, 2],
      ['a', 'x', 1],
    ]);
  });

  it('are those that are stated, from 1 whether the file counts from 0 or from 1', () => {
    const stated = (numbers: readonly unknown[]) =>
      samples(
        numbers.map((n) => ({ ...A, n })),
        '/n',
      ).map(([, , n]) => n);
    expect(stated([3, 1])).toEqual([3, 1]);
    expect(stated([0, 1])).toEqual([1, 2]);
    expect(stated([7, null])).toEqual([1, 2]);
  });
});

describe('checks of a row', () => {
  const rows = {
    at: '',
    checks: { at: ['/assertions', '/expectations'], pass: ['/passed', '/result'], item: '/text' },
  };
  const check = (passed: unknown, text = 't') => ({ text, passed });

  it('are rulings: the score is the share of them that passed', () => {
    const content = [
      { id: 'a', assertions: [check(true, 'x'), check(false, 'y'), { result: 'PASS' }, check(true)] },
      { id: 'b', expectations: [check(true), check(true)] },
    ];
    const reading = readingOf(content, { rows, definitions: { pass_rate: { mean: 'passed' } } });
    expect(reading.rows?.[0]?.judgments.map(({ item, value }) => [item, value])).toEqual([
      ['x', true],
      ['y', false],
      [null, true],
      ['t', true],
    ]);
    expect(comparedIn(reading)).toEqual({ pass_rate: [0.875, 0.875, 'equal'] });
  });

  it('that are not there leave the row unmeasured', () => {
    const [none, empty] = rowsOf([{ id: 'a' }, { id: 'b', assertions: [] }], rows);
    for (const row of [none, empty]) {
      expect(row?.unmeasured.get('passed')).toBe('evidence_missing: no checks stand in the row');
    }
  });

  it.each([
    ['states none', { text: 'y' }],
    ['states null', { text: 'y', passed: null }],
    ['states no word for one', { text: 'y', passed: 'perhaps' }],
    ['is no object', 3],
  ])('of which one %s leave the row unmeasured: it can be the one that failed', (_, silent) => {
    const [row] = rowsOf([{ id: 'a', assertions: [check(true), silent] }], rows);
    expect(row?.judgments).toEqual([]);
    expect(row?.unmeasured.get('passed')).toBe('evidence_missing: 1 of 2 checks state no verdict');
  });

  it('are compared with the share that the row states', () => {
    const content = [{ id: 'a', rate: 0.75, assertions: [check(true), check(false)] }];
    const reading = readingOf(content, {
      rows: { ...rows, scores: { passed: '/rate' } },
      definitions: { r: { mean: 'passed' } },
    });
    const [{ basis } = { basis: null }] = evidenceOf(reading);
    expect(
      basis?.kind === 'rows' &&
        basis.contradictions.map(({ stated, evidence, by }) => [stated, evidence, by]),
    ).toEqual([[0.75, 0.5, 'judgments']]);
  });

  it('beside a pass are a score of their own, and doubt a pass that none of them shares', () => {
    const content = [
      { id: 'a', ok: true, assertions: [check(false)] },
      { id: 'b', ok: false, assertions: [check(true), check(true)] },
      { id: 'c', ok: false, assertions: [check(true), check(false)] },
    ];
    const read = rowsOf(content, { ...rows, pass: '/ok' });
    expect(read.map(({ scores, doubts }) => [scores.get('passed'), doubts?.length ?? 0])).toEqual([
      [true, 1],
      [false, 1],
      [false, 0],
    ]);
    expect(read[0]?.judgments[0]?.score).toBe('checks');
  });
});

describe('an error of a row', () => {
  const one = (row: object) =>
    rowsOf([{ id: 'a', ...row }], { at: '', pass: '/ok', error: '/error', reason: '/why' })[0]!;

  it.each<[unknown, string | null]>([
    ['', null],
    [null, null],
    [false, null],
    [[], null],
    [{}, null],
    [0, null],
    ['boom', 'boom'],
    [['first', 'second'], 'first'],
    [{ message: 'm', code: 1 }, 'm'],
    [true, 'the row says that it ended in an error'],
  ])('that is written %j is %j', (error, message) => {
    expect(one({ ok: false, error }).error?.message ?? null).toBe(message);
  });

  it('keeps a pass that stands beside it, and doubts it', () => {
    const row = one({ ok: true, error: '[ERROR] 429 Too Many Requests' });
    expect([row.scores.get('passed'), row.error?.kind, row.doubts?.map(({ by }) => by)]).toEqual([
      true,
      'target_quota',
      ['error'],
    ]);
  });

  it('beside a failure is one as the file states, which is said', () => {
    const content = [
      { id: 'a', ok: false, error: 'boom' },
      { id: 'b', ok: true },
    ];
    const { rows, losses } = readingOf(content, { rows: { at: '', ...PASS, error: '/error' } });
    expect(rows?.map(({ scores }) => scores.get('passed'))).toEqual([false, true]);
    expect(losses.join()).toContain('1 ended in an error and count as failures');
  });

  it('is why a pass is missing', () => {
    expect(one({ ok: null, error: 'timed out' }).unmeasured.get('passed')).toBe('target_timeout');
    expect(one({ error: 'boom' }).unmeasured.get('passed')).toBe('target_error');
  });

  it('is a doubt too where it is the reason of a pass (A10)', () => {
    expect(one({ ok: true, why: 'HTTP 500: Internal Server Error' }).doubts).toHaveLength(1);
    expect(one({ ok: true, why: ['a', 'b'] }).doubts).toBeUndefined();
    expect(one({ ok: null, why: ['a', 'b'] }).unmeasured.get('passed')).toBe('evidence_missing: a; b');
  });
});

it('the rest of a row is read where it is named', () => {
  const content = [
    {
      id: 'a',
      ok: 1,
      c: 'easy',
      p: 'human',
      m: 'gpt',
      q: 'why?',
      want: 'x',
      got: { y: 1 },
      j: 'openai:gpt-5',
    },
  ];
  const [row] = rowsOf(content, {
    at: '',
    ...PASS,
    ...{
      category: '/c',
      provenance: '/p',
      arm: '/m',
      input: '/q',
      expected: '/want',
      output: '/got',
      judge: '/j',
    },
  });
  expect(row).toMatchObject({ category: 'easy', provenance: 'human', arm: 'gpt', pointer: '/0' });
  expect(row?.source).toMatchObject({ input: 'why?', expected: 'x', output: { y: 1 }, q: 'why?' });
  expect([...(row?.served ?? [])]).toEqual([['judge', 'openai:gpt-5']]);
});

describe('rows by their place alone', () => {
  it('are read by the usual names, which is said', () => {
    const cases = [
      { case_id: 'a', status: 'passed', group: 'x', tokens: 3, error: null },
      { case_id: 'b', status: 'failed', group: 'y', tokens: 4, error: ['boom'] },
    ];
    const { rows, losses } = readingOf({ cases }, { rows: '/cases' });
    expect(passes(rows ?? [])).toEqual(BOTH);
    expect(rows?.map(({ category, error }) => [category, error?.kind ?? null])).toEqual([
      ['x', null],
      ['y', 'target_error'],
    ]);
    expect(losses).toEqual([
      'rows: read by the usual names: id /case_id, pass /status, error /error, category /group',
      expect.stringContaining('1 ended in an error'),
      'rows: /tokens of each row is not read',
    ]);
  });

  it('have checks, scores and trials by the usual names too', () => {
    const cases = [
      {
        name: 'a',
        trials: [
          { score: 0.5, assertions: [{ passed: true }] },
          { score: 1, assertions: [{ passed: false }] },
        ],
      },
    ];
    const rows = rowsOf({ cases }, '/cases');
    expect(rows.map(({ id, sample, scores }) => [id, sample, scores.get('score')])).toEqual([
      ['a', 1, 0.5],
      ['a', 2, 1],
    ]);
    expect(rows.map(({ judgments }) => judgments.map(({ value }) => value))).toEqual([[true], [false]]);
  });

  it('pass by the first name whose words are verdicts', () => {
    const cases = [
      { id: 'a', result: 'a long answer', verdict: 'PASS' },
      { id: 'b', result: 'another', verdict: 'FAIL' },
    ];
    expect(passes(rowsOf({ cases }, '/cases'))).toEqual(BOTH);
  });

  it('are of an arm only where they differ in it', () => {
    const rows = (second: string) =>
      rowsOf(
        [
          { id: 'a', ok: 1, model: 'm' },
          { id: 'b', ok: 1, model: second },
        ],
        '',
      );
    expect(rows('m').map(({ arm }) => arm)).toEqual([null, null]);
    expect(rows('n').map(({ arm }) => arm)).toEqual(['m', 'n']);
  });

  it('that hold neither a pass nor a score are counted, as before', () => {
    const { rows, claims, losses } = readingOf(
      { s: { a: 1 }, cases: [{ id: 1 }, { id: 2 }] },
      { metrics: '/s', rows: '/cases' },
    );
    expect([rows, claims[0]?.expected, losses[0]]).toEqual([
      null,
      2,
      expect.stringContaining('they are counted'),
    ]);
  });
});
