import { type JudgedMetric } from '../core/judged-metric.js';
import type { Path } from '../core/path.js';
import type { Reading } from '../core/reading.js';
import type { ThresholdReport } from '../core/report.js';
import { type ScoreOf } from './gates.js';
import { type JudgePolicy, type Series } from './policy.js';
import { type ReferenceRun } from './reference-run.js';
/** A threshold with its verdict. `unknown` is set where the result has no metric of that name. */
export interface JudgedThreshold extends ThresholdReport {
    readonly unknown: {
        readonly nearest: string | null;
    } | null;
    /** Set for a condition on single rows: `value` is then how many fail the run. */
    readonly gate: {
        readonly cases: readonly string[];
        readonly count: number;
    } | null;
    readonly pointer: string | null;
    /** The bound that was missed, where one was: of a ratio its value alone does not always say which. */
    readonly missed?: 'min' | 'max' | null;
    /** What to do where it is unmeasured and enforced. */
    readonly remedy: string;
}
/** What an enforced threshold may expect of the evidence: the series' reference run, where base holds one. */
export interface Expectations {
    readonly reference: ReferenceRun | null;
    readonly judges: JudgePolicy;
    /** What the rows give for a score that a condition on rows names; else what they state. */
    readonly scoreOf?: ScoreOf;
}
/**
 * Judges the thresholds of a series on one reading, then its conditions on single rows. A run that is scripted or only a
 * part of the suite measures none of them. A result outside the series' pins is unmeasured there, as is one whose enforced
 * threshold rests on too few of its cases or on other evidence than the reference run's, or whose run decides nothing.
 */
export declare function judgeThresholds(path: Path, series: Series, reading: Reading, metrics: readonly JudgedMetric[], minCoverage: number | null, { reference, judges, scoreOf }?: Expectations): readonly JudgedThreshold[];
