import { agreementOf, agrees, type NotationSlip } from '../../core/agreement.ts';
import type { Judgment, Row, Rubric } from '../../core/reading.ts';
import { type Game, type PairOutcome, pairOutcome, rubricScore, verdictRate } from '../judgments.ts';
import { type Measured, measured, unmeasured } from '../observation.ts';
import { because } from './unmeasured.ts';

/** What a row states against what it holds: its score beside its judgments, rankings, calls, games or error. */
export interface Contradiction {
  readonly row: Row;
  readonly score: string;
  readonly stated: number | boolean | string | null;
  /** What the row's evidence comes to; `null`: nothing was measured. */
  readonly evidence: number | string | null;
  readonly by: 'judgments' | 'games' | 'measure' | 'error' | 'scale';
  /** Set where the stated score is the percent of its evidence, or its decimals were cut off. */
  readonly slip: NotationSlip | null;
}

/** A row's value for one score, and what in the row speaks against what it states. */
interface RowValue {
  readonly value: Measured;
  readonly contradiction: Contradiction | null;
}

/** What the definitions say of scores: which are a judge's, and to how many places a tool rounds them. */
export interface Scoring {
  readonly judged: ReadonlySet<string>;
  readonly rubric: Rubric | null;
  readonly places: number | undefined;
}

/**
 * The value of a score in a row. What the row holds as evidence counts, whatever the row states, and a judged score of a
 * row that ended in an error was never measured.
 */
export function rowValue(row: Row, score: string, evidence: Measured | null, scoring: Scoring): RowValue {
  const stated = statedValue(row, score);
  const isJudged = scoring.judged.has(score);
  if (row.error !== null && (isJudged || row.judgments.some((judgment) => judgment.score === score))) {
    return settle(row, score, stated, because(row.error.kind), 'error');
  }
  const off = isJudged ? offScale(score, stated, scoring.rubric) : null;
  if (off !== null) return settle(row, score, stated, off, 'scale');
  if (evidence === null) return { value: stated, contradiction: null };
  const by = row.judgments.some((judgment) => judgment.score === score) ? 'judgments' : 'measure';
  if (stated.value === null) {
    // A row that leaves its score to its evidence is complete; one that says "unmeasured" is believed, and so is an
    // error: what came back of a failed call is no answer.
    const silent = row.error === null && (!row.scores.has(score) || evidence.value === null);
    return { value: silent && !row.unmeasured.has(score) ? evidence : stated, contradiction: null };
  }
  if (evidence.value !== null && agrees(stated.value, evidence.value, scoring.places)) {
    return { value: evidence, contradiction: null };
  }
  return settle(row, score, stated, evidence, by);
}

/** What a row states for a score: its number (true is 1), or why there is none. */
export function statedValue(row: Row, score: string): Measured {
  const value = row.scores.get(score);
  if (typeof value === 'number') return measured(value);
  if (typeof value === 'boolean') return measured(value ? 1 : 0);
  const reason = row.unmeasured.get(score) ?? row.error?.kind;
  return reason === undefined ? unmeasured('evidence_missing') : because(reason);
}

/** The outcome of a pair: what its games agree on, else the winner that the row states. */
export function rowOutcome(
  row: Row,
  score: string,
): { readonly outcome: PairOutcome; readonly contradiction: Contradiction | null } {
  const stated = row.scores.get(score) ?? null;
  const games = fromGames(row, score);
  if (row.error !== null && (stated !== null || games === null)) {
    const why = because(row.error.kind);
    const contradiction =
      stated === null ? null : ({ row, score, stated, evidence: null, by: 'error', slip: null } as const);
    return { outcome: { kind: 'unmeasured', why }, contradiction };
  }
  const said = statedOutcome(row, score, stated);
  if (games === null) return { outcome: said, contradiction: null };
  if (games.kind === 'unmeasured' && stated === null) return { outcome: games, contradiction: null };
  const evidence = games.kind === 'win' ? games.arm : games.kind === 'unmeasured' ? null : games.kind;
  // A flip has no winner: harnesses write it as a tie, as null, or by a word of their own.
  const same = games.kind === 'flip' ? said.kind !== 'win' : stated === null || stated === evidence;
  return {
    outcome: games,
    contradiction: same ? null : { row, score, stated, evidence, by: 'games', slip: null },
  };
}

function statedOutcome(row: Row, score: string, stated: number | boolean | string | null): PairOutcome {
  if (typeof stated !== 'string') {
    const { value, ...why } = statedValue(row, score);
    return {
      kind: 'unmeasured',
      why: value === null && 'reason' in why ? { value, ...why } : unmeasured('judge_unparseable'),
    };
  }
  if (stated === 'tie' || stated === 'flip') return { kind: stated };
  return { kind: 'win', arm: stated };
}

function offScale(score: string, stated: Measured, rubric: Rubric | null): Measured | null {
  if (rubric === null || rubric.scale === null || stated.value === null || !rubric.weights.has(score))
    return null;
  const [low, high] = rubric.scale;
  if (stated.value >= low && stated.value <= high) return null;
  return unmeasured('judge_off_scale', `${stated.value} is not on the scale of ${low} to ${high}`);
}

function settle(
  row: Row,
  score: string,
  stated: Measured,
  evidence: Measured,
  by: Contradiction['by'],
): RowValue {
  if (stated.value === null) return { value: evidence, contradiction: null };
  const said = row.scores.get(score) ?? null;
  const kind = evidence.value === null ? 'differs' : agreementOf(stated.value, evidence.value).kind;
  const slip = kind === 'percent' || kind === 'truncated' ? kind : null;
  return { value: evidence, contradiction: { row, score, stated: said, evidence: evidence.value, by, slip } };
}

/**
 * What the judgments of a row come to for a score: the mean of those that were ruled, or their mean by the weights of
 * the rubric's criteria. `null` where the row holds none for it, or games, which have no mean.
 */
export function fromJudgments(row: Row, score: string, rubric: Rubric | null): Measured | null {
  if (row.judgments.length === 0) return null;
  const judgments = row.judgments.filter((judgment) => judgment.score === score && judgment.order === null);
  if (judgments.length === 0 || judgments.some(({ value }) => typeof value === 'string')) return null;
  const weights = rubric?.weights;
  const criteria = judgments.every(({ item }) => item !== null && weights?.has(item) === true);
  if (!criteria || rubric === null) return verdictRate(judgments.map(ruling));
  return rubricScore(
    judgments.map((judgment) => ({
      name: judgment.item ?? '',
      weight: weights?.get(judgment.item ?? '') ?? 1,
      verdict: ruling(judgment),
    })),
    rubric.scale ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
  );
}

function ruling({ value }: Judgment): Measured {
  if (typeof value === 'number') return measured(value);
  return typeof value === 'boolean' ? measured(value ? 1 : 0) : unmeasured('judge_missing');
}

/** What both orders of a row's games agree on; `null` where the row holds no games for the score. */
export function fromGames(row: Row, score: string): PairOutcome | null {
  const games = row.judgments.flatMap((judgment): readonly Game[] => {
    const [first, second] = judgment.order ?? [];
    if (judgment.score !== score || first === undefined || second === undefined) return [];
    return [{ first, second, winner: typeof judgment.value === 'string' ? judgment.value : null }];
  });
  return games.length === 0 ? null : pairOutcome(games);
}
