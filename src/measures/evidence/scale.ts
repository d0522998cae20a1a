import { AGGREGATES } from '../../core/definition.ts';
import type { Row, Rubric } from '../../core/reading.ts';
import type { Scale } from '../aggregate.ts';
import type { Plan } from './plan.ts';

const UNIT: Scale = { low: 0, high: 1 };

/**
 * The scale that a row's value is on, where something says so: a rate, a pass condition and every measure lie between 0
 * and 1, a score that is only ever true or false does, and a criterion lies on its rubric's scale, as does whatever a judge
 * gave where the rubric lists no criteria. A definition can state the scale itself. Else `null`: a latency could have been
 * anything.
 */
export function scaleOf(plan: Plan, rows: readonly Row[], rubric: Rubric | null): Scale | null {
  if (plan.kind !== 'values') return null;
  const { how, source, judged } = plan;
  if (plan.scale !== null) return plan.scale;
  if (AGGREGATES[how.aggregate].share || source.kind !== 'score') return UNIT;
  const seen = new Set(rows.flatMap((row) => typesOf(row, source.score, judged)));
  if (seen.size === 1 && seen.has('boolean')) return UNIT;
  if (rubric === null || rubric.scale === null) return null;
  const criteria = rows.some((row) =>
    row.judgments.some(
      ({ score, item }) => score === source.score && item !== null && rubric.weights.has(item),
    ),
  );
  const [low, high] = rubric.scale;
  if (criteria || rubric.weights.has(source.score)) return { low, high };
  if (!judged || rubric.weights.size > 0) return null;
  // A judge may give other scores beside those of the rubric.
  return rows.every((row) => isBetween(row.scores.get(source.score), low, high)) ? { low, high } : null;
}

function isBetween(value: number | boolean | string | null | undefined, low: number, high: number): boolean {
  return typeof value !== 'number' || (value >= low && value <= high);
}

/** The scale of a headline, where its rows, or else its definition, say what it can be: no amount and no count has one. */
export function headlineScale(plan: Plan, rows: readonly Row[] | null, rubric: Rubric | null): Scale | null {
  if (plan.kind === 'games') return UNIT;
  if (plan.kind !== 'values' || plan.how.aggregate === 'sum' || plan.how.aggregate === 'count') return null;
  const { how, source, judged, scale } = plan;
  const isScored = ({ scores, judgments }: Row) =>
    source.kind !== 'score' ||
    (scores.get(source.score) ?? null) !== null ||
    judgments.some((judgment) => judgment.score === source.score && judgment.value !== null);
  if (rows?.some(isScored) === true) return scaleOf(plan, rows, rubric);
  if (scale !== null) return scale;
  if (AGGREGATES[how.aggregate].share || source.kind !== 'score') return UNIT;
  const [low, high] = rubric?.scale ?? [];
  const graded = rubric?.weights.has(source.score) === true || (judged && rubric?.weights.size === 0);
  return graded && low !== undefined && high !== undefined ? { low, high } : null;
}

/** What kinds of values a row holds for a score; none where it was not measured. */
function typesOf(row: Row, name: string, judged: boolean): readonly string[] {
  const judgments = row.judgments.filter(({ score }) => score === name);
  // What a judge gave a row that failed was never measured; a latency was.
  if (row.error !== null && (judged || judgments.length > 0)) return [];
  const values = judgments.length > 0 ? judgments.map(({ value }) => value) : [row.scores.get(name) ?? null];
  return values.flatMap((value) => (value === null ? [] : [typeof value]));
}
