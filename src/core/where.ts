import type { Row } from './reading.ts';

/** What rows must equal to be counted: scores by name, or `category`, `provenance`, `negative`, `arm`. */
export type Where = Readonly<Record<string, string | number | boolean | null>>;

const ATTRIBUTES = ['category', 'provenance', 'negative', 'arm'] as const;

/** Whether a row has every value that is wanted. What it does not say is `null`, and equals nothing else. */
export function matchesWhere(row: Row, where: Where): boolean {
  return Object.entries(where).every(([name, wanted]) => saidOf(row, name) === wanted);
}

/** Whether any row says anything under that name: a condition on what no row states holds nothing. */
export function isStated(rows: readonly Row[], name: string): boolean {
  return rows.some((row) => saidOf(row, name) !== null);
}

function saidOf(row: Row, name: string): string | number | boolean | null {
  const attribute = ATTRIBUTES.find((each) => each === name);
  return attribute === undefined ? (row.scores.get(name) ?? null) : row[attribute];
}
