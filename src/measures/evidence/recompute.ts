import { type Agreement, agreementOf, agreementText, agrees } from '../../core/agreement.ts';
import { spend } from '../../core/budget.ts';
import { cachedRepeats } from '../../core/independence.ts';
import { memoized } from '../../core/maps.ts';
import type { Claim, Definition, Reading, Row, StatedSplit } from '../../core/reading.ts';
import type { SplitReport } from '../../core/report.ts';
import type { Sampling } from '../../core/verdict.ts';
import { splitBy } from '../observation.ts';
import { agreementWithRows, type Deciding, decidingRows } from './claim-check.ts';
import { type Computed, compute } from './computed.ts';
import { type Demand, type DemandedEvidence, withDemandedSamples } from './demanded-samples.ts';
import { expectedOf } from './missing-samples.ts';
import {
  doubtedRows,
  judgedScores,
  type Observed,
  observationKey,
  observe,
  withoutValues,
} from './observed.ts';
import { planOf, scaleOf } from './plan.ts';
import type { Contradiction, Scoring } from './row-value.ts';
import { samplingOf } from './sampling.ts';
import { reasonText } from './unmeasured.ts';

/** What a metric rests on: its rows, or the claim alone and why nothing can be recomputed. */
type Basis =
  | ({ readonly kind: 'rows' } & Computed & {
        readonly sampling: Sampling;
        /** Rows that state something else than their own evidence says. */
        readonly contradictions: readonly Contradiction[];
        /** The cases of which the run lacks samples that are demanded. */
        readonly incompleteCases: readonly string[];
        /** The cases whose rows state what those of the last run prove. */
        readonly unproven: readonly string[];
        /** How the claim follows from the rows; `null` where nothing is claimed, or the rows come to nothing. */
        readonly agreement: Agreement | null;
        /** Set where the claim and the rows differ: the rows that decide, and what the claim looks like. */
        readonly deciding: Deciding | null;
      })
  | { readonly kind: 'claim'; readonly why: string };

/** One metric of a reading: what the file claims, how it is defined, and what its rows come to. */
export interface Evidence {
  readonly name: string;
  readonly claim: Claim | null;
  readonly definition: Definition | null;
  readonly basis: Basis;
}

/**
 * Recomputes every metric of a reading: all that it claims, in the order of the file, then all that it only defines. A
 * metric without a definition that can be carried out, or without rows, rests on its claim. With a demand, only what is
 * named is recomputed, and what is demanded and not there is unmeasured.
 */
export function recompute(
  reading: Reading,
  demand: (Demand & { readonly names: ReadonlySet<string> }) | null = null,
): readonly Evidence[] {
  const all = [...reading.claims.map(({ name }) => name), ...reading.definitions.keys()];
  const names = new Set(demand === null ? all : all.filter((name) => demand.names.has(name)));
  const claims = new Map(reading.claims.map((claim) => [claim.name, claim]));
  const shared: Shared = {
    judged: judgedScores(reading),
    demand,
    repeats: cachedRepeats(reading.rows ?? []) > 0,
    observed: new Map(),
  };
  return Array.from(names, (name) => {
    const claim = claims.get(name) ?? null;
    const definition = reading.definitions.get(name) ?? null;
    return { name, claim, definition, basis: basisOf(reading, name, claim, definition, shared) };
  });
}

/** `recompute`, once for each reading: a reading never changes, and rules and reports ask for the same. */
export const evidenceOf = memoized((reading: Reading): readonly Evidence[] => recompute(reading));

/** The same metric over a part of the rows; `null` where its definition cannot be carried out. */
export function recomputeOver(
  reading: Reading,
  name: string,
  definition: Definition,
  rows: readonly Row[],
): Computed | null {
  const plan = planOf(name, definition);
  if (plan.kind === 'none') return null;
  const { judged, places } = statementsOf(reading);
  const scoring: Scoring = { judged, rubric: reading.rubric, places: places.get(name) };
  const observed = observe(rows, plan, scoring);
  return compute(plan, observed, observed.observations, () => scaleOf(plan, rows, reading.rubric));
}

/** The decimal places that the numbers of a metric are rounded to, as its claim or else its definition says. */
export function placesOf(reading: Reading, name: string): number | undefined {
  return statementsOf(reading).places.get(name);
}

/** What a reading states of its metrics, looked up once: a file can split its rows into a hundred thousand parts. */
const statementsOf = memoized((reading: Reading) => ({
  judged: judgedScores(reading),
  places: new Map(
    [
      ...Array.from(reading.definitions, ([name, definition]) => [name, definition['places']] as const),
      ...reading.claims.map(({ name, places }) => [name, places] as const),
    ].flatMap(([name, places]) => (typeof places === 'number' ? [[name, places] as const] : [])),
  ),
}));

/** How many ways to look at the rows are kept: metrics that share one stand close together, and each holds all rows. */
const MOST_KEPT = 32;

const NO_ROWS: DemandedEvidence['weaker'] = new Map();

interface Shared {
  readonly judged: ReadonlySet<string>;
  readonly demand: Demand | null;
  /** Whether rows repeat cached answers. */
  readonly repeats: boolean;
  /** What was made of the rows so far: metrics of one score and one condition look at them once. */
  readonly observed: Map<string, Observed>;
}

function basisOf(
  reading: Reading,
  name: string,
  claim: Claim | null,
  definition: Definition | null,
  { judged, demand, repeats, observed: seen }: Shared,
): Basis {
  const { rows, rubric } = reading;
  if (rows === null) return { kind: 'claim', why: 'the file keeps no rows' };
  if (definition === null)
    return { kind: 'claim', why: 'the file does not say how the number follows from its rows' };
  const plan = planOf(name, definition);
  if (plan.kind === 'none')
    return { kind: 'claim', why: `its definition cannot be carried out: ${plan.why}` };
  const places = placesOf(reading, name);
  const scoring: Scoring = { judged, rubric, places };
  const key = observationKey(plan, places, repeats);
  const observed = seen.get(key) ?? observe(rows, plan, scoring);
  if (seen.size >= MOST_KEPT) seen.clear();
  seen.set(key, observed);
  spend('steps', rows.length);
  const completed = (seen: Observed): DemandedEvidence => {
    const whole = expectedOf(reading, plan, seen.observations);
    return demand === null
      ? { all: whole, incompleteCases: [], unproven: [], weaker: NO_ROWS }
      : withDemandedSamples(reading, plan, seen, whole, demand, scoring);
  };
  const { all, incompleteCases, unproven, weaker } = completed(observed);
  const scale = () => scaleOf(plan, observed.rows, rubric);
  const computed = compute(plan, observed, all, scale);
  const unsure = new Map([...weaker, ...doubtedRows(plan, observed)]);
  const sure = unsure.size === 0 ? null : withoutValues(observed, unsure);
  // The value stands; what speaks for it is only what nothing speaks against
  const certain = sure === null ? computed : compute(plan, sure, completed(sure).all, scale);
  const sampling = samplingOf(plan, observed, all, computed.value.value, scale);
  const agreement = claim === null ? null : agreementWithRows(claim, plan, observed, computed);
  // A null claims nothing; a number over nothing is confirmed by nothing.
  const differs =
    claim !== null && claim.value !== null && (agreement === null || agreement.kind === 'differs');
  const deciding = differs ? decidingRows(plan, observed, computed, claim, rows, scoring) : null;
  const { contradictions } = observed;
  return {
    ...{ kind: 'rows', ...certain, value: computed.value, sampling },
    ...{ contradictions, incompleteCases, unproven, agreement, deciding },
  };
}

/** More parts than this are a case each, and no table that a person reads. */
const MOST_GROUPS = 20;

/**
 * Every metric of a reading by category and by provenance, where its rows are of several: a mean over hand-written and
 * synthesised cases can hide that only one of them holds. Sorted by part, group and metric.
 */
export function splitsOf(reading: Reading): readonly SplitReport[] {
  const { rows } = reading;
  if (rows === null || reading.status === 'unmeasured') return [];
  return (['category', 'provenance'] as const).flatMap((by) => {
    const groups = splitBy(rows, (row) => row[by]);
    if (groups.size < 2 || groups.size > MOST_GROUPS) return [];
    return [...groups].flatMap(([group, mine]) =>
      evidenceOf(reading).flatMap(({ name, definition, basis }): readonly SplitReport[] => {
        if (definition === null || basis.kind === 'claim') return [];
        const computed = recomputeOver(reading, name, definition, mine);
        // What a definition's own condition leaves out of a group is no part of it.
        if (computed === null || computed.expected === 0) return [];
        const { value, measured, expected } = computed;
        return [{ by, group, metric: name, value: value.value, measured, expected }];
      }),
    );
  });
}

/** A stated number over a part of the rows that those rows do not come to. */
interface WrongSplit {
  readonly split: StatedSplit;
  readonly value: number | null;
  readonly reason: string | null;
  /** Percent or cut decimals, in words; empty where it is no slip that can be named. */
  readonly slip: string;
}

/** The stated splits that their rows contradict. A null claims nothing. */
export function statedSplits(reading: Reading): readonly WrongSplit[] {
  const { rows, splits, definitions } = reading;
  if (rows === null) return [];
  const groups = new Map<StatedSplit['by'], ReadonlyMap<string, readonly Row[]>>();
  const rowsOf = ({ by, group }: StatedSplit): readonly Row[] => {
    const parts = groups.get(by) ?? splitBy(rows, (row) => groupOf(row, by));
    groups.set(by, parts);
    return parts.get(group) ?? [];
  };
  return splits.flatMap((split): readonly WrongSplit[] => {
    const definition = definitions.get(split.metric);
    if (definition === undefined || split.value === null) return [];
    const computed = recomputeOver(reading, split.metric, definition, rowsOf(split));
    if (computed === null) return [];
    const { value } = computed;
    if (value.value === null) return [{ split, value: null, reason: reasonText(value), slip: '' }];
    const places = placesOf(reading, split.metric);
    if (agrees(split.value, value.value, places)) return [];
    const slip = agreementText(agreementOf(split.value, value.value, places));
    return [{ split, value: value.value, reason: null, slip }];
  });
}

function groupOf(row: Row, by: StatedSplit['by']): string | null {
  const value = row[by];
  return value === null ? null : String(value);
}
