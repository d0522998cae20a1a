import type { Doubt } from '../core/reading.ts';
import { shorten } from '../core/text.ts';
import type { JsonValue } from '../document/document.ts';
import { asObject, asText, member } from './field.ts';

const QUOTA =
  /\b429\b|resource_?exhausted|rate.?limit|\bquota\b|too ?many ?requests|spending cap|insufficient.(?:credit|fund|balance)|credit balance/i;
const TIMEOUT = /time[ds]?.?out|deadline.?exceeded/i;
const UNPARSEABLE = /\bJSON\b|\bpars(?:e|ed|ing|able)\b|malformed|invalid (?:response|output|score)/i;

/**
 * What an error text speaks of: quota and time say nothing about the quality of what was evaluated, so they are told
 * apart from an error of its own.
 */
export function failureOf(text: string): 'target_error' | 'target_quota' | 'target_timeout' {
  if (QUOTA.test(text)) return 'target_quota';
  return TIMEOUT.test(text) ? 'target_timeout' : 'target_error';
}

/** What the error text of a judge speaks of: quota, time, an answer that could not be read, or an error of its own. */
export function judgeFailureOf(
  text: string,
): 'judge_error' | 'judge_quota' | 'judge_timeout' | 'judge_unparseable' {
  if (QUOTA.test(text)) return 'judge_quota';
  if (TIMEOUT.test(text)) return 'judge_timeout';
  return UNPARSEABLE.test(text) ? 'judge_unparseable' : 'judge_error';
}

/** Marks and quotes that stand before a text and say nothing of it. */
const BEFORE = /^(?:[\s*_`>"'#\u200b\ufeff-]|\u26a0|\ufe0f|\u274c){0,20}/;

/** The exceptions of the usual clients of models, as their names are printed before a message. */
const CLIENT_ERRORS =
  /^(?:[a-z_]\w{0,40}\.){0,6}(?:(?:RateLimit|API(?:Connection|Timeout|Status|Response|Call)?|InternalServer|Authentication|PermissionDenied|ServiceUnavailable|Overloaded|BadRequest|NotFound|Connection|Timeout|HTTP(?:Status)?|JSONDecode|Judge|Grader|Fetch)(?:Error|Exception)|(?:Connect|Read|Request|API)Timeout|ResourceExhausted):/i;

const PHRASE =
  'too many requests|bad request|unauthorized|forbidden|not found|request timeout|internal server error|bad gateway|service unavailable|gateway timeout|rate limit(?:ed| exceeded)?';

/** After the status of an error comes more of its message. Where a verb follows, it is prose about that status. */
const NO_PROSE = `(?!(?:[ :]{1,3}(?:${PHRASE}))?\\s{1,5}(?:(?:page|status|code|response|error|handling|case)s?\\s{1,5})?(?:is|are|was|were|has|have|as|which|that|means|would|will|should|can|must|does|correctly|properly)\\b)`;

const ERROR_SHAPES: readonly RegExp[] = [
  /^\[(?:error|exception|fatal|failure|timeout|timed out)\]/i,
  new RegExp(
    `^(?:http(?:/\\d(?:\\.\\d)?)?|status(?: code)?|error(?: code)?|fetch error)[ :]{1,3}[45]\\d\\d\\b${NO_PROSE}`,
    'i',
  ),
  new RegExp(`^[45]\\d\\d${NO_PROSE}:? (?:${PHRASE})`, 'i'),
  /^(?:error|exception|fatal): ?(?:[45]\d\d\b|api\b|http|rate.?limit|quota|time[d]?.?out|connect|network|socket|request failed|failed to|could not (?:connect|reach|parse)|e(?:conn|timedout|ai_again|pipe|notfound|hostunreach)|too many requests|unauthorized|internal server|service unavailable|overloaded|resource.?exhausted|insufficient)/i,
  /^(?:request timed out|connection error|fetch failed|socket hang up|e(?:conn(?:reset|refused|aborted)|timedout|ai_again|pipe|notfound))\.?\s{0,5}$/i,
  /^api (?:call |response )?error/i,
  /^(?:judge|grader|grading|evaluator|scorer)(?: call)? (?:error|failed|timed out)\b/i,
  /^could not extract json from/i,
  /^traceback \(most recent call last\)/i,
  /^\{\s{0,20}"error"\s{0,20}:\s{0,20}[{"]/,
];

/**
 * Whether a text is that of an error, by how it begins. What stands inside a sentence is not looked at: a reason may speak
 * of errors, and an answer about HTTP 429 is none.
 */
export function isErrorText(text: string): boolean {
  const start = text.slice(0, 400).replace(BEFORE, '');
  return CLIENT_ERRORS.test(start) || ERROR_SHAPES.some((shape) => shape.test(start));
}

/** The doubt about a score that has a value although its reason is the text of an error; a 0 claims nothing. */
export function errorDoubts(score: string, value: unknown, reason: JsonValue | undefined): readonly Doubt[] {
  const counts = value === true || (typeof value === 'number' && value > 0);
  const text = errorTextOf(reason);
  if (!counts || text === null || !isErrorText(text)) return [];
  return [{ score, by: 'error', because: `its reason is the text of an error: ${shorten(text, 80)}` }];
}

/** A reason in words, or an object that holds an error. */
function errorTextOf(reason: JsonValue | undefined): string | null {
  const error = member(asObject(reason), 'error');
  return (
    asText(reason) ??
    (error === undefined || error === null || error === false ? null : JSON.stringify({ error }))
  );
}
