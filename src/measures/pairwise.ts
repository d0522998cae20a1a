import { type Measured, type Reason, ratioOf, type Unmeasured, unmeasured } from './measured.ts';

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

export interface Tally {
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
