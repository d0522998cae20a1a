import { type Measured, measured, unmeasured } from './observation.ts';

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

/** How well an argument agrees with what was expected: wrong, right but with extra keys, exactly right. */
type MatchScore = 0 | 0.75 | 1;

/** A matcher whose name or operands are not known: the expectation cannot be checked. */
export class UnknownMatcher extends Error {
  override readonly name = 'UnknownMatcher';
}

/**
 * Compares a value with an expectation as JSON states it (the rules of Couchbase's and MongoDB's accuracy tests):
 * - `{"$match": NAME}` is a matcher; NAME is `any_value`, `empty_object_or_absent`, `absent`, `null`, `boolean` (with
 *   `value`, that one), `number`, `string`, `case_insensitive_string` (`value`), `any_of` (`of`, a list), `not` (`of`),
 *   or `literal` (`value`, in which nothing is a matcher any more). A `$match` that is no string is plain data.
 * - anything else is a literal: null and absent are equal, a boolean is no number, 1 and "1" differ. Objects and lists
 *   are compared part by part, the worst part decides; a key too many gives 0.75, an element too many 0.
 * `undefined` is the absent value.
 * @throws UnknownMatcher
 */
export function matchValue(expected: unknown, actual: unknown): MatchScore {
  const name = isObjectOrList(expected) ? own(expected, '$match') : undefined;
  if (isObjectOrList(expected) && typeof name === 'string') return matchNamed(name, expected, actual);
  return matchLiteral(expected, actual, matchValue);
}

function matchNamed(name: string, matcher: object, actual: unknown): MatchScore {
  const value = own(matcher, 'value');
  const of = own(matcher, 'of');
  switch (name) {
    case 'any_value':
      return 1;
    case 'empty_object_or_absent':
      return yes(
        actual == null ||
          (isObjectOrList(actual) && !Array.isArray(actual) && Object.keys(actual).length === 0),
      );
    case 'absent':
      return yes(actual === undefined);
    case 'null':
      return yes(actual === null);
    case 'boolean':
      return yes(typeof actual === 'boolean' && (value === undefined || value === actual));
    case 'number':
      return yes(typeof actual === 'number');
    case 'string':
      return yes(typeof actual === 'string');
    case 'case_insensitive_string':
      if (typeof value !== 'string')
        throw new UnknownMatcher('case_insensitive_string needs a string "value"');
      return yes(typeof actual === 'string' && actual.toLowerCase() === value.toLowerCase());
    case 'any_of':
      if (!Array.isArray(of)) throw new UnknownMatcher('any_of needs a list "of"');
      return of.map((each) => matchValue(each, actual)).reduce(better, 0);
    case 'not':
      if (of === undefined) throw new UnknownMatcher('not needs "of"');
      return yes(matchValue(of, actual) !== 1);
    case 'literal':
      return literal(value, actual);
    default:
      throw new UnknownMatcher(`there is no matcher ${JSON.stringify(name)}`);
  }
}

function literal(expected: unknown, actual: unknown): MatchScore {
  return matchLiteral(expected, actual, literal);
}

function matchLiteral(expected: unknown, actual: unknown, match: typeof matchValue): MatchScore {
  if (expected == null) return yes(actual == null);
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length > expected.length) return 0;
    return expected.map((each, index) => match(each, actual[index])).reduce(worse, 1);
  }
  if (!isObjectOrList(expected)) return yes(expected === actual);
  if (!isObjectOrList(actual) || Array.isArray(actual)) return 0;
  const extra = Object.keys(actual).some((key) => !Object.hasOwn(expected, key));
  return Object.keys(expected)
    .map((key) => match(own(expected, key), own(actual, key)))
    .reduce(worse, extra ? 0.75 : 1);
}

function yes(holds: boolean): MatchScore {
  return holds ? 1 : 0;
}

function better(a: MatchScore, b: MatchScore): MatchScore {
  return a > b ? a : b;
}

function worse(a: MatchScore, b: MatchScore): MatchScore {
  return a < b ? a : b;
}

function isObjectOrList(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Files may hold keys such as `__proto__` and `constructor`: only own properties count. */
function own(object: object, key: string): unknown {
  return Object.getOwnPropertyDescriptor(object, key)?.value;
}

/** Which right vertex each left vertex is paired with; -1 is none. */
type Pairing = readonly number[];

/**
 * A pairing in a bipartite graph that covers the left vertices in the order given as far as possible: what is covered
 * stays covered, and its size is the largest there is (Kuhn's augmenting paths, 1955). `edges[l]` are the right
 * vertices that l may take.
 */
function largestPairing(edges: readonly (readonly number[])[], order: readonly number[]): Pairing {
  const rightOf = edges.map(() => -1);
  const leftOf = new Map<number, number>();
  for (const left of order) augment(left, edges, rightOf, leftOf, new Set());
  return rightOf;
}

function augment(
  left: number,
  edges: readonly (readonly number[])[],
  rightOf: number[],
  leftOf: Map<number, number>,
  tried: Set<number>,
): boolean {
  for (const right of edges[left]!) {
    if (tried.has(right)) continue;
    tried.add(right);
    const holder = leftOf.get(right);
    if (holder === undefined || augment(holder, edges, rightOf, leftOf, tried)) {
      rightOf[left] = right;
      leftOf.set(right, left);
      return true;
    }
  }
  return false;
}
