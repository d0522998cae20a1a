import { type Quantity } from './quantity.js';
/** Inclusive bounds on a metric; at least one of them is a number. */
export interface Bounds {
    readonly min: number | null;
    readonly max: number | null;
}
/** The verdict of a threshold. `unmeasured` has a reason and no number: it can neither be averaged nor counted. */
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
export type MeasuredQuantity = {
    readonly quantity: Quantity;
} | {
    readonly unmeasured: string;
    readonly remedy?: string;
};
/**
 * Compares a value with inclusive bounds. A rate over nothing and a value that is no number are unmeasured whatever
 * the caller thinks of them: NaN is below no bound and would pass them all.
 */
export declare function judge(measured: MeasuredQuantity, bounds: Bounds): Verdict;
/** A miss below the least and one above the most are two: between them lies what would have met the threshold. */
export declare function sameVerdict(a: Verdict, b: Verdict): boolean;
/** The words for a value that was not measured, the same everywhere. */
export declare const UNMEASURED = "n/a (unmeasured)";
/** The reasons why a value is missing: the one list of the result format (docs/result.md). */
export declare const REASONS: readonly ['target_error', 'target_quota', 'target_timeout', 'judge_error', 'judge_unparseable', 'judge_quota', 'judge_timeout', 'judge_refused', 'judge_off_scale', 'judge_missing', 'evidence_missing', 'budget_stop', 'stopped_early', 'cancelled', 'infrastructure', 'no_cases', 'too_few_samples', 'inconclusive', 'not_applicable'];
export type Reason = (typeof REASONS)[number];
/** Whether a text is one of the reasons, alone or with free text after a colon. */
export declare function isReason(text: string): boolean;
/** The text as a reason: as it stands where it is one, else after `evidence_missing`, since no cause was named. */
export declare function asReason(text: string | null): string;
