import type { Claim, Definition, Row } from '../../core/reading.ts';
import { counted } from '../../core/wording.ts';
import { formatPointer, type JsonObject } from '../../document/document.ts';
import { splitBy } from '../../measures/observation.ts';
import { sum } from '../../measures/totals.ts';
import { claimAt, claimsAndDefinitions, computedClaim, scaleOf } from '../claim.ts';
import { asBoolean, asCount, asList, asObject, asText, textsIn } from '../field.ts';
import { countMeasured, observations, readScores } from '../row.ts';
import { listLosses, STATES_NULL, sliceName } from '../wording.ts';
import { PLACES, type ReportKind, readHeader, readOutcomes } from './report.ts';

const [LOW, HIGH] = [1, 5];
/** What the judge grades on that scale. */
const GRADES = ['faithfulness', 'relevancy'] as const;
const EMPTY = 'no_cases: the report writes 0.0 for a mean over no cases';

/** Each case answered several times and graded from 1 to 5 for faithfulness and relevancy. */
export const absolute: ReportKind = {
  detect: (root) =>
    asList(root, 'outcomes') !== null &&
    ['faithfulness', 'relevancy', 'confabulated_on_negative_cases'].every((key) => Object.hasOwn(root, key)),
  read(root) {
    const header = readHeader(root, asText(root, 'arm'));
    const { rows, losses } = readOutcomes(root, readRow);
    const counts = {
      grounded: asCount(root, 'faithfulness_cases'),
      ungrounded: asCount(root, 'faithfulness_ungrounded_cases'),
    };
    const grounding = deduceGrounding(rows ?? [], counts.grounded, counts.ungrounded);
    const known = rows?.every(({ id }) => grounding.has(id)) === true;
    const graded = rows?.map((row) => withGrounding(row, grounding.get(row.id))) ?? null;
    const metrics = readMetrics(root, graded, known);
    const cases = asCount(root, 'cases') ?? (rows === null ? null : new Set(rows.map(({ id }) => id)).size);
    const empty = cases === 0;
    return {
      ...header,
      status: empty ? 'unmeasured' : 'measured',
      reason: empty ? 'no_cases: the report holds no case' : null,
      ...claimsAndDefinitions(
        metrics.map(({ claim, definition }) => ({
          claim: empty ? { ...claim, value: null, reason: claim.reason ?? EMPTY } : claim,
          definition,
        })),
      ),
      rows: graded,
      rubric: { scale: [LOW, HIGH], weights: new Map(GRADES.map((name) => [name, 1])) },
      losses: [...header.losses, ...losses, ...readLosses(root, graded, known)],
    };
  },
};

interface Metric {
  readonly claim: Claim;
  /** `null` where the rows do not hold what the number follows from. */
  readonly definition: Definition | null;
}

function readRow(row: Row, source: JsonObject): Row {
  const read = readScores(source, [...GRADES, 'passed', 'grounded'], () => 'judge_missing');
  const scores = new Map(read.scores);
  const unmeasured = new Map(read.unmeasured);
  for (const name of GRADES) {
    const value = scores.get(name);
    if (typeof value !== 'number' || (value >= LOW && value <= HIGH)) continue;
    scores.set(name, null);
    unmeasured.set(name, `judge_off_scale: ${value} is not on the scale of ${LOW} to ${HIGH}`);
  }
  const faithful = scores.get('faithfulness');
  if (row.negative === true && typeof faithful === 'number') scores.set('confabulated', faithful <= LOW);
  return { ...row, scores, unmeasured };
}

function withGrounding(row: Row, grounded: boolean | undefined): Row {
  return grounded === undefined ? row : { ...row, scores: new Map([...row.scores, ['grounded', grounded]]) };
}

function readMetrics(root: JsonObject, rows: readonly Row[] | null, known: boolean): readonly Metric[] {
  const mean = (score: string, where?: Definition[string]): Definition => ({
    aggregate: 'mean',
    score,
    ...(where === undefined ? {} : { where }),
    judged: true,
    direction: 'higher',
  });
  const asked = rows?.some(({ negative }) => negative === true) ?? null;
  const of = (grounded: boolean) => (known ? mean('faithfulness', { grounded }) : null);
  return [
    ...headline(root, 'faithfulness', 'faithfulness_cases', of(true)),
    ...headline(root, 'faithfulness_ungrounded', 'faithfulness_ungrounded_cases', of(false)),
    ...headline(root, 'relevancy', 'cases', mean('relevancy')),
    ...readPassK(root),
    ...readSlices(root, 'category', mean),
    ...readSlices(root, 'provenance', mean),
    ...readPlain(root, 'tool_choice', 'no_cases: no case asks for a tool'),
    ...readPlain(root, 'refusal_rate_on_negative_cases', 'no_cases: no negative case asks for a refusal'),
    ...readList(root, 'confabulated_on_negative_cases', asked),
    ...readConfabulations(rows),
    ...readList(root, 'forbidden_tool_calls', rows === null ? null : rows.length > 0),
  ];
}

/** A mean with the number of its cases beside it: over none, its 0.0 is no number. */
function headline(
  root: JsonObject,
  name: string,
  over: string,
  definition: Definition | null,
): readonly Metric[] {
  const cases = asCount(root, over);
  const claim = claimAt(root, name, [], () => EMPTY);
  if (claim === null) return [];
  const scale = scaleOf(definition ?? { aggregate: 'mean', direction: 'higher' });
  const counted: Claim = { ...claim, ...(cases === 0 ? {} : { measured: cases }), expected: cases, ...scale };
  const value: Claim = cases === 0 ? { ...counted, value: null, reason: EMPTY, measured: 0 } : counted;
  return [{ claim: { ...(name === 'pass_k' ? value : onScale(value)), places: PLACES }, definition }];
}

/** No mean of grades is below the scale: a 0.0 is one over no cases, also where their number is not stated. */
function onScale(claim: Claim): Claim {
  return claim.value !== null && claim.value < LOW ? { ...claim, value: null, reason: EMPTY } : claim;
}

function readPassK(root: JsonObject): readonly Metric[] {
  const k = asCount(root, 'k');
  const definition: Definition | null =
    k === null || k < 1
      ? null
      : { aggregate: 'pass_hat_k', k, score: 'passed', judged: true, direction: 'higher' };
  return headline(root, 'pass_k', 'pass_k_cases', definition).map((metric) =>
    k === null ? metric : { ...metric, claim: { ...metric.claim, name: `pass^${k}` } },
  );
}

function readSlices(
  root: JsonObject,
  by: 'category' | 'provenance',
  mean: (score: string, where: Definition[string]) => Definition,
): readonly Metric[] {
  const key = `faithfulness_by_${by}`;
  const means = asObject(root, key) ?? {};
  return Object.keys(means).flatMap((part): readonly Metric[] => {
    const name = sliceName('faithfulness', by, part);
    const claim = claimAt(means, part, [key], () => STATES_NULL, name);
    const definition = mean('faithfulness', { [by]: part });
    return claim === null
      ? []
      : [{ claim: { ...onScale(claim), ...scaleOf(definition), places: PLACES }, definition }];
  });
}

function readPlain(root: JsonObject, name: string, why: string): readonly Metric[] {
  const claim = claimAt(root, name, [], () => why);
  if (claim === null) return [];
  return [{ claim: { ...claim, direction: 'higher', places: PLACES }, definition: null }];
}

/** How many the report lists; nothing where nothing could have been listed. */
function readList(root: JsonObject, name: string, asked: boolean | null): readonly Metric[] {
  const list = asList(root, name);
  if (list === null) return [];
  const claim = { name, pointer: formatPointer([name]), direction: 'lower' as const };
  const possible = asked !== false || list.length > 0;
  const stated: Claim = possible
    ? { ...claim, value: list.length, reason: null }
    : { ...claim, value: null, reason: 'no_cases: no case could have been listed' };
  return [{ claim: stated, definition: null }];
}

/** Samples of negative cases that were confidently wrong, counted from the rows: averaged they would drown. */
function readConfabulations(rows: readonly Row[] | null): readonly Metric[] {
  const negative = rows?.filter((row) => row.negative === true) ?? [];
  if (negative.length === 0) return [];
  const how = { aggregate: 'sum', score: 'confabulated', where: { negative: true } };
  const definition: Definition = { ...how, judged: true, direction: 'lower' };
  const counted = sum(observations(negative, 'confabulated'));
  const measured = countMeasured(negative, 'confabulated');
  const counts = { measured, expected: negative.length, ...scaleOf(definition) };
  return [{ claim: computedClaim('confabulated_samples', counted, counts), definition }];
}

function readLosses(root: JsonObject, rows: readonly Row[] | null, known: boolean): readonly string[] {
  const passed = asBoolean(root, 'passed');
  const listed = asList(root, 'confabulated_on_negative_cases');
  const found = splitBy(rows ?? [], (row) => (row.scores.get('confabulated') === true ? row.id : null));
  const names = new Set(textsIn(listed ?? []));
  const differs =
    listed !== null && (names.size !== found.size || [...found.keys()].some((id) => !names.has(id)));
  return listLosses(
    passed !== null && `thresholds: the file says passed: ${passed}, and not which bars that means`,
    rows !== null && rows.length > 0 && groundingLoss(known),
    rows !== null &&
      differs &&
      `confabulated_on_negative_cases: the file lists ${counted(names.size, 'case', 'cases')}, its rows have ${found.size}`,
  );
}

function groundingLoss(known: boolean): string {
  return known
    ? 'grounded: the file does not say which cases name documentation; it follows from its counts and verdicts'
    : 'grounded: the file does not say which cases name documentation; faithfulness cannot be recomputed';
}

/** The least that a score must be for a sample to pass, on the scale of 1 to 5. */
const PASSING = 4;

/**
 * Which cases name documentation, so that faithfulness is asked of them. The report counts them and does not name
 * them, but what it says can leave one possibility: a sample that passed although it is not faithful is of a case
 * without documentation, one that failed although it is relevant is of a case with it, and once as many are known as
 * the report counts, the others are of the other kind. A case that is not in the map may be either.
 */
function deduceGrounding(
  rows: readonly Row[],
  grounded: number | null,
  ungrounded: number | null,
): ReadonlyMap<string, boolean> {
  const known = new Map<string, boolean>();
  for (const row of rows) {
    const stated = row.scores.get('grounded');
    const said = typeof stated === 'boolean' ? stated : groundedBySample(row);
    if (said !== null) known.set(row.id, said);
  }
  const cases = [...new Set(rows.map(({ id }) => id))];
  const count = (kind: boolean) => [...known.values()].filter((each) => each === kind).length;
  if (grounded !== null && ungrounded !== null && grounded + ungrounded === cases.length) {
    const rest = count(true) === grounded ? false : count(false) === ungrounded ? true : null;
    if (rest !== null) for (const id of cases) if (!known.has(id)) known.set(id, rest);
  }
  return known;
}

function groundedBySample({ scores }: Row): boolean | null {
  const [faithful, relevant, passed] = ['faithfulness', 'relevancy', 'passed'].map((name) =>
    scores.get(name),
  );
  if (typeof faithful !== 'number' || typeof relevant !== 'number') return null;
  if (passed === true && faithful < PASSING) return false;
  return passed === false && relevant >= PASSING ? true : null;
}
