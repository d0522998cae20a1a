import { AGGREGATES } from '../../core/definition.ts';
import type { Row, Rubric } from '../../core/reading.ts';
import type { Scale } from '../bounds.ts';
import type { Plan } from './plan.ts';

const UNIT: Scale = { low: 0, high: 1 };

/**
 * The scale that a row's value is on, where something says so: a rate, a pass condition and every measure lie between 0
 * and 1, a score that is only ever true or false does, and a criterion lies on its rubric's scale. Else `null`: a
 * latency could have been anything.
 */
export function scaleOf(plan: Plan, rows: readonly Row[], rubric: Rubric | null): Scale | null {
  if (plan.kind !== 'values') return null;
  const { how, source } = plan;
  if (AGGREGATES[how.aggregate].share || source.kind !== 'score') return UNIT;
  if (rows.every((row) => isBinary(row, source.score))) return UNIT;
  if (rubric === null || rubric.scale === null) return null;
  const criteria = rows.some((row) =>
    row.judgments.some(
      ({ score, item }) => score === source.score && item !== null && rubric.weights.has(item),
    ),
  );
  if (!criteria && !rubric.weights.has(source.score)) return null;
  const [low, high] = rubric.scale;
  return { low, high };
}

function isBinary(row: Row, name: string): boolean {
  // What a row that failed states is not what was measured.
  if (row.error !== null) return true;
  const value = row.scores.get(name) ?? null;
  const judgments = row.judgments.filter(({ score }) => score === name);
  if (judgments.length > 0)
    return judgments.every((judgment) => judgment.value === null || typeof judgment.value === 'boolean');
  return value === null || typeof value === 'boolean';
}
