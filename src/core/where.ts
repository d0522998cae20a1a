import type { Row } from './reading.ts';

/** What rows must equal to be counted: scores by name, or `category`, `provenance`, `negative`, `arm`. */
export type Where = Readonly<Record<string, string | number | boolean | null>>;

const ATTRIBUTES = ['category', 'provenance', 'negative', 'arm'] as const;

/**
 * Tells whether a row has every value that is wanted. What it does not say is `null`, and equals nothing else. What is
 * wanted is read once, for however many rows.
 */
export function whereMatches(where: Where): (row: Row) => boolean {
  const wanted = Object.entries(where).map(([name, value]) => {
    const attribute = ATTRIBUTES.find((each) => each === name);
    return { name, attribute, value };
  });
  return (row) =>
    wanted.every(
      ({ name, attribute, value }) =>
        (attribute === undefined ? (row.scores.get(name) ?? null) : row[attribute]) === value,
    );
}

/** Whether any row says anything under that name: a condition on what no row states holds nothing. */
export function isStated(rows: readonly Row[], name: string): boolean {
  return rows.some((row) => saidOf(row, name) !== null);
}

function saidOf(row: Row, name: string): string | number | boolean | null {
  const attribute = ATTRIBUTES.find((each) => each === name);
  return attribute === undefined ? (row.scores.get(name) ?? null) : row[attribute];
}
