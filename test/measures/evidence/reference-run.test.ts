import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/document/document.ts';
import { native } from '../../../src/formats/native/native.ts';
import { metricsFor, referenceRunFrom } from '../../../src/measures/evidence/reference-run.ts';
import { DEFAULT_POLICY, type Series } from '../../../src/policy/policy.ts';
import { type JudgedThreshold, judgeThresholds } from '../../../src/policy/thresholds.ts';
import { aSeries, aThreshold } from '../../support/policies.ts';
import { aFile, aResult } from '../../support/record.ts';
import { trials } from '../../support/trial.ts';

type Row = Record<string, JsonValue | undefined> & { id: string; scores?: Record<string, JsonValue> };
type File = Record<string, unknown> & { results?: Row[] };

const LAST = 'results/eval-2026-09-01-corpus-run1.json';
const NEW = 'results/eval-2026-09-02-corpus-run1.json';
const IDS = Array.from({ length: 10 }, (_, index) => `c${index + 1}`);

/** A run of ten cases with two samples each, of which the first `good` cases pass. */
function aRun(good: number): File {
  const results = IDS.flatMap((id, index) =>
    [1, 2].map((sample) => ({
      ...{ id, sample, category: index % 2 === 0 ? 'even' : 'odd', negative: index === 9 },
      input: `question ${id}`,
      scores: { passed: index < good, quality: index < good ? 1 : 0.1, forbidden: index >= good },
    })),
  );
  return {
    ...{ suite: 'eval', date: '2026-09-02', routing: 'corpus', run: 1, metrics_version: 1 },
    dataset: { name: 'queries', version: '1', cases: IDS.length, fingerprint: 'sha256:1' },
    judge: { route: 'anthropic:claude-sonnet-4.5' },
    rubric: { scale: [0, 1], criteria: {} },
    metrics: {
      pass_rate: { aggregate: 'rate', score: 'passed', judged: true },
      quality_even: { aggregate: 'mean', score: 'quality', where: { category: 'even' } },
      'pass^2': { aggregate: 'pass_hat_k', score: 'passed', k: 2 },
      worst: { aggregate: 'min', score: 'quality' },
    },
    results,
  };
}

function judgedFile(file: File, last: File | null, parts: Partial<Series> = {}): readonly JudgedThreshold[] {
  const series = aSeries({
    thresholds: [aThreshold({ metric: 'pass_rate', min: 0.9, enforce: true })],
    ...parts,
  });
  const then = last === null ? [] : native.read(aFile(aResult(last)));
  return native.read(aFile(aResult(file))).flatMap((reading) => {
    const reference = referenceRunFrom(LAST, then, reading.arm);
    const metrics = metricsFor(series, reading, reference);
    return judgeThresholds(NEW, series, reading, metrics, null, { reference, judges: DEFAULT_POLICY.judge });
  });
}

const passes = (judged: readonly JudgedThreshold[]) => judged.every(({ verdict }) => verdict === 'met');

/** Gates that a run with one good case of ten can never pass. */
const GATES: readonly (readonly [string, Partial<Series>])[] = [
  ['a rate', {}],
  [
    'a mean with a condition',
    { thresholds: [aThreshold({ metric: 'quality_even', min: 0.9, enforce: true })] },
  ],
  ['pass^2', { thresholds: [aThreshold({ metric: 'pass^2', min: 0.9, enforce: true })] }],
  ['the least', { thresholds: [aThreshold({ metric: 'worst', min: 0.9, enforce: true })] }],
  [
    'a row that fails the run',
    { thresholds: [], hard_fail: [{ where: { category: 'odd' }, score: 'quality', min: 0.5, max: null }] },
  ],
  [
    'a row of a kind',
    { thresholds: [], hard_fail: [{ where: { forbidden: true }, score: null, min: null, max: null }] },
  ],
];

type Change = (file: File, pick: (size: number) => number) => File;

/** Changes rows: all of them, those that failed, or some. */
const onRows =
  (change: (row: Row, pick: (size: number) => number) => Row | null): Change =>
  (file, pick) => {
    if (file.results === undefined) return file;
    const which = pick(3);
    const isMeant = (row: Row) => which === 0 || (which === 1 ? !row.id.endsWith('c1') : pick(2) === 0);
    return {
      ...file,
      results: file.results.flatMap((row) => {
        const changed = isMeant(row) ? change(row, pick) : row;
        return changed === null ? [] : [changed];
      }),
    };
  };
const without = (object: object, key: string) =>
  Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
const withScores = (row: Row, scores: Record<string, JsonValue>): Row => ({ ...row, scores });
const one = <T>(list: readonly T[], pick: (size: number) => number): T => list[pick(list.length)]!;
const SCORES = ['passed', 'quality', 'forbidden'];

/** What whoever writes a file can do to it without changing a measured value. */
const CHANGES: Readonly<Record<string, Change>> = {
  'drop rows': onRows(() => null),
  'drop a key of rows': (file, pick) => {
    const key = one(['category', 'negative', 'input', 'scores', 'sample'], pick);
    return onRows((row) => without(row, key) as Row)(file, pick);
  },
  'drop a score of rows': (file, pick) => {
    const score = one(SCORES, pick);
    return onRows((row) => withScores(row, without(row.scores ?? {}, score) as Record<string, JsonValue>))(
      file,
      pick,
    );
  },
  'call scores not applicable': (file, pick) => {
    const [score, reason] = [
      one(SCORES, pick),
      one(['not_applicable', 'judge_timeout', 'stopped_early'], pick),
    ];
    return onRows((row) => ({
      ...withScores(row, { ...row.scores, [score]: null }),
      unmeasured: { ...(row['unmeasured'] as object), [score]: reason },
    }))(file, pick);
  },
  'call rows errors': onRows((row) => ({ ...withScores(row, {}), error: { kind: 'target_quota' } })),
  'label rows anew': (file, pick) => {
    const [key, value] = one<[string, JsonValue]>(
      [
        ['category', 'other'],
        ['category', 'odd'],
        ['category', 'even'],
        ['arm', 'b'],
        ['negative', true],
        ['provenance', 'made'],
        ['turn', 2],
        ['cached', true],
      ],
      pick,
    );
    return onRows((row) => ({ ...row, [key]: value }))(file, pick);
  },
  'rename cases': onRows((row, pick) => ({
    ...row,
    id: `new-${row.id}`,
    ...(pick(2) === 0 ? { input: 'another question' } : {}),
  })),
  'number samples anew': onRows((row, pick) => ({ ...row, sample: 1 + pick(5) })),
  'drop results': (file) => ({
    ...(without(file, 'results') as File),
    aggregate: { pass_rate: 1, quality_even: 1, 'pass^2': 1, worst: 1 },
  }),
  'empty results': (file) => ({
    ...file,
    results: [],
    aggregate: { pass_rate: 1, quality_even: 1, 'pass^2': 1, worst: 1 },
  }),
  'state a headline': (file) => ({
    ...file,
    aggregate: { pass_rate: 1, quality_even: 1, 'pass^2': 1, worst: 1 },
  }),
  'set the mode': (file, pick) => ({ ...file, mode: one(['scripted', 'real', 'other'], pick) }),
  'set the version': (file, pick) => ({ ...file, metrics_version: one<unknown>([2, 99, '1', null], pick) }),
  'set the status': (file) => ({ ...file, status: 'unmeasured', reason: 'target_quota' }),
  'set the dataset': (file, pick) => ({
    ...file,
    dataset: one<unknown>(
      [
        undefined,
        null,
        {},
        { name: 'queries' },
        { name: 'other', version: 'queries', cases: 1 },
        { version: 'queries' },
        { name: 'queries', cases: 1, fingerprint: 'sha256:1' },
        { name: 'queries', version: '2', cases: 0 },
      ],
      pick,
    ),
  }),
  'set the identity': (file, pick) => ({
    ...file,
    ...one<object>(
      [{ suite: 'other' }, { date: '2020-01-01' }, { variant: 'x' }, { run: 9 }, { routing: 'z' }],
      pick,
    ),
  }),
  'set the method': (file, pick) => ({
    ...file,
    method: one<unknown>([{ samples: 1 }, { part: 'first 1' }, { limits: {} }, undefined], pick),
  }),
  'set the judge': (file, pick) => ({
    ...file,
    judge: one<unknown>([undefined, { route: 'openai:gpt-5.5' }, {}], pick),
  }),
  'set the rubric': (file, pick) => ({
    ...file,
    rubric: one<unknown>([undefined, { scale: [0.95, 1], criteria: { passed: { weight: 0 } } }], pick),
  }),
  'define metrics anew': (file, pick) => {
    const options = one<object>(
      [
        { where: { category: 'even' } },
        { where: { passed: true } },
        { where: { negative: false } },
        { aggregate: 'max' },
        { aggregate: 'count' },
        { aggregate: 'pass_at_k', k: 2 },
        { over: 'rows' },
        { score: 'forbidden' },
        { judged: false },
        { metrics_version: 2 },
        { pass_if: { quality: { min: 0 } } },
        { arm: 'b' },
        { places: 0 },
      ],
      pick,
    );
    const metrics = Object.fromEntries(
      Object.entries((file['metrics'] ?? {}) as Record<string, object>).map(([name, definition]) => [
        name,
        { ...definition, ...options },
      ]),
    );
    return { ...file, metrics };
  },
  'define nothing': (file) => without(file, 'metrics') as File,
  'stop cases early': (file) => ({
    ...file,
    cases: Object.fromEntries(
      IDS.map((id) => [id, { samples: 2, threshold: { min: 0 }, stopped_early: true, passed: true }]),
    ),
  }),
  'move to a candidate': (file) => ({ ...file, candidate: { results: (file.results ?? []).slice(0, 1) } }),
};

describe('(A3) no change to its file makes a bad run pass an enforced threshold', () => {
  it.each(GATES)('%s: a good run passes, a bad one does not', (_, gate) => {
    expect(passes(judgedFile(aRun(10), aRun(10), gate))).toBe(true);
    expect(passes(judgedFile(aRun(1), aRun(10), gate))).toBe(false);
  });

  const pickers = fc.infiniteStream(fc.nat(1_000_000));
  const changes = fc.array(fc.constantFrom(...Object.keys(CHANGES)), { minLength: 1, maxLength: 4 });

  it.each(GATES)('%s', (_, gate) => {
    fc.assert(
      fc.property(changes, pickers, (names, numbers) => {
        const pick = (size: number) => numbers.next().value % size;
        const file = names.reduce((changed, name) => CHANGES[name]!(changed, pick), aRun(1));
        expect(passes(judgedFile(file, aRun(10), gate))).toBe(false);
      }),
      { numRuns: trials(300) },
    );
  });
});

describe('(A3) a case that stopped early', () => {
  const planned = (stopped_early: boolean) =>
    Object.fromEntries(IDS.map((id) => [id, { samples: 3, threshold: { min: 0.5 }, stopped_early }]));
  const run = (samples: number, cases: object, good = 10): File => ({
    ...aRun(good),
    cases,
    results: aRun(good).results!.flatMap((row) =>
      row['sample'] === 1
        ? Array.from({ length: samples }, (_, at) => ({
            ...{ ...row, sample: at + 1 },
            scores: { passed: row.scores?.['passed'] ?? null },
          }))
        : [],
    ),
  });

  it('is decided by the plan and threshold that the last run has for it, and then lacks nothing', () => {
    expect(passes(judgedFile(run(2, planned(true)), run(3, planned(false))))).toBe(true);
  });

  it.each([
    ['that could still have failed', run(1, planned(true))],
    ['of which only the file says so', run(2, planned(false))],
    [
      'by a threshold of its own',
      run(
        1,
        Object.fromEntries(IDS.map((id) => [id, { samples: 3, threshold: { min: 0 }, stopped_early: true }])),
      ),
    ],
  ])('lacks samples where it is one %s', (_, file) => {
    expect(passes(judgedFile(file, run(3, planned(false))))).toBe(false);
  });
});

/** One way to give a metric its rows: as the last run does, and as a file that leaves out what speaks against it. */
interface Weaker {
  readonly metric: Record<string, JsonValue>;
  readonly last: Row;
  readonly bad: Row;
  readonly parts?: Partial<File>;
  /** Whether `evidence: stated` accepts it. */
  readonly stated: boolean;
}

const rulings = (...values: JsonValue[]) => values.map((value, at) => ({ score: 's', item: `${at}`, value }));
const criteria = (values: Record<string, JsonValue>) =>
  Object.entries(values).map(([item, value]) => ({ score: 's', item, value }));
const games = (...winners: string[]) =>
  winners.map((value, at) => ({
    score: 's',
    order: at === 0 ? ['new', 'old'] : ['old', 'new'],
    value,
  }));
const RUBRIC = { rubric: { scale: [0, 1], criteria: { tone: {}, facts: {} } } };
const RECALL = { aggregate: 'mean', measure: 'recall_at_k', k: 2, score: 's' };
const CALLS = { aggregate: 'mean', measure: 'tool_call_match', score: 's' };
const PASS_IF = { aggregate: 'rate', pass_if: { a: { min: 4 }, b: { min: 4 } } };

const WEAKER: Readonly<Record<string, Weaker>> = {
  'a condition to pass is no longer applicable': {
    metric: PASS_IF,
    last: { id: '', scores: { a: 5, b: 5 } },
    bad: { id: '', scores: { a: 5, b: null }, unmeasured: { b: 'not_applicable: no facts asked' } },
    stated: false,
  },
  'rulings are gone': {
    metric: { aggregate: 'mean', score: 's', judged: true },
    last: { id: '', scores: { s: 1 }, judgments: rulings(true, true) },
    bad: { id: '', scores: { s: 1 } },
    stated: true,
  },
  'rulings are words, which have no mean': {
    metric: { aggregate: 'mean', score: 's', judged: true },
    last: { id: '', scores: { s: 1 }, judgments: rulings(true, true) },
    bad: { id: '', scores: { s: 1 }, judgments: rulings(true, 'no') },
    stated: true,
  },
  'rulings are on another score': {
    metric: { aggregate: 'mean', score: 's', judged: true },
    last: { id: '', scores: { s: 1 }, judgments: rulings(true) },
    bad: { id: '', scores: { s: 1 }, judgments: [{ score: 't', item: '0', value: false }] },
    stated: true,
  },
  'a criterion is not ruled on': {
    metric: { aggregate: 'mean', score: 's', judged: true },
    last: { id: '', scores: {}, judgments: criteria({ tone: 1, facts: 1 }) },
    bad: { id: '', scores: {}, judgments: criteria({ tone: 1, facts: null }) },
    parts: RUBRIC,
    stated: false,
  },
  'a criterion is left out': {
    metric: { aggregate: 'mean', score: 's', judged: true },
    last: { id: '', scores: {}, judgments: criteria({ tone: 1, facts: 1 }) },
    bad: { id: '', scores: {}, judgments: criteria({ tone: 1 }) },
    parts: RUBRIC,
    stated: false,
  },
  'a ranking is gone': {
    metric: RECALL,
    last: { id: '', scores: {}, relevant: { d1: 1 }, retrieved: ['d1'] },
    bad: { id: '', scores: { s: 1 }, relevant: { d1: 1 } },
    stated: true,
  },
  'calls are gone': {
    metric: CALLS,
    last: { id: '', scores: {}, expected_tool_calls: [{ name: 'x' }], tool_calls: [{ name: 'x' }] },
    bad: { id: '', scores: { s: 1 }, tool_calls: [{ name: 'y' }] },
    stated: true,
  },
  'games are gone': {
    metric: { aggregate: 'win_rate', score: 's', arm: 'new' },
    last: { id: '', scores: { s: 'new' }, judgments: games('new', 'new') },
    bad: { id: '', scores: { s: 'new' } },
    stated: true,
  },
};

describe('a row that stands on less than that of the last run (A3)', () => {
  const runOf = ({ metric, last, bad, parts }: Weaker, failing: number): File => ({
    ...aRun(10),
    ...parts,
    metrics: { m: metric },
    results: IDS.map((id, at) => ({ ...(at < IDS.length - failing ? last : bad), id })),
  });
  const thresholds = [aThreshold({ metric: 'm', min: 0.9, enforce: true })];

  it.each(Object.entries(WEAKER))('%s: unmeasured', (_, weaker) => {
    const last = runOf(weaker, 0);
    expect(passes(judgedFile(last, last, { thresholds }))).toBe(true);
    for (const failing of [9, 10]) {
      const [judged] = judgedFile(runOf(weaker, failing), last, { thresholds });
      expect(judged).toMatchObject({ verdict: 'unmeasured' });
      expect(judged?.reason).toContain(LAST);
      expect(judged?.remedy).toContain(weaker.stated ? '`evidence: stated`' : '`min_coverage: ');
      const [stated] = judgedFile(runOf(weaker, failing), last, { thresholds, evidence: 'stated' });
      expect(stated?.verdict).toBe(weaker.stated ? 'met' : 'unmeasured');
    }
  });

  it.each(Object.entries(WEAKER))('%s in one case of ten: the worst case decides', (_, weaker) => {
    const last = runOf(weaker, 0);
    const [judged] = judgedFile(runOf(weaker, 1), last, { thresholds });
    expect(judged?.verdict).toBe('met');
  });

  it('what only some samples of a case had is not demanded of all', () => {
    const parts = { metrics: { m: PASS_IF } };
    const sample = (id: string, number: number, b: number | null): Row => ({
      ...{ id, sample: number, scores: { a: 5, b } },
      ...(b === null ? { unmeasured: { b: 'not_applicable: no facts asked' } } : {}),
    });
    const run = (...bs: (number | null)[]): File => ({
      ...{ ...aRun(10), ...parts },
      results: IDS.flatMap((id) => bs.map((b, at) => sample(id, at + 1, b))),
    });
    expect(passes(judgedFile(run(null, 5), run(5, null), { thresholds }))).toBe(true);
    expect(passes(judgedFile(run(null, 5), run(5, 5), { thresholds }))).toBe(false);
  });

  it('a sample that fails by another condition has failed', () => {
    const weaker = { ...WEAKER['a condition to pass is no longer applicable']! };
    const last = runOf(weaker, 0);
    const failed = { ...weaker, bad: { ...weaker.bad, scores: { a: 1, b: null } } };
    expect(judgedFile(runOf(failed, 9), last, { thresholds })[0]?.verdict).toBe('missed');
  });
});

describe('turns (A3)', () => {
  const talk = (...lengths: number[]): File => ({
    ...aRun(10),
    results: IDS.flatMap((id, at) =>
      Array.from({ length: lengths[at % lengths.length]! }, (_, turn) => ({
        ...{ id, turn: turn + 1, scores: { passed: true, quality: 1 } },
      })),
    ),
  });

  it.each([
    ['the later ones are gone', talk(3), talk(1)],
    ['in some cases', talk(3), talk(3, 1)],
    ['more of one case make up for none of another', talk(3), talk(5, 1)],
    [
      'no row names its turn',
      talk(3),
      { ...talk(1), results: IDS.map((id) => ({ id, scores: { passed: true } })) },
    ],
  ])('%s: unmeasured', (_, last, file) => {
    expect(judgedFile(file, last)[0]).toMatchObject({ verdict: 'unmeasured' });
  });

  it.each([
    ['as many', talk(3), talk(3)],
    ['more', talk(3), talk(4, 5)],
    ['conversations of their own length', talk(2, 5), talk(4, 2, 3)],
  ])('%s: green', (_, last, file) => {
    expect(passes(judgedFile(file, last))).toBe(true);
  });
});
