import type { Row } from '../../core/reading.ts';
import type { JsonObject } from '../../document/document.ts';
import { failureOf, judgeFailureOf } from '../failure.ts';
import { asBoolean, asList, asNumber, asObject, asText, member, memberAt, objectsIn } from '../field.ts';

/** What a row came to as a whole. `why` is the reason where it was neither passed nor failed and no error either. */
export interface RowOutcome {
  readonly error: Row['error'];
  readonly passed: boolean | null;
  readonly why: string | null;
  readonly components: readonly Component[];
  /** Set where `success` is not what the test's own threshold says. */
  readonly threshold: 'missed' | 'met' | null;
}

/** What one assertion came to. */
interface Component {
  readonly assertion: JsonObject | null;
  /** Whether a model graded it. */
  readonly graded: boolean;
  readonly pass: boolean | null;
  readonly reason: string;
  /** Why the grader gave no verdict, whatever promptfoo wrote for one; `null` where it gave one. */
  readonly why: string | null;
  /** How it is known that there is no verdict: promptfoo marks it, or its own words or the judge's tell. */
  readonly known: 'marked' | 'promptfoo-says' | 'judge-says' | null;
  /** A pass for which no reason is given: what promptfoo makes of a reply without any verdict, too. */
  readonly silent: boolean;
  /** Whether it decides on the row; some assertions only emit a named score. */
  readonly counted: boolean;
}

/** Reads a row's outcome. What promptfoo counts as a fail is one only where its assertions were all really graded. */
export function outcomeOf(row: JsonObject, test: JsonObject | null): RowOutcome {
  const grading = asObject(row, 'gradingResult');
  const components = componentsOf(grading);
  const nothing = { error: null, passed: null, why: null, components, threshold: null };
  const error = errorOf(row, grading) ?? lostResult(row, grading, components, test);
  if (error !== null) return { ...nothing, error };
  const why = whyUngraded(grading, components, test);
  if (why !== null) return { ...nothing, why };
  const stated = asBoolean(row, 'success');
  if (stated === null) return { ...nothing, why: 'evidence_missing: the row does not say whether it passed' };
  return { ...nothing, ...byThreshold(stated, row, test, components) };
}

const ERROR = 2;

const ASSERT = 1;

/** `failureReason` is newer than the rest: without it an error is a text beside which nothing was graded. */
function errorOf(row: JsonObject, grading: JsonObject | null): Row['error'] {
  const reason = asNumber(row, 'failureReason');
  const response = asObject(row, 'response');
  const text = asText(row, 'error') ?? asText(response, 'error');
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
  const text = asText(row, 'error');
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
): Pick<RowOutcome, 'passed' | 'threshold'> {
  const threshold = asNumber(test, 'threshold');
  const score = asNumber(row, 'score');
  if (threshold === null || score === null) return { passed: stated, threshold: null };
  const passed = score >= threshold;
  const besides = components.some(({ assertion }) => BESIDE_SCORE.has(member(assertion, 'type')));
  if (passed === stated || (passed && besides)) return { passed: stated, threshold: null };
  return { passed, threshold: passed ? 'met' : 'missed' };
}

/** The results of a row's assertions. An assertion that threw leaves none, or `null`. */
function componentsOf(grading: JsonObject | null): readonly Component[] {
  return objectsIn(grading, 'componentResults').map(componentOf);
}

function componentOf(result: JsonObject): Component {
  const assertion = asObject(result, 'assertion');
  const graded = isModelGraded(assertion);
  const pass = asBoolean(result, 'pass');
  const reason = asText(result, 'reason')?.trim() ?? '';
  const metadata = asObject(result, 'metadata');
  const known = noVerdict(result, graded, pass, reason);
  return {
    assertion,
    graded,
    pass,
    reason,
    why: known === null ? null : whyNone(known, reason),
    known,
    silent: graded && pass === true && known === null && (reason === '' || reason === FILLED_IN),
    counted: member(assertion, 'metricOnly') !== true && member(metadata, 'metricOnly') !== true,
  };
}

/** How promptfoo words a grader's failure; before there was `metadata.graderError` nothing else told it from a fail. */
const FAILED_GRADING =
  /^(?:Could not extract JSON from|\S+ produced malformed response|No output$|API (?:call |response )?error)/i;

/**
 * A judge that says it ruled on nothing. promptfoo reads a reply without `pass` as a pass with score 1, so only such a
 * pass is looked at: a fail was stated.
 */
const NOTHING_RULED =
  /^(?:sorry,? (?:but )?)?(?:i|we) (?:could not|couldn.t|cannot|can.t|can not|(?:am|are|was|were) (?:unable|not able) to) (?:evaluate|grade|judge|assess|rate|score)\b/i;

function noVerdict(
  result: JsonObject,
  graded: boolean,
  pass: boolean | null,
  reason: string,
): Component['known'] {
  if (isMarked(result)) return 'marked';
  if (!graded) return null;
  if (pass === false && member(result, 'score') === 0 && FAILED_GRADING.test(reason)) return 'promptfoo-says';
  return pass === true && member(result, 'score') === 1 && NOTHING_RULED.test(reason) ? 'judge-says' : null;
}

/** Whether promptfoo marked a grader's error, here or in one of the results that this one is made of. */
function isMarked(result: JsonObject): boolean {
  if (memberAt(result, 'metadata', 'graderError') === true) return true;
  return objectsIn(result, 'componentResults').some(isMarked);
}

function whyNone(known: Component['known'], reason: string): string {
  const kind = known === 'judge-says' ? 'judge_refused' : judgeFailureOf(reason);
  return reason === '' ? kind : `${kind}: ${reason}`;
}

/** What promptfoo writes as the reason of a pass for which the judge gave none. */
const FILLED_IN = 'Grading passed';

/** Assertions that fail a row whatever its score. */
export const BESIDE_SCORE: ReadonlySet<unknown> = new Set(['select-best', 'max-score', 'guardrails']);

/** The assertions that a test configures; `null` where it is not known. Those of a set stand under it. */
export function assertionsOf(test: JsonObject | null): readonly JsonObject[] | null {
  if (test === null) return null;
  return objectsIn(test, 'assert');
}

/** Assertions with those inside sets in place of the sets. */
export function flattened(assertions: readonly JsonObject[]): readonly JsonObject[] {
  return assertions.flatMap((assertion) => {
    const inner = asList(assertion, 'assert');
    if (inner === null) return [assertion];
    return flattened(objectsIn(inner));
  });
}

/** Whether a model grades assertions of that type. */
export function isModelGraded(assertion: JsonObject | null): boolean {
  const type = asText(assertion, 'type')?.replace(/^not-/, '') ?? '';
  return MODEL_GRADED.has(type) || type.startsWith('promptfoo:redteam:');
}

/** The assertions that a model grades, without `not-`. */
const MODEL_GRADED: ReadonlySet<string> = new Set([
  'agent-rubric',
  'answer-relevance',
  'context-faithfulness',
  'context-recall',
  'context-relevance',
  'conversation-relevance',
  'factuality',
  'g-eval',
  'llm-rubric',
  'model-graded-closedqa',
  'model-graded-factuality',
  'pi',
  'search-rubric',
  'select-best',
  'trajectory:goal-success',
]);
