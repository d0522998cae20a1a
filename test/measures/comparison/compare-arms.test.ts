import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Comparison, MetricComparison } from '../../../src/core/comparison.ts';
import type { Reading } from '../../../src/core/reading.ts';
import { findArms } from '../../../src/measures/comparison/arms.ts';
import { type CompareOptions, compareReadings } from '../../../src/measures/comparison/compare.ts';
import { compareArms } from '../../../src/measures/comparison/compare-arms.ts';
import { DEFAULT_POLICY } from '../../../src/policy/policy.ts';
import { aReading } from '../../support/evidence.ts';
import { trials } from '../../support/trial.ts';

const OPTIONS: CompareOptions = { judge: DEFAULT_POLICY.judge, allow: [], margin: null, bounds: new Map() };
const METRICS = {
  passed: { aggregate: 'rate', score: 'passed' },
  quality: { aggregate: 'mean', score: 'quality', direction: 'higher' },
};
const PATH = 'results/ab.json';

interface Cell {
  readonly passed: boolean;
  readonly quality: number;
}

/** Rows of two arms over the same cases, one sample each. */
function twoArms(
  cases: readonly (readonly [base: Cell, head: Cell])[],
  arms = ['baseline', 'with-docs'],
): object[] {
  return cases.flatMap((cells, index) =>
    cells.map((scores, arm) => ({ id: `c${String(index).padStart(2, '0')}`, arm: arms[arm], scores })),
  );
}

function compared(
  reading: Reading,
  [base, head]: readonly [string, string] = ['baseline', 'with-docs'],
  options: Partial<CompareOptions> = {},
): Comparison {
  return compareArms({ path: PATH, reading }, [base, head], { ...OPTIONS, ...options });
}

function metric({ metrics }: Comparison, name: string): MetricComparison {
  const found = metrics.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no metric ${name}: ${metrics.map((one) => one.name).join(', ')}`);
  return found;
}

/** As it is printed, where there is one zero. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const cell = (passed: boolean, quality: number): Cell => ({ passed, quality });
const anyCell = fc.record({ passed: fc.boolean(), quality: fc.integer({ min: 1, max: 5 }) });
const anyCases = fc.array(fc.tuple(anyCell, anyCell), { minLength: 1, maxLength: 12 });

describe('two arms of one result', () => {
  const cases = Array.from({ length: 12 }, (_, i) => [cell(i < 3, i % 4), cell(i > 1, (i % 4) + 1)] as const);
  const reading = aReading(twoArms(cases), { metrics: METRICS });

  it('are compared metric by metric, each carried out on either arm and paired by case', () => {
    const comparison = compared(reading);
    expect([comparison.base, comparison.head]).toMatchObject([
      { path: PATH, arm: 'baseline' },
      { path: PATH, arm: 'with-docs' },
    ]);
    expect(metric(comparison, 'passed')).toMatchObject({
      ...{ base: 3 / 12, head: 10 / 12, cases: 12, untied: 11, b: 2, c: 9, test: 'mcnemar' },
      newly_failing: ['c00', 'c01'],
    });
    expect(metric(comparison, 'quality')).toMatchObject({
      difference: 1,
      test: 'sign_flip',
      verdict: 'improved',
    });
    expect(comparison.reasons).toEqual([]);
  });

  it('come to what the same arms as two files come to', () => {
    const alone = (arm: 0 | 1) =>
      aReading(
        cases.map((cells, index) => ({ id: `c${String(index).padStart(2, '0')}`, scores: cells[arm] })),
        { metrics: METRICS },
      );
    const files = compareReadings(
      { path: 'a.json', reading: alone(0) },
      { path: 'b.json', reading: alone(1) },
      OPTIONS,
    );
    expect(compared(reading).metrics).toEqual(files.metrics);
  });

  it('swapped, have the opposite differences, verdicts and turned cases', () => {
    const opposite = { improved: 'regressed', regressed: 'improved' } as const;
    fc.assert(
      fc.property(anyCases, (some) => {
        const both = aReading(twoArms(some), { metrics: METRICS });
        const there = compared(both);
        const back = compared(both, ['with-docs', 'baseline']);
        const mirrored = there.metrics.map((one) => ({
          ...one,
          base: one.head,
          head: one.base,
          difference: one.difference === null ? null : 0 - one.difference,
          interval: one.interval === null ? null : [0 - one.interval[1], 0 - one.interval[0]],
          b: one.c,
          c: one.b,
          low: one.high === null ? null : 0 - one.high,
          high: one.low === null ? null : 0 - one.low,
          verdict: Object.hasOwn(opposite, one.verdict)
            ? opposite[one.verdict as keyof typeof opposite]
            : one.verdict,
          newly_failing: one.newly_passing,
          newly_passing: one.newly_failing,
        }));
        expect(asJson(back.metrics)).toEqual(asJson(mirrored));
        expect([back.newly_failing, back.newly_passing]).toEqual([there.newly_passing, there.newly_failing]);
      }),
      { numRuns: trials(30) },
    );
  });

  it('count no row that names neither', () => {
    const shared = cases.map((_, index) => ({
      id: `c${String(index).padStart(2, '0')}`,
      scores: cell(true, 9),
    }));
    const both = compared(aReading([...twoArms(cases), ...shared], { metrics: METRICS }));
    expect(both.metrics).toEqual(compared(reading).metrics);
  });

  it('do not hang on the order of the rows', () => {
    fc.assert(
      fc.property(
        anyCases.chain((some) => {
          const rows = twoArms(some);
          return fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length }));
        }),
        ([rows, shuffled]) => {
          const of = (list: object[]) => compared(aReading(list, { metrics: METRICS }));
          expect(JSON.stringify(of(shuffled))).toBe(JSON.stringify(of(rows)));
        },
      ),
      { numRuns: trials(30) },
    );
  });

  it('of other cases or another number of samples are refused, with both values', () => {
    const rows = twoArms(cases);
    expect(compared(aReading(rows.slice(1), { metrics: METRICS }))).toMatchObject({
      comparable: false,
      reasons: [{ key: 'cases', base: 11, head: 12 }],
      splits: [],
      newly_passing: [],
    });
    const twice = [
      ...rows,
      ...rows.slice(0, 2).map((row) => ({ ...row, sample: 2, arm: 'with-docs' })),
    ].slice(0, -1);
    expect(compared(aReading(twice, { metrics: METRICS })).reasons).toEqual([
      { key: 'samples', base: 1, head: 2 },
    ]);
    const allowed = compared(aReading(rows.slice(1), { metrics: METRICS }), undefined, { allow: ['cases'] });
    expect([allowed.allowed, metric(allowed, 'passed').lost]).toEqual([['cases'], 1]);
  });

  it('share what the result does not state, since one run made both', () => {
    const silent: Reading = { ...reading, metrics_version: null, dataset: null };
    expect(compared(silent).reasons).toEqual([]);
    const judged = aReading(twoArms(cases), { metrics: { quality: { ...METRICS.quality, judged: true } } });
    expect(compared(judged).reasons).toEqual([]);
  });

  it('show what sets them apart, as the result configures them', () => {
    const arms = { baseline: { top_k: 5 }, 'with-docs': { top_k: 5, docs: true } };
    expect(compared(aReading(twoArms(cases), { metrics: METRICS, arms })).changed).toEqual([
      { key: 'arms.docs', base: null, head: true },
    ]);
  });

  it('are shown by category too, each arm of its own', () => {
    const rows = twoArms(cases).map((row, index) => ({ ...row, category: index < 12 ? 'a' : 'b' }));
    const { splits } = compared(aReading(rows, { metrics: { passed: METRICS.passed } }));
    expect(splits).toEqual([
      { by: 'category', group: 'a', name: 'passed', base: 0.5, head: 4 / 6, difference: 4 / 6 - 0.5 },
      { by: 'category', group: 'b', name: 'passed', base: 0, head: 1, difference: 1 },
    ]);
  });
});

describe('a metric that counts one arm', () => {
  const rows = twoArms(Array.from({ length: 8 }, (_, i) => [cell(i < 2, 1), cell(true, 2)] as const));
  const counting = (where: object) => ({ aggregate: 'rate', score: 'passed', ...where });

  it('is carried out on the other arm too', () => {
    const metrics = { passed_with_docs: counting({ where: { arm: 'with-docs' } }) };
    expect(metric(compared(aReading(rows, { metrics })), 'passed_with_docs')).toMatchObject({
      base: 0.25,
      head: 1,
    });
  });

  it('is paired with its twin of the other arm, and tested once', () => {
    const metrics = {
      plain: counting({ arm: 'baseline' }),
      docs: counting({ where: { arm: 'with-docs' } }),
      quality: METRICS.quality,
    };
    const comparison = compared(aReading(rows, { metrics }));
    expect(comparison.metrics.map(({ name }) => name)).toEqual(['plain / docs', 'quality']);
    expect(metric(comparison, 'plain / docs')).toMatchObject({ base: 0.25, head: 1, verdict: 'improved' });
  });

  it('of a third arm is no metric of the two, and no gate waits for it', () => {
    const third = rows.slice(0, 8).map((row) => ({ ...row, arm: 'third' }));
    const metrics = { passed: METRICS.passed, other: counting({ arm: 'third' }) };
    expect(metric(compared(aReading([...rows, ...third], { metrics })), 'other')).toMatchObject({
      verdict: 'incomparable',
      reason: 'it counts the rows of third, which is neither of the two',
      decides: false,
    });
  });
});

describe('numbers without rows', () => {
  const claims = {
    metrics: {},
    aggregate: { passed: 0.7, cost: 3 },
    aggregate_by: { arm: { baseline: { passed: 0.6 }, 'with-docs': { passed: 0.8 } } },
  };

  it('are taken of each arm where they are stated by arm, and nothing is concluded', () => {
    const comparison = compared(aReading(undefined, claims));
    expect(metric(comparison, 'passed')).toMatchObject({ base: 0.6, head: 0.8, verdict: 'insufficient' });
  });

  it('are taken of the arm that a metric counts, and of no other', () => {
    const of = (arm: string) => ({ aggregate: 'rate', score: 'passed', arm });
    const metrics = { plain: of('baseline'), docs: of('with-docs') };
    const both = aReading(undefined, { metrics, aggregate: { plain: 0.6, docs: 0.8 } });
    expect(metric(compared(both), 'plain / docs')).toMatchObject({ base: 0.6, head: 0.8 });
    const arms = { baseline: {}, 'with-docs': {} };
    const one = aReading(undefined, { metrics: { docs: of('with-docs') }, aggregate: { docs: 0.8 }, arms });
    expect(metric(compared(one), 'docs')).toMatchObject({ base: null, head: 0.8, verdict: 'unmeasured' });
  });

  it('are none of either arm where the file calls the metric unmeasured', () => {
    const withheld = { ...claims, aggregate: { passed: null }, unmeasured: { passed: 'budget_stop' } };
    expect(metric(compared(aReading(undefined, withheld)), 'passed')).toMatchObject({
      ...{ base: null, head: null, verdict: 'unmeasured' },
      reason: expect.stringContaining('budget_stop'),
    });
  });

  it('of all arms together are those of none', () => {
    expect(metric(compared(aReading(undefined, claims)), 'cost')).toMatchObject({
      verdict: 'incomparable',
      difference: null,
      reason: expect.stringContaining('for all arms together'),
      decides: true,
    });
  });
});

describe('the arms of a file', () => {
  const cases = [[cell(true, 1), cell(false, 1)]] as const;
  const found = (arms: string[], parts: object = {}) =>
    findArms(PATH, [aReading(twoArms(cases, arms), { metrics: METRICS, ...parts })]);

  it('need no naming where one is called baseline, in either place', () => {
    expect(found(['baseline', 'new'])).toMatchObject({ kind: 'two', arms: { arms: ['baseline', 'new'] } });
    expect(found(['new', 'baseline'])).toMatchObject({ kind: 'two', arms: { arms: ['baseline', 'new'] } });
  });

  it('need none where a win rate says whose wins count: the other one is the base', () => {
    const metrics = { wins: { aggregate: 'win_rate', score: 'winner', arm: 'a' } };
    expect(found(['a', 'b'], { metrics })).toMatchObject({ kind: 'two', arms: { arms: ['b', 'a'] } });
  });

  it('are not guessed: two without a baseline, and three, have to be chosen from', () => {
    expect(found(['a', 'b'])).toEqual({ kind: 'choose', names: ['a', 'b'] });
    const third = { id: 'c00', arm: 'x', scores: {} };
    const rows = [...twoArms(cases), third];
    expect(findArms(PATH, [aReading(rows, { metrics: METRICS })])).toEqual({
      kind: 'choose',
      names: ['baseline', 'with-docs', 'x'],
    });
  });

  it('are those that are configured, where all that anybody won went to one of them', () => {
    const won = [{ id: 'c1', scores: { winner: 'new' } }];
    const parts = { metrics: { wins: { aggregate: 'win_rate', score: 'winner', arm: 'new' } } };
    const arms = { new: {}, old: {} };
    expect(findArms(PATH, [aReading(won, { ...parts, arms })])).toMatchObject({
      kind: 'two',
      arms: { arms: ['old', 'new'] },
    });
    expect(findArms(PATH, [aReading(won, parts)])).toEqual({ kind: 'single' });
    const rows = twoArms(cases, ['a', 'b']);
    expect(findArms(PATH, [aReading(rows, { metrics: METRICS, arms: { ...arms, x: {} } })])).toMatchObject({
      names: ['a', 'b'],
    });
  });

  it('are none where rows name one alone', () => {
    expect(findArms(PATH, [aReading(twoArms(cases).slice(1), { metrics: METRICS })])).toEqual({
      kind: 'single',
    });
  });
});

describe('results of other arms', () => {
  it('are refused where a number is over the rows of all of them', () => {
    const cases = [[cell(true, 1), cell(false, 1)]] as const;
    const of = (arms: string[]) => ({
      path: `${arms}.json`,
      reading: aReading(twoArms(cases, arms), { metrics: METRICS, dataset: { name: 'q' } }),
    });
    expect(compareReadings(of(['a', 'b']), of(['a', 'c']), OPTIONS).reasons).toEqual([
      { key: 'arms', base: ['a', 'b'], head: ['a', 'c'] },
    ]);
  });

  it('do not matter to a metric that counts one arm alone, however it says so', () => {
    const cases = Array.from({ length: 8 }, () => [cell(true, 1), cell(false, 1)] as const);
    const metrics = {
      by_arm: { ...METRICS.passed, arm: 'a' },
      by_condition: { ...METRICS.passed, where: { arm: 'a' } },
    };
    const of = (arms: string[]) => ({
      path: `${arms}.json`,
      reading: aReading(twoArms(cases, arms), { metrics, dataset: { name: 'q' } }),
    });
    const { reasons, metrics: found } = compareReadings(of(['a', 'b']), of(['a', 'c']), OPTIONS);
    expect([reasons, found.map(({ difference }) => difference)]).toEqual([[], [0, 0]]);
  });
});
