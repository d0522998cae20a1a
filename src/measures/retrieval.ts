import { type Measured, measured, ratioOf } from './measured.ts';
import { goldSize, gradesAt, hitsAt, isRelevant, MIN_GRADE, type Ranking, withGold } from './ranking.ts';

/**
 * recall@k: the share of the relevant items that are among the first k, in [0, 1] (Manning, Raghavan and Schütze,
 * "Introduction to Information Retrieval", 2008, section 8.3). Null (`not_applicable`) for an empty gold set.
 */
export function recallAtK(ranking: Ranking, k: number, minGrade = MIN_GRADE): Measured {
  return withGold(ranking, k, minGrade, () =>
    ratioOf(hitsAt(ranking, k, minGrade), goldSize(ranking, minGrade)),
  );
}

/**
 * precision@k: relevant items among the first k, divided by k also where fewer came back, as trec_eval does, in
 * [0, 1] (same book, section 8.4). Null for an empty gold set.
 */
export function precisionAtK(ranking: Ranking, k: number, minGrade = MIN_GRADE): Measured {
  return withGold(ranking, k, minGrade, () => ratioOf(hitsAt(ranking, k, minGrade), k));
}

/** hit@k: 1 where at least one relevant item is among the first k, else 0. Null for an empty gold set. */
export function hitAtK(ranking: Ranking, k: number, minGrade = MIN_GRADE): Measured {
  return withGold(ranking, k, minGrade, () => measured(hitsAt(ranking, k, minGrade) > 0 ? 1 : 0));
}

/**
 * The reciprocal rank of the first relevant item, in [0, 1], 0 where none came back (within the first k, if given);
 * its mean over cases is MRR (Voorhees, "The TREC-8 Question Answering Track Report", 1999). Null for an empty gold
 * set.
 */
export function reciprocalRank(ranking: Ranking, k?: number, minGrade = MIN_GRADE): Measured {
  const depth = k ?? Number.POSITIVE_INFINITY;
  return withGold(ranking, depth, minGrade, () => {
    const index = gradesAt(ranking, depth).findIndex((grade) => isRelevant(grade, minGrade));
    return measured(index < 0 ? 0 : 1 / (index + 1));
  });
}
