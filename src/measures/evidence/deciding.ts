import { agrees } from '../../core/agreement.ts';
import type { Claim, Row } from '../../core/reading.ts';
import { type Observation, samplesByCase } from '../observation.ts';
import type { Computed } from './computed.ts';
import { compute } from './computed.ts';
import { type Observed, observe } from './observed.ts';
import type { Plan } from './plan.ts';
import type { Scoring } from './row-value.ts';

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

type Carried = Exclude<Plan, { readonly kind: 'none' }>;

/** Rows that are named one by one: more nobody looks up. */
const NAMED = 5;
const FIRST_MISSING = 2;

/**
 * Finds the rows that decide: what states other than its evidence; else what pulls furthest away from the claim, and what
 * was not measured, which alone decides where the claim comes out by filling it in.
 */
export function decidingRows(
  plan: Carried,
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
  const pulling = filledIn ? [] : furthest(entries, computed.value.value, claim.value);
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
): readonly DecidingRow[] {
  if (recomputed === null || claimed === null) return entries;
  const side = Math.sign(claimed - recomputed);
  return entries
    .filter(({ value }) => value !== null && Math.sign(recomputed - value) === side)
    .sort((a, b) => side * (a.value! - b.value!));
}

function lookAlike(
  plan: Carried,
  observed: Observed,
  claim: Claim,
  all: readonly Row[],
  scoring: Scoring,
): Deciding['looksLike'] {
  const claimed = claim.value!;
  const gives = (other: Carried, from: Observed) => {
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
    const whole: Carried = { ...plan, where: null };
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
  plan: Extract<Carried, { kind: 'values' }>,
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
