import type { Path } from '../core/path.js';
import type { Reading, Row } from '../core/reading.js';
import { type Where } from '../core/where.js';
import type { JudgePolicy, Series } from './policy.js';
/**
 * The record that says what an enforced threshold may expect of a result: the newest real, measured and unretracted one
 * of its series that base holds. The file that is judged does not choose it.
 */
export interface ReferenceRun {
    readonly path: Path;
    /** The arm of it that the judged one stands for. */
    readonly reading: Reading;
    /** Whether rows gave the metric there. */
    hasRowsFor(metric: string): boolean;
}
/** Why evidence does not count beside that of the reference run, and the lines of a policy that would accept it. */
export interface Refusal {
    readonly reason: string;
    readonly remedy: string;
}
/** Why a metric of a result cannot stand under an enforced threshold, given the reference run; `null` where it can. */
export declare function whyOtherEvidence(metric: string, reading: Reading, reference: ReferenceRun, series: Series, judges: JudgePolicy, recomputed: boolean): Refusal | null;
/** The same for conditions on single rows. `score` is the one that a condition names, if it does. */
export declare function whyOtherRows(score: string | null, reading: Reading, reference: ReferenceRun, series: Series, judges: JudgePolicy): Refusal | null;
/** Why a run is none of the whole suite with a model behind it, whatever it measured; `null` where it is. */
export declare function whyNotWhole({ mode, part }: Reading, series: Series): (Refusal & {
    readonly allowed: boolean;
}) | null;
/** Whether a reading can be the newest of its series, or what another is compared with. */
export declare function isWholeRun({ mode, part }: Reading): boolean;
/** Whether a reading can say what others are to hold. */
export declare function isMeasuredRun(reading: Reading): boolean;
/** The ids of the reference run that stand under another name here: rows of an equal and unmistakable input. */
export declare function renamedCases(then: readonly Row[], now: readonly Row[]): ReadonlyMap<string, string>;
/** Rows by what may be asked for them: as many samples of the case, or the case alone. */
export interface Demanded {
    readonly samples: readonly Row[];
    readonly cases: readonly Row[];
}
/**
 * By case (as it is called now), how many samples a run lacks of those that are demanded. `answered` are its rows that
 * stand for samples, `all` those that show that a case was run at all. More samples of a case than most have are
 * retries, and are not demanded, unless the case has a number of its own.
 */
export declare function lackingSamples(then: Reading, demanded: Demanded, now: {
    readonly answered: readonly Row[];
    readonly all: readonly Row[];
}, names: ReadonlyMap<string, string>): ReadonlyMap<string, number>;
/** The rows that a run has to hold again: none where the policy has left the dataset that they are of. */
export declare function demandedReading(reference: ReferenceRun | null, series: Series): Reading | null;
/** How many samples a run lacks of those that a condition on rows asked about in the reference run. */
export declare function lackingRows(where: Where, reading: Reading, reference: Reading | null): number;
/** Which cases of the reference run a run lacks, in words; `null` where it lacks none. */
export declare function lackingText(lacking: readonly string[], { path }: ReferenceRun): string | null;
/** Which cases only state what those of the reference run prove, in words; `null` where none does. */
export declare function unprovenText(unproven: readonly string[], { path }: ReferenceRun): string | null;
export declare function unprovenRemedy(series: Series): string;
/** What to do about cases that are lacking (then `reference` has them) or unmeasured. `share` is that of those that count; `metric` is null for rows. */
export declare function casesRemedy(share: number | null, metric: string | null, { dataset }: Reading, reference: ReferenceRun | null, series: Series): string;
/** What to do about a result outside a pin, with the line that moves the pin to what the result states. */
export declare function pinRemedy(series: Series, { metrics_version: version, dataset }: Reading): string;
/** Why a run is not all that its series expects; `null` where it is. */
export declare function whyLessThanExpected({ rows, limits }: Reading, { expect }: Series): Refusal | null;
