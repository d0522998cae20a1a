/** How well an argument agrees with what was expected: wrong, right but with extra keys, exactly right. */
export type MatchScore = 0 | 0.75 | 1;

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
  const name = isObject(expected) ? own(expected, '$match') : undefined;
  if (isObject(expected) && typeof name === 'string') return matchNamed(name, expected, actual);
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
        actual == null || (isObject(actual) && !Array.isArray(actual) && Object.keys(actual).length === 0),
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
  if (!isObject(expected)) return yes(expected === actual);
  if (!isObject(actual) || Array.isArray(actual)) return 0;
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

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Files may hold keys such as `__proto__` and `constructor`: only own properties count. */
function own(object: object, key: string): unknown {
  return Object.getOwnPropertyDescriptor(object, key)?.value;
}
