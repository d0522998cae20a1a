import type { Row } from '../../core/reading.ts';
import { counted } from '../../core/wording.ts';
import { booleanIn, numberIn, type TestLine } from './table.ts';

/** A test of a file with what was read of it. */
export interface TestRead {
  readonly test: TestLine;
  readonly rows: readonly Row[];
  readonly planStated: boolean;
}

/** What a quack-test file does not say, and what was guessed in reading it. */
export function readLosses(tests: readonly TestRead[]): readonly string[] {
  const rows = tests.flatMap((read) => read.rows);
  const broken = rows.filter(({ error }) => error !== null).length;
  const skipped = rows.filter(({ unmeasured }) => unmeasured.get('score') === 'stopped_early').length;
  const said = (text: string, count: number) => (count === 0 ? [] : [text]);
  const unplanned = tests.filter(({ planStated }) => !planStated).length;
  const undirected = tests.filter(({ test }) => booleanIn(test, 'should_fail') === null).length;
  const above = rows.filter(({ scores }) => Number(scores.get('score') ?? 0) > 1).length;
  return [
    'models, judge, limits and metrics_version: the file states none',
    ...said(
      `planned_runs and executed_runs: not stated of ${unplanned} tests; as many as have a score are taken`,
      unplanned,
    ),
    ...said(
      `should_fail: not stated of ${undirected} tests; it is taken from their verdicts where these say it`,
      undirected,
    ),
    ...said(
      `errors: ${counted(broken, 'run has', 'runs have')} a score of 0 and a reason that reads like an exception; ${broken === 1 ? 'it is' : 'they are'} unmeasured`,
      broken,
    ),
    ...said(
      `runs: ${skipped} planned runs were left out by early stopping; planned_score counts them as 0`,
      skipped,
    ),
    ...said(`scale: ${above} scores are above 1`, above),
    ...tests.flatMap(({ test, rows }) => verdictLoss(test, rows)),
  ];
}

function verdictLoss(test: TestLine, rows: readonly Row[]): readonly string[] {
  const passed = booleanIn(test, 'passed');
  if (passed === null) return [];
  const score = numberIn(test, 'overall_score');
  const said = passed ? 'passed' : 'failed';
  if (score === null || rows.every((row) => (row.scores.get('score') ?? null) === null)) {
    return [`verdict: the file says that ${test.name} ${said}, though it was not measured`];
  }
  if (booleanIn(test, 'should_fail') === true && score === numberIn(test, 'threshold')) {
    return [
      `verdict: ${test.name} is at its threshold; quack-test wants it below, evalguard's bounds are inclusive`,
    ];
  }
  return [];
}
