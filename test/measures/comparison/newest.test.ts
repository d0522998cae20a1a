import { expect, it } from 'vitest';
import { newestResult } from '../../../src/measures/comparison/compare.ts';
import { DEFAULT_POLICY } from '../../../src/policy/policy.ts';
import { aReading, rowsOf } from '../../support/evidence.ts';

const METRICS = {
  passed: { aggregate: 'rate', score: 'passed' },
  strict: { aggregate: 'rate', score: 'passed', over: 'rows' },
};

/** A result over cases that pass or fail, named by its place in the series. */
function side(path: string, passed: readonly boolean[], metrics: object = METRICS) {
  return { path, reading: aReading(rowsOf('passed', passed), { metrics }) };
}

const base = side('old-2026-01-01.json', [true, true]);
const head = side('head-2026-03-01.json', [true, true]);
const beside = (newest: typeof base, from = base) => newestResult(newest, from, head, DEFAULT_POLICY.judge);

it('tells what came out otherwise in the newest result', () => {
  const gap = { base: 1, newest: 0.5 };
  expect(beside(side('new-2026-02-01.json', [true, false]))).toEqual({
    path: 'new-2026-02-01.json',
    arm: null,
    date: '2026-02-01',
    days_newer: 31,
    reasons: [],
    gaps: [
      { name: 'passed', ...gap },
      { name: 'strict', ...gap },
    ],
  });
});

it('sets no number beside one that means something else', () => {
  const other = { ...METRICS, strict: { ...METRICS.strict, over: 'cases' } };
  expect(beside(side('new.json', [true, false], other))?.gaps.map(({ name }) => name)).toEqual(['passed']);
});

it('sets no numbers beside each other where the newest must not be compared, with head or with the base', () => {
  const more = side('new.json', [true, false, false]);
  expect(beside(more)).toMatchObject({ reasons: [{ key: 'cases' }, { key: 'dataset' }], gaps: [] });
  expect(beside(side('new.json', [true, false]), more)).toMatchObject({ reasons: [], gaps: [] });
});

it('tells of nothing where nothing newer is known, or where the newest is the base', () => {
  expect(newestResult(null, base, head, DEFAULT_POLICY.judge)).toBeNull();
  expect(beside(base)).toBeNull();
});
