import type { Bounds } from '../core/verdict.ts';
import type { JsonValue } from '../document/document.ts';

/** A setting of the policy that guards less than it did, or that nothing proves to guard as much. `null`: not set. */
export type Loosening = {
  readonly setting: string;
  readonly before: JsonValue;
  readonly after: JsonValue;
};

/** One loosening for each item of a list that is gone. */
export function lostItems(setting: string, was: readonly string[], is: readonly string[]): Loosening[] {
  const kept = new Set(is);
  return was.filter((item) => !kept.has(item)).map((item) => ({ setting, before: item, after: null }));
}

/** One loosening for each item of a list that is new. */
export function gainedItems(setting: string, was: readonly string[], is: readonly string[]): Loosening[] {
  return lostItems(setting, is, was).map(({ before }) => ({ setting, before: null, after: before }));
}

/** The bounds that let more through than before. */
export function* relaxedBounds(setting: string, was: Bounds, is: Bounds): Generator<Loosening> {
  if (was.min !== null && (is.min === null || is.min < was.min)) {
    yield { setting: `${setting}.min`, before: was.min, after: is.min };
  }
  if (was.max !== null && (is.max === null || is.max > was.max)) {
    yield { setting: `${setting}.max`, before: was.max, after: is.max };
  }
}

/**
 * Whether a coverage setting guards less, or not provably as much. Only a higher share is stricter: a share where none
 * was set lets bars stand on part of the cases, and none where one was set warns of nothing.
 */
export function lessCoverage(was: number | null, is: number | null): boolean {
  return was !== is && (was === null || is === null || is < was);
}
