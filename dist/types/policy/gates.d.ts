import type { JudgedMetric } from '../core/judged-metric.js';
import { type Reading, type Row } from '../core/reading.js';
import type { HardFail, Series } from './policy.js';
import type { Refusal } from './reference-run.js';
/** What a condition on single rows came to: the rows that fail the run, or why that cannot be said. */
export interface Gate {
    /** The condition in words, which stands where a threshold has its metric. */
    readonly condition: string;
    /** The cases of the first rows that fail the run, and how many rows do. */
    readonly cases: readonly string[];
    readonly count: number;
    readonly unmeasured: string | null;
    /** The share of rows that were looked at, where that is why it cannot be said. */
    readonly share: number | null;
}
/** The value of a score in a row, by what the row holds as evidence of it. */
export type ScoreOf = (row: Row, score: string) => number | null;
/**
 * Compares the rows of a run with one condition. A row that matches fails the run whatever its means say; where the
 * condition names a score, only rows whose score leaves the bounds do. A row whose score was not measured could be one,
 * and so could a row that does not say what is asked for: then the gate is unmeasured, unless `minCoverage` of them were
 * measured. `lacking` rows of the last run are gone, and each of them could be one.
 */
export declare function judgeHardFail(hard: HardFail, { rows }: Reading, minCoverage: number | null, lacking: number, scoreOf?: ScoreOf): Gate;
/** Why the verdicts of a run decide nothing, or `null` where they do: a metric that has to keep its bounds does not. */
export declare function whyInconclusive(series: Series, metrics: readonly JudgedMetric[], refuse: (metric: string) => Refusal | null): Refusal | null;
/** `rows where negative is true and faithfulness is below 2`. */
export declare function describeHardFail({ where, score, min, max }: HardFail): string;
