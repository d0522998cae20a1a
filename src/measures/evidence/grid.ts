import type { Reading, Row } from '../../core/reading.ts';
import { countEach } from '../observation.ts';

/** What is wrong with the grid of a reading: the first names, and how many there are. */
interface GridFault {
  readonly problem: 'holes' | 'gaps' | 'cases-missing' | 'cases-unknown';
  readonly names: readonly string[];
  readonly count: number;
  /** The cases of the plan. */
  readonly planned: number;
}

const NAMED = 5;

/**
 * Compares the rows with the plan. Each case should have as many samples as are planned for it (its own number, else the
 * run's, else as many as most cases have), in each arm; a case that stopped early may have fewer. Where the
 * file has arms, a row that belongs to none is a pair of them: a case of pairs alone needs no rows of its arms. Turns of a conversation are one sample.
 */
export function gridOf(reading: Reading): readonly GridFault[] {
  const { rows, cases, dataset } = reading;
  if (rows === null) return [];
  const ids = new Set(rows.map(({ id }) => id));
  const listed = [...cases.keys()].filter((id) => !ids.has(id));
  const planned = Math.max(dataset?.cases ?? 0, ids.size + listed.length);
  const faults: GridFault[] = [];
  if (planned > ids.size) {
    const count = planned - ids.size;
    faults.push({ problem: 'cases-missing', names: listed.slice(0, NAMED), count, planned });
  }
  const stated = dataset?.cases ?? null;
  if (stated !== null && ids.size > stated)
    faults.push({ problem: 'cases-unknown', names: [], count: ids.size, planned: stated });
  const missing = missingCellsOf(reading, rows);
  if (missing.count > 0) faults.push({ problem: 'holes', ...missing, planned });
  // A hole says it already, and where
  const gaps = missing.count > 0 ? [] : gapsOf(rows);
  if (gaps.length > 0) {
    faults.push({ problem: 'gaps', names: gaps.slice(0, NAMED), count: gaps.length, planned });
  }
  return faults;
}

/** Cases whose sample numbers leave some out: tries of which the last alone was kept, or rows that were taken away. */
function gapsOf(rows: readonly Row[]): readonly string[] {
  if (rows.every(isOnlySample)) return [];
  const cells = new Map<string, { readonly row: Row; readonly samples: Set<number> }>();
  let first = 1;
  for (const row of rows) {
    const key = JSON.stringify([row.id, row.arm]);
    const cell = cells.get(key) ?? { row, samples: new Set() };
    cells.set(key, { ...cell, samples: cell.samples.add(row.sample) });
    first = Math.min(first, row.sample);
  }
  return [...cells.values()].flatMap(({ row, samples }) => {
    const last = samples.size - 1 + first;
    const beyond = [...samples].filter((sample) => sample > last);
    if (beyond.length === 0) return [];
    return [
      spell(
        row.id,
        row.arm,
        beyond.reduce((most, sample) => Math.max(most, sample)),
      ),
    ];
  });
}

/** The samples that are missing: how many, counted cell by cell and never listed, and the first by name. */
function missingCellsOf(
  { samples, cases }: Reading,
  rows: readonly Row[],
): Pick<GridFault, 'names' | 'count'> {
  if (cases.size === 0 && (samples ?? 1) <= 1 && rows.every(isOnlySample)) return { names: [], count: 0 };
  const { cells, arms } = cellsOf(rows);
  const usual = commonest(
    Array.from(cells.values(), (byArm) => largest(byArm, arms.length === 0)).filter(Boolean),
  );
  const pairs = commonest(
    Array.from(cells.values(), (byArm) => byArm.get(null)?.there.size ?? 0).filter(Boolean),
  );
  const names: string[] = [];
  let count = 0;
  for (const [id, byArm] of cells) {
    const own = cases.get(id);
    if (own?.stopped_early === true) continue;
    const planned = own?.samples ?? samples ?? usual;
    const ofArms = byArm.size - (byArm.has(null) ? 1 : 0);
    // Beside rows of its arms, a row of none is their pair, of which there are as many as other cases have.
    const plan: readonly (readonly [readonly (string | null)[], number])[] = [
      ...(byArm.has(null) ? [[[null], arms.length > 0 ? pairs : planned] as const] : []),
      ...(ofArms > 0 ? [[arms, planned] as const] : []),
    ];
    for (const [expected, each] of plan) {
      const open = openCells(expected, byArm, each);
      count += open;
      if (open > 0 && names.length < NAMED) names.push(...firstOpen(id, expected, byArm, each));
    }
  }
  return { names: names.slice(0, NAMED), count };
}

/** The samples of one case in one arm, and a row of them. */
interface Cell {
  readonly there: Set<number>;
  readonly like: Row;
}

/** The cells of one case by arm; rows of no arm under `null`. */
export type Cells = ReadonlyMap<string | null, Cell>;

/** The rows by case and arm, and the arms, sorted. Turns of a conversation are one sample. */
export function cellsOf(rows: readonly Row[]) {
  const cells = new Map<string, Map<string | null, Cell>>();
  const arms = new Set<string>();
  for (const row of rows) {
    const { id, arm, sample } = row;
    const byArm = cells.get(id) ?? new Map<string | null, Cell>();
    const cell = byArm.get(arm) ?? { there: new Set<number>(), like: row };
    cell.there.add(sample);
    cells.set(id, byArm.set(arm, cell));
    if (arm !== null) arms.add(arm);
  }
  return { cells, arms: [...arms].sort() };
}

/** How many samples the arms of one case lack. An arm without a row lacks all of them. */
function openCells(arms: readonly (string | null)[], cells: Cells, planned: number): number {
  const present = [...cells].filter(([arm]) => (arm === null) === (arms[0] === null));
  const lacking = present.reduce((sum, [, { there }]) => sum + wanted(planned, there.size), 0);
  return lacking + (arms.length - present.length) * wanted(planned, 0);
}

/** The first samples that the arms of one case lack, by name. */
function firstOpen(id: string, arms: readonly (string | null)[], cells: Cells, planned: number): string[] {
  const names: string[] = [];
  for (const arm of arms) {
    if (names.length >= NAMED) break;
    const there = cells.get(arm)?.there ?? new Set<number>();
    const numbers = missingNumbers(there, Math.min(wanted(planned, there.size), NAMED));
    names.push(...numbers.map((sample) => spell(id, arm, sample)));
  }
  return names;
}

/** How many samples are open where so many are planned and so many are there. */
export function wanted(planned: number, there: number): number {
  return Math.min(Math.max(0, planned - there), MOST);
}

/** Where all rows are of this kind and no more are planned, there is nothing to count. */
function isOnlySample({ arm, sample }: Row): boolean {
  return arm === null && sample === 1;
}

/** A plan is only a number: one typing error must not count a billion holes. */
const MOST = 1_000;

/** The first numbers that are not taken, counting from 0 where the samples do. */
function missingNumbers(taken: ReadonlySet<number>, count: number): readonly number[] {
  const missing: number[] = [];
  for (let sample = taken.has(0) ? 0 : 1; missing.length < count; sample += 1)
    if (!taken.has(sample)) missing.push(sample);
  return missing;
}

/** The commonest of the counts; of equals the larger, so that two cases of which one lacks a sample are seen. */
export function commonest(counts: readonly number[]): number {
  const [first] = [...countEach(counts)].sort(([a, m], [b, n]) => n - m || b - a);
  return first?.[0] ?? 0;
}

/** The most samples of one arm; of rows of no arm only where the file has no arms, since they are pairs else. */
function largest(byArm: Cells, single: boolean): number {
  let most = 0;
  for (const [arm, { there }] of byArm) if (arm !== null || single) most = Math.max(most, there.size);
  return most;
}

function spell(id: string, arm: string | null, sample: number): string {
  return arm === null ? `${id} (sample ${sample})` : `${id} (arm ${arm}, sample ${sample})`;
}
