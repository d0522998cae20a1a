import type { JsonObject } from '../document/document.ts';
import type { Comparison } from './comparison.ts';
import type { Change } from './ledger.ts';
import type { Path } from './path.ts';
import type { Dataset, Provenance, RunIdentity, StatedThreshold } from './reading.ts';
import type { Retraction } from './retraction.ts';
import type { FindingReport } from './rule.ts';
import type { Bounds, Sampling } from './verdict.ts';

export type Outcome = 'pass' | 'fail' | 'incomplete';

/** A reason why evalguard could not look, or could not decide whether an enforced threshold is met. */
export interface Incomplete {
  readonly code: string;
  readonly message: string;
  readonly remedy: string;
  readonly path: Path | null;
}

/** The commits that were compared, how they were chosen, and where the policy came from. */
export interface RangeReport {
  readonly mode: 'diff' | 'staged' | 'all';
  readonly base: string | null;
  readonly head: string | null;
  readonly policy: string;
  readonly how: string;
}

/** A change as reported: object ids before and after, `null` where there is none. */
export interface ChangeReport {
  readonly kind: Change['kind'];
  readonly path: Path;
  readonly from: Path | null;
  readonly before: string | null;
  readonly after: string | null;
}

/** A metric of a result: the value that the file states, and the one recomputed from its rows. `value` counts. */
export interface MetricReport {
  readonly name: string;
  readonly value: number | null;
  readonly claimed: number | null;
  readonly recomputed: number | null;
  readonly measured: number | null;
  readonly expected: number | null;
  /** The value if every unmeasured case came out at its worst, and at its best. */
  readonly low: number | null;
  readonly high: number | null;
  readonly reason: string | null;
  /** Decimal places that the claim is rounded to, where its tool rounds: it agrees with its rows to as many. */
  readonly places?: number;
}

/** A metric over a part of the rows. */
export interface SplitReport {
  readonly by: 'category' | 'provenance';
  readonly group: string;
  readonly metric: string;
  readonly value: number | null;
  readonly measured: number;
  readonly expected: number;
}

export interface ResultReport {
  readonly path: Path;
  readonly arm: string | null;
  readonly series: string | null;
  readonly format: string;
  readonly run: RunIdentity;
  readonly mode: string | null;
  readonly metrics_version: number | string | null;
  readonly status: 'measured' | 'unmeasured' | 'retracted';
  readonly reason: string | null;
  readonly models: { readonly [role: string]: string };
  readonly judge: JsonObject | null;
  readonly metrics: readonly MetricReport[];
  /** The metrics by category and provenance, where the rows are of several. */
  readonly splits: readonly SplitReport[];
  readonly losses: readonly string[];
  /** The retraction that takes it out of every count; only where one does. */
  readonly retraction?: Path;
}

/** A threshold compared with one arm of one result. */
export interface ThresholdReport extends Bounds, Sampling {
  readonly path: Path;
  readonly series: string;
  readonly arm: string | null;
  readonly metric: string;
  readonly value: number | null;
  readonly verdict: 'met' | 'missed' | 'unmeasured';
  readonly reason: string | null;
  readonly enforced: boolean;
  /** Whether a bound lies inside the interval. It is reported, and changes no verdict unless the policy's `rule` says so. */
  readonly within_noise: boolean;
}

export interface Counts {
  readonly added: number;
  readonly violations: number;
  readonly met: number;
  readonly missed: number;
  readonly unmeasured: number;
}

/** The report of `evalguard check`, which every reporter renders (`schemas/report.v1.schema.json`). */
export interface Report {
  readonly schema: 'evalguard.report/v1';
  readonly outcome: Outcome;
  readonly exit_code: 0 | 1 | 3;
  readonly incomplete: readonly Incomplete[];
  readonly range: RangeReport;
  readonly counts: Counts;
  readonly changes: readonly ChangeReport[];
  readonly results: readonly ResultReport[];
  readonly thresholds: readonly ThresholdReport[];
  readonly comparisons: readonly Comparison[];
  readonly findings: readonly FindingReport[];
}

/** One run, or one arm of it, as `evalguard show` shows it. */
export interface ShownResult {
  readonly result: ResultReport;
  readonly code: Provenance | null;
  readonly dataset: Dataset | null;
  /** The policy's thresholds; a retracted result is held against none. */
  readonly thresholds: readonly ThresholdReport[];
  /** The thresholds that the harness stated, with its own verdicts. */
  readonly stated: readonly StatedThreshold[];
  /** The whole result in the native form; `null` where another one of the same file holds it. */
  readonly record: JsonObject | null;
}

/** The mapping that a file was read by where no series claims it and no reader knows it. */
export interface RecognisedMapping {
  /** As a policy writes it under `format`. */
  readonly mapping: JsonObject;
  /** A series with it, as lines of YAML. */
  readonly series: readonly string[];
  /** What was taken for what, a sentence each. */
  readonly took: readonly string[];
  /** What a person should decide. */
  readonly unsure: readonly string[];
}

/** What `evalguard show` shows of a file. */
export interface Shown {
  readonly results: readonly ShownResult[];
  readonly retraction: Retraction | null;
  /** `null` where a series or a reader says how the file is read. */
  readonly recognised: RecognisedMapping | null;
}

/** Everything a report is made of but what follows from the rest. */
export type ReportParts = Omit<Report, 'schema' | 'outcome' | 'exit_code' | 'counts'>;

const EXIT_CODES = { pass: 0, fail: 1, incomplete: 3 } as const;

/** The outcome, with its exit code: what fails wins over what could not be looked at. */
export function outcomeOf(
  fails: boolean,
  isIncomplete: boolean,
): { readonly outcome: Outcome; readonly exit_code: 0 | 1 | 3 } {
  const outcome = fails ? 'fail' : isIncomplete ? 'incomplete' : 'pass';
  return { outcome, exit_code: EXIT_CODES[outcome] };
}

/** Derives outcome, exit code and counts. A finding of severity error wins over what could not be looked at. */
export function report(parts: ReportParts): Report {
  const violations = parts.findings.filter(({ severity }) => severity === 'error').length;
  const count = (verdict: ThresholdReport['verdict']) =>
    parts.thresholds.filter((threshold) => threshold.verdict === verdict).length;
  return {
    schema: 'evalguard.report/v1',
    ...outcomeOf(violations > 0, parts.incomplete.length > 0),
    incomplete: parts.incomplete,
    range: parts.range,
    counts: {
      added: parts.changes.filter(({ kind }) => kind === 'added').length,
      violations,
      met: count('met'),
      missed: count('missed'),
      unmeasured: count('unmeasured'),
    },
    changes: parts.changes,
    results: parts.results,
    thresholds: parts.thresholds,
    comparisons: parts.comparisons,
    findings: parts.findings,
  };
}
