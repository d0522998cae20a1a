import { formatPointer } from '../../document/document.ts';
import { asNumber, asObject, asText, type JsonObject, member } from '../field.ts';
import { NO_NUMBER } from '../row.ts';
import { assertionsOf, flattened } from './grading.ts';
import type { Outcome } from './outcome.ts';

/** The scores that are not named by a test. */
export const PASSED = 'passed';
export const SCORE = 'score';
export const JUDGED = 'judge_passed';
export const LATENCY = 'latency_ms';
export const COST = 'cost_usd';
const OWN: ReadonlySet<string> = new Set([
  PASSED,
  SCORE,
  JUDGED,
  LATENCY,
  COST,
  'pass_rate',
  'judge_pass_rate',
  'pass_rate_as_stated',
  'pass_rate_as_stated_without_errors',
]);

/** One score of a row: its value, or why there is none. */
export interface Scored {
  readonly name: string;
  readonly value: number | boolean | null;
  readonly why: string | null;
  /** The key at which something else stands than the number that belongs there. */
  readonly noNumber?: string;
}

/** The name of a named score as a metric. */
export function namedScore(name: string): string {
  return OWN.has(name) ? `named.${name}` : name;
}

/** What a row states for itself; `names` are the named scores of all rows of its arm. */
export function scoresOf(
  row: JsonObject,
  test: JsonObject | null,
  outcome: Outcome,
  names: readonly string[],
): readonly Scored[] {
  const missing = outcome.passed === null ? (outcome.error?.kind ?? outcome.why) : null;
  const named = asObject(member(row, 'namedScores'));
  return [
    { name: PASSED, value: outcome.passed, why: missing },
    numberAt(row, 'score', SCORE, missing, ['score']),
    ...names.map((name) =>
      numberAt(named, name, namedScore(name), whyNot(name, outcome, test, named), ['namedScores', name]),
    ),
    ...spent(row),
  ];
}

function numberAt(
  object: JsonObject | null,
  key: string,
  name: string,
  missing: string | null,
  path: readonly string[],
): Scored {
  if (missing !== null) return { name, value: null, why: missing };
  const value = asNumber(member(object, key));
  return value === null
    ? { name, value, why: NO_NUMBER, noNumber: formatPointer(path) }
    : { name, value, why: null };
}

/** Time and cost. 0 is what promptfoo writes where the call itself failed, and where nobody knows a price. */
function spent(row: JsonObject): readonly Scored[] {
  if (isCached(row)) return [];
  const [latency, cost] = [asNumber(member(row, 'latencyMs')), asNumber(member(row, 'cost'))];
  return [
    ...(latency !== null && latency > 0 ? [{ name: LATENCY, value: latency, why: null }] : []),
    ...(cost !== null && cost > 0 ? [{ name: COST, value: cost, why: null }] : []),
  ];
}

/** Whether the answer was taken from promptfoo's cache: nothing was asked. */
export function isCached(row: JsonObject): boolean {
  return member(asObject(member(row, 'response')), 'cached') === true;
}

/** Why a row has no value for a named score; `null` where the file has to have one. */
function whyNot(
  name: string,
  { error, why, components }: Outcome,
  test: JsonObject | null,
  named: JsonObject | null,
): string | null {
  const asked = flattened(assertionsOf(test) ?? []).some((assertion) => mayEmit(assertion, name));
  if (error !== null) return asked ? error.kind : 'not_applicable';
  const broken = components.find((each) => each.why !== null && mayEmit(each.assertion, name));
  if (broken !== undefined) return broken.why;
  if (Object.hasOwn(named ?? {}, name)) return null;
  return asked ? (why ?? 'evidence_missing: the row has no such named score') : 'not_applicable';
}

/** A metric's name can be a template, and what that becomes is not in the file. */
function mayEmit(assertion: JsonObject | null, name: string): boolean {
  const metric = asText(member(assertion, 'metric'));
  return metric !== null && (metric === name || metric.includes('{{'));
}
