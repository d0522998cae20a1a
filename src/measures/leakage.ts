import { type Measured, ratioOf, unmeasured } from './measured.ts';

/** One query that was limited to a selection of sources; `corpus` is all that the retriever could have returned. */
export interface SelectedRetrieval {
  readonly retrieved: readonly string[];
  readonly selection: ReadonlySet<string>;
  readonly corpus?: ReadonlySet<string>;
}

/**
 * The share of retrieved slots that hold an item from outside the selection, in [0, 1]; only exactly 0 is right.
 * Repeats count: each is a slot that the reader sees. Null (`not_applicable`) where nothing was retrieved, or where
 * the corpus holds nothing outside the selection, so that no leak was possible: such a 0 would prove nothing.
 */
export function leakage({ retrieved, selection, corpus }: SelectedRetrieval): Measured {
  if (retrieved.length === 0) return unmeasured('not_applicable', 'nothing was retrieved');
  const leaked = retrieved.filter((id) => !selection.has(id)).length;
  const possible = corpus === undefined || [...corpus].some((id) => !selection.has(id));
  if (leaked === 0 && !possible) {
    return unmeasured('not_applicable', 'the corpus holds nothing outside the selection');
  }
  return ratioOf(leaked, retrieved.length);
}
