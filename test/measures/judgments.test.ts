import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  flipRate,
  type Game,
  type PairOutcome,
  pairOutcome,
  rubricScore,
  tally,
  verdictRate,
  winRate,
} from '../../src/measures/judgments.ts';
import { type Measured, measured, unmeasured } from '../../src/measures/observation.ts';

const game = (first: string, second: string, winner: Game['winner']): Game => ({ first, second, winner });
const both = (ab: Game['winner'], ba: Game['winner']) => [game('a', 'b', ab), game('b', 'a', ba)];
const outcome = (ab: Game['winner'], ba: Game['winner']) => pairOutcome(both(ab, ba));

describe('pairwise games', () => {
  test.each<[string, readonly Game[], PairOutcome['kind'], string?]>([
    ['both orders name the same arm', both('a', 'a'), 'win'],
    ['each order names the arm in the first place', both('a', 'b'), 'flip'],
    ['a win in one order and a tie in the other', both('a', 'tie'), 'flip'],
    ['a tie in both', both('tie', 'tie'), 'tie'],
    ['no verdict in one', both('a', null), 'unmeasured', 'judge_missing'],
    ['one order alone', [game('a', 'b', 'a')], 'unmeasured', 'evidence_missing'],
    ['the same order twice', [game('a', 'b', 'a'), game('a', 'b', 'a')], 'unmeasured', 'evidence_missing'],
    ['a winner that did not play', both('a', 'c'), 'unmeasured', 'judge_unparseable'],
    ['no game', [], 'unmeasured', 'evidence_missing'],
  ])('%s', (_, games, kind, reason) => {
    const result = pairOutcome(games);
    expect(result.kind).toBe(kind);
    if (result.kind === 'win') expect(result.arm).toBe('a');
    if (result.kind === 'unmeasured') expect(result.why.reason).toBe(reason);
  });

  /** 3 wins of a, 1 of b, 1 tie, 1 flip, 1 unmeasured. */
  const outcomes = [
    outcome('a', 'a'),
    outcome('a', 'a'),
    outcome('a', 'a'),
    outcome('b', 'b'),
    outcome('tie', 'tie'),
    outcome('a', 'b'),
    outcome('a', null),
  ];

  test('win rate of the decided pairs 3/4, flips 1/6', () => {
    expect(winRate(outcomes, 'a')).toEqual({ value: 0.75, ratio: { numerator: 3, denominator: 4 } });
    expect(flipRate(outcomes).value).toBe(1 / 6);
    expect(tally(outcomes)).toMatchObject({ decided: 4, ties: 1, flips: 1, pairs: 6 });
    expect(winRate(outcomes, 'nobody').value).toBe(0);
  });

  test('the win rate of ties alone is null: DuckHaven’s four ties, one of them a flip', () => {
    const ties = [outcome('tie', 'tie'), outcome('tie', 'tie'), outcome('tie', 'tie'), outcome('a', 'b')];
    expect(winRate(ties, 'a')).toMatchObject({ value: null, reason: 'no_cases' });
    expect(flipRate(ties).value).toBe(0.25);
    expect(flipRate([])).toMatchObject({ value: null, reason: 'no_cases' });
  });

  test('swapping the arms mirrors the win rate and leaves the flip rate', () => {
    const winner = fc.constantFrom<Game['winner']>('a', 'b', 'tie', null);
    const pairs = fc.array(
      fc.tuple(winner, winner).map(([ab, ba]) => both(ab, ba)),
      { minLength: 1 },
    );
    const rename = (name: Game['winner']) => (name === 'a' ? 'b' : name === 'b' ? 'a' : name);
    fc.assert(
      fc.property(pairs, (games) => {
        const swapped = games.map((pair) =>
          pair.map(({ first, second, winner: won }) => ({
            first: rename(first)!,
            second: rename(second)!,
            winner: rename(won),
          })),
        );
        const before = games.map(pairOutcome);
        const after = swapped.map(pairOutcome);
        const a = winRate(before, 'a');
        expect(winRate(after, 'b')).toEqual(a);
        const b = winRate(before, 'b');
        if (a.value !== null && b.value !== null) expect(a.value + b.value).toBeCloseTo(1, 14);
        expect(flipRate(after)).toEqual(flipRate(before));
      }),
    );
  });
});

describe('judge verdicts', () => {
  test('K099: a verdict that could not be read is left out and counted, not 0', () => {
    const judgments = [measured(1), measured(0), measured(1), unmeasured('judge_unparseable')];
    expect(verdictRate(judgments)).toMatchObject({ value: 2 / 3, ruled: 3, unreached: 1 });
  });

  test('is null where nothing was judged, and says whether there was anything to judge', () => {
    expect(verdictRate([unmeasured('judge_quota')])).toMatchObject({
      value: null,
      reason: 'judge_quota',
      unreached: 1,
    });
    expect(verdictRate([])).toMatchObject({ value: null, reason: 'no_cases', ruled: 0, unreached: 0 });
  });
});

describe('weighted rubric', () => {
  const criterion = (name: string, weight: number, verdict: Measured) => ({ name, weight, verdict });
  const skipped = unmeasured('not_applicable', 'internal note');

  test('a skipped criterion leaves the denominator: (2 x 5 + 1 x 2) / 3', () => {
    const criteria = [
      criterion('tone', 2, measured(5)),
      criterion('facts', 1, measured(2)),
      criterion('x', 9, skipped),
    ];
    expect(rubricScore(criteria, [1, 5])).toMatchObject({ value: 4, judgedWeight: 3, expectedWeight: 3 });
  });

  test('one that the judge did not reach, or put off the scale, shows in the judged weight', () => {
    const criteria = [
      criterion('tone', 2, measured(5)),
      criterion('facts', 1, unmeasured('judge_timeout')),
      criterion('form', 1, measured(7)),
    ];
    expect(rubricScore(criteria, [1, 5])).toMatchObject({ value: 5, judgedWeight: 2, expectedWeight: 4 });
  });

  test('is not applicable where all is skipped, unmeasured where nothing was judged', () => {
    expect(rubricScore([criterion('x', 1, skipped)], [1, 5])).toMatchObject({
      value: null,
      reason: 'not_applicable',
    });
    expect(rubricScore([criterion('x', 1, measured(-1))], [1, 5])).toMatchObject({
      reason: 'judge_off_scale',
    });
    expect(rubricScore([criterion('x', 0, measured(3))], [1, 5])).toMatchObject({ reason: 'no_cases' });
    expect(rubricScore([], [1, 5])).toMatchObject({ reason: 'no_cases' });
    expect(() => rubricScore([criterion('x', -1, measured(3))], [1, 5])).toThrow(RangeError);
  });
});
