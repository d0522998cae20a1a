import { type Quantity } from '../quantity.js';
import type { Format } from './citation.js';
/** How a number is written in a text: what refreshing it must keep. */
export interface Spelling {
    readonly kind: Format | 'unmeasured';
    /** Emphasis and white space around the number. */
    readonly before: string;
    readonly after: string;
    /** The digits as written, without sign style and grouping; empty where unmeasured. Two for a fraction. */
    readonly digits: readonly string[];
    /** What stands between number and `%`, or between the two numbers of a fraction. */
    readonly gap: string;
    readonly minus: string;
    readonly grouped: boolean;
}
/** Source of an expression that finds numbers as citations write them; groups: number, gap, separator, number. */
export declare const NUMBER_SOURCE = "([-\u2212+]?(?:\\d{1,3}(?:,\\d{3})+|\\d+)(?:\\.\\d+)?)(?:((?:[ \\u00a0\\u2009\\u202f]|&nbsp;|&thinsp;)?)%|( ?/ ?| of | out of )([-\u2212+]?(?:\\d{1,3}(?:,\\d{3})+|\\d+)(?:\\.\\d+)?)(?!(?:[ \\u00a0\\u2009\\u202f]|&nbsp;|&thinsp;)?%))?";
/** Reads how a number is written; `null` where the text is not one number and nothing else. */
export declare function readSpelling(text: string): Spelling | null;
/** What is written for a value: a number, or the words for a value that was not measured. */
export type CitedValue = {
    readonly quantity: Quantity;
} | {
    readonly unmeasured: string;
};
/** How to write a value: the format and decimal places that are asked for, and the spelling that stands there. */
export interface Wish {
    readonly format: Format | null;
    readonly places: number | null;
    readonly spelling: Spelling | null;
}
/**
 * A value as it is to be written: in the places that the text has, in its style. A part is never written as nothing or
 * as all (265 of 266 is no 100 %): where the places do not suffice, there are more. `null`: a fraction without counts.
 */
export declare function spell(value: CitedValue, wish: Wish): string | null;
/** Whether a text says a value: it is written as {@link spell} writes it, or as its other neighbour where it lies halfway. */
export declare function says(text: string, value: CitedValue, wish: Wish): boolean;
