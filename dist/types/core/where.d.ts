import { type Row } from './reading.js';
/** What rows must equal to be counted: scores by name, or `category`, `provenance`, `negative`, `arm`. */
export type Where = Readonly<Record<string, LabelValue>>;
type LabelValue = string | number | boolean | null;
/**
 * Whether a row is one that is wanted: `in`, `out`, or `silent` where it says nothing of what is asked, or contradicts
 * itself, or answers a question of yes or no otherwise, and could be either. A row without an arm is of none, and is not silent. What is wanted is read once, for however many rows.
 */
export declare function placeOfRow(where: Where): (row: Row) => 'in' | 'out' | 'silent';
/** Tells whether a row has every value that is wanted. What it does not say is `null`, and equals nothing else. */
export declare function whereMatches(where: Where): (row: Row) => boolean;
/**
 * Whether a row leaves a condition by its label: its category, provenance, arm or a text. Whoever writes the file
 * chooses these; a number or a truth value that a row states was measured, and does not count here.
 */
export declare function labelOfRow(where: Where): (row: Row) => 'same' | 'other' | 'silent';
/** Whether any row says anything under that name: a condition on what no row states holds nothing. */
export declare function isStated(rows: readonly Row[], name: string): boolean;
export {};
