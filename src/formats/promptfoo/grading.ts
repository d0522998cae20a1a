import { judgeFailureOf } from '../failure.ts';
import { asBoolean, asList, asObject, asText, type JsonObject, member } from '../field.ts';

/** What one assertion came to. */
export interface Component {
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

/** Assertions that fail a row whatever its score. */
export const BESIDE_SCORE: ReadonlySet<unknown> = new Set(['select-best', 'max-score', 'guardrails']);

/** Whether a model grades assertions of that type. */
export function isModelGraded(assertion: JsonObject | null): boolean {
  const type = asText(member(assertion, 'type'))?.replace(/^not-/, '') ?? '';
  return MODEL_GRADED.has(type) || type.startsWith('promptfoo:redteam:');
}

/** The assertions that a test configures; `null` where it is not known. Those of a set stand under it. */
export function assertionsOf(test: JsonObject | null): readonly JsonObject[] | null {
  if (test === null) return null;
  return (asList(member(test, 'assert')) ?? []).map(asObject).filter((assertion) => assertion !== null);
}

/** Assertions with those inside sets in place of the sets. */
export function flattened(assertions: readonly JsonObject[]): readonly JsonObject[] {
  return assertions.flatMap((assertion) => {
    const inner = asList(member(assertion, 'assert'));
    if (inner === null) return [assertion];
    return flattened(inner.map(asObject).filter((each) => each !== null));
  });
}

/** The results of a row's assertions. An assertion that threw leaves none, or `null`. */
export function componentsOf(grading: JsonObject | null): readonly Component[] {
  return (asList(member(grading, 'componentResults')) ?? []).flatMap((item) => {
    const result = asObject(item);
    return result === null ? [] : [componentOf(result)];
  });
}

function componentOf(result: JsonObject): Component {
  const assertion = asObject(member(result, 'assertion'));
  const graded = isModelGraded(assertion);
  const pass = asBoolean(member(result, 'pass'));
  const reason = asText(member(result, 'reason'))?.trim() ?? '';
  const metadata = asObject(member(result, 'metadata'));
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

/** What promptfoo writes as the reason of a pass for which the judge gave none. */
const FILLED_IN = 'Grading passed';

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
  if (member(asObject(member(result, 'metadata')), 'graderError') === true) return true;
  return (asList(member(result, 'componentResults')) ?? []).some((inner) => {
    const object = asObject(inner);
    return object !== null && isMarked(object);
  });
}

function whyNone(known: Component['known'], reason: string): string {
  const kind = known === 'judge-says' ? 'judge_refused' : judgeFailureOf(reason);
  return reason === '' ? kind : `${kind}: ${reason}`;
}
