import type { Comparison } from '../../core/comparison.ts';
import type { Path } from '../../core/path.ts';
import type { Reading } from '../../core/reading.ts';
import { judgedMetrics } from '../evidence/metrics.ts';
import { armMetrics, readingOfArm } from './arm-reading.ts';
import { type ArmPair, armsOf, baseFirst, pinnedArm } from './arms.ts';
import { type CompareOptions, compareReadings, type Side } from './compare.ts';
import { compareArms } from './compare-arms.ts';
import { type UncomparedMetric, uncompared } from './metric.ts';

/** Two arms of one file: two blocks with rows each, or the rows of one block that name an arm. */
export type TwoArms =
  | { readonly kind: 'blocks'; readonly base: Side; readonly head: Side }
  | { readonly kind: 'rows'; readonly side: Side; readonly arms: ArmPair };

/** The arms of a file: none or one, two of which the base is known, or several of which somebody has to choose. */
type ArmsFound =
  | { readonly kind: 'single' }
  | { readonly kind: 'two'; readonly arms: TwoArms }
  | { readonly kind: 'choose'; readonly names: readonly string[] };

/** The names of a file's arms, sorted. */
export function armNames(readings: readonly Reading[]): readonly string[] {
  const [only, ...more] = readings;
  if (only === undefined) return [];
  return more.length === 0 ? armsOf(only) : readings.flatMap(({ arm }) => arm ?? []).sort();
}

/** Looks whether a file can be compared with itself, arm against arm, without anything being guessed. */
export function findArms(path: Path, readings: readonly Reading[]): ArmsFound {
  const names = armNames(readings);
  const [one, other, ...more] = names;
  if (one === undefined || other === undefined) return { kind: 'single' };
  const ordered = more.length > 0 ? null : baseFirst([one, other], readings[0]!);
  const arms = ordered === null ? null : pickArms(path, readings, ordered);
  return arms === null ? { kind: 'choose', names } : { kind: 'two', arms };
}

/** The two arms of these names; `null` where the file lacks one. */
export function pickArms(path: Path, readings: readonly Reading[], [base, head]: ArmPair): TwoArms | null {
  const names = armNames(readings);
  if (!names.includes(base) || !names.includes(head)) return null;
  const [first] = readings;
  if (readings.length === 1 && first !== undefined)
    return { kind: 'rows', side: { path, reading: first }, arms: [base, head] };
  const [older, newer] = [base, head].map((name) => readings.find(({ arm }) => arm === name));
  if (older === undefined || newer === undefined) return null;
  return { kind: 'blocks', base: { path, reading: older }, head: { path, reading: newer } };
}

/** Compares two arms of one file. */
export function compareTwoArms(two: TwoArms, options: CompareOptions): Comparison {
  return two.kind === 'rows'
    ? compareArms(two.side, two.arms, options)
    : compareReadings(two.base, two.head, options);
}

/** Where two arms stand: in two blocks, or both in the one that holds them. */
export function sidesOf(two: TwoArms): readonly [base: Side, head: Side] {
  return two.kind === 'rows' ? [two.side, two.side] : [two.base, two.head];
}

/** One arm of a file as a reading of its own; `null` where the file holds none of that name. */
export function readingNamed(readings: readonly Reading[], arm: string | null): Reading | null {
  const block = readings.find((reading) => reading.arm === arm);
  if (block !== undefined) return block;
  const [only, ...more] = readings;
  if (arm === null || only === undefined || more.length > 0 || !armsOf(only).includes(arm)) return null;
  return readingOfArm(only, arm, armMetrics(only, [arm, arm]));
}

/** The metrics of a file that one arm of it has no value of, each with the reason: what is left out is said. */
export function leftOut(readings: readonly Reading[], arm: string): readonly UncomparedMetric[] {
  const own = readingNamed(readings, arm);
  const [only] = readings;
  if (own === null || only === undefined || readings.includes(own)) return [];
  const kept = new Set(judgedMetrics(own).map(({ name }) => name));
  return judgedMetrics(only)
    .filter(({ name }) => !kept.has(name))
    .map((metric) => {
      const definition = only.definitions.get(metric.name);
      const pinned = definition === undefined ? null : pinnedArm(definition);
      if (pinned !== null)
        return uncompared(metric, `it counts the rows of ${pinned}, and not of ${arm}`, false);
      return definition === undefined
        ? uncompared(metric, 'the file states it for all arms together', true)
        : uncompared(metric, `it is of pairs, and not of ${arm} alone`, false);
    });
}
