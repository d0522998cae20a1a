import { formatPointer } from '../../document/document.ts';
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

/** The pointer of a cell; a column that the table lacks is that of the whole line. */
export function pointerTo({ index, columns }: TestLine, column: string): string {
  const at = columns.indexOf(column);
  return formatPointer(at < 0 ? [index] : [index, at]);
}

/** What a cell holds: Python writes numbers, `nan`, `inf`, `True` and `False`; everything else is text. */
export type Cell =
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
  const text = test.cells.get(column);
  const cell = text === undefined ? null : readCell(text);
  return cell?.kind === 'number' ? cell.value : null;
}

/** The boolean in a column of a test, or `null` where it is blank or none. */
export function booleanIn(test: TestLine, column: string): boolean | null {
  const text = test.cells.get(column);
  const cell = text === undefined ? null : readCell(text);
  return cell?.kind === 'boolean' ? cell.value : null;
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

/** The columns `run_<i>_<metric>` of a table: the highest i, and the names of the metrics beside score and reason. */
export function readRunColumns(columns: readonly string[]): {
  readonly runs: number;
  readonly metrics: readonly string[];
} {
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
