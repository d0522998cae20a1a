import { exactSum } from './exact-sum.ts';
import { type Measured, measured, unmeasured } from './measured.ts';
import { gradesAt, isRelevant, type Ranking, withGold } from './ranking.ts';

/** What a grade is worth: 1, the grade itself, or 2^grade - 1. */
export const GAINS = ['binary', 'linear', 'exponential'] as const;

export type Gain = (typeof GAINS)[number];

export function isGain(name: string): name is Gain {
  return (GAINS as readonly string[]).includes(name);
}

/**
 * nDCG@k: DCG = sum over the first k slots of gain / log2(slot + 1), divided by the DCG of the best possible order of
 * all graded items, in [0, 1]. Linear gain is Järvelin and Kekäläinen, "Cumulated Gain-Based Evaluation of IR
 * Techniques", 2002 (with the discount from the second slot on, as trec_eval); exponential gain is Burges et al.,
 * "Learning to Rank using Gradient Descent", 2005. Grades of 0 or less, and those under `minGrade`, gain nothing.
 * Null for an empty gold set. Items of one grade may stand in any order: the ideal is the same.
 * @throws RangeError where k is no positive integer.
 */
export function ndcgAtK(ranking: Ranking, k: number, gain: Gain = 'linear', minGrade = 0): Measured {
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

function gainOf(grade: number, gain: Gain): number {
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
