import type { JsonValue } from '../../document/document.js';
import type { JudgedMetric } from '../judged-metric.js';
import type { CitationProblem, Target } from './citation.js';
import type { CitedValue } from './spelling.js';
/** One arm of a record, with its metrics as they are judged. */
export interface CitedArm {
    readonly arm: string | null;
    readonly metrics: readonly JudgedMetric[];
}
/** What a cited record holds, as far as citations can reach into it. */
export interface CitedContent {
    readonly arms: readonly CitedArm[];
    /** `undefined` where the file holds no document. */
    readonly value: JsonValue | undefined;
}
export type Lookup = {
    readonly value: CitedValue;
} | {
    readonly problem: CitationProblem;
};
/**
 * The value that a target names: a metric as it is judged (recomputed where rows are kept), or the JSON value at a
 * pointer. A pointer to where a metric is stated gives that metric.
 */
export declare function lookUp(target: Target, content: CitedContent): Lookup;
