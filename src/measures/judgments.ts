import { exactSum } from './exact-sum.ts';
import {
  type Measured,
  measuredValues,
  type Reason,
  ratioOf,
  type Unmeasured,
  unmeasured,
  whyNothing,
} from './observation.ts';

/** One judged game: which arm stood first, and who won; null where the judge gave no verdict. */
export interface Game {
  readonly first: string;
  readonly second: string;
  readonly winner: string | 'tie' | null;
  readonly reason?: Reason;
}

/** What the two orders of one pair agree on. */
export type PairOutcome =
  | { readonly kind: 'win'; readonly arm: string }
  | { readonly kind: 'tie' }
  | { readonly kind: 'flip' }
  | { readonly kind: 'unmeasured'; readonly why: Unmeasured };

/**
 * The outcome of one pair from its games in both orders: a win where every game names the same arm, a tie where every
 * game is one, else a flip (also a win in one order and a tie in the other). Zheng et al., "Judging LLM-as-a-Judge",
 * 2023, section 3.4, call both-orders agreement the conservative rule. Unmeasured where a game has no verdict or
 * names neither arm, or where only one order was played: then a judge's preference for a place cannot be told apart.
 */
export function pairOutcome(games: readonly Game[]): PairOutcome {
  const silent = games.find(({ winner }) => winner === null);
  if (silent !== undefined) return missing(silent.reason ?? 'judge_missing', 'a game has no verdict');
  if (games.some(({ first, second, winner }) => ![first, second, 'tie'].includes(winner ?? ''))) {
    return missing('judge_unparseable', 'a game was won by neither of its arms');
  }
  const game = games[0];
  const swapped = games.some(({ first, second }) => first === game?.second && second === game.first);
  if (game === undefined || !swapped)
    return missing('evidence_missing', 'the pair was not judged in both orders');
  if (games.some(({ winner }) => winner !== game.winner)) return { kind: 'flip' };
  return game.winner === 'tie' ? { kind: 'tie' } : { kind: 'win', arm: game.winner ?? '' };
}

/**
 * The share of decided pairs that an arm won, in [0, 1]. The rates of two arms add up to 1. Null where no pair was
 * decided.
 */
export function winRate(outcomes: readonly PairOutcome[], arm: string): Measured {
  const { wins, ties, flips, pairs, decided } = tally(outcomes);
  const detail = `no pair was decided: ${ties} ties, ${flips} flips, ${outcomes.length - pairs} unmeasured`;
  return ratioOf(wins.get(arm) ?? 0, decided, detail);
}

/**
 * The share of measured pairs on which the two orders disagree, in [0, 1]; null where no pair is measured. The arms
 * have no part in it.
 */
export function flipRate(outcomes: readonly PairOutcome[]): Measured {
  const { flips, pairs } = tally(outcomes);
  return ratioOf(flips, pairs, 'no pair was judged in both orders');
}

interface Tally {
  readonly wins: ReadonlyMap<string, number>;
  readonly ties: number;
  readonly flips: number;
  readonly decided: number;
  /** Measured pairs: decided, tied and flipped. */
  readonly pairs: number;
}

/** Counts the outcomes. */
export function tally(outcomes: readonly PairOutcome[]): Tally {
  const wins = new Map<string, number>();
  let ties = 0;
  let flips = 0;
  let decided = 0;
  for (const outcome of outcomes) {
    if (outcome.kind === 'tie') ties += 1;
    if (outcome.kind === 'flip') flips += 1;
    if (outcome.kind !== 'win') continue;
    decided += 1;
    wins.set(outcome.arm, (wins.get(outcome.arm) ?? 0) + 1);
  }
  return { wins, ties, flips, decided, pairs: decided + ties + flips };
}

function missing(reason: Reason, detail: string): PairOutcome {
  return { kind: 'unmeasured', why: unmeasured(reason, detail) };
}

/** One criterion and its verdict; skipped by its condition is `not_applicable`. Weights are 0 or more. */
interface Criterion {
  readonly name: string;
  readonly weight: number;
  readonly verdict: Measured;
}

/** A rubric's score with the weight that was judged, of the weight that applied. */
type RubricScore = Measured & { readonly judgedWeight: number; readonly expectedWeight: number };

/**
 * The weighted mean of the criteria that were judged, on the rubric's own scale: sum of weight x verdict / sum of
 * weight. A skipped criterion leaves the denominator; one that the judge did not reach does too, but shows in
 * `judgedWeight`. A verdict outside the scale is no verdict (`judge_off_scale`). Null where nothing was judged, and
 * `not_applicable` where all was skipped.
 * @throws RangeError where a weight is negative or not finite.
 */
export function rubricScore(
  criteria: readonly Criterion[],
  scale: readonly [low: number, high: number],
): RubricScore {
  const checked = criteria.map((criterion) => ({ ...criterion, verdict: onScale(criterion, scale) }));
  const applied = checked.filter(
    ({ verdict }) => !(verdict.value === null && verdict.reason === 'not_applicable'),
  );
  const judged = applied.flatMap(({ weight, verdict }) =>
    verdict.value === null ? [] : [{ weight, value: verdict.value }],
  );
  const judgedWeight = exactSum(judged.map(({ weight }) => weight));
  const expectedWeight = exactSum(applied.map(({ weight }) => weight));
  const score =
    judged.length === 0
      ? whyNothing(checked.map(({ verdict }) => verdict))
      : ratioOf(
          exactSum(judged.map(({ weight, value }) => weight * value)),
          judgedWeight,
          'all weights are 0',
        );
  return { ...score, judgedWeight, expectedWeight };
}

function onScale({ name, weight, verdict }: Criterion, [low, high]: readonly [number, number]): Measured {
  if (!(Number.isFinite(weight) && weight >= 0)) {
    throw new RangeError(`the weight of ${name} must be 0 or more, not ${weight}`);
  }
  if (verdict.value === null || (verdict.value >= low && verdict.value <= high)) return verdict;
  return unmeasured('judge_off_scale', `${name} is ${verdict.value}, the scale is ${low} to ${high}`);
}

/** A judge's rulings on the items of one row (claims, criteria): how many it ruled on, and how many it did not reach. */
type VerdictRate = Measured & { readonly ruled: number; readonly unreached: number };

/**
 * The mean of the rulings that a judge made, 1 for supported and 0 for not (or graded). What the judge did not reach
 * is neither: it is left out and counted. Null where it ruled on nothing, `no_cases` where there was nothing to rule
 * on.
 */
export function verdictRate(judgments: readonly Measured[]): VerdictRate {
  const values = measuredValues(judgments);
  const unreached = judgments.filter(
    (judgment) => judgment.value === null && judgment.reason !== 'not_applicable',
  ).length;
  const rate = values.length === 0 ? whyNothing(judgments) : ratioOf(exactSum(values), values.length);
  return { ...rate, ruled: values.length, unreached };
}
