import { type Where, whereMatches } from '../../core/definition.ts';
import { memoized } from '../../core/maps.ts';
import type { Reading, Row } from '../../core/reading.ts';
import { countEach, type Observation } from '../observation.ts';
import { decidedEarly } from './cases.ts';
import { type Cells, cellsOf, commonest, wanted } from './grid.ts';
import type { UsablePlan } from './plan.ts';

/** Samples of one case that a run should have measured and holds no row of. */
interface Absent {
  readonly id: string;
  readonly count: number;
  /** A row of the same case, which says what conditions the samples would have met; `null` where there is none. */
  readonly like: Row | null;
}

/** A case of a run: the samples that were planned, and the rows that it holds. */
interface PlannedCase {
  readonly id: string;
  readonly planned: number;
  readonly cells: Cells;
}

/** What a run planned, by its own words; found once for each reading. */
const plansOf = memoized((reading: Reading) => {
  const { rows, cases, dataset, samples } = reading;
  const plain = cases.size === 0 && (samples ?? 1) <= 1;
  if (rows === null || (plain && (dataset?.cases ?? 0) === 0)) return { arms: [], cases: [], without: [] };
  const { cells, arms } = cellsOf(rows);
  const early = decidedEarly(reading);
  const planned = [...cells].flatMap(([id, mine]): readonly PlannedCase[] => {
    const stated = cases.get(id)?.samples ?? samples;
    return stated === null || early.has(id) ? [] : [{ id, planned: stated, cells: mine }];
  });
  return { arms, cases: planned, without: withoutRows(reading, rows, cells) };
});

/** The cases that are listed by name and have no row, and as many more as the dataset counts. */
function withoutRows(
  { cases, dataset, samples }: Reading,
  rows: readonly Row[],
  cells: ReadonlyMap<string, unknown>,
): readonly Absent[] {
  const listed = [...cases.keys()].filter((id) => !cells.has(id));
  const unnamed = Math.max(0, (dataset?.cases ?? 0) - cells.size - listed.length);
  if (listed.length + unnamed === 0) return [];
  const usual = samples ?? Math.max(1, commonest([...countEach(rows.map(({ id }) => id)).values()]));
  return [
    ...listed.map((id) => ({ id, count: cases.get(id)?.samples ?? usual, like: null })),
    ...Array.from({ length: Math.min(unnamed, MOST_CASES) }, (_, index) => ({
      ...{ id: `case without a row ${index + 1}`, count: usual, like: null },
    })),
  ];
}

/**
 * What a run should have measured under a condition and holds no row of: samples that a case lacks of its stated plan,
 * cases that are listed by name, and as many more as the dataset counts. Without them a run that lost half of its evidence
 * would look whole. Whether a case without any row would have met a condition, nobody knows.
 */
function absentOf(reading: Reading, where: Where | null): readonly Absent[] {
  const { arms, cases, without } = plansOf(reading);
  const meets = where === null ? null : whereMatches(where);
  const absent: Absent[] = where === null ? [...without] : [];
  const add = (id: string, count: number, like: Row) => {
    if (count > 0 && (meets === null || meets(like))) absent.push({ id, count, like });
  };
  const wantedArm = where !== null && Object.hasOwn(where, 'arm') ? where['arm'] : null;
  for (const { id, planned, cells } of cases) {
    const present = [...cells].filter(([arm]) => arm !== null);
    for (const [arm, { there, like }] of cells) {
      // Beside rows of arms, a row of none is their pair, of which no plan speaks.
      if (arm !== null || arms.length === 0) add(id, wanted(planned, there.size), like);
    }
    const [first] = present;
    if (first === undefined) continue;
    // An arm that the case lacks has none of its samples.
    const { like } = first[1];
    if (typeof wantedArm !== 'string')
      add(id, wanted(planned, 0) * (arms.length - present.length), { ...like, arm: null });
    else if (arms.includes(wantedArm) && !cells.has(wantedArm))
      add(id, wanted(planned, 0), { ...like, arm: wantedArm });
  }
  return absent;
}

/** A dataset's count is only a number: one typing error must not allocate a billion cases. */
const MOST_CASES = 1_000_000;

/**
 * The observations of a metric with those that should be there and are not. What a decided case left out by stopping early
 * was not expected.
 */
export function expectedOf(
  reading: Reading,
  { where }: UsablePlan,
  observations: readonly Observation[],
): readonly Observation[] {
  const absent = absentOf(reading, where);
  const early = decidedEarly(reading);
  if (absent.length === 0 && early.size === 0) return observations;
  let left = MOST_CASES;
  const missing = absent.flatMap(({ id, count, like }) => {
    const length = Math.min(count, left);
    left -= length;
    const detail =
      like === null ? 'the result holds no row of the case' : 'a planned sample of the case has no row';
    return Array.from(
      { length },
      () => ({ case: id, value: null, reason: 'evidence_missing', detail }) as const,
    );
  });
  const own = observations.map((each) =>
    each.value === null && each.reason === 'stopped_early' && early.has(each.case)
      ? ({ case: each.case, value: null, reason: 'not_applicable' } as const)
      : each,
  );
  return [...own, ...missing];
}
