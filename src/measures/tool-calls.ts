import { type MatchScore, matchValue, UnknownMatcher } from './matcher.ts';
import { largestPairing } from './matching.ts';
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
 * - 0.75 where they can, but one only with extra arguments, or an optional call was made with extra arguments, or a
 *   call was made that nobody expects, also where an optional one was left out;
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

  const covers = (pairing: readonly number[]) => required.every((index) => pairing[index]! >= 0);
  if (!covers(largestPairing(edges(0.75), required))) return 0;
  if (calls.length > expected.length) return 0.75;
  const exact = edges(1);
  const reversed = calls.map((_, call) => exact.flatMap((row, index) => (row.includes(call) ? [index] : [])));
  const all = calls.map((_, call) => call);
  // Where the required can all be paired, and the calls too, one pairing does both (Mendelsohn and Dulmage, 1958).
  const isPaired =
    covers(largestPairing(exact, required)) && largestPairing(reversed, all).every((want) => want >= 0);
  return isPaired ? 1 : 0.75;
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
