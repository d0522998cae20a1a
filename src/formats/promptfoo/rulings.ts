import type { Doubt, Judgment, Row } from '../../core/reading.ts';
import { errorDoubts } from '../failure.ts';
import { asText, type JsonObject, member } from '../field.ts';
import { assertionsOf, flattened, isModelGraded } from './grading.ts';
import type { Outcome } from './outcome.ts';
import { JUDGED, PASSED, SCORE, type Scored } from './scores.ts';

/** The rulings of the models that graded a row, `null` where there was no verdict or an assertion threw. */
export function rulingsOf({ components, error }: Outcome, test: JsonObject | null): readonly Judgment[] {
  const graded = components.filter((component) => component.graded);
  if (error === null)
    return graded.map(({ assertion, pass, why }) => ruling(assertion, why === null ? pass : null));
  if (!error.kind.startsWith('judge_')) return [];
  const asked = flattened(assertionsOf(test) ?? []).filter(isModelGraded);
  const assertions = asked.length > 0 ? asked : graded.map(({ assertion }) => assertion);
  return assertions.map((assertion) => ruling(assertion, null));
}

function ruling(assertion: JsonObject | null, value: boolean | null): Judgment {
  const item = asText(member(assertion, 'value')) ?? asText(member(assertion, 'type'));
  // The file names who was asked, not who answered.
  return { score: JUDGED, item, value, judged_by: null, order: null };
}

/** Passes of a model-graded assertion whose reason is the text of an error. */
export function rulingDoubts({ components }: Outcome, rulings: readonly Judgment[]): readonly Doubt[] {
  if (!rulings.some(({ value }) => value === true)) return [];
  return components.flatMap(({ graded, pass, reason, counted }) => [
    ...(graded ? errorDoubts(JUDGED, pass, reason) : []),
    ...(counted ? errorDoubts(PASSED, pass, reason) : []),
    ...(counted ? errorDoubts(SCORE, pass, reason) : []),
  ]);
}

/** The share of a row's rulings that passed it; `null` where one was not reached, which could have passed or not. */
export function judgedScore(rulings: readonly Judgment[], { error, components }: Outcome): Scored {
  if (error !== null) return { name: JUDGED, value: null, why: error.kind };
  if (rulings.length === 0) return { name: JUDGED, value: null, why: 'not_applicable' };
  if (rulings.every(({ value }) => value !== null)) {
    const passed = rulings.filter(({ value }) => value === true).length;
    return { name: JUDGED, value: passed / rulings.length, why: null };
  }
  const why = components.find((each) => each.graded && each.why !== null)?.why ?? null;
  return { name: JUDGED, value: null, why: why ?? 'judge_missing' };
}

/** Whether a model graded anything in these rows. */
export function isJudged(rows: readonly Row[]): boolean {
  return rows.some(({ judgments }) => judgments.length > 0);
}
