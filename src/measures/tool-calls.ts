import { type MatchScore, matchValue, UnknownMatcher } from './matcher.ts';
import { canBeFree, largestPairing } from './matching.ts';
import { type Measured, measured, unmeasured } from './measured.ts';

/** A call that should be made. Without `arguments` any will do; an optional one may be left out. */
export interface ExpectedCall {
  readonly name: string;
  readonly arguments?: unknown;
  readonly optional?: boolean;
}

/** A call that the model made. One that the harness did not execute (`skipped`) was made all the same. */
export interface ToolCall {
  readonly name: string;
  readonly arguments?: unknown;
  readonly skipped?: boolean;
}

/** Every expected call is held against every call made; a row past this is no trace that people look at. */
const MOST_PAIRS = 100_000;

/**
 * Tool-call match, 0, 0.75 or 1 (the score of Couchbase's and MongoDB's accuracy tests, with calls assigned at best
 * and not in order of appearance):
 * - 0 where the required calls cannot all be paired with calls of their name and fitting arguments;
 * - 0.75 where they can, but one only with extra arguments, or an optional call was made with extra arguments, or
 *   more calls were made than are expected;
 * - 1 otherwise. With nothing expected: 1 for no call, else 0.75.
 * `calls: null` means that there is no trace of calls: `evidence_missing`, which is not "no call was made".
 * `evidence_missing` too where an expectation holds a matcher that is not known, and `inconclusive` where there are
 * more than 100,000 pairs of an expected call and one that was made.
 */
export function toolCallMatch(
  expected: readonly ExpectedCall[],
  calls: readonly ToolCall[] | null,
): Measured {
  if (calls === null) return unmeasured('evidence_missing', 'no trace of tool calls was kept');
  if (expected.length * calls.length > MOST_PAIRS) {
    return unmeasured('inconclusive', `${expected.length} x ${calls.length} calls are too many to pair`);
  }
  try {
    return measured(scoreCalls(expected, calls));
  } catch (error) {
    if (error instanceof UnknownMatcher) return unmeasured('evidence_missing', error.message);
    throw error;
  }
}

function scoreCalls(expected: readonly ExpectedCall[], calls: readonly ToolCall[]): MatchScore {
  const scores = expected.map((want) => calls.map((call) => matchCall(want, call)));
  const edges = (least: MatchScore) =>
    scores.map((row) => row.flatMap((score, index) => (score >= least ? [index] : [])));
  const required = expected.flatMap((want, index) => (want.optional === true ? [] : [index]));
  const optional = expected.flatMap((want, index) => (want.optional === true ? [index] : []));

  const covers = (pairing: readonly number[]) => required.every((index) => pairing[index]! >= 0);
  if (!covers(largestPairing(edges(0.75), required))) return 0;
  if (calls.length > expected.length) return 0.75;
  const exact = edges(1);
  const pairing = largestPairing(exact, [...required, ...optional]);
  if (!covers(pairing)) return 0.75;
  return leavesInexact(scores, exact, pairing, optional) ? 0.75 : 1;
}

/**
 * Whether an optional call that was left over could be paired with a left-over call, inexactly. Which ones are left
 * over can be chosen on each side by itself (Mendelsohn and Dulmage, 1958), so the order of the calls decides nothing.
 */
function leavesInexact(
  scores: readonly (readonly MatchScore[])[],
  exact: readonly (readonly number[])[],
  pairing: readonly number[],
  optional: readonly number[],
): boolean {
  const calls = scores[0]?.length ?? 0;
  const reversed = Array.from({ length: calls }, (_, call) =>
    exact.flatMap((row, index) => (row.includes(call) ? [index] : [])),
  );
  const freeCalls = canBeFree(
    reversed,
    reversed.map((_, call) => pairing.indexOf(call)),
  );
  const freeWants = canBeFree(exact, pairing);
  return optional.some(
    (index) => freeWants.has(index) && [...freeCalls].some((call) => scores[index]![call] === 0.75),
  );
}

function matchCall(want: ExpectedCall, call: ToolCall): MatchScore {
  if (want.name !== call.name) return 0;
  if (want.arguments === undefined) return 1;
  const score = matchValue(want.arguments, call.arguments);
  // A call written without arguments has none: the same as an empty object, unless absence itself was asked for.
  return score === 0 && call.arguments == null && isPlain(want.arguments)
    ? matchValue(want.arguments, {})
    : score;
}

function isPlain(expectation: unknown): boolean {
  return typeof expectation === 'object' && expectation !== null && !Object.hasOwn(expectation, '$match');
}
