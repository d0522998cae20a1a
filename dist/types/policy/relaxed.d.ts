import type { Bounds } from '../core/verdict.js';
import type { JsonValue } from '../document/document.js';
/** A setting of the policy that guards less than it did, or that nothing proves to guard as much. `null`: not set. */
export type Loosening = {
    readonly setting: string;
    readonly before: JsonValue;
    readonly after: JsonValue;
};
/** One loosening for each item of a list that is gone. */
export declare function lostItems(setting: string, was: readonly string[], is: readonly string[]): Loosening[];
/** One loosening for each item of a list that is new. */
export declare function gainedItems(setting: string, was: readonly string[], is: readonly string[]): Loosening[];
/** The bounds that let more through than before. */
export declare function relaxedBounds(setting: string, was: Bounds, is: Bounds): Generator<Loosening>;
/**
 * Whether a coverage setting guards less, or not provably as much. Only a higher share is stricter: a share where none
 * was set lets bars stand on part of the cases, and none where one was set warns of nothing.
 */
export declare function lessCoverage(was: number | null, is: number | null): boolean;
