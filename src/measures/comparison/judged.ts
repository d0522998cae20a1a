import type { Reading } from '../../core/reading.ts';
import { judgedScores } from '../evidence/observed.ts';
import { type Plan, planOf } from '../evidence/plan.ts';

/** The metrics of a reading that hang on its judge: those called judged, and those over a score that a judge gives. */
export function judgedNames(reading: Reading): readonly string[] {
  const judged = judgedScores(reading);
  return [...reading.definitions].flatMap(([name, definition]) => {
    const scores = scoresOf(planOf(name, definition));
    return definition['judged'] === true || scores.some((score) => judged.has(score)) ? [name] : [];
  });
}

function scoresOf(plan: Plan): readonly string[] {
  if (plan.kind === 'games') return [plan.score];
  if (plan.kind !== 'values') return [];
  const { source } = plan;
  return source.kind === 'pass_if' ? source.conditions.map(([score]) => score) : [source.score];
}
