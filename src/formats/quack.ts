import { baseName, type Path } from '../core/path.ts';
import { EMPTY_READING, type Reading, type Row } from '../core/reading.ts';
import { counted } from '../core/wording.ts';
import type { Format } from './format.ts';
import { utcDay } from './mapping/parts.ts';
import { type Metric, readTestMetrics, readThreshold, readTotals } from './quack/claims.ts';
import { readLosses, type TestRead } from './quack/losses.ts';
import { readRows, readRuns } from './quack/rows.ts';
import { readCell, readRunColumns, readTests, type Tests } from './quack/table.ts';
import { headerOf, tableOf } from './table.ts';

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

function startsWith(header: readonly string[], columns: readonly string[]): boolean {
  return columns.every((column, index) => header[index] === column);
}

function readTable(path: Path, { columns, tests, nameless }: Tests): Reading {
  const { runs, metrics: columnsOfRuns } = readRunColumns(columns);
  const metrics = columnsOfRuns.filter((metric) => isMetric(tests, runs, metric));
  const read = tests.map((test): TestRead => {
    const plan = readRuns(test, runs);
    return { test, rows: readRows(test, plan, metrics), planStated: plan.stated };
  });
  const named = metrics.filter((metric) => columns.includes(`mean_${metric}`));
  const rows = read.flatMap((each) => each.rows);
  const all = [...readTotals(rows), ...read.flatMap((each) => readTestMetrics(each.test, each.rows, named))];
  const lengths = new Set(read.map((each) => each.rows.length));
  return {
    ...identityOf(path),
    dataset: { name: null, version: null, fingerprint: null, cases: tests.length },
    samples: lengths.size === 1 ? [...lengths][0]! : null,
    claims: all.map(({ claim }) => claim),
    definitions: new Map(all.map(({ claim, definition }: Metric) => [claim.name, definition])),
    rows: sampled(rows),
    stated: read.flatMap((each) => readThreshold(each.test, each.rows) ?? []),
    losses: [
      ...identityOf(path).losses,
      ...(nameless === 0
        ? []
        : [
            `rows: ${counted(nameless, 'line has no test_name and is', 'lines have no test_name and are')} not read`,
          ]),
      ...readLosses(read),
    ],
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

/** A test that stands in several lines was run several times: its samples go on counting. */
function sampled(rows: readonly Row[]): readonly Row[] {
  const counts = new Map<string, number>();
  return rows.map((row) => {
    const sample = (counts.get(row.id) ?? 0) + 1;
    counts.set(row.id, sample);
    return { ...row, sample };
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
  const run = { ...EMPTY_READING.run, date: utcDay(generated_at), generated_at };
  return { ...EMPTY_READING, format: 'quack', run, losses: ['date: taken from the file name'] };
}
