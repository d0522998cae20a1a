import type { Claim, Definition, Reading, Row } from '../../core/reading.ts';
import type { JsonObject } from '../../document/document.ts';
import { rate } from '../../measures/means.ts';
import { claimAt, computedClaim } from '../claim.ts';
import { asBoolean, asCount, asList, asNumber, asText, member } from '../field.ts';
import { countMeasured, observations } from '../row.ts';
import { listLosses, STATES_NULL } from '../wording.ts';
import { PLACES, type ReportKind, readHeader, readOutcomes } from './report.ts';

/** Above this share of flips the judge prefers a place, not an answer: DuckHaven's own bar for `trustworthy`. */
const MOST_FLIPS = 0.25;

/** Two arms side by side, each pair judged in both orders. */
export const compare: ReportKind = {
  detect: (root) =>
    asList(root, 'outcomes') !== null &&
    ['arm_a', 'arm_b', 'win_rate_a', 'flip_rate'].every((key) => Object.hasOwn(root, key)),
  read(root) {
    const arms = { A: asText(root, 'arm_a') ?? 'A', B: asText(root, 'arm_b') ?? 'B' };
    const header = readHeader(root, `${arms.A}-vs-${arms.B}`);
    const { rows, losses } = readOutcomes(root, (row, source) => readRow(row, source, arms));
    const flips = readFlips(root, rows);
    const wins = readWins(root, rows, flips);
    const empty = asCount(root, 'cases') === 0;
    return {
      ...header,
      arms: new Map([arms.A, arms.B].map((arm) => [arm, {}])),
      status: empty ? 'unmeasured' : 'measured',
      reason: empty ? 'no_cases: the report holds no case' : null,
      claims: [wins, flips].flatMap((claim) => claim ?? []),
      definitions: new Map(defined(wins, flips, arms.A)),
      rows,
      losses: [...header.losses, ...losses, ...readLosses(root, rows, wins, arms)],
    };
  },
};

interface Arms {
  readonly A: string;
  readonly B: string;
}

function readRow(row: Row, source: JsonObject, arms: Arms): Row {
  const scores = new Map(row.scores);
  const unmeasured = new Map(row.unmeasured);
  const stated = member(source, 'winner');
  const winner = stated === 'A' ? arms.A : stated === 'B' ? arms.B : stated === 'tie' ? 'tie' : null;
  const flipped = member(source, 'flipped');
  // The file calls a pair on which the orders disagree a tie, and says beside it that it flipped.
  if (stated !== undefined) scores.set('winner', winner === 'tie' && flipped === true ? 'flip' : winner);
  if (stated !== undefined && winner === null) unmeasured.set('winner', 'judge_unparseable');
  if (flipped !== undefined) scores.set('flipped', asBoolean(flipped));
  if (flipped !== undefined && asBoolean(flipped) === null) unmeasured.set('flipped', 'judge_unparseable');
  return { ...row, scores, unmeasured };
}

function readFlips(root: JsonObject, rows: readonly Row[] | null): Claim | null {
  const claim = claimAt(root, 'flip_rate', [], () => STATES_NULL);
  if (claim === null) return null;
  const counts = countsOf(root, rows, 'flipped');
  const empty = counts.expected === 0 ? { value: null, reason: 'no_cases' } : {};
  return { ...claim, ...empty, ...counts, direction: 'lower', places: PLACES };
}

/** The win rate of arm A over the decided pairs; with too many flips there is none, whatever the file says. */
function readWins(root: JsonObject, rows: readonly Row[] | null, flips: Claim | null): Claim | null {
  const claim = claimAt(root, 'win_rate_a', [], () => 'no_cases: no pair was decided, all are ties or flips');
  if (claim === null) return null;
  const counted: Claim = { ...claim, ...countsOf(root, rows, 'winner'), direction: 'higher', places: PLACES };
  const observed =
    rows === null ? null : computedClaim('flip_rate', rate(observations(rows, 'flipped'))).value;
  const rates = [flips?.value ?? null, observed].filter((value) => value !== null);
  const worst = rates.length === 0 ? null : Math.max(...rates);
  const distrusted = asBoolean(root, 'trustworthy') === false;
  if (counted.value === null || !(distrusted || (worst !== null && worst > MOST_FLIPS))) return counted;
  const share = worst === null ? 'the file calls itself not trustworthy' : `a flip rate of ${worst}`;
  return {
    ...counted,
    value: null,
    reason: `inconclusive: ${share}; above ${MOST_FLIPS} no win rate says anything`,
  };
}

function countsOf(
  root: JsonObject,
  rows: readonly Row[] | null,
  score: string,
): Pick<Claim, 'measured' | 'expected'> {
  const measured = rows === null ? null : countMeasured(rows, score);
  return { measured, expected: asCount(root, 'cases') ?? rows?.length ?? null };
}

function defined(wins: Claim | null, flips: Claim | null, arm: string): readonly [string, Definition][] {
  const inconclusive = wins?.reason?.startsWith('inconclusive') === true;
  const rates: [string, Definition][] = [];
  if (wins !== null && !inconclusive) {
    rates.push([
      wins.name,
      { aggregate: 'win_rate', score: 'winner', arm, judged: true, direction: 'higher' },
    ]);
  }
  if (flips !== null)
    rates.push([flips.name, { aggregate: 'rate', score: 'flipped', judged: true, direction: 'lower' }]);
  return rates;
}

function readLosses(
  root: JsonObject,
  rows: readonly Row[] | null,
  wins: Claim | null,
  arms: Arms,
): Reading['losses'] {
  const stated = asNumber(root, 'win_rate_a');
  const withheld = wins?.reason?.startsWith('inconclusive') === true && stated !== null;
  const tally: readonly (readonly [string, readonly string[]])[] = [
    ['wins_a', [arms.A]],
    ['wins_b', [arms.B]],
    ['ties', ['tie', 'flip']],
  ];
  return listLosses(
    'games: the file keeps what both orders of a pair came to, not the two rulings',
    withheld && `win_rate_a: the file states ${stated}, which is not taken: ${wins?.reason}`,
    ...tally.map(([key, winners]) => {
      const said = asNumber(root, key);
      const found =
        rows?.filter((row) => winners.some((winner) => row.scores.get('winner') === winner)).length ?? said;
      return said !== null && said !== found && `${key}: the file states ${said}, its rows have ${found}`;
    }),
  );
}
