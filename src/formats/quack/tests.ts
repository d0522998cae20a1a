import type { Row } from '../../core/reading.ts';
import { formatPointer } from '../../document/document.ts';
import { failureOf } from '../failure.ts';
import { bareRow, reasonedRow } from '../row.ts';
import type { Table } from '../table.ts';

/** One test of a quack-test file: its cells by column, and which line of the table it is (from 1, the header is 0). */
export interface TestLine {
  readonly name: string;
  readonly index: number;
  /** The cells that are not blank: a blank one says nothing. */
  readonly cells: ReadonlyMap<string, string>;
  readonly columns: readonly string[];
}

/** The tests of a table and its columns. Lines without a test name are counted, not read. */
export interface Tests {
  readonly columns: readonly string[];
  readonly tests: readonly TestLine[];
  readonly nameless: number;
}

/** Reads the lines below the header. */
export function readTests(table: Table): Tests {
  const columns = table[0] ?? [];
  const lines = table.slice(1).map((line, index) => {
    const cells = new Map<string, string>();
    for (const [at, column] of columns.entries()) {
      const cell = line[at] ?? '';
      if (cell !== '') cells.set(column, cell);
    }
    return { name: cells.get('test_name') ?? '', index: index + 1, cells, columns };
  });
  const tests = lines.filter(({ name }) => name !== '');
  return { columns, tests, nameless: lines.length - tests.length };
}

/** The columns `run_<i>_<metric>` of a table: the highest i, and the names of the metrics beside score and reason. */
export function readRunColumns(columns: readonly string[]) {
  const metrics = new Set<string>();
  let runs = 0;
  for (const column of columns) {
    const parts = /^run_([1-9]\d{0,5})_(.+)$/s.exec(column);
    if (parts === null) continue;
    runs = Math.max(runs, Number(parts[1]));
    const metric = parts[2]!;
    if (metric !== 'score' && metric !== 'reason') metrics.add(metric);
  }
  return { runs, metrics: [...metrics] };
}

/** How many runs a test was planned to have and had; `stated` is false where the file does not say both. */
interface Runs {
  readonly planned: number;
  readonly executed: number;
  readonly stated: boolean;
}

// A plan is a handful of runs; a number beyond this is a damaged cell, not a list to build.
const MOST_RUNS = 100_000;

/** The runs of a test: as the file states them, else as many as have a score or a reason. */
export function readRuns(test: TestLine, columns: number): Runs {
  let last = 0;
  for (let run = 1; run <= columns; run++) {
    if (test.cells.has(`run_${run}_score`) || test.cells.has(`run_${run}_reason`)) last = run;
  }
  const planned = wholeIn(test, 'planned_runs');
  const executed = wholeIn(test, 'executed_runs');
  const ran = Math.max(last, executed ?? 0);
  return {
    planned: Math.max(planned ?? 0, ran),
    executed: ran,
    stated: planned !== null && executed !== null,
  };
}

function wholeIn(test: TestLine, column: string): number | null {
  const value = numberIn(test, column);
  return value !== null && Number.isInteger(value) && value >= 0 && value <= MOST_RUNS ? value : null;
}

/** What is said of a test as a whole: where it was not measured, its verdict and its score say nothing. */
const OF_TEST: ReadonlySet<string> = new Set(['planned_score', 'test_passed']);

/** A row for each planned run of a test, also for those that early stopping left out. */
export function readRows(test: TestLine, runs: Runs, metrics: readonly string[]): readonly Row[] {
  const recorded = metrics.filter((metric) => hasMetric(test, metric));
  const rows = Array.from({ length: runs.planned }, (_, index) => readRow(test, index + 1, runs, recorded));
  const reason = whyUndecided(test, rows);
  if (reason === null) return rows;
  return rows.map((row) => ({
    ...row,
    scores: new Map([...row.scores].map(([name, value]) => [name, OF_TEST.has(name) ? null : value])),
    unmeasured: new Map([...row.unmeasured, ...[...OF_TEST].map((name): [string, string] => [name, reason])]),
  }));
}

function whyUndecided(test: TestLine, rows: readonly Row[]): string | null {
  const none = rows.every((row) => (row.scores.get('score') ?? null) === null);
  if (none) return rows[0]?.unmeasured.get('score') ?? 'no_cases';
  if (numberIn(test, 'overall_score') !== null) return null;
  return whyBlank(test.cells.get('overall_score'));
}

function hasMetric(test: TestLine, metric: string): boolean {
  const column = /^run_\d+_/;
  return (
    test.cells.has(`mean_${metric}`) ||
    [...test.cells.keys()].some((name) => column.test(name) && name.replace(column, '') === metric)
  );
}

function readRow(test: TestLine, run: number, runs: Runs, metrics: readonly string[]): Row {
  const scores = new Map<string, number | boolean | string | null>([
    ['test', test.name],
    ['should_fail', shouldFail(test)],
  ]);
  const unmeasured = new Map<string, string>();
  const put = (name: string, value: number | boolean | null, reason: string) => {
    scores.set(name, value);
    if (value === null) unmeasured.set(name, reason);
  };
  const reason = test.cells.get(`run_${run}_reason`);
  const stated = numberIn(test, `run_${run}_score`);
  const broken = isException(stated, reason);
  const executed = run <= runs.executed;
  const score = broken ? null : stated;
  const error = broken && reason !== undefined ? { kind: failureOf(reason), message: reason } : null;
  // A run that is merely not in the file may have been made: only where the file counts its runs is one left out.
  const skipped = !executed && runs.stated;
  const why = skipped ? 'stopped_early' : (error?.kind ?? whyBlank(test.cells.get(`run_${run}_score`)));
  put('score', score, why);
  // What quack-test divides by the plan: a run that was left out or broke adds nothing to the sum.
  put('planned_score', score ?? (skipped || broken ? 0 : null), why);
  const passed = booleanIn(test, 'passed');
  put('test_passed', passed, 'evidence_missing: the cell is blank');
  for (const metric of metrics) {
    const text = test.cells.get(`run_${run}_${metric}`);
    const cell = readCell(text ?? '');
    const value = cell.kind === 'number' || cell.kind === 'boolean' ? cell.value : null;
    put(metric, value, skipped ? 'stopped_early' : whyBlank(text));
  }
  const row = {
    ...bareRow(test.name, pointerTo(test, `run_${run}_score`), sourceOf(test, run)),
    sample: run,
    error,
    scores,
    unmeasured,
  };
  return reasonedRow(row, reason, ['score', 'planned_score']);
}

// What `type(e).__name__` gives for the exceptions of Python and of the usual clients. "Text: 3 apples" is none.
const EXCEPTION =
  /^[A-Za-z_]\w*(Error|Exception|Timeout|Exhausted|Exceeded|Unavailable|Interrupt|Iteration|Failure)\b: ?/;

/** Whether a run's reason is an exception's: it was written as a score of 0, and nothing was measured. */
function isException(score: number | null, reason: string | undefined): boolean {
  return score === 0 && reason !== undefined && EXCEPTION.test(reason);
}

function whyBlank(text: string | undefined): string {
  if (text === undefined) return 'evidence_missing: the cell is blank';
  return `inconclusive: the cell holds ${text.length > 40 ? 'text' : text}, which is no number`;
}

/** The cells of one run, as text: answers and what else is no number are evidence. */
function sourceOf(test: TestLine, run: number): Row['source'] {
  const prefix = `run_${run}_`;
  const mine = [...test.cells].filter(([column]) => column.startsWith(prefix));
  return Object.fromEntries(mine.map(([column, cell]) => [column.slice(prefix.length), cell]));
}

/** The pointer of a cell; a column that the table lacks is that of the whole line. */
export function pointerTo({ index, columns }: TestLine, column: string): string {
  const at = columns.indexOf(column);
  return formatPointer(at < 0 ? [index] : [index, at]);
}

/** What a cell holds: Python writes numbers, `nan`, `inf`, `True` and `False`; everything else is text. */
type Cell =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'not-finite'; readonly token: string }
  | { readonly kind: 'text'; readonly text: string };

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;

export function readCell(text: string): Cell {
  if (text === 'True' || text === 'False') return { kind: 'boolean', value: text === 'True' };
  if (/^[+-]?(nan|inf|infinity)$/i.test(text)) return { kind: 'not-finite', token: text };
  const value = NUMBER.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? { kind: 'number', value } : { kind: 'text', text };
}

/** The number in a column of a test, or `null` where it is blank or no number. */
export function numberIn(test: TestLine, column: string): number | null {
  const cell = readCell(test.cells.get(column) ?? '');
  return cell.kind === 'number' ? cell.value : null;
}

/** The boolean in a column of a test, or `null` where it is blank or none. */
export function booleanIn(test: TestLine, column: string): boolean | null {
  const cell = readCell(test.cells.get(column) ?? '');
  return cell.kind === 'boolean' ? cell.value : null;
}

/**
 * Whether a test passes by staying below its threshold. Files without the column do not say: there a verdict that
 * contradicts "at least" is one that meant "below".
 */
export function shouldFail(test: TestLine): boolean {
  const stated = booleanIn(test, 'should_fail');
  if (stated !== null) return stated;
  const [score, bound, passed] = [
    numberIn(test, 'overall_score'),
    numberIn(test, 'threshold'),
    booleanIn(test, 'passed'),
  ];
  return score !== null && bound !== null && passed !== null && passed !== score >= bound;
}
