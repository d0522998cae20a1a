import { labelOfRow } from '../../core/definition.ts';
import type { Reading, Row } from '../../core/reading.ts';
import { type DemandedRows, missingSamples, renamedCases } from '../../policy/reference-run.ts';
import { countEach, type Observation, type Unmeasured, unmeasured } from '../observation.ts';
import { fromMeasure } from '../row-measures.ts';
import { decidedEarly } from './cases.ts';
import { type Observed, observe } from './observed.ts';
import type { UsablePlan } from './plan.ts';
import { fromGames, fromJudgments, rowValue, type Scoring } from './row-value.ts';

/** What a run has to hold, whatever its own file says: the samples of a reference run, and what a policy expects. */
export interface Demand {
  readonly reference: Reading | null;
  readonly cases: number | null;
  /** Samples of each case. */
  readonly samples: number | null;
  /** Whether a row may state what those of the reference run prove. */
  readonly stated: boolean;
}

/** The observations of a metric with what is demanded, and by name the cases that fall short. */
export interface DemandedEvidence {
  readonly all: readonly Observation[];
  /** Samples are gone, or a part of them. */
  readonly incompleteCases: readonly string[];
  /** Rows state what those of the reference run prove. */
  readonly unproven: readonly string[];
  /** Their rows, and those of which a part is gone: their values stand, and meet no enforced threshold. */
  readonly weaker: ReadonlyMap<Row, Unmeasured>;
}

/**
 * The observations of a metric with the samples that are demanded and that the run lacks, as observations of which nothing
 * was measured. `whole` holds those that the file itself says are missing: they are not counted twice.
 */
export function withDemandedSamples(
  reading: Reading,
  plan: UsablePlan,
  observed: Observed,
  whole: readonly Observation[],
  demand: Demand,
  scoring: Scoring,
): DemandedEvidence {
  const then = demandedRows(demand.reference, plan, scoring);
  const missing = missingSamplesOf(reading, plan, observed, demand, then);
  const weaker = weakerRows(reading, plan, observed, demand, then, scoring);
  const ids = new Set((reading.rows ?? []).map(({ id }) => id));
  const own = whole.slice(0, observed.observations.length);
  const absent = whole.slice(observed.observations.length);
  const counts = countEach(absent.map((each) => each.case));
  // Cases that are only counted have no name: those that are missing by name are among them.
  const nameless = [...counts.keys()].filter((id) => !ids.has(id) && !reading.cases.has(id));
  const named = [...missing.keys()].filter((id) => !ids.has(id) && !counts.has(id));
  const known = new Set(nameless.slice(0, named.length));
  return {
    all: [
      ...own,
      ...absent.filter((each) => !known.has(each.case)),
      ...[...missing].flatMap(([id, count]) => gone(id, count - (counts.get(id) ?? 0))),
    ],
    incompleteCases: [...new Set([...missing.keys(), ...idsOf(weaker, 'parts')])],
    unproven: [...idsOf(weaker, 'proof')],
    weaker: new Map([...weaker.keys()].map((row) => [row, WEAKER])),
  };
}

function idsOf(weaker: ReadonlyMap<Row, Weakness>, wanted: Weakness): ReadonlySet<string> {
  return new Set([...weaker].flatMap(([{ id }, weakness]) => (weakness === wanted ? [id] : [])));
}

/**
 * By case, how many samples of a metric a run lacks. Asked for are those that the reference run measured. A sample is there
 * where the metric counts it, measured or not, or leaves it out for what was measured of it; it is not where it is gone, no
 * longer applicable, left out for its label alone, or spared by a case that only the file calls decided.
 */
function missingSamplesOf(
  reading: Reading,
  plan: UsablePlan,
  observed: Observed,
  demand: Demand,
  demanded: DemandedRows,
): ReadonlyMap<string, number> {
  const { reference } = demand;
  const answered = answeredRows(reading, plan, observed);
  const missing = new Map(tooFewSamples(answered, demand.samples));
  if (reference === null || reference.rows === null) return missing;
  const names = renamedCases(reference.rows, reading.rows ?? []);
  const now = { answered, all: reading.rows ?? [] };
  for (const [id, count] of missingSamples(reference, demanded, now, names))
    missing.set(id, Math.max(count, missing.get(id) ?? 0));
  for (const [id, count] of missingTurns(demanded.samples, answered, observed, names))
    missing.set(id, (missing.get(id) ?? 0) + count);
  for (const id of decidedBy(reference, reading, names)) missing.delete(id);
  return missing;
}

function answeredRows(reading: Reading, { where }: UsablePlan, observed: Observed): readonly Row[] {
  const rows = reading.rows ?? [];
  const early = decidedEarly(reading);
  const applicable = observed.rows.filter((row, index) => {
    const observation = observed.observations[index];
    const spared = observation?.value === null && observation.reason === 'stopped_early' && early.has(row.id);
    return isApplicable(observation) && !spared;
  });
  if (where === null || rows.length === observed.rows.length) return applicable;
  const counted = new Set(observed.rows);
  const labelOf = labelOfRow(where);
  return [...applicable, ...rows.filter((row) => !counted.has(row) && labelOf(row) !== 'other')];
}

/**
 * By case, how many turns are gone from samples that stand otherwise: not applicable now and measured then, or fewer than
 * the shortest conversation of the reference run had. How long one gets can hang on what was answered, so no more is demanded.
 */
function missingTurns(
  then: readonly Row[],
  answered: readonly Row[],
  { rows, observations }: Observed,
  names: ReadonlyMap<string, string>,
): ReadonlyMap<string, number> {
  const missing = new Map<string, number>();
  if (!then.some(({ turn }) => turn !== null)) return missing;
  const nameOf = (id: string) => names.get(id) ?? id;
  const before = turnsBySample(then.map((row) => ({ ...row, id: nameOf(row.id) })));
  const known = new Set([...before.values()].map(({ id }) => id));
  const least = Math.min(...[...before.values()].map(({ turns }) => turns.size));
  const waived = turnsBySample(
    rows.filter((row, index) => row.turn !== null && !isApplicable(observations[index])),
  );
  for (const [sample, { id, turns }] of turnsBySample(answered)) {
    const measured = before.get(sample)?.turns;
    const unasked = [...(waived.get(sample)?.turns ?? [])].filter((turn) => measured?.has(turn));
    const gone = known.has(id) ? Math.max(unasked.length, least - turns.size) : unasked.length;
    if (gone > 0) missing.set(id, (missing.get(id) ?? 0) + gone);
  }
  return missing;
}

interface Turns {
  readonly id: string;
  readonly turns: Set<number | null>;
}

function turnsBySample(rows: readonly Row[]): ReadonlyMap<string, Turns> {
  const samples = new Map<string, Turns>();
  for (const { id, arm, sample, turn } of rows) {
    const key = JSON.stringify([id, arm, sample]);
    const one = samples.get(key) ?? { id, turns: new Set() };
    one.turns.add(turn);
    samples.set(key, one);
  }
  return samples;
}

function isApplicable(observation: Observation | undefined): boolean {
  return observation !== undefined && (observation.value !== null || observation.reason !== 'not_applicable');
}

/** The reference run's samples that the metric measured there; of those that it could not measure, the cases. */
function demandedRows(reference: Reading | null, plan: UsablePlan, scoring: Scoring): DemandedRows {
  if (reference === null || reference.rows === null) return { samples: [], cases: [] };
  const observed = observe(reference.rows, plan, { ...scoring, rubric: reference.rubric });
  const samples: Row[] = [];
  const cases: Row[] = [];
  for (const [index, row] of observed.rows.entries()) {
    const observation = observed.observations[index];
    if (!isApplicable(observation)) continue;
    (observation?.value === null ? cases : samples).push(row);
  }
  return { samples, cases };
}

/** What a row has less of than every measured one of its case has in the reference run. */
type Weakness = 'parts' | 'proof';

const WEAKER = unmeasured('evidence_missing', 'the last run measured more of it');

/**
 * The rows whose value stands on less than it did: a condition to pass or a criterion of the rubric that is no longer
 * measured, or a number without the rulings, rankings, calls or games that gave it. A sample that fails all the same has failed.
 */
function weakerRows(
  reading: Reading,
  plan: UsablePlan,
  { rows, observations }: Observed,
  { reference, stated }: Demand,
  then: DemandedRows,
  scoring: Scoring,
): ReadonlyMap<Row, Weakness> {
  const weaker = new Map<Row, Weakness>();
  if (reference === null || then.samples.length === 0) return weaker;
  const names = renamedCases(reference.rows ?? [], reading.rows ?? []);
  const grounds = new Map<string, ReadonlyMap<string, Weakness>>();
  for (const row of then.samples) {
    const id = names.get(row.id) ?? row.id;
    const [mine, before] = [groundsOf(row, plan, { ...scoring, rubric: reference.rubric }), grounds.get(id)];
    grounds.set(id, before === undefined ? mine : new Map([...before].filter(([name]) => mine.has(name))));
  }
  for (const [at, row] of rows.entries()) {
    const value = observations[at]?.value ?? null;
    const wanted = grounds.get(row.id);
    const failed = plan.kind === 'values' && plan.source.kind === 'pass_if' && value === 0;
    if (wanted === undefined || wanted.size === 0 || value === null || failed) continue;
    const mine = groundsOf(row, plan, scoring);
    const gone = new Set([...wanted].flatMap(([name, kind]) => (mine.has(name) ? [] : [kind])));
    if (gone.has('parts')) weaker.set(row, 'parts');
    else if (gone.has('proof') && !stated) weaker.set(row, 'proof');
  }
  return weaker;
}

/** The evidence of a row's value by name, without the value that the row itself states. */
function groundsOf(row: Row, plan: UsablePlan, scoring: Scoring): ReadonlyMap<string, Weakness> {
  const grounds = new Map<string, Weakness>();
  const { rubric } = scoring;
  const prove = (score: string, { value }: { readonly value: unknown } = { value: null }) => {
    if (value !== null) grounds.set(`proof of ${score}`, 'proof');
  };
  const rule = (score: string) => {
    prove(score, fromJudgments(row, score, rubric) ?? undefined);
    for (const { score: of, item, value } of row.judgments) {
      if (of === score && item !== null && value !== null && rubric?.weights.has(item) === true)
        grounds.set(JSON.stringify([score, item]), 'parts');
    }
  };
  if (plan.kind === 'games') {
    const games = fromGames(row, plan.score);
    prove(plan.score, { value: games?.kind === 'unmeasured' ? null : games });
  } else if (plan.kind === 'ratio') {
    for (const score of [plan.numerator, plan.denominator]) rule(score);
  } else if (plan.source.kind === 'pass_if') {
    for (const [score] of plan.source.conditions) {
      rule(score);
      const measured = rowValue(row, score, fromJudgments(row, score, rubric), scoring).value;
      if (measured.value !== null) grounds.set(`condition ${score}`, 'parts');
    }
  } else if (plan.source.kind === 'measure')
    prove(plan.source.score, fromMeasure(row, plan.source.measure) ?? undefined);
  else rule(plan.source.score);
  return grounds;
}

/** Cases that stopped early once decided: by the reference run's plan and threshold, since a file must not decide its own. */
function decidedBy(
  reference: Reading,
  reading: Reading,
  names: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  if (decidedEarly(reading).size === 0) return decidedEarly(reading);
  const cases = new Map(
    [...reference.cases].map(([old, planned]) => {
      const id = names.get(old) ?? old;
      return [id, { ...planned, stopped_early: reading.cases.get(id)?.stopped_early ?? false }];
    }),
  );
  return decidedEarly({ ...reading, cases, samples: reference.samples });
}

function tooFewSamples(rows: readonly Row[], least: number | null): Iterable<[string, number]> {
  if (least === null) return [];
  const cases = new Map<string, Set<string>>();
  for (const { id, arm, sample } of rows)
    cases.set(id, (cases.get(id) ?? new Set()).add(JSON.stringify([arm, sample])));
  return [...cases]
    .map(([id, samples]) => [id, least - samples.size] as [string, number])
    .filter(([, count]) => count > 0);
}

function gone(id: string, count: number): readonly Observation[] {
  return Array.from({ length: Math.max(0, count) }, () => ({
    ...{ case: id, value: null, reason: 'evidence_missing', detail: 'the last run or the policy has it' },
  }));
}
