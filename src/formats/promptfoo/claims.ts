import type { Claim, Definition, Row } from '../../core/reading.ts';
import { formatPointer } from '../../document/document.ts';
import { aggregate } from '../../measures/aggregate.ts';
import { computedClaim, scaleOf } from '../claim.ts';
import { asNumber, asObject, type JsonObject, member } from '../field.ts';
import { observations } from '../row.ts';
import type { Arm } from './arms.ts';
import { isJudged } from './rulings.ts';
import { COST, JUDGED, LATENCY, namedScore, PASSED, SCORE } from './scores.ts';

/** The metrics of an arm. */
export interface Claims {
  readonly claims: readonly Claim[];
  readonly definitions: ReadonlyMap<string, Definition>;
}

/** The names of what the run's summary says of passes, in both countings. */
const STATED = 'pass_rate_as_stated';
const STATED_GRADED = 'pass_rate_as_stated_without_errors';

/**
 * Metrics are what the rows come to: the summary counts grader failures as fails, and its `score` is a running total.
 * Beside them stand the pass rates that its counts give, and derived metrics, which no row has.
 */
export function readClaims(rows: readonly Row[], arm: Arm): Claims {
  const definitions = define(rows);
  const metrics = asObject(member(arm.column?.prompt ?? null, 'metrics'));
  const own = [...definitions].map(([name, definition]) => claimOf(name, definition, rows));
  const pointer = arm.column === null || metrics === null ? null : `${arm.column.pointer}/metrics`;
  const stated = metrics === null ? [] : statedRates(metrics);
  const derived = pointer === null || metrics === null ? [] : derivedClaims(metrics, pointer, definitions);
  return { claims: [...own, ...stated, ...derived], definitions };
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

function claimOf(name: string, definition: Definition, rows: readonly Row[]): Claim {
  const score = String(definition['score']);
  const how = definition.aggregate === 'rate' ? 'rate' : 'mean';
  const result = aggregate({ aggregate: how }, observations(rows, score));
  const { measuredCases, expectedCases } = result.coverage;
  return computedClaim(name, result, {
    measured: measuredCases,
    expected: expectedCases,
    ...scaleOf(definition),
  });
}

/** Both countings of the summary: of all tests, and of those that did not end in an error. */
function statedRates(metrics: JsonObject): readonly Claim[] {
  const [passed, failed, errors] = ['testPassCount', 'testFailCount', 'testErrorCount'].map((key) =>
    asNumber(member(metrics, key)),
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
  const named = asObject(member(metrics, 'namedScores')) ?? {};
  return Object.keys(named).flatMap((key): Claim[] => {
    const name = namedScore(key);
    if (definitions.has(name)) return [];
    const value = asNumber(named[key]);
    const pointer = `${path}/namedScores${formatPointer([key])}`;
    if (value !== null && value !== 0) return [{ name, value, reason: null, pointer }];
    const reason =
      value === 0
        ? 'inconclusive: promptfoo writes 0 for a derived metric that it could not compute'
        : 'evidence_missing: what stands there is no number';
    return [{ name, value: null, reason, pointer }];
  });
}
