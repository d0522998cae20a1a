import type { Judgment, Row, Rubric } from '../../core/reading.ts';
import { isObject, type JsonValue } from '../../document/document.ts';
import { type Game, type PairOutcome, pairOutcome, rubricScore, verdictRate } from '../judgments.ts';
import { type Measured, measured, unmeasured } from '../observation.ts';
import {
  hitAtK,
  leakage,
  ndcgAtK,
  precisionAtK,
  type Ranking,
  recallAtK,
  reciprocalRank,
} from '../retrieval.ts';
import { type ExpectedCall, type ToolCall, toolCallMatch } from '../tool-calls.ts';
import type { RowMeasure } from './plan.ts';

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

/** What a measure makes of a row; `null` where the row does not hold what the measure needs. */
export function fromMeasure({ source }: Row, { name, k, minGrade, gain }: RowMeasure): Measured | null {
  const depth = k ?? 1;
  const grade = minGrade ?? undefined;
  switch (name) {
    case 'tool_call_match':
      return toolCalls(source);
    case 'leakage':
      return leaked(source);
    case 'recall_at_k':
      return ranked(source, (ranking) => recallAtK(ranking, depth, grade));
    case 'precision_at_k':
      return ranked(source, (ranking) => precisionAtK(ranking, depth, grade));
    case 'hit_at_k':
      return ranked(source, (ranking) => hitAtK(ranking, depth, grade));
    case 'ndcg_at_k':
      return ranked(source, (ranking) => ndcgAtK(ranking, depth, gain ?? undefined, grade));
    case 'mrr':
      return ranked(source, (ranking) => reciprocalRank(ranking, k ?? undefined, grade));
  }
}

function ranked(source: Row['source'], measure: (ranking: Ranking) => Measured): Measured | null {
  const retrieved = texts(own(source, 'retrieved'));
  const relevant = grades(own(source, 'relevant'));
  return retrieved === null || relevant === null ? null : measure({ retrieved, relevant });
}

function leaked(source: Row['source']): Measured | null {
  const retrieved = texts(own(source, 'retrieved'));
  const selection = texts(own(source, 'selection'));
  return retrieved === null || selection === null
    ? null
    : leakage({ retrieved, selection: new Set(selection) });
}

function toolCalls(source: Row['source']): Measured | null {
  const expected = calls(own(source, 'expected_tool_calls'));
  const made = own(source, 'tool_calls');
  if (expected === null || made === undefined) return null;
  // The schema has vouched for the shape of a call.
  return toolCallMatch(expected as readonly ExpectedCall[], calls(made) as readonly ToolCall[] | null);
}

function calls(value: JsonValue | undefined): readonly unknown[] | null {
  if (!Array.isArray(value)) return null;
  return value.every((call) => typeof call === 'object' && call !== null && Object.hasOwn(call, 'name'))
    ? value
    : null;
}

function texts(value: JsonValue | undefined): readonly string[] | null {
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : null;
}

function grades(value: JsonValue | undefined): ReadonlyMap<string, number> | null {
  if (!isObject(value)) return null;
  return new Map(
    Object.entries(value).flatMap(([id, grade]) => (typeof grade === 'number' ? [[id, grade] as const] : [])),
  );
}

function own(source: Row['source'], key: string): JsonValue | undefined {
  return Object.hasOwn(source, key) ? source[key] : undefined;
}
