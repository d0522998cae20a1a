import type { Row } from '../../core/reading.ts';
import { failureOf, judgeFailureOf } from '../failure.ts';
import { asBoolean, asNumber, asObject, asText, type JsonObject, member } from '../field.ts';
import { assertionsOf, BESIDE_SCORE, type Component, componentsOf, isModelGraded } from './grading.ts';

/** What a row came to as a whole. `why` is the reason where it was neither passed nor failed and no error either. */
export interface Outcome {
  readonly error: Row['error'];
  readonly passed: boolean | null;
  readonly why: string | null;
  readonly components: readonly Component[];
  /** Set where `success` is not what the test's own threshold says. */
  readonly threshold: 'missed' | 'met' | null;
}

const ERROR = 2;
const ASSERT = 1;

/** Reads a row's outcome. What promptfoo counts as a fail is one only where its assertions were all really graded. */
export function outcomeOf(row: JsonObject, test: JsonObject | null): Outcome {
  const grading = asObject(member(row, 'gradingResult'));
  const components = componentsOf(grading);
  const nothing = { error: null, passed: null, why: null, components, threshold: null };
  const error = errorOf(row, grading) ?? lostResult(row, grading, components, test);
  if (error !== null) return { ...nothing, error };
  const why = whyUngraded(grading, components, test);
  if (why !== null) return { ...nothing, why };
  const stated = asBoolean(member(row, 'success'));
  if (stated === null) return { ...nothing, why: 'evidence_missing: the row does not say whether it passed' };
  return { ...nothing, ...byThreshold(stated, row, test, components) };
}

/** `failureReason` is newer than the rest: without it an error is a text beside which nothing was graded. */
function errorOf(row: JsonObject, grading: JsonObject | null): Row['error'] {
  const reason = asNumber(member(row, 'failureReason'));
  const response = asObject(member(row, 'response'));
  const text = asText(member(row, 'error')) ?? asText(member(response, 'error'));
  const failed = reason === ERROR || (reason !== ASSERT && grading === null && text !== null);
  if (!failed) return null;
  const message = text ?? 'the file does not say what went wrong';
  return { kind: kindOf(message, response), message };
}

/** The frames of promptfoo's own grading, in the stack of an assertion that threw. */
const GRADING = /\bat (?:async )?(?:\w+\.)?(?:runAssertions?|matches[A-Z]\w*|handle[A-Z]\w*)\b/;

function kindOf(message: string, response: JsonObject | null): string {
  if (/^Aborted: /.test(message)) return 'cancelled';
  if (/exceeded max duration/i.test(message)) return 'budget_stop';
  const answered = (member(response, 'output') ?? null) !== null && member(response, 'error') === undefined;
  return answered || GRADING.test(message) ? judgeFailureOf(message) : failureOf(message);
}

/** An assertion that threw leaves no result; the others alone do not make the row a fail. */
function lostResult(
  row: JsonObject,
  grading: JsonObject | null,
  components: readonly Component[],
  test: JsonObject | null,
): Row['error'] {
  const configured = assertionsOf(test)?.length ?? 0;
  if (grading === null || components.length >= configured) return null;
  const text = asText(member(row, 'error'));
  const message = `${components.length} of ${configured} assertions have a result${text === null ? '' : `: ${text}`}`;
  return { kind: 'judge_error', message };
}

const NO_ASSERTIONS = 'evidence_missing: the test has no assertion, so nothing was measured';

function whyUngraded(
  grading: JsonObject | null,
  components: readonly Component[],
  test: JsonObject | null,
): string | null {
  const broken = components.find(({ counted, why }) => counted && why !== null);
  if (broken !== undefined) return broken.why;
  if (components.length > 0) return null;
  const assertions = assertionsOf(test);
  if (assertions?.length === 0 || member(grading, 'reason') === 'No assertions') return NO_ASSERTIONS;
  if (grading !== null) return null;
  // Results can be stripped from a file. What no model graded has no verdict to lose.
  const trusted = assertions?.every((assertion) => !isModelGraded(assertion)) ?? false;
  return trusted ? null : 'evidence_missing: the row has no grading result';
}

/** A test's own threshold decides, and 0 is one: it was taken for "not set" at times. */
function byThreshold(
  stated: boolean,
  row: JsonObject,
  test: JsonObject | null,
  components: readonly Component[],
): Pick<Outcome, 'passed' | 'threshold'> {
  const threshold = asNumber(member(test, 'threshold'));
  const score = asNumber(member(row, 'score'));
  if (threshold === null || score === null) return { passed: stated, threshold: null };
  const passed = score >= threshold;
  const besides = components.some(({ assertion }) => BESIDE_SCORE.has(member(assertion, 'type')));
  if (passed === stated || (passed && besides)) return { passed: stated, threshold: null };
  return { passed, threshold: passed ? 'met' : 'missed' };
}
