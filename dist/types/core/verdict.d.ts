import { type Quantity } from './quantity.js';
/** Inclusive bounds on a metric; at least one of them is a number. */
export interface Bounds {
    readonly min: number | null;
    readonly max: number | null;
}
/** What a threshold check says. `unmeasured` has a reason and no number: it can neither be averaged nor counted. */
export type Verdict = {
    readonly kind: 'met';
    readonly quantity: Quantity;
} | {
    readonly kind: 'missed';
    readonly quantity: Quantity;
    readonly bound: 'min' | 'max';
} | {
    readonly kind: 'unmeasured';
    readonly reason: string;
};
/** A value that was measured, or the reason why there is none. */
export type Measured = {
    readonly quantity: Quantity;
} | {
    readonly unmeasured: string;
    readonly remedy?: string;
};
/**
 * Holds a value against inclusive bounds. A rate over nothing and a value that is no number are unmeasured whatever
 * the caller thinks of them: NaN is below no bound and would pass them all.
 */
export declare function judge(measured: Measured, bounds: Bounds): Verdict;
/** A miss below the least and one above the most are two: between them lies what would have met the threshold. */
export declare function sameVerdict(a: Verdict, b: Verdict): boolean;
/** The words for a value that was not measured, the same everywhere. */
export declare const UNMEASURED = "n/a (unmeasured)";
