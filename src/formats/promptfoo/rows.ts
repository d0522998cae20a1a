import type { Doubt, Judge, Judgment, Row } from '../../core/reading.ts';
import type { JsonObject, JsonValue } from '../../document/document.ts';
import { errorDoubts } from '../failure.ts';
import { asBoolean, asNumber, asObject, asText, member, memberAt } from '../field.ts';
import { bareRow, namedJudge, withDoubts, withSamples } from '../row.ts';
import {
  assertionsOf,
  BESIDE_SCORE,
  flattened,
  isModelGraded,
  outcomeOf,
  type RowOutcome,
} from './grading.ts';
import { type Arm, caseIdOf, type Output, type OutputRow, testOf } from './output.ts';
import { isCached, JUDGED, PASSED, type RowScore, SCORE, scoresOf } from './scores.ts';

/** What was seen while a row was read, beside the row. */
export interface ReadRow {
  readonly row: Row;
  readonly outcome: RowOutcome;
  /** Who graded the row's model-graded assertions. */
  readonly graders: readonly string[];
  /** Whether its id is only its place. */
  readonly placed: boolean;
  /** Whether the row states a cost of 0, which is free or not priced. */
  readonly unpriced: boolean;
  /** Where something stands that should be a number and is none. */
  readonly noNumber: readonly string[];
}

/** The rows of an arm in the order of the file; the repeats of a case are its samples. */
export function readRows(output: Output, arm: Arm) {
  const names = new Set(
    arm.entries.flatMap(({ source }) => Object.keys(asObject(source, 'namedScores') ?? {})),
  );
  const notes = arm.entries.map((entry) => readEntry(entry, output, [...names]));
  return { rows: withSamples(notes.map(({ row }) => row)), notes };
}

function readEntry({ source, pointer }: OutputRow, output: Output, names: readonly string[]): ReadRow {
  const test = testOf(source, output.tests);
  const outcome = outcomeOf(source, test);
  const id = caseIdOf(source, test);
  const judgments = rulingsOf(outcome, test);
  const scored = [...scoresOf(source, test, outcome, names), judgedScore(judgments, outcome)];
  const row: Row = {
    ...bareRow(id ?? placeOf(source, pointer), pointer, evidenceOf(source)),
    error: outcome.error,
    scores: new Map(scored.map(({ name, value }) => [name, value])),
    unmeasured: new Map(scored.flatMap(({ name, why }) => (why === null ? [] : [[name, why] as const]))),
    judgments,
    ...withDoubts([...doubtsOf(source, test, outcome), ...rulingDoubts(outcome, judgments)]),
  };
  return {
    row,
    outcome,
    graders: gradersOf(test, outcome, output.root),
    placed: id === null,
    unpriced: member(source, 'cost') === 0 && !isCached(source) && outcome.error === null,
    noNumber: scored.flatMap(({ noNumber }) => (noNumber === undefined ? [] : [`${pointer}${noNumber}`])),
  };
}

/** A test of which the row says nothing else is known by its index. */
function placeOf(source: JsonObject, pointer: string): string {
  return `test ${asNumber(source, 'testIdx') ?? pointer}`;
}

/** The row as the file has it, with its evidence in the words of a native result. An output keeps its type. */
function evidenceOf(source: JsonObject): JsonObject {
  const output = memberAt(source, 'response', 'output');
  const vars = member(source, 'vars');
  return {
    ...source,
    ...(vars === undefined ? {} : { input: vars }),
    ...(output === undefined ? {} : { output }),
    ...(isCached(source) ? { cached: true } : {}),
  };
}

/** The rulings of the models that graded a row, `null` where there was no verdict or an assertion threw. */
function rulingsOf({ components, error }: RowOutcome, test: JsonObject | null): readonly Judgment[] {
  const graded = components.filter((component) => component.graded);
  if (error === null)
    return graded.map(({ assertion, pass, why }) => ruling(assertion, why === null ? pass : null));
  if (!error.kind.startsWith('judge_')) return [];
  const asked = flattened(assertionsOf(test) ?? []).filter(isModelGraded);
  const assertions = asked.length > 0 ? asked : graded.map(({ assertion }) => assertion);
  return assertions.map((assertion) => ruling(assertion, null));
}

function ruling(assertion: JsonObject | null, value: boolean | null): Judgment {
  const item = asText(assertion, 'value') ?? asText(assertion, 'type');
  // The file names who was asked, not who answered.
  return { score: JUDGED, item, value, judged_by: null, order: null };
}

/** Passes of a model-graded assertion whose reason is the text of an error. */
function rulingDoubts({ components }: RowOutcome, rulings: readonly Judgment[]): readonly Doubt[] {
  if (!rulings.some(({ value }) => value === true)) return [];
  return components.flatMap(({ graded, pass, reason, counted }) => [
    ...(graded ? errorDoubts(JUDGED, pass, reason) : []),
    ...(counted ? errorDoubts(PASSED, pass, reason) : []),
    ...(counted ? errorDoubts(SCORE, pass, reason) : []),
  ]);
}

/** The share of a row's rulings that passed it; `null` where one was not reached, which could have passed or not. */
export function judgedScore(rulings: readonly Judgment[], { error, components }: RowOutcome): RowScore {
  if (error !== null) return { name: JUDGED, value: null, why: error.kind };
  if (rulings.length === 0) return { name: JUDGED, value: null, why: 'not_applicable' };
  if (rulings.every(({ value }) => value !== null)) {
    const passed = rulings.filter(({ value }) => value === true).length;
    return { name: JUDGED, value: passed / rulings.length, why: null };
  }
  const why = components.find((each) => each.graded && each.why !== null)?.why ?? null;
  return { name: JUDGED, value: null, why: why ?? 'judge_missing' };
}

/** promptfoo's own choice, which hangs on the keys in its environment and stands in no file. */
export const UNKNOWN_DEFAULT = 'unknown default';

/**
 * Who grades the model-graded assertions of a row: the assertion's provider, else the test's, else the default test's,
 * else what promptfoo chooses.
 */
function gradersOf(
  test: JsonObject | null,
  { components }: Pick<RowOutcome, 'components'>,
  root: JsonObject | null,
): readonly string[] {
  const configured = flattened(assertionsOf(test) ?? []).filter(isModelGraded);
  const seen = components.flatMap(({ graded, assertion }) =>
    graded && assertion !== null ? [assertion] : [],
  );
  const shared = asObject(root, 'config', 'defaultTest');
  const options = [test, shared].map((each) => asObject(each, 'options'));
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
  return asText(object, 'id') ?? routeOf(member(object, 'text'));
}

/** The judge of an arm: the first that is named where there are several. `null` where no model graded anything. */
export function readJudge(rows: readonly Row[], notes: readonly ReadRow[]): Judge | null {
  const route = judgesOf(notes)[0];
  if (route === undefined) return null;
  const rulings = rows.flatMap(({ judgments }) => judgments);
  return namedJudge(route, rulings.filter(({ value }) => value !== null).length, rulings.length);
}

/** The judges of an arm, each once. */
export function judgesOf(notes: readonly ReadRow[]): readonly string[] {
  return [...new Set(notes.flatMap(({ graders }) => graders))];
}

/**
 * Where the fields of a graded row contradict one another: whether it passed stands under `success`, `gradingResult` and
 * `failureReason`, and follows from the assertions; its score stands twice.
 */
function doubtsOf(row: JsonObject, test: JsonObject | null, outcome: RowOutcome): readonly Doubt[] {
  if (outcome.passed === null) return [];
  const grading = asObject(row, 'gradingResult');
  const stated = asBoolean(row, 'success');
  const because =
    graderSays(grading, stated) ?? reasonSays(row, stated) ?? assertionsSay(grading, test, outcome, stated);
  const score = asNumber(row, 'score');
  const graded = asNumber(grading, 'score');
  return [
    ...(because === null ? [] : bothScores(because)),
    ...(score !== null && graded !== null && score !== graded
      ? [{ score: SCORE, by: 'field' as const, because: `its gradingResult gives the score ${graded}` }]
      : []),
    ...errorDoubts(PASSED, outcome.passed, member(grading, 'reason')),
    ...errorDoubts(SCORE, score, member(grading, 'reason')),
    ...errorDoubts(PASSED, outcome.passed, member(row, 'error')),
  ];
}

/** What speaks against a pass speaks against the score that it was made of. */
function bothScores(because: string): readonly Doubt[] {
  return [PASSED, SCORE].map((score) => ({ score, by: 'field', because }));
}

function graderSays(grading: JsonObject | null, stated: boolean | null): string | null {
  const pass = asBoolean(grading, 'pass');
  if (pass === null || stated === null || pass === stated) return null;
  return `its gradingResult says ${pass ? 'pass' : 'fail'} where success is ${stated}`;
}

const NONE = 0;

const ASSERT = 1;

function reasonSays(row: JsonObject, stated: boolean | null): string | null {
  const reason = asNumber(row, 'failureReason');
  if (stated === true && reason === ASSERT) return 'its failureReason says that an assertion failed';
  return stated === false && reason === NONE ? 'its failureReason says that nothing failed' : null;
}

/**
 * What the assertions come to. Without a threshold and a scoring function of the test a row passes where all of them do;
 * an assertion set may pass with some of its own failing, so that of such only all together are looked at.
 */
function assertionsSay(
  grading: JsonObject | null,
  test: JsonObject | null,
  { components }: RowOutcome,
  stated: boolean | null,
): string | null {
  if (stated === null || asNumber(test, 'threshold') !== null) return null;
  if ((member(test, 'assertScoringFunction') ?? null) !== null) return null;
  const counted = components.filter(({ counted, assertion }) => counted && member(assertion, 'weight') !== 0);
  const verdicts = counted.flatMap(({ pass }) => pass ?? []);
  if (verdicts.length === 0 || verdicts.length < counted.length) return null;
  if (components.some(({ assertion }) => BESIDE_SCORE.has(member(assertion, 'type')))) return null;
  const nested =
    (assertionsOf(test) ?? []).some((assertion) => member(assertion, 'assert') !== undefined) ||
    components.some(({ assertion }) => assertion === null || member(assertion, 'type') === 'assert-set');
  const failed = verdicts.filter((pass) => !pass).length;
  const which = `${failed} of its ${verdicts.length} assertions failed`;
  if (stated) return failed === verdicts.length || (failed > 0 && !nested) ? which : null;
  return failed === 0 && grading !== null ? `all of its ${verdicts.length} assertions passed` : null;
}
