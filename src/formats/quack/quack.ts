import { baseName, type Path } from '../../core/path.ts';
import {
  type Claim,
  type Definition,
  EMPTY_DATASET,
  EMPTY_READING,
  type Reading,
  type Row,
  type StatedThreshold,
} from '../../core/reading.ts';
import { counted } from '../../core/wording.ts';
import { mean } from '../../measures/means.ts';
import { claimFromRows, claimsAndDefinitions, computedClaim, whyUnmeasured } from '../claim.ts';
import { runAt } from '../field.ts';
import type { Format } from '../format.ts';
import { countMeasured, observations, onlyValue, withSamples } from '../row.ts';
import { headerOf, tableOf } from '../table.ts';
import { listLosses, NO_NUMBER, sliceName } from '../wording.ts';
import {
  booleanIn,
  numberIn,
  pointerTo,
  readCell,
  readRows,
  readRunColumns,
  readRuns,
  readTests,
  shouldFail,
  type TestLine,
  type Tests,
} from './tests.ts';

/** The CSV that quack-test writes: a line a test, its runs in columns. */
export const quack: Format = {
  id: 'quack',
  title: 'quack-test CSV',
  detect(file) {
    const header = headerOf(file);
    return header !== null && (startsWith(header, HEADER) || startsWith(header, OLD_HEADER));
  },
  read(file) {
    const table = tableOf(file);
    return table === null ? [] : [readTable(file.path, readTests(table))];
  },
};

const HEADER = [
  'test_name',
  'planned_runs',
  'executed_runs',
  'successful_runs',
  'overall_score',
  'threshold',
  'should_fail',
  'passed',
];

const OLD_HEADER = ['test_name', 'overall_score', 'threshold', 'passed'];

function startsWith(header: readonly string[], columns: readonly string[]): boolean {
  return columns.every((column, index) => header[index] === column);
}

function readTable(path: Path, { columns, tests, nameless }: Tests): Reading {
  const identity = identityOf(path);
  const { runs, metrics: columnsOfRuns } = readRunColumns(columns);
  const metrics = columnsOfRuns.filter((metric) => isMetric(tests, runs, metric));
  const read = tests.map((test): TestRead => {
    const plan = readRuns(test, runs);
    return { test, rows: readRows(test, plan, metrics), planStated: plan.stated };
  });
  const named = metrics.filter((metric) => columns.includes(`mean_${metric}`));
  const rows = read.flatMap((each) => each.rows);
  const all = [...readTotals(rows), ...read.flatMap((each) => readTestMetrics(each.test, each.rows, named))];
  return {
    ...identity,
    dataset: { ...EMPTY_DATASET, cases: tests.length },
    samples: onlyValue(read.map((each) => each.rows.length)),
    ...claimsAndDefinitions(all),
    // A test that stands in several lines was run several times: its samples go on counting.
    rows: withSamples(rows),
    stated: read.flatMap((each) => readThreshold(each.test, each.rows) ?? []),
    losses: listLosses(
      ...identity.losses,
      nameless > 0 &&
        `rows: ${counted(nameless, 'line has no test_name and is', 'lines have no test_name and are')} not read`,
      ...readLosses(read),
    ),
  };
}

/** Columns such as `answer` hold text in every run: evidence, no metric. */
function isMetric(tests: Tests['tests'], runs: number, metric: string): boolean {
  return tests.some(({ cells }) => {
    for (let run = 1; run <= runs; run++) {
      const text = cells.get(`run_${run}_${metric}`);
      if (text !== undefined && readCell(text).kind !== 'text') return true;
    }
    return false;
  });
}

// `20260910T153848447387Z_quack-test-results.csv`
const STAMP = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{1,9})Z_/;

function identityOf(path: Path): Reading {
  const parts = STAMP.exec(baseName(path));
  if (parts === null) {
    return { ...EMPTY_READING, format: 'quack', losses: ['date: neither the file nor its name states one'] };
  }
  const [, year, month, day, hour, minute, second, fraction] = parts;
  const generated_at = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction}Z`;
  const run = runAt(generated_at);
  return { ...EMPTY_READING, format: 'quack', run, losses: ['date: taken from the file name'] };
}

/** A metric of a file: what it claims, and how it follows from the rows. */
interface Metric {
  readonly claim: Claim;
  readonly definition: Definition;
}

/** The metric that a file states for a test: the sum of its scores over the planned runs. */
const PLANNED = 'planned_score';

/** The mean of the runs that were measured, which early stopping and exceptions do not pull down. */
const EXECUTED = 'executed_score';

/**
 * The headlines over all tests, none of which the file itself states. The scores are of the tests that should pass:
 * one that should fail is better low, so a mean over both would mean nothing.
 */
function readTotals(rows: readonly Row[]): readonly Metric[] {
  const where = { should_fail: false };
  const passing = rows.filter((row) => row.scores.get('should_fail') === false);
  return [
    total('pass_rate', rows, { aggregate: 'rate', score: 'test_passed' }),
    ...(passing.length === 0
      ? []
      : [
          total(PLANNED, passing, { aggregate: 'mean', where, score: PLANNED }),
          total(EXECUTED, passing, { aggregate: 'mean', where, score: 'score' }),
        ]),
  ];
}

function total(name: string, rows: readonly Row[], how: Definition): Metric {
  const definition: Definition = { ...how, direction: 'higher' };
  return { definition, claim: claimFromRows(name, definition, rows) };
}

/** The metrics of one test: both scores, and the means of what its runs recorded beside them. */
function readTestMetrics(
  test: TestLine,
  rows: readonly Row[],
  metrics: readonly string[],
): readonly Metric[] {
  const fails = booleanIn(test, 'should_fail');
  const direction = fails === null ? null : fails ? ('lower' as const) : ('higher' as const);
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
  const own = mean(observations(executed(rows), 'score'));
  return [
    { claim: { ...readOverall(test, rows), ...counts(PLANNED) }, definition: define(PLANNED) },
    { claim: computedClaim(named(EXECUTED, test), own, counts('score')), definition: define('score') },
    ...means,
  ];
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
function readThreshold(test: TestLine, rows: readonly Row[]): StatedThreshold | null {
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
  return NO_NUMBER;
}

function named(metric: string, test: TestLine): string {
  return sliceName(metric, 'test', test.name);
}

/** A test of a file with what was read of it. */
interface TestRead {
  readonly test: TestLine;
  readonly rows: readonly Row[];
  readonly planStated: boolean;
}

/** What a quack-test file does not say, and what was guessed in reading it. */
function readLosses(tests: readonly TestRead[]): readonly string[] {
  const rows = tests.flatMap((read) => read.rows);
  const broken = rows.filter(({ error }) => error !== null).length;
  const skipped = rows.filter(({ unmeasured }) => unmeasured.get('score') === 'stopped_early').length;
  const unplanned = tests.filter(({ planStated }) => !planStated).length;
  const undirected = tests.filter(({ test }) => booleanIn(test, 'should_fail') === null).length;
  const above = rows.filter(({ scores }) => Number(scores.get('score') ?? 0) > 1).length;
  return listLosses(
    'models, judge, limits and metrics_version: the file states none',
    unplanned > 0 &&
      `planned_runs and executed_runs: not stated of ${unplanned} tests; as many as have a score are taken`,
    undirected > 0 &&
      `should_fail: not stated of ${undirected} tests; it is taken from their verdicts where these say it`,
    broken > 0 &&
      `errors: ${counted(broken, 'run has', 'runs have')} a score of 0 and a reason that reads like an exception; ${broken === 1 ? 'it is' : 'they are'} unmeasured`,
    skipped > 0 &&
      `runs: ${skipped} planned runs were left out by early stopping; planned_score counts them as 0`,
    above > 0 && `scale: ${above} scores are above 1`,
    ...tests.flatMap(({ test, rows }) => verdictLoss(test, rows)),
  );
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
