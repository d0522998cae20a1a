import type { Claim, Definition, Row, StatedThreshold } from '../../core/reading.ts';
import { mean } from '../../measures/mean.ts';
import { coverageOf } from '../../measures/observation.ts';
import { rate } from '../../measures/rate.ts';
import { computedClaim, whyUnmeasured } from '../claim.ts';
import { countMeasured, observations } from '../row.ts';
import { sliceName } from '../slice.ts';
import { booleanIn, numberIn, pointerTo, readCell, shouldFail, type TestLine } from './table.ts';

/** A metric of a file: what it claims, and how it follows from the rows. */
export interface Metric {
  readonly claim: Claim;
  readonly definition: Definition;
}

/** The metric that a file states for a test: the sum of its scores over the planned runs. */
export const PLANNED = 'planned_score';
/** The mean of the runs that were measured, which early stopping and exceptions do not pull down. */
export const EXECUTED = 'executed_score';

/**
 * The headlines over all tests, none of which the file itself states. The scores are of the tests that should pass:
 * one that should fail is better low, so a mean over both would mean nothing.
 */
export function readTotals(rows: readonly Row[]): readonly Metric[] {
  const passing = rows.filter((row) => row.scores.get('should_fail') === false);
  return [
    total('pass_rate', 'test_passed', rows, { aggregate: 'rate' }),
    ...(passing.length === 0
      ? []
      : [
          total(PLANNED, PLANNED, passing, { aggregate: 'mean', where: { should_fail: false } }),
          total(EXECUTED, 'score', passing, { aggregate: 'mean', where: { should_fail: false } }),
        ]),
  ];
}

function total(name: string, score: string, rows: readonly Row[], how: Definition): Metric {
  const seen = observations(rows, score);
  const { measuredCases, expectedCases } = coverageOf(seen);
  const counts: Partial<Claim> = { measured: measuredCases, expected: expectedCases, direction: 'higher' };
  const computed = how.aggregate === 'rate' ? rate(seen) : mean(seen);
  return { definition: { ...how, score, direction: 'higher' }, claim: computedClaim(name, computed, counts) };
}

/** The metrics of one test: both scores, and the means of what its runs recorded beside them. */
export function readTestMetrics(
  test: TestLine,
  rows: readonly Row[],
  metrics: readonly string[],
): readonly Metric[] {
  const direction = directionOf(booleanIn(test, 'should_fail'));
  const where = { test: test.name };
  const counts = (score: string) => ({
    measured: countMeasured(rows, score),
    expected: rows.length,
    direction,
  });
  const define = (score: string): Definition =>
    direction === null ? { aggregate: 'mean', score, where } : { aggregate: 'mean', score, where, direction };
  const recorded = metrics.filter((metric) => rows.some((row) => row.scores.has(metric)));
  const means = recorded.map((metric): Metric => {
    const column = `mean_${metric}`;
    const value = numberIn(test, column);
    const reason = value === null ? whyBlank(test, column) : null;
    const pointer = pointerTo(test, column);
    const measured = countMeasured(rows, metric);
    return {
      claim: { name: named(column, test), value, reason, pointer, measured, expected: rows.length },
      definition: { aggregate: 'mean', score: metric, where },
    };
  });
  return [
    { claim: { ...readOverall(test, rows), ...counts(PLANNED) }, definition: define(PLANNED) },
    {
      claim: computedClaim(
        named(EXECUTED, test),
        mean(observations(executed(rows), 'score')),
        counts('score'),
      ),
      definition: define('score'),
    },
    ...means,
  ];
}

function directionOf(shouldFail: boolean | null): 'higher' | 'lower' | null {
  if (shouldFail === null) return null;
  return shouldFail ? 'lower' : 'higher';
}

/** The runs that early stopping did not leave out. */
function executed(rows: readonly Row[]): readonly Row[] {
  return rows.filter(({ unmeasured }) => unmeasured.get('score') !== 'stopped_early');
}

/** Where nothing of a test was measured its stated 0 is the exceptions' own, and no score. */
function readOverall(test: TestLine, rows: readonly Row[]): Claim {
  const name = named(PLANNED, test);
  const pointer = pointerTo(test, 'overall_score');
  const stated = numberIn(test, 'overall_score');
  if (stated === null) return { name, value: null, reason: whyBlank(test, 'overall_score'), pointer };
  if (countMeasured(rows, 'score') > 0) return { name, value: stated, reason: null, pointer };
  return { name, value: null, reason: whyUnmeasured(executed(rows), 'score'), pointer };
}

/**
 * The threshold of a test, with its verdict. Where nothing was measured there is no verdict, whatever the file says: a
 * test that should fail passes there because it broke.
 */
export function readThreshold(test: TestLine, rows: readonly Row[]): StatedThreshold | null {
  const bound = numberIn(test, 'threshold');
  if (bound === null) return null;
  const passed = booleanIn(test, 'passed');
  const below = shouldFail(test);
  const measured = readOverall(test, rows).value !== null;
  return {
    metric: named(PLANNED, test),
    min: below ? null : bound,
    max: below ? bound : null,
    verdict: !measured || passed === null ? null : passed ? 'met' : 'missed',
    pointer: pointerTo(test, 'threshold'),
  };
}

function whyBlank(test: TestLine, column: string): string {
  const text = test.cells.get(column);
  if (text === undefined) return 'evidence_missing: the cell is blank';
  const cell = readCell(text);
  if (cell.kind === 'not-finite') return `inconclusive: the file says ${cell.token}`;
  return 'evidence_missing: what stands there is no number';
}

function named(metric: string, test: TestLine): string {
  return sliceName(metric, 'test', test.name);
}
