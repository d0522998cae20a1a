import type { Row } from '../../core/reading.ts';
import type { Outcome } from './outcome.ts';

/** What was seen while a row was read, beside the row. */
export interface Note {
  readonly row: Row;
  readonly outcome: Outcome;
  /** Who graded the row's model-graded assertions. */
  readonly graders: readonly string[];
  /** Whether its id is only its place. */
  readonly placed: boolean;
  /** Whether the row states a cost of 0, which is free or not priced. */
  readonly unpriced: boolean;
  /** Where something stands that should be a number and is none. */
  readonly noNumber: readonly string[];
}
