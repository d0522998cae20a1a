import { exactSum } from './exact-sum.ts';
import { type Measured, measured, ratioOf, type Unmeasured, unmeasured } from './observation.ts';

/**
 * What was retrieved for one query, best first, and the grade of each item that matters. The order given is the
 * ranking: there are no ties in it. An id that comes again keeps its slot and gains nothing, so it counts once, at its
 * first position. An id without a grade is irrelevant.
 */
export interface Ranking {
  readonly retrieved: readonly string[];
  readonly relevant: ReadonlyMap<string, number>;
}

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

/** What a grade is worth: 1, the grade itself, or 2^grade - 1. */
export const NDCG_GAINS = ['binary', 'linear', 'exponential'] as const;

export type NdcgGain = (typeof NDCG_GAINS)[number];

export function isNdcgGain(name: string): name is NdcgGain {
  return (NDCG_GAINS as readonly string[]).includes(name);
}

/**
 * nDCG@k: DCG = sum over the first k slots of gain / log2(slot + 1), divided by the DCG of the best possible order of
 * all graded items, in [0, 1]. Linear gain is Järvelin and Kekäläinen, "Cumulated Gain-Based Evaluation of IR
 * Techniques", 2002 (with the discount from the second slot on, as trec_eval); exponential gain is Burges et al.,
 * "Learning to Rank using Gradient Descent", 2005. Grades of 0 or less, and those under `minGrade`, gain nothing.
 * Null for an empty gold set. Items of one grade may stand in any order: the ideal is the same.
 * @throws RangeError where k is no positive integer.
 */
export function ndcgAtK(ranking: Ranking, k: number, gain: NdcgGain = 'linear', minGrade = 0): Measured {
  return withGold(ranking, k, minGrade, () => {
    const worth = (grade: number) => (isRelevant(grade, minGrade) ? gainOf(grade, gain) : 0);
    const ideal = discounted(
      [...ranking.relevant.values()]
        .map(worth)
        .sort((a, b) => b - a)
        .slice(0, k),
    );
    if (!Number.isFinite(ideal)) {
      return unmeasured('inconclusive', 'the gain of a grade exceeds the range of a double');
    }
    // The same gains, each over the same discount: rounding could still put a perfect ranking a hair over 1.
    return measured(Math.min(1, discounted(gradesAt(ranking, k).map(worth)) / ideal));
  });
}

/** One query that was limited to a selection of sources; `corpus` is all that the retriever could have returned. */
interface SelectedRetrieval {
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

/** The grade from which an item counts as relevant, where nothing else is said. */
const MIN_GRADE = 1;

/** Computes a measure unless the gold set is empty. @throws RangeError where k is no positive integer. */
function withGold(ranking: Ranking, k: number, minGrade: number, measure: () => Measured): Measured {
  if (!(k === Number.POSITIVE_INFINITY || (Number.isSafeInteger(k) && k > 0))) {
    throw new RangeError(`k must be a positive integer, not ${k}`);
  }
  return goldSize(ranking, minGrade) === 0 ? EMPTY_GOLD : measure();
}

/** An item's grade at each of the first k slots; 0 for the irrelevant and for repeats. */
function gradesAt({ retrieved, relevant }: Ranking, k: number): readonly number[] {
  const seen = new Set<string>();
  return retrieved.slice(0, k).map((id) => {
    if (seen.has(id)) return 0;
    seen.add(id);
    return relevant.get(id) ?? 0;
  });
}

/** How many distinct items of the first k have at least this grade. */
function hitsAt(ranking: Ranking, k: number, minGrade: number): number {
  return gradesAt(ranking, k).filter((grade) => isRelevant(grade, minGrade)).length;
}

/** How many items there are to find. */
function goldSize({ relevant }: Ranking, minGrade: number): number {
  return [...relevant.values()].filter((grade) => isRelevant(grade, minGrade)).length;
}

/** A grade of 0 or less is never relevant, whatever the bar. */
function isRelevant(grade: number, minGrade: number): boolean {
  return grade > 0 && grade >= minGrade;
}

/** A query that asks for nothing says nothing about a retriever: neither 0 nor 1. */
const EMPTY_GOLD: Unmeasured = unmeasured('not_applicable', 'no item is relevant to this query');

function gainOf(grade: number, gain: NdcgGain): number {
  switch (gain) {
    case 'binary':
      return 1;
    case 'linear':
      return grade;
    case 'exponential':
      return 2 ** grade - 1;
  }
}

function discounted(gains: readonly number[]): number {
  if (!gains.every(Number.isFinite)) return Number.POSITIVE_INFINITY;
  return exactSum(gains.map((gain, index) => gain / Math.log2(index + 2)));
}
