import type { Row } from './reading.js';
/** What rows must equal to be counted: scores by name, or `category`, `provenance`, `negative`, `arm`. */
export type Where = Readonly<Record<string, string | number | boolean | null>>;
/**
 * Tells whether a row has every value that is wanted. What it does not say is `null`, and equals nothing else. What is
 * wanted is read once, for however many rows.
 */
export declare function whereMatches(where: Where): (row: Row) => boolean;
/** Whether any row says anything under that name: a condition on what no row states holds nothing. */
export declare function isStated(rows: readonly Row[], name: string): boolean;
