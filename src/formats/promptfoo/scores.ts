import type { Claim, Definition, Reading, Row } from '../../core/reading.ts';
import { formatPointer, type JsonObject } from '../../document/document.ts';
import { claimFromRows } from '../claim.ts';
import { asNumber, asObject, asText, memberAt } from '../field.ts';
import { NO_NUMBER } from '../wording.ts';
import { assertionsOf, flattened, type RowOutcome } from './grading.ts';
import type { Arm } from './output.ts';

/** The scores that are not named by a test. */
export const PASSED = 'passed';
export const SCORE = 'score';
export const JUDGED = 'judge_passed';
const LATENCY = 'latency_ms';
const COST = 'cost_usd';
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
export interface RowScore {
  readonly name: string;
  readonly value: number | boolean | null;
  readonly why: string | null;
  /** The key at which something else stands than the number that belongs there. */
  readonly noNumber?: string;
}

/** The name of a named score as a metric. */
function namedScore(name: string): string {
  return OWN.has(name) ? `named.${name}` : name;
}

/** What a row states for itself; `names` are the named scores of all rows of its arm. */
export function scoresOf(
  row: JsonObject,
  test: JsonObject | null,
  outcome: RowOutcome,
  names: readonly string[],
): readonly RowScore[] {
  const missing = outcome.passed === null ? (outcome.error?.kind ?? outcome.why) : null;
  const named = asObject(row, 'namedScores');
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
): RowScore {
  if (missing !== null) return { name, value: null, why: missing };
  const value = asNumber(object, key);
  return value === null
    ? { name, value, why: NO_NUMBER, noNumber: formatPointer(path) }
    : { name, value, why: null };
}

/** Time and cost. 0 is what promptfoo writes where the call itself failed, and where nobody knows a price. */
function spent(row: JsonObject): readonly RowScore[] {
  if (isCached(row)) return [];
  const [latency, cost] = [asNumber(row, 'latencyMs'), asNumber(row, 'cost')];
  return [
    ...(latency !== null && latency > 0 ? [{ name: LATENCY, value: latency, why: null }] : []),
    ...(cost !== null && cost > 0 ? [{ name: COST, value: cost, why: null }] : []),
  ];
}

/** Whether the answer was taken from promptfoo's cache: nothing was asked. */
export function isCached(row: JsonObject): boolean {
  return memberAt(row, 'response', 'cached') === true;
}

/** Why a row has no value for a named score; `null` where the file has to have one. */
function whyNot(
  name: string,
  { error, why, components }: RowOutcome,
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
  const metric = asText(assertion, 'metric');
  return metric !== null && (metric === name || metric.includes('{{'));
}

/** The names of what the run's summary says of passes, in both countings. */
const STATED = 'pass_rate_as_stated';
const STATED_GRADED = 'pass_rate_as_stated_without_errors';

/**
 * Metrics are what the rows come to: the summary counts grader failures as fails, and its `score` is a running total.
 * Beside them stand the pass rates that its counts give, and derived metrics, which no row has.
 */
export function readClaims(rows: readonly Row[], arm: Arm): Pick<Reading, 'claims' | 'definitions'> {
  const definitions = define(rows);
  const metrics = asObject(arm.column?.prompt ?? null, 'metrics');
  const own = [...definitions].map(([name, definition]) => claimFromRows(name, definition, rows));
  if (arm.column === null || metrics === null) return { claims: own, definitions };
  const derived = derivedClaims(metrics, `${arm.column.pointer}/metrics`, definitions);
  return { claims: [...own, ...statedRates(metrics), ...derived], definitions };
}

function define(rows: readonly Row[]): ReadonlyMap<string, Definition> {
  const judged: Readonly<Record<string, boolean>> = isJudged(rows) ? { judged: true } : {};
  const all: [string, Definition][] = [
    ['pass_rate', { aggregate: 'rate', score: PASSED, direction: 'higher', ...judged }],
    [SCORE, { aggregate: 'mean', score: SCORE, direction: 'higher', ...judged }],
  ];
  if (isJudged(rows)) {
    all.push(['judge_pass_rate', { aggregate: 'mean', score: JUDGED, direction: 'higher', ...judged }]);
  }
  const rest = new Set(rows.flatMap(({ scores }) => [...scores.keys()]));
  for (const name of rest) {
    if (name === LATENCY)
      all.push([name, { aggregate: 'mean', score: name, direction: 'lower', unit: 'ms' }]);
    else if (name === COST)
      all.push([name, { aggregate: 'mean', score: name, direction: 'lower', unit: 'USD' }]);
    else if (![PASSED, SCORE, JUDGED].includes(name)) all.push([name, { aggregate: 'mean', score: name }]);
  }
  return new Map(all);
}

/** Both countings of the summary: of all tests, and of those that did not end in an error. */
function statedRates(metrics: JsonObject): readonly Claim[] {
  const [passed, failed, errors] = ['testPassCount', 'testFailCount', 'testErrorCount'].map((key) =>
    asNumber(metrics, key),
  );
  if (typeof passed !== 'number' || typeof failed !== 'number') return [];
  const graded = passed + failed;
  const all = graded + (errors ?? 0);
  const rate = (name: string, denominator: number): Claim => {
    const counts = { name, pointer: null, direction: 'higher' } as const;
    return denominator > 0
      ? { ...counts, value: passed / denominator, reason: null, ratio: { numerator: passed, denominator } }
      : { ...counts, value: null, reason: 'no_cases' };
  };
  return [rate(STATED, all), ...((errors ?? 0) > 0 ? [rate(STATED_GRADED, graded)] : [])];
}

/** Metrics that promptfoo derived from others. It writes 0 for one that it could not compute. */
function derivedClaims(
  metrics: JsonObject,
  path: string,
  definitions: ReadonlyMap<string, Definition>,
): readonly Claim[] {
  const named = asObject(metrics, 'namedScores') ?? {};
  return Object.keys(named).flatMap((key): Claim[] => {
    const name = namedScore(key);
    if (definitions.has(name)) return [];
    const value = asNumber(named[key]);
    const pointer = `${path}/namedScores${formatPointer([key])}`;
    if (value !== null && value !== 0) return [{ name, value, reason: null, pointer }];
    const reason =
      value === 0
        ? 'inconclusive: promptfoo writes 0 for a derived metric that it could not compute'
        : NO_NUMBER;
    return [{ name, value: null, reason, pointer }];
  });
}

/** Whether a model graded anything in these rows. */
function isJudged(rows: readonly Row[]): boolean {
  return rows.some(({ judgments }) => judgments.length > 0);
}
