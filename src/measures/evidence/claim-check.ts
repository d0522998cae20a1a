import { type Agreement, agreementOf, agrees, decimalsOf } from '../../core/agreement.ts';
import type { Claim, Row } from '../../core/reading.ts';
import { measuredValues, type Observation, samplesByCase } from '../observation.ts';
import { type Computed, compute } from './computed.ts';
import { type Observed, observe } from './observed.ts';
import type { UsablePlan } from './plan.ts';
import { type Scoring, statedValue } from './row-value.ts';

type Values = Extract<UsablePlan, { readonly kind: 'values' }>;

/** Rows that are rounded to fewer decimals say too little for a claim to be off by their rounding. */
const LEAST_DECIMALS = 3;

/**
 * How a claim follows from its rows; `null` where it or they come to nothing. Rows that state rounded scores beside their
 * evidence were averaged as they stand, or before they were rounded: either is right.
 */
export function agreementWithRows(
  { value, places }: Claim,
  plan: UsablePlan,
  observed: Observed,
  computed: Computed,
): Agreement | null {
  const own = computed.value.value;
  if (value === null || own === null) return null;
  const agreement = agreementOf(value, own, places);
  if (plan.kind !== 'values' || agreement.kind === 'equal' || agreement.kind === 'rounded') return agreement;
  const { source } = plan;
  const stated =
    source.kind === 'pass_if' || observed.contradictions.length > 0
      ? observed.observations
      : observed.observations.map((observation, index) => {
          const said = statedValue(observed.rows[index]!, source.score).value;
          return observation.value === null || said === null
            ? observation
            : { case: observation.case, value: said };
        });
  const asStated = compute(plan, { ...observed, observations: stated }, stated, () => null).value.value;
  const other = asStated === null ? agreement : agreementOf(value, asStated, places);
  if (other.kind === 'equal' || other.kind === 'rounded') return other;
  const tolerance = roundingTolerance(plan, stated);
  if (tolerance === 0 || asStated === null || value === 0 || value === 1) return agreement;
  const at = decimalsOf([value]);
  const last = at === null || at < 2 ? 0 : 0.5 * 10 ** -at;
  return Math.abs(value - asStated) <= tolerance + last ? { kind: 'rounded', places: at ?? 2 } : agreement;
}

/**
 * How far a mean or a sum of rounded rows can be from that of the unrounded ones: half a unit of their last decimal each,
 * and over many rows four standard errors of such errors (a unit by the root of 12).
 */
function roundingTolerance({ how }: Values, observations: Observed['observations']): number {
  if (how.aggregate !== 'mean' && how.aggregate !== 'sum') return 0;
  const decimals = decimalsOf(measuredValues(observations));
  if (decimals === null || decimals < LEAST_DECIMALS) return 0;
  const cases = samplesByCase(observations).filter(({ values }) => values.length > 0).length;
  const each = Math.min(0.5, 4 / Math.sqrt(12 * cases)) * 10 ** -decimals;
  return how.aggregate === 'sum' ? each * measuredValues(observations).length : each;
}

/** A row that decides why claim and rows differ. */
interface DecidingRow {
  readonly row: Row;
  /** Its value, or `null` and why it has none. */
  readonly value: number | null;
  readonly reason: string | null;
}

/** Why a claim is not what its rows come to, as far as that can be seen. */
export interface Deciding {
  /** What would give the claimed number. */
  readonly looksLike:
    | 'unmeasured-as-zero'
    | 'unmeasured-as-best'
    | 'rows-not-cases'
    | 'cases-not-rows'
    | 'where-ignored'
    | 'best-of-samples'
    | 'cached-as-samples'
    | null;
  /** The first of the rows that decide, and how many there are. */
  readonly rows: readonly DecidingRow[];
  readonly count: number;
}

/** Rows that are named one by one: more nobody looks up. */
const NAMED = 5;
const FIRST_MISSING = 2;

/**
 * Finds the rows that decide: what states other than its evidence; else what pulls furthest away from the claim, and what
 * was not measured, which alone decides where the claim comes out by filling it in.
 */
export function decidingRows(
  plan: UsablePlan,
  observed: Observed,
  computed: Computed,
  claim: Claim,
  all: readonly Row[],
  scoring: Scoring,
): Deciding {
  const entries = observed.observations.map((observation, index) =>
    entryOf(observed.rows[index]!, observation),
  );
  const strange = new Set(observed.contradictions.map(({ row }) => row));
  const contradicted = entries.filter(({ row }) => strange.has(row));
  const missing = entries.filter(({ value, reason }) => value === null && reason !== 'not_applicable');
  const looksLike = claim.value === null ? null : lookAlike(plan, observed, claim, all, scoring);
  const filledIn = looksLike === 'unmeasured-as-zero' || looksLike === 'unmeasured-as-best';
  const isSum = plan.kind === 'values' && plan.how.aggregate === 'sum';
  const pulling = filledIn ? [] : furthest(entries, computed.value.value, claim.value, isSum);
  // Both kinds are seen: an error that was a fail before hides among the rows that pull, and they among many errors.
  const rest = [...missing.slice(0, FIRST_MISSING), ...pulling, ...missing.slice(FIRST_MISSING)];
  const rows = contradicted.length > 0 ? contradicted : rest;
  return { looksLike, rows: rows.slice(0, NAMED), count: rows.length };
}

function entryOf(row: Row, observation: Observation): DecidingRow {
  return observation.value === null
    ? { row, value: null, reason: observation.reason }
    : { row, value: observation.value, reason: null };
}

/** The rows on the side of the mean that the claim turns away from, the furthest first. */
function furthest(
  entries: readonly DecidingRow[],
  recomputed: number | null,
  claimed: number | null,
  isSum: boolean,
): readonly DecidingRow[] {
  if (recomputed === null || claimed === null) return entries;
  const side = Math.sign(claimed - recomputed);
  const measured = entries.filter(({ value }) => value !== null);
  const mean = isSum ? recomputed / measured.length : recomputed;
  return measured
    .filter(({ value }) => Math.sign(mean - value!) === side)
    .sort((a, b) => side * (a.value! - b.value!));
}

function lookAlike(
  plan: UsablePlan,
  observed: Observed,
  claim: Claim,
  all: readonly Row[],
  scoring: Scoring,
): Deciding['looksLike'] {
  const claimed = claim.value!;
  const gives = (other: UsablePlan, from: Observed) => {
    const { value } = compute(other, from, from.observations, () => null).value;
    return value !== null && agrees(claimed, value, claim.places);
  };
  const missing = observed.observations.some(({ value }) => value === null);
  if (plan.kind === 'values') {
    if (missing && gives(plan, filled(observed, 0))) return 'unmeasured-as-zero';
    if (missing && gives(plan, filled(observed, 1))) return 'unmeasured-as-best';
    const { how } = plan;
    if (how.aggregate === 'mean' || how.aggregate === 'rate') {
      const over = how.over === 'rows' ? 'cases' : 'rows';
      if (gives({ ...plan, how: { ...how, over } }, observed)) {
        return over === 'rows' ? 'rows-not-cases' : 'cases-not-rows';
      }
      if (gives(plan, bestOfSamples(observed))) return 'best-of-samples';
    } else if (observed.repeats > 0 && gives(plan, withRepeats(plan, all, scoring))) {
      return 'cached-as-samples';
    }
  }
  if (plan.where !== null) {
    const whole: UsablePlan = { ...plan, where: null };
    if (gives(whole, observe(all, whole, scoring))) return 'where-ignored';
  }
  return null;
}

/** Each case by its best sample alone, as a harness counts that tries again until it passes. */
function bestOfSamples(observed: Observed): Observed {
  const observations = samplesByCase(observed.observations).flatMap(({ case: id, values }) =>
    values.length === 0 ? [] : [{ case: id, value: values.reduce((best, value) => Math.max(best, value)) }],
  );
  return { ...observed, observations };
}

/** The rows with those that repeat cached answers, as if each were a sample. */
function withRepeats(
  plan: Extract<UsablePlan, { kind: 'values' }>,
  all: readonly Row[],
  scoring: Scoring,
): Observed {
  return observe(all, { ...plan, how: { aggregate: 'mean', over: 'rows' } }, scoring);
}

function filled(observed: Observed, value: number): Observed {
  const observations = observed.observations.map((each) =>
    each.value === null ? { case: each.case, value } : each,
  );
  return { ...observed, observations };
}
