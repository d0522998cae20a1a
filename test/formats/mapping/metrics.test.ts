import { describe, expect, it } from 'vitest';
import type { Mapping, MetricMapping } from '../../../src/policy/policy.ts';
import { comparedIn, readingOf } from '../../support/mapped.ts';

const claimsOf = (content: unknown, mapping: Mapping) =>
  Object.fromEntries(readingOf(content, mapping).claims.map(({ name, ...claim }) => [name, claim]));

/** Rows of which so many pass and so many fail. */
const cases = (passed: number, failed: number) => [
  ...Array.from({ length: passed }, (_, index) => ({ id: `p${index}`, passed: true })),
  ...Array.from({ length: failed }, (_, index) => ({ id: `f${index}`, passed: false })),
];
const totals = (content: object) => comparedIn(readingOf(content, { metrics: '', rows: '/cases' }));

describe('a mean with its spread', () => {
  it.each<[object, object]>([
    [
      { mean: 0.5, std: 0.2, n: 16, min: 0, max: 1 },
      { value: 0.5, standard_error: 0.05, measured: 16 },
    ],
    [{ mean: 0.5, stddev: 0.2 }, { value: 0.5 }],
    [
      { mean: 0.5, stderr: 0.1, count: 4 },
      { value: 0.5, standard_error: 0.1, measured: 4 },
    ],
    [
      { mean: 0.5, se: 0.1, std: 3, n: 4 },
      { value: 0.5, standard_error: 0.1, measured: 4 },
    ],
    [
      { mean: null, std: null },
      { value: null, reason: 'no reason stated' },
    ],
    [
      { mean: 0.5, std: 0.1, n: 0 },
      { value: 0.5, measured: 0 },
    ],
  ])('%j is one metric', (spread, expected) => {
    const { a, ...others } = claimsOf({ m: { a: spread } }, { metrics: '/m' });
    expect(others).toEqual({});
    expect(a).toEqual({ reason: null, pointer: '/m/a/mean', ...expected });
  });

  it('is one only beside what belongs to a spread', () => {
    const names = (inner: object) => Object.keys(claimsOf({ m: { a: inner } }, { metrics: '/m' }));
    expect(names({ mean: 1, recall: 2 })).toEqual(['a.mean', 'a.recall']);
    expect(names({ mean: 1 })).toEqual(['a.mean']);
    expect(names({ std: 1, n: 2 })).toEqual(['a.std', 'a.n']);
  });
});

describe('percentages', () => {
  it('are read as shares, digit by digit', () => {
    const content = { m: { a: 1.1, b: 64.58, c: 100, d: null, e: { mean: 50, std: 10, n: 4 } } };
    const claims = claimsOf(content, { metrics: '/m', percent: true });
    expect(Object.values(claims).map(({ value }) => value)).toEqual([0.011, 0.6458, 1, null, 0.5]);
    expect(claims['e']?.standard_error).toBe(0.05);
  });

  it('are declared for all metrics or for one, and never guessed', () => {
    const content = { m: { rate: 90, n: 12 } };
    const value = (mapping: Mapping) =>
      Object.values(claimsOf(content, { metrics: '/m', ...mapping })).map((each) => each.value);
    expect(value({})).toEqual([90, 12]);
    expect(value({ definitions: { rate: { percent: true } } })).toEqual([0.9, 12]);
    expect(value({ percent: true, definitions: { n: { percent: false } } })).toEqual([0.9, 12]);
  });

  it('agree with the rows that they are of', () => {
    const content = { pass_rate: 66.67, cases: cases(2, 1) };
    const mapping = { metrics: '', rows: '/cases', definitions: { pass_rate: { percent: true } } };
    expect(comparedIn(readingOf(content, mapping))).toEqual({ pass_rate: [0.6667, 2 / 3, 'rounded'] });
  });
});

describe('numbers that are no metrics', () => {
  it('are those that another pointer names', () => {
    const content = { acc: 1, at: 1_784_700_484, v: 3, limits: { tokens: 5 }, filter: null, t: { p95: 9 } };
    const mapping = {
      ...{ metrics: '', generated_at: '/at', metrics_version: '/v', limits: '/limits', part: '/filter' },
      definitions: { p95: { at: '/t/p95' } },
    };
    expect(Object.keys(claimsOf(content, mapping))).toEqual(['acc', 'p95']);
  });
});

describe('a definition', () => {
  const defined = (written: MetricMapping) =>
    readingOf({ cases: cases(1, 1) }, { rows: '/cases', definitions: { m: written } }).definitions.get('m') ??
    null;

  it.each<[MetricMapping, object | null]>([
    [{ rate: 'passed' }, { aggregate: 'rate', score: 'passed' }],
    [
      { aggregate: 'rate', score: 'passed' },
      { aggregate: 'rate', score: 'passed' },
    ],
    [
      { pass_hat_k: 'passed', k: 2, at: '/x', percent: true },
      { aggregate: 'pass_hat_k', score: 'passed', k: 2 },
    ],
    [
      { mean: 'recall', where: { category: 'hard' }, direction: 'higher' },
      { aggregate: 'mean', score: 'recall', where: { category: 'hard' }, direction: 'higher' },
    ],
    [{ at: '/x', unit: 's' }, null],
  ])('%j', (written, definition) => {
    expect(defined(written)).toEqual(definition);
  });

  it('says where a metric stands, which way is better, and its unit', () => {
    const content = { scores: { recall: { mean: 40, std: 1 } }, t: 3 };
    const definitions = {
      recall: { at: '/scores/recall', percent: true, direction: 'higher' },
      time: { at: '/t', unit: 's', direction: 'lower', places: 1 },
      gone: { at: '/gone' },
    };
    const reading = readingOf(content, { definitions });
    expect(reading.claims).toEqual([
      {
        name: 'recall',
        value: 0.4,
        reason: null,
        pointer: '/scores/recall/mean',
        direction: 'higher',
        unit: null,
      },
      { name: 'time', value: 3, reason: null, pointer: '/t', direction: 'lower', unit: 's', places: 1 },
    ]);
    expect(reading.losses).toEqual(['gone: nothing stands at /gone']);
  });

  it('of a metric that is nowhere stated gives what the rows come to', () => {
    const reading = readingOf(
      { cases: cases(3, 1) },
      { rows: '/cases', definitions: { pass_rate: { rate: 'passed' } } },
    );
    expect(reading.claims).toEqual([
      {
        name: 'pass_rate',
        value: 0.75,
        reason: null,
        pointer: null,
        measured: 4,
        expected: 4,
        ratio: { numerator: 3, denominator: 4 },
        direction: null,
        unit: null,
      },
    ]);
  });

  it('none at all: each score of the rows is a metric', () => {
    const rows = { at: '', id: '/id', pass: '/passed', scores: { x: '/x' } };
    expect(comparedIn(readingOf([{ id: 'a', passed: true, x: 4 }], { rows }))).toEqual({
      passed: [1, 1, 'equal'],
      x: [4, 4, 'equal'],
    });
  });
});

describe('totals beside rows with a pass', () => {
  it('are recomputed without a definition, by their usual names', () => {
    expect(
      totals({ total: 19, passed: 19, failed: 0, pass_rate: 1, duration: 5, cases: cases(19, 0) }),
    ).toEqual({
      total: [19, 19, 'equal'],
      passed: [19, 19, 'equal'],
      failed: [0, 0, 'equal'],
      pass_rate: [1, 1, 'equal'],
      duration: [5, 'alone'],
    });
    expect(
      totals({ totalTests: 3, numPassed: 2, 'num-failed': 1, accuracy: 0.67, cases: cases(2, 1) }),
    ).toEqual({
      totalTests: [3, 3, 'equal'],
      numPassed: [2, 2, 'equal'],
      'num-failed': [1, 1, 'equal'],
      accuracy: [0.67, 2 / 3, 'rounded'],
    });
  });

  it('are a mismatch where they differ', () => {
    expect(totals({ total: 20, passed: 10, failed: 9, pass_rate: 0.5, cases: cases(19, 0) })).toEqual({
      total: [20, 19, 'differs'],
      passed: [10, 19, 'differs'],
      failed: [9, 0, 'differs'],
      pass_rate: [0.5, 1, 'differs'],
    });
  });

  it('follow a definition where there is one', () => {
    const mapping = { metrics: '', rows: '/cases', definitions: { passed: { rate: 'passed' } } };
    expect(comparedIn(readingOf({ passed: 0.5, cases: cases(1, 1) }, mapping))).toEqual({
      passed: [0.5, 0.5, 'equal'],
    });
  });

  it('are not recomputed where nobody says what they count, which is said', () => {
    const several = { total: 2, passed: 2, cases: [...cases(1, 0), ...cases(1, 0)] };
    const unmeasured = { total: 2, failed: 1, passed: 1, cases: [...cases(1, 0), { id: 'x', passed: null }] };
    const losses = (content: object) => readingOf(content, { metrics: '', rows: '/cases' }).losses.join('\n');
    expect(totals(several)).toEqual({ total: [2, 'alone'], passed: [2, 'alone'] });
    expect(losses(several)).toContain('total: it is not recomputed, since cases have several samples');
    expect(totals(unmeasured)).toEqual({
      total: [2, 'alone'],
      failed: [1, 'alone'],
      passed: [1, 1, 'equal'],
    });
    expect(losses(unmeasured)).toContain('failed: it is not recomputed, since rows were not measured');
  });

  it('of checks are shares: only a rate of them is recomputed', () => {
    const content = {
      passed: 3,
      pass_rate: 0.75,
      cases: [{ id: 'a', checks: [true, true, true, false].map((passed) => ({ passed })) }],
    };
    expect(totals(content)).toEqual({ passed: [3, 'alone'], pass_rate: [0.75, 0.75, 'equal'] });
  });

  it('are metrics like others where rows have no pass', () => {
    const rows = { at: '/cases', id: '/id', scores: '/s' };
    const content = { accuracy: 0.5, cases: [{ id: 'a', s: { f1: 1 } }] };
    expect(comparedIn(readingOf(content, { metrics: '', rows }))).toEqual({ accuracy: [0.5, 'alone'] });
  });
});
