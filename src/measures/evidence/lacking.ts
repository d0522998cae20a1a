import type { Reading, Row } from '../../core/reading.ts';
import { labelOfRow } from '../../core/where.ts';
import { lackingSamples, renamedCases } from '../../core/yardstick.ts';
import type { Observation } from '../observation.ts';
import { decidedEarly } from './cases.ts';
import { type Observed, observe } from './observed.ts';
import type { Plan } from './plan.ts';
import type { Scoring } from './row-value.ts';

/** What a run has to hold, whatever its own file says: the samples of a yardstick, and what a policy expects. */
export interface Demand {
  readonly yardstick: Reading | null;
  readonly cases: number | null;
  /** Samples of each case. */
  readonly samples: number | null;
}

type Carried = Exclude<Plan, { readonly kind: 'none' }>;

/**
 * The observations of a metric with the samples that are demanded and that the run lacks, as observations of which nothing
 * was measured. `whole` holds those that the file itself says are missing: they are not counted twice.
 */
export function withLacking(
  reading: Reading,
  plan: Carried,
  observed: Observed,
  whole: readonly Observation[],
  demand: Demand,
  scoring: Scoring,
): { readonly all: readonly Observation[]; readonly lacking: readonly string[] } {
  const lacking = lackingSamplesOf(reading, plan, observed, demand, scoring);
  const ids = new Set((reading.rows ?? []).map(({ id }) => id));
  const own = whole.slice(0, observed.observations.length);
  const absent = whole.slice(observed.observations.length);
  const counts = new Map<string, number>();
  for (const each of absent) counts.set(each.case, (counts.get(each.case) ?? 0) + 1);
  // Cases that are only counted have no name: those that are lacking by name are among them.
  const nameless = [...counts.keys()].filter((id) => !ids.has(id) && !reading.cases.has(id));
  const named = [...lacking.keys()].filter((id) => !ids.has(id) && !counts.has(id));
  const known = new Set(nameless.slice(0, named.length));
  return {
    all: [
      ...own,
      ...absent.filter((each) => !known.has(each.case)),
      ...[...lacking].flatMap(([id, count]) => gone(id, count - (counts.get(id) ?? 0))),
    ],
    lacking: [...lacking.keys()],
  };
}

/**
 * By case, how many samples of a metric a run lacks. Asked for are those that the yardstick measured. A sample is there
 * where the metric counts it, measured or not, or leaves it out for what was measured of it; it is not where it is gone, no
 * longer applicable, left out for its label alone, or spared by a case that only the file calls decided.
 */
function lackingSamplesOf(
  reading: Reading,
  plan: Carried,
  observed: Observed,
  demand: Demand,
  scoring: Scoring,
): ReadonlyMap<string, number> {
  const { yardstick } = demand;
  const answered = answeredRows(reading, plan, observed);
  const lacking = new Map(tooFewSamples(answered, demand.samples));
  if (yardstick === null || yardstick.rows === null) return lacking;
  const names = renamedCases(yardstick.rows, reading.rows ?? []);
  const demanded = demandedRows(yardstick, plan, scoring);
  const now = { answered, all: reading.rows ?? [] };
  for (const [id, count] of lackingSamples(yardstick, demanded, now, names))
    lacking.set(id, Math.max(count, lacking.get(id) ?? 0));
  for (const id of turnsNoMore(demanded.samples, answered, observed, names))
    lacking.set(id, (lacking.get(id) ?? 0) + 1);
  for (const id of decidedBy(yardstick, reading, names)) lacking.delete(id);
  return lacking;
}

function answeredRows(reading: Reading, { where }: Carried, observed: Observed): readonly Row[] {
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

/** Cases of turns that were measured then and are not applicable now, in samples that stand otherwise. */
function turnsNoMore(
  then: readonly Row[],
  answered: readonly Row[],
  { rows, observations }: Observed,
  names: ReadonlyMap<string, string>,
): readonly string[] {
  const waived = rows.filter((row, index) => row.turn !== null && !isApplicable(observations[index]));
  if (waived.length === 0) return [];
  const standing = new Set(answered.map(({ id, arm, sample }) => JSON.stringify([id, arm, sample])));
  const measured = new Set(
    then.map(({ id, arm, sample, turn }) => JSON.stringify([names.get(id) ?? id, arm, sample, turn])),
  );
  return waived.flatMap(({ id, arm, sample, turn }) =>
    standing.has(JSON.stringify([id, arm, sample])) && measured.has(JSON.stringify([id, arm, sample, turn]))
      ? [id]
      : [],
  );
}

function isApplicable(observation: Observation | undefined): boolean {
  return observation !== undefined && (observation.value !== null || observation.reason !== 'not_applicable');
}

/** The yardstick's samples that the metric measured there; of those that it could not measure, the cases. */
function demandedRows(yardstick: Reading, plan: Carried, scoring: Scoring) {
  const observed = observe(yardstick.rows ?? [], plan, { ...scoring, rubric: yardstick.rubric });
  const samples: Row[] = [];
  const cases: Row[] = [];
  for (const [index, row] of observed.rows.entries()) {
    const observation = observed.observations[index];
    if (!isApplicable(observation)) continue;
    (observation?.value === null ? cases : samples).push(row);
  }
  return { samples, cases };
}

/** Cases that stopped early once decided: by the yardstick's plan and threshold, since a file must not decide its own. */
function decidedBy(
  yardstick: Reading,
  reading: Reading,
  names: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  if (decidedEarly(reading).size === 0) return decidedEarly(reading);
  const cases = new Map(
    [...yardstick.cases].map(([old, planned]) => {
      const id = names.get(old) ?? old;
      return [id, { ...planned, stopped_early: reading.cases.get(id)?.stopped_early ?? false }];
    }),
  );
  return decidedEarly({ ...reading, cases, samples: yardstick.samples });
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
