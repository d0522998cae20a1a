import type { JudgedMetric } from '../../core/judged-metric.ts';
import type { Claim, Definition, Reading } from '../../core/reading.ts';
import { UNKNOWN_SAMPLING } from '../../core/verdict.ts';
import { renamedCases } from '../../policy/reference-run.ts';
import type { Scale } from '../aggregate.ts';
import type { Measured } from '../observation.ts';
import type { Demand } from './demanded-samples.ts';
import { headlineScale, planOf } from './plan.ts';
import { type Evidence, evidenceOf, recompute } from './recompute.ts';
import { samplingOfClaim } from './sampling.ts';
import { whyEmpty } from './unmeasured.ts';

/**
 * The metrics of a reading, as they are judged and reported: recomputed from rows where that can be done, else as
 * claimed. What the run or the file calls unmeasured stays so, whatever its rows come to.
 */
export function judgedMetrics(reading: Reading): readonly JudgedMetric[] {
  return evidenceOf(reading).map((evidence) => judgedMetric(evidence, reading));
}

/**
 * The metrics of a reading for enforced thresholds: of those that are named, what is demanded of the run and is not there
 * counts as unmeasured, also where the file only states its numbers.
 */
export function demandedMetrics(
  reading: Reading,
  demand: Demand,
  names: ReadonlySet<string>,
): readonly JudgedMetric[] {
  const cases = Math.max(reading.dataset?.cases ?? 0, demand.cases ?? 0);
  const dataset = { name: null, version: null, fingerprint: null, ...reading.dataset, cases };
  const counted = demand.cases === null ? reading : { ...reading, dataset };
  const evidence = new Map(recompute(counted, { ...demand, names }).map((one) => [one.name, one]));
  return judgedMetrics(reading).map((whole): JudgedMetric => {
    const one = evidence.get(whole.name);
    if (one === undefined) return whole;
    const metric = judgedMetric(one, reading);
    if (one.basis.kind === 'claim')
      return metric.value === null ? metric : withStatedCases(metric, reading, demand);
    const { incompleteCases, unproven } = one.basis;
    return incompleteCases.length + unproven.length === 0 ? metric : { ...metric, incompleteCases, unproven };
  });
}

/** A number that no rows give, with the cases that it should be over. */
function withStatedCases(metric: JudgedMetric, reading: Reading, { reference, cases }: Demand): JudgedMetric {
  if (reading.rows !== null && reference !== null && reference.rows !== null) {
    const names = renamedCases(reference.rows, reading.rows);
    const there = new Set(reading.rows.map(({ id }) => id));
    const gone = [...new Set(reference.rows.map(({ id }) => names.get(id) ?? id))].filter(
      (id) => !there.has(id),
    );
    if (gone.length === 0) return metric;
    return { ...metric, ...overCases(there.size, there.size + gone.length), incompleteCases: gone };
  }
  const counted = reference?.dataset?.cases ?? null;
  const wanted = Math.max(counted ?? expectedIn(reference, metric.name), cases ?? 0);
  if (wanted === 0) return metric;
  const stated = counted === null ? (metric.expected ?? reading.dataset?.cases) : reading.dataset?.cases;
  const held = stated ?? null;
  if (held === null) {
    const reason = `evidence_missing: nothing says over how many cases it is, and ${wanted} are expected`;
    return { ...metric, value: null, reason, sampling: UNKNOWN_SAMPLING };
  }
  return held >= wanted
    ? metric
    : { ...metric, ...overCases(Math.min(held, metric.measured ?? held), wanted) };
}

function expectedIn(reference: Reading | null, name: string): number {
  if (reference === null) return 0;
  return judgedMetrics(reference).find((metric) => metric.name === name)?.expected ?? 0;
}

function overCases(measured: number, expected: number) {
  return { measured, expected, low: null, high: null };
}

function judgedMetric({ name, claim, definition, basis }: Evidence, reading: Reading): JudgedMetric {
  const counted = basis.kind === 'rows' ? basis : null;
  // What a reader computed from rows stands nowhere in the file: nobody claims it.
  const claimed = claim !== null && (claim.pointer !== null || counted === null) ? claim.value : null;
  const reason = whyUnmeasured({ name, claim, definition }, counted?.value ?? null, reading);
  const value = reason !== null ? null : counted === null ? (claim?.value ?? null) : counted.value.value;
  const ratio = counted === null ? claim?.ratio : 'ratio' in counted.value ? counted.value.ratio : undefined;
  const scale = definedScale(name, definition, claim, reading);
  const ofClaim = claim === null ? UNKNOWN_SAMPLING : samplingOfClaim(claim, definition, scale);
  return {
    name,
    value,
    claimed,
    recomputed: counted?.value.value ?? null,
    measured: counted?.measured ?? claim?.measured ?? null,
    expected: counted?.expected ?? claim?.expected ?? null,
    low: counted?.interval?.low ?? null,
    high: counted?.interval?.high ?? null,
    reason,
    scale,
    ...(counted === null ? {} : { unit: counted.unit, coverage: counted.coverage }),
    ...(claim?.places === undefined ? {} : { places: claim.places }),
    pointer: claim?.pointer ?? null,
    ...(value === null ? {} : { ratio }),
    sampling: value === null ? UNKNOWN_SAMPLING : (counted?.sampling ?? ofClaim),
  };
}

/** The declared scale of a metric; a unit that the file states stands for another one. */
function definedScale(
  name: string,
  definition: Definition | null,
  claim: Claim | null,
  { rows, rubric }: Reading,
): Scale | null {
  if (definition === null) return null;
  const scale = headlineScale(planOf(name, definition), rows, rubric);
  const unit = claim?.unit ?? definition['unit'] ?? null;
  return scale?.low === 0 && scale.high === 1 && unit !== null ? null : scale;
}

/** Why a metric has no value: its run has none, the file says so, or its rows give none. */
function whyUnmeasured(
  { name, claim, definition }: Omit<Evidence, 'basis'>,
  computed: Measured | null,
  reading: Reading,
): string | null {
  if (reading.status === 'unmeasured') return reading.reason ?? 'the run is unmeasured';
  if (claim !== null && claim.value === null) {
    const own = computed?.value === null ? whyEmpty(name, definition, computed, reading.rows) : null;
    return claim.reason ?? own ?? 'no reason is stated';
  }
  if (computed === null && reading.dataset?.cases === 0) return 'no_cases: the dataset has no case';
  if (computed === null && claim !== null && isOverNothing(claim)) return 'no_cases: a number over nothing';
  if (computed === null)
    return claim === null ? 'evidence_missing: the file neither states it nor keeps rows' : null;
  return computed.value === null ? whyEmpty(name, definition, computed, reading.rows) : null;
}

/** Whether a claim counts itself that nothing was measured: its number then is none. */
export function isOverNothing({ measured, expected, ratio }: Claim): boolean {
  return measured === 0 || expected === 0 || ratio?.denominator === 0;
}
