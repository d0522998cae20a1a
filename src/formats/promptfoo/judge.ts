import type { Judge, Row } from '../../core/reading.ts';
import type { JsonValue } from '../../document/document.ts';
import { asObject, asText, type JsonObject, member } from '../field.ts';
import { assertionsOf, flattened, isModelGraded } from './grading.ts';
import type { Note } from './note.ts';
import type { Outcome } from './outcome.ts';

/** promptfoo's own choice, which hangs on the keys in its environment and stands in no file. */
export const UNKNOWN_DEFAULT = 'unknown default';

/**
 * Who grades the model-graded assertions of a row: the assertion's provider, else the test's, else the default test's,
 * else what promptfoo chooses.
 */
export function gradersOf(
  test: JsonObject | null,
  { components }: Pick<Outcome, 'components'>,
  root: JsonObject | null,
): readonly string[] {
  const configured = flattened(assertionsOf(test) ?? []).filter(isModelGraded);
  const seen = components.flatMap(({ graded, assertion }) =>
    graded && assertion !== null ? [assertion] : [],
  );
  const shared = asObject(member(asObject(member(root, 'config')), 'defaultTest'));
  const options = [test, shared].map((each) => asObject(member(each, 'options')));
  const otherwise = options.flatMap((each) => routeOf(member(each, 'provider')) ?? [])[0] ?? UNKNOWN_DEFAULT;
  // Results can lack what the test configures, and the test of a row need not be known.
  const assertions = configured.length >= seen.length ? configured : seen;
  return assertions.map((assertion) => routeOf(member(assertion, 'provider')) ?? otherwise);
}

/** A provider is named by its id, alone or with options, or by the kind of task that it is for. */
function routeOf(provider: JsonValue | undefined): string | null {
  const text = asText(provider);
  if (text !== null) return text === '' ? null : text;
  const object = asObject(provider);
  if (object === null) return null;
  return asText(member(object, 'id')) ?? routeOf(member(object, 'text'));
}

/** The judge of an arm: the first that is named where there are several. `null` where no model graded anything. */
export function readJudge(rows: readonly Row[], notes: readonly Note[]): Judge | null {
  const route = judgesOf(notes)[0];
  if (route === undefined) return null;
  const rulings = rows.flatMap(({ judgments }) => judgments);
  const ruled = rulings.filter(({ value }) => value !== null).length;
  return {
    route,
    ruled,
    unreached: rulings.length - ruled,
    undisclosed: ruled,
    served: [],
    answered: ruled > 0,
    checked_against: [],
    temperature: null,
    prompt_sha256: null,
  };
}

/** The judges of an arm, each once. */
export function judgesOf(notes: readonly Note[]): readonly string[] {
  return [...new Set(notes.flatMap(({ graders }) => graders))];
}
