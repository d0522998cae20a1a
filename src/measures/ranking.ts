import { type Measured, type Unmeasured, unmeasured } from './measured.ts';

/**
 * What was retrieved for one query, best first, and the grade of each item that matters. The order given is the
 * ranking: there are no ties in it. An id that comes again keeps its slot and gains nothing, so it counts once, at its
 * first position. An id without a grade is irrelevant.
 */
export interface Ranking {
  readonly retrieved: readonly string[];
  readonly relevant: ReadonlyMap<string, number>;
}

/** The grade from which an item counts as relevant, where nothing else is said. */
export const MIN_GRADE = 1;

/** An item's grade at each of the first k slots; 0 for the irrelevant and for repeats. */
export function gradesAt({ retrieved, relevant }: Ranking, k: number): readonly number[] {
  const seen = new Set<string>();
  return retrieved.slice(0, k).map((id) => {
    if (seen.has(id)) return 0;
    seen.add(id);
    return relevant.get(id) ?? 0;
  });
}

/** How many distinct items of the first k have at least this grade. */
export function hitsAt(ranking: Ranking, k: number, minGrade: number): number {
  return gradesAt(ranking, k).filter((grade) => isRelevant(grade, minGrade)).length;
}

/** How many items there are to find. */
export function goldSize({ relevant }: Ranking, minGrade: number): number {
  return [...relevant.values()].filter((grade) => isRelevant(grade, minGrade)).length;
}

/** A grade of 0 or less is never relevant, whatever the bar. */
export function isRelevant(grade: number, minGrade: number): boolean {
  return grade > 0 && grade >= minGrade;
}

/** A query that asks for nothing says nothing about a retriever: neither 0 nor 1. */
export const EMPTY_GOLD: Unmeasured = unmeasured('not_applicable', 'no item is relevant to this query');

/** Computes a measure unless the gold set is empty. @throws RangeError where k is no positive integer. */
export function withGold(ranking: Ranking, k: number, minGrade: number, measure: () => Measured): Measured {
  if (!(k === Number.POSITIVE_INFINITY || (Number.isSafeInteger(k) && k > 0))) {
    throw new RangeError(`k must be a positive integer, not ${k}`);
  }
  return goldSize(ranking, minGrade) === 0 ? EMPTY_GOLD : measure();
}
