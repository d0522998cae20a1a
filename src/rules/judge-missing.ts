import type { Reading } from '../core/reading.ts';
import { defineRule } from '../core/rule.ts';
import { count } from '../core/wording.ts';
import { pointersOf } from './shared/judges.ts';
import { placeIn } from './shared/record.ts';
import type { RecordSubject } from './subject.ts';

export const judgeMissing = defineRule({
  id: 'judge/missing',
  severity: 'error',
  title: 'A real run has judged metrics and does not name its judge.',
  why: 'A score that a model gave depends on that model. Without its name nobody can check that it is independent, or compare two runs.',
  advice:
    'Write "judge": { "route": "provider:model" } into the result. The rule counts where the policy says judge.required; a value that no judge gave (null with a reason) needs none.',
  *check(record: RecordSubject) {
    if (!record.policy.judge.required) return;
    const unnamed = record.readings.filter((reading) => isReal(reading) && !reading.judge?.route);
    const metrics = [...new Set(unnamed.flatMap(judgedMetrics))].sort();
    const rulings = unnamed.reduce((sum, reading) => sum + rulingsOf(reading), 0);
    if (metrics.length + rulings === 0) return;
    yield { ...placeIn(record, pointersOf(record).judge()), data: { metrics, rulings } };
  },
  message: ({ metrics, rulings }) => {
    const what = [
      metrics.length > 0 ? `${metrics.join(', ')} (judged)` : [],
      rulings > 0 ? count(rulings, 'ruling') : [],
    ]
      .flat()
      .join(' and ');
    return `The result has ${what} and names no judge, which the policy requires. Without its name nobody can check that it is independent of what it graded.`;
  },
  remedy: () =>
    'Add "judge": { "route": "provider:model" }, with the model that graded the run. If nothing was judged, leave the judged values null, with a reason.',
});

/** A file that does not say whether models were called counts as real: only a scripted run needs no judge. */
function isReal({ mode, status }: Reading): boolean {
  return mode !== 'scripted' && status === 'measured';
}

function judgedMetrics({ definitions, claims }: Reading): readonly string[] {
  const measured = new Set(claims.filter(({ value }) => value !== null).map(({ name }) => name));
  return Array.from(definitions).flatMap(([name, definition]) =>
    definition['judged'] === true && measured.has(name) ? [name] : [],
  );
}

function rulingsOf({ rows }: Reading): number {
  return (rows ?? []).flatMap(({ judgments }) => judgments).filter(({ value }) => value !== null).length;
}
