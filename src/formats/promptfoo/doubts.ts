import type { Doubt } from '../../core/reading.ts';
import { errorDoubts } from '../failure.ts';
import { asBoolean, asNumber, asObject, type JsonObject, member } from '../field.ts';
import { assertionsOf, BESIDE_SCORE } from './grading.ts';
import type { Outcome } from './outcome.ts';
import { PASSED, SCORE } from './scores.ts';

/**
 * Where the fields of a graded row contradict one another: whether it passed stands under `success`, `gradingResult` and
 * `failureReason`, and follows from the assertions; its score stands twice.
 */
export function doubtsOf(row: JsonObject, test: JsonObject | null, outcome: Outcome): readonly Doubt[] {
  if (outcome.passed === null) return [];
  const grading = asObject(member(row, 'gradingResult'));
  const stated = asBoolean(member(row, 'success'));
  const because = [
    graderSays(grading, stated),
    reasonSays(row, stated),
    assertionsSay(grading, test, outcome, stated),
  ].find((words) => words !== null);
  const score = asNumber(member(row, 'score'));
  const graded = asNumber(member(grading, 'score'));
  return [
    ...(because === undefined ? [] : bothScores(because)),
    ...(score !== null && graded !== null && score !== graded
      ? [{ score: SCORE, by: 'field' as const, because: `its gradingResult gives the score ${graded}` }]
      : []),
    ...errorDoubts(PASSED, outcome.passed, member(grading, 'reason')),
    ...errorDoubts(SCORE, score, member(grading, 'reason')),
    ...errorDoubts(PASSED, outcome.passed, member(row, 'error')),
  ];
}

/** What speaks against a pass speaks against the score that it was made of. */
function bothScores(because: string): readonly Doubt[] {
  return [PASSED, SCORE].map((score) => ({ score, by: 'field', because }));
}

function graderSays(grading: JsonObject | null, stated: boolean | null): string | null {
  const pass = asBoolean(member(grading, 'pass'));
  if (pass === null || stated === null || pass === stated) return null;
  return `its gradingResult says ${pass ? 'pass' : 'fail'} where success is ${stated}`;
}

const NONE = 0;
const ASSERT = 1;

function reasonSays(row: JsonObject, stated: boolean | null): string | null {
  const reason = asNumber(member(row, 'failureReason'));
  if (stated === true && reason === ASSERT) return 'its failureReason says that an assertion failed';
  return stated === false && reason === NONE ? 'its failureReason says that nothing failed' : null;
}

/**
 * What the assertions come to. Without a threshold and a scoring function of the test a row passes where all of them do;
 * an assertion set may pass with some of its own failing, so that of such only all together are looked at.
 */
function assertionsSay(
  grading: JsonObject | null,
  test: JsonObject | null,
  { components }: Outcome,
  stated: boolean | null,
): string | null {
  if (stated === null || asNumber(member(test, 'threshold')) !== null) return null;
  if ((member(test, 'assertScoringFunction') ?? null) !== null) return null;
  const counted = components.filter(({ counted, assertion }) => counted && member(assertion, 'weight') !== 0);
  const verdicts = counted.flatMap(({ pass }) => pass ?? []);
  if (verdicts.length === 0 || verdicts.length < counted.length) return null;
  if (components.some(({ assertion }) => BESIDE_SCORE.has(member(assertion, 'type')))) return null;
  const nested =
    (assertionsOf(test) ?? []).some((assertion) => member(assertion, 'assert') !== undefined) ||
    components.some(({ assertion }) => assertion === null || member(assertion, 'type') === 'assert-set');
  const failed = verdicts.filter((pass) => !pass).length;
  const which = `${failed} of its ${verdicts.length} assertions failed`;
  if (stated) return failed === verdicts.length || (failed > 0 && !nested) ? which : null;
  return failed === 0 && grading !== null ? `all of its ${verdicts.length} assertions passed` : null;
}
