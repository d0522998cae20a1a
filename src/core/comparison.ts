import type { JsonValue } from '../document/document.ts';
import type { Path } from './path.ts';

/**
 * What a paired comparison of one metric says. `insufficient`: too few cases differ to tell anything, or the interval is
 * wider than the margin. `incomparable`: the two values do not mean the same. `unmeasured`: a side has no value, or no
 * direction is declared, so that no difference can be called better or worse.
 */
export type ComparisonVerdict =
  | 'improved'
  | 'regressed'
  | 'no_difference'
  | 'insufficient'
  | 'incomparable'
  | 'unmeasured';

/** Something that differs between two results: its name, and the two values (`null`: not stated). */
export interface Difference {
  readonly key: string;
  readonly base: JsonValue;
  readonly head: JsonValue;
  /** The one metric that it is about; left out where it is about all. */
  readonly metric?: string;
}

/** What pairs of two arms came to, each judged in both orders; `won` and `lost` by one of them. */
export interface PairsCompared {
  readonly arm: string;
  readonly won: number;
  readonly lost: number;
  readonly ties: number;
  /** Pairs on which the two orders disagree; `null` where the rows do not tell them from ties. */
  readonly flips: number | null;
  /** Pairs without a ruling in both orders. */
  readonly unmeasured: number;
}

/** One metric of two results, paired by case. Differences are head minus base, in the metric's own unit. */
export interface MetricComparison {
  readonly name: string;
  readonly base: number | null;
  readonly head: number | null;
  readonly difference: number | null;
  /** The 95 % interval of the difference; of head's value where `against` is set. */
  readonly interval: readonly [low: number, high: number] | null;
  readonly test: 'mcnemar' | 'sign_flip' | 'sign' | null;
  /** Two-sided, before and after Holm's correction for the metrics that were tested together. */
  readonly p: number | null;
  readonly p_adjusted: number | null;
  /** Cases that both sides measured, and those of them on which the sides differ. */
  readonly cases: number | null;
  readonly untied: number | null;
  /** Cases that only base passed, and only head; `null` where cases do not simply pass or fail. */
  readonly b: number | null;
  readonly c: number | null;
  /** The smallest true difference that would be found with 80 % power. */
  readonly mde: number | null;
  /**
   * Samples that one side alone measured (of cases that have one each: cases), and what the difference would be with them
   * at their worst and best for head.
   */
  readonly lost: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly direction: 'higher' | 'lower' | null;
  readonly verdict: ComparisonVerdict;
  readonly reason: string | null;
  /** Cases that pass by this metric in base and fail in head, and the other way; `null` where cases do not pass or fail. */
  readonly newly_failing: readonly string[] | null;
  readonly newly_passing: readonly string[] | null;
  /**
   * What head's value is held against where no base has one: 0.5 for the win rate of one arm over another. Then there is
   * no difference, and interval, low and high are those of the value itself.
   */
  readonly against: number | null;
  /** `null` where the metric is not over pairs. */
  readonly pairs: PairsCompared | null;
  /** False for what is no metric of the two sides, such as a judge's flips between two arms: no gate waits for it. */
  readonly decides: boolean;
}

/** A metric over a part of the cases: shown in addition to the whole, never mixed into it, and not tested. */
export interface SplitComparison extends Pick<MetricComparison, 'name' | 'base' | 'head' | 'difference'> {
  readonly by: 'category' | 'provenance';
  readonly group: string;
}

export interface ComparedSide {
  readonly path: Path;
  readonly arm: string | null;
  /** The day of the run, `YYYY-MM-DD`. */
  readonly date: string | null;
}

/** The newest earlier result of the series, where another one is the base: what a stale base would hide. */
export interface NewestResult extends ComparedSide {
  /** Days by which it is newer than the base. */
  readonly days_newer: number | null;
  /** Why it must not be compared with head; empty where it may be. */
  readonly reasons: readonly Difference[];
  /** Where it is comparable, the metrics that came out otherwise there than in the base. */
  readonly gaps: readonly { readonly name: string; readonly base: number; readonly newest: number }[];
}

/** Where two runs had different judges: how many of the judged answers are the same, changed, or not kept on both sides. */
export interface Attribution {
  readonly same: number;
  readonly changed: number;
  readonly unknown: number;
}

/** A metric over time: labels are dates with run numbers, values `null` where unmeasured. */
export interface Trend {
  readonly metric: string;
  readonly points: readonly { readonly label: string; readonly value: number | null }[];
}

/** Two results compared with each other, or why they must not be. */
export interface Comparison {
  readonly base: ComparedSide;
  readonly head: ComparedSide;
  /** Days by which the base's run is older than the head's. */
  readonly age_days: number | null;
  readonly newest: NewestResult | null;
  readonly comparable: boolean;
  /** What makes some or all numbers incomparable. */
  readonly reasons: readonly Difference[];
  /** Reasons that the user overrode by name. */
  readonly allowed: readonly string[];
  /** What else differs and does not forbid the comparison. */
  readonly changed: readonly Difference[];
  /** `null` where the judge is the same. */
  readonly attribution: Attribution | null;
  readonly metrics: readonly MetricComparison[];
  readonly splits: readonly SplitComparison[];
  /** Cases that changed by any metric: each metric has its own. One case can stand in both, by two metrics. */
  readonly newly_failing: readonly string[];
  readonly newly_passing: readonly string[];
  /** The series' headline over its newest comparable results, oldest first; `null` with fewer than three. */
  readonly trend: Trend | null;
  /** The seed of what was drawn at random; `null` where nothing was. */
  readonly seed: number | null;
}

/** How often a comparison of one run with itself would have found a difference: splits, and the alarms among them. */
export interface SelfComparison {
  readonly splits: number;
  readonly alarms: number;
  /** Cases with two samples or more. */
  readonly cases: number;
  readonly seed: number;
}
