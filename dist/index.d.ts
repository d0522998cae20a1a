/** Where two runs had different judges: how many of the judged answers are the same, changed, or not kept on both sides. */
declare interface Attribution {
    readonly same: number;
    readonly changed: number;
    readonly unknown: number;
}

/** Inclusive bounds on a metric; at least one of them is a number. */
declare interface Bounds {
    readonly min: number | null;
    readonly max: number | null;
}

/** One difference between two ledgers. */
declare type Change = {
    readonly kind: 'added';
    readonly path: Path;
    readonly after: Entry;
} | {
    readonly kind: 'modified';
    readonly path: Path;
    readonly before: Entry;
    readonly after: Entry;
} | {
    readonly kind: 'deleted';
    readonly path: Path;
    readonly before: Entry;
} | {
    readonly kind: 'renamed';
    readonly path: Path;
    readonly from: Path;
    readonly before: Entry;
    readonly after: Entry;
} | ({
    readonly kind: 'grown';
    readonly path: Path;
    readonly before: Entry;
    readonly after: Entry;
} & Growth) | {
    readonly kind: 'type';
    readonly path: Path;
    readonly before: Entry;
    readonly after: Entry;
} | {
    readonly kind: 'mode';
    readonly path: Path;
    readonly before: Entry;
    readonly after: Entry;
};

/** A change as reported: object ids before and after, `null` where there is none. */
declare interface ChangeReport {
    readonly kind: Change['kind'];
    readonly path: Path;
    readonly from: Path | null;
    readonly before: string | null;
    readonly after: string | null;
}

/** The report, and what else the user should know: notes that follow from the work tree, not from the commits. */
export declare interface Checked {
    readonly report: Report_2;
    readonly notes: readonly string[];
}

/** What `evalguard check` says. Throws where the call or the policy cannot be used; a check that fails is a report. */
export declare function checkLedger(options?: CheckLedgerOptions): Promise<Checked>;

export declare interface CheckLedgerOptions extends PlaceOptions {
    /** Compare with this revision; the default branch unless said. */
    readonly base?: string;
    /** Judge this revision; `HEAD` unless said. */
    readonly head?: string;
    /** Judge what is about to be committed, or every record, instead of what a range adds. */
    readonly scope?: 'range' | 'staged' | 'all';
}

/** A named value as a file states it: a finite number, or `null` with the reason why it was not measured. */
export declare interface Claim {
    readonly name: string;
    readonly value: number | null;
    readonly reason: string | null;
    /** Where in the file the value stands (JSON Pointer), or `null` where it follows from several places. */
    readonly pointer: string | null;
    /** How many units (cases, unless the format says otherwise) were measured, and how many should have been. */
    readonly measured?: number | null;
    readonly expected?: number | null;
    readonly ratio?: {
        readonly numerator: number;
        readonly denominator: number;
    };
    readonly standard_error?: number | null;
    readonly direction?: 'higher' | 'lower' | null;
    readonly unit?: string | null;
    /** Decimal places that the tool rounds its claim to; a recomputation is held against the claim at that precision. */
    readonly places?: number;
}

declare interface ComparedSide {
    readonly path: Path;
    readonly arm: string | null;
    /** The day of the run, `YYYY-MM-DD`. */
    readonly date: string | null;
}

/** Two results compared with each other, or why they must not be. */
declare interface Comparison {
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

/**
 * What a paired comparison of one metric says. `insufficient`: too few cases differ to tell anything, or the interval is
 * wider than the margin. `incomparable`: the two values do not mean the same. `unmeasured`: a side has no value, or no
 * direction is declared, so that no difference can be called better or worse.
 */
declare type ComparisonVerdict = 'improved' | 'regressed' | 'no_difference' | 'insufficient' | 'incomparable' | 'unmeasured';

declare interface Counts {
    readonly added: number;
    readonly violations: number;
    readonly met: number;
    readonly missed: number;
    readonly unmeasured: number;
}

declare interface Dataset {
    readonly name: string | null;
    readonly version: string | null;
    readonly fingerprint: string | null;
    readonly cases: number | null;
}

/** How a metric follows from rows: RESULT.md's `metrics.*`. */
export declare interface Definition {
    readonly aggregate: string;
    readonly [option: string]: JsonValue;
}

/** Something that differs between two results: its name, and the two values (`null`: not stated). */
declare interface Difference {
    readonly key: string;
    readonly base: JsonValue;
    readonly head: JsonValue;
    /** The one metric that it is about; left out where it is about all. */
    readonly metric?: string;
}

/** A field of a row that contradicts a score of it. The score stands, and no enforced threshold is met by it. */
declare interface Doubt {
    readonly score: string;
    /** `error`: the reason of the score is the text of an error; `field`: another field says the opposite. */
    readonly by: 'error' | 'field';
    /** What speaks against it, as the end of a sentence. */
    readonly because: string;
}

/** The content at a path: its object id (hexadecimal, SHA-1 or SHA-256) and kind. */
declare interface Entry {
    readonly oid: string;
    readonly kind: Kind;
}

/**
 * The kinds of error that stop evalguard before it has a verdict.
 *
 * - `usage`: the command line cannot be understood (exit 2)
 * - `policy`: a policy cannot be used (exit 2)
 * - `input`: a file that the user named cannot be read or written (exit 2)
 * - `incomplete`: evalguard could not look: git failed, history is missing (exit 3)
 */
declare type ErrorCode = 'usage' | 'policy' | 'input' | 'incomplete';

/**
 * An error that a user can act on. `message` says what happened and why it matters, `remedy` what to do next.
 * Anything else that is thrown is a defect of evalguard.
 */
export declare class EvalguardError extends Error {
    readonly code: ErrorCode;
    readonly remedy: string;
    /** The file or directory that it is about. */
    readonly path: string | null;
    readonly name = "EvalguardError";
    constructor(code: ErrorCode, message: string, remedy: string, options?: {
        readonly cause?: unknown;
    }, 
    /** The file or directory that it is about. */
    path?: string | null);
}

/** Data of a finding: plain JSON, so that it can be reported as it is. */
declare type FindingData = {
    readonly [key: string]: JsonValue;
};

/** A finding with its words: what happened and why it matters, and what to do next. */
export declare interface FindingReport extends Required<Location_2> {
    readonly rule: string;
    readonly severity: Severity;
    readonly message: string;
    readonly remedy: string;
    readonly data: FindingData;
}

/** What a file that may grow gained; 0 where it holds the same as before, written otherwise. */
declare interface Growth {
    readonly by: 'lines' | 'rows';
    readonly count: number;
}

/** A reason why evalguard could not look, or could not decide whether an enforced threshold is met. */
declare interface Incomplete {
    readonly code: string;
    readonly message: string;
    readonly remedy: string;
    readonly path: Path | null;
}

/** An object of JSON. */
declare type JsonObject = {
    readonly [key: string]: JsonValue;
};

/** A value of JSON. */
declare type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** What graded a run. Counts are of judgments; `null` is what the file does not say. */
export declare interface Judge {
    readonly route: string | null;
    readonly ruled: number | null;
    readonly unreached: number | null;
    readonly undisclosed: number | null;
    /** The models that the provider says answered. */
    readonly served: readonly string[];
    readonly answered: boolean | null;
    /** Roles of the system under evaluation that the harness says it was checked against. */
    readonly checked_against: readonly string[];
    readonly temperature: number | null;
    readonly prompt_sha256: string | null;
}

/** One ruling of the judge: on a claim, a criterion or a game. */
export declare interface Judgment {
    readonly score: string;
    readonly item: string | null;
    readonly value: number | boolean | string | null;
    readonly judged_by: string | null;
    readonly order: readonly string[] | null;
}

/** The kind of thing at a path: git's file modes, in words. */
declare type Kind = 'file' | 'executable' | 'symlink' | 'submodule' | 'directory';

/** The place of a finding: a file, and where it helps a place in it. Line and column count from 1. */
declare interface Location_2 {
    readonly path: Path | null;
    readonly pointer?: string | null;
    readonly line?: number | null;
    readonly column?: number | null;
}

/** One metric of two results, paired by case. Differences are head minus base, in the metric's own unit. */
declare interface MetricComparison {
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

/** A metric of a result: the value that the file states, and the one recomputed from its rows. `value` counts. */
export declare interface MetricReport {
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

/** The metrics and rows of one arm of a run. */
export declare interface NativeBlock {
    readonly aggregate?: {
        readonly [metric: string]: number | null;
    };
    readonly unmeasured?: {
        readonly [metric: string]: string;
    };
    readonly thresholds?: {
        readonly [metric: string]: NativeBounds;
    };
    readonly results?: readonly NativeRow[];
}

export declare interface NativeBounds {
    readonly min?: number;
    readonly max?: number;
    readonly verdict?: 'met' | 'missed' | 'unmeasured';
}

export declare interface NativeCall {
    readonly name: string;
    readonly arguments?: {
        readonly [name: string]: unknown;
    };
    readonly optional?: boolean;
    readonly skipped?: boolean;
}

/** One ruling of the judge: on a claim, a criterion or a game. */
export declare interface NativeJudgment {
    readonly score: string;
    readonly value: Score;
    readonly item?: string;
    readonly order?: readonly [string, string];
    /** From the provider's response, never copied from the judge's route; `null` where it did not say. */
    readonly judged_by?: string | null;
    readonly reason?: string | null;
}

/** A native result as TypeScript writes it (`schemas/result.v1.schema.json`). Identity may be left to `recordResult`. */
export declare interface NativeResult extends NativeBlock {
    readonly schema: 'evalguard.result/v1';
    readonly suite?: string;
    readonly date?: string;
    readonly routing?: string;
    readonly variant?: string | null;
    readonly run?: number;
    readonly generated_at?: string;
    readonly mode?: 'real' | 'scripted';
    readonly status?: 'measured' | 'unmeasured';
    readonly reason?: string;
    readonly code?: {
        readonly commit?: string;
        readonly tree?: string;
        readonly dirty?: boolean;
    };
    readonly dataset?: {
        readonly name?: string;
        readonly version?: string;
        readonly fingerprint?: string;
        readonly cases?: number;
    };
    readonly metrics_version: number;
    readonly method?: {
        readonly limits?: {
            readonly [limit: string]: unknown;
        };
        readonly samples?: number;
        readonly [key: string]: unknown;
    };
    readonly models?: {
        readonly [role: string]: string;
    };
    readonly arms?: {
        readonly [arm: string]: {
            readonly [key: string]: unknown;
        };
    };
    readonly judge?: {
        readonly route: string;
        readonly checked_against?: readonly string[];
        readonly temperature?: number;
        readonly prompt_sha256?: string;
        readonly answered?: boolean;
        readonly baseline?: NativeTally | null;
        readonly candidate?: NativeTally | null;
    };
    readonly rubric?: {
        readonly scale?: readonly [number, number];
        readonly criteria?: {
            readonly [name: string]: {
                readonly [key: string]: unknown;
            };
        };
        readonly sha256?: string;
    };
    readonly metrics?: {
        readonly [metric: string]: Definition;
    };
    readonly aggregate_by?: {
        readonly [key in 'category' | 'provenance' | 'negative' | 'arm']?: {
            readonly [group: string]: {
                readonly [metric: string]: number | null;
            };
        };
    };
    readonly cases?: {
        readonly [id: string]: {
            readonly samples?: number;
            readonly threshold?: {
                readonly min?: number;
                readonly max?: number;
            };
            readonly should_fail?: boolean;
            readonly stopped_early?: boolean;
            readonly passed?: boolean | null;
        };
    };
    readonly candidate?: NativeBlock & {
        readonly prompts?: {
            readonly [role: string]: {
                readonly text?: string;
                readonly sha256: string;
            };
        };
    };
    readonly source?: {
        readonly [key: string]: unknown;
    };
    readonly extra?: {
        readonly [key: string]: unknown;
    };
}

/** One case under one arm, one sample, one turn. */
export declare interface NativeRow {
    readonly id: string;
    readonly arm?: string | null;
    /** From 1; 1 unless said. */
    readonly sample?: number;
    readonly turn?: number | null;
    readonly category?: string | null;
    readonly provenance?: string | null;
    readonly negative?: boolean;
    readonly error?: {
        readonly kind: string;
        readonly message?: string;
    } | null;
    readonly scores?: {
        readonly [score: string]: Score;
    };
    readonly unmeasured?: {
        readonly [score: string]: string;
    };
    readonly judgments?: readonly NativeJudgment[];
    readonly served?: {
        readonly [role: string]: string | null;
    };
    readonly input?: unknown;
    readonly expected?: unknown;
    readonly output?: unknown;
    readonly source_url?: string;
    readonly relevant?: {
        readonly [document: string]: number;
    };
    readonly retrieved?: readonly string[] | null;
    readonly selection?: readonly string[] | null;
    readonly expected_tool_calls?: readonly NativeCall[];
    readonly tool_calls?: readonly NativeCall[] | null;
    readonly data?: {
        readonly [key: string]: unknown;
    };
}

export declare interface NativeTally {
    readonly ruled?: number;
    readonly unreached?: number;
    readonly undisclosed?: number;
    readonly served?: readonly string[] | null;
}

/** The newest earlier result of the series, where another one is the base: what a stale base would hide. */
declare interface NewestResult extends ComparedSide {
    /** Days by which it is newer than the base. */
    readonly days_newer: number | null;
    /** Why it must not be compared with head; empty where it may be. */
    readonly reasons: readonly Difference[];
    /** Where it is comparable, the metrics that came out otherwise there than in the base. */
    readonly gaps: readonly {
        readonly name: string;
        readonly base: number;
        readonly newest: number;
    }[];
}

declare type Outcome = 'pass' | 'fail' | 'incomplete';

/** What pairs of two arms came to, each judged in both orders; `won` and `lost` by one of them. */
declare interface PairsCompared {
    readonly arm: string;
    readonly won: number;
    readonly lost: number;
    readonly ties: number;
    /** Pairs on which the two orders disagree; `null` where the rows do not tell them from ties. */
    readonly flips: number | null;
    /** Pairs without a ruling in both orders. */
    readonly unmeasured: number;
}

/**
 * A path inside a repository, with `/` between its parts. Bytes that are not UTF-8 are kept as lone low surrogates
 * (U+DC80 to U+DCFF, as in Python's PEP 383): names that a decoder would print alike stay different.
 */
declare type Path = string;

/** Where evalguard looks. What is left out is the process's own. */
export declare interface PlaceOptions {
    readonly cwd?: string;
    readonly env?: Readonly<Record<string, string | undefined>>;
    /** The policy's path in the repository; `evalguard.yaml` unless said. */
    readonly config?: string;
    /** A file on disk as the policy, trusted as given; it goes before `config`. */
    readonly policyFile?: string;
}

/** A prompt that a candidate ran with, and the digest that the file states for it. */
declare interface Prompt {
    readonly role: string;
    readonly text: string | null;
    /** Lower-case hexadecimal. */
    readonly sha256: string;
    readonly pointer: string;
}

/** What a run was made with and on. */
declare interface Provenance {
    readonly commit: string | null;
    readonly tree: string | null;
    readonly dirty: boolean | null;
}

/** The commits that were compared, how they were chosen, and where the policy came from. */
declare interface RangeReport {
    readonly mode: 'diff' | 'staged' | 'all';
    readonly base: string | null;
    readonly head: string | null;
    readonly policy: string;
    readonly how: string;
}

/**
 * One run, or one arm of it, as a file tells it: the same view whatever the format. What the file does not say is
 * `null` or absent and never filled in; what a reader had to guess or leave out stands under `losses`.
 */
export declare interface Reading {
    readonly format: string;
    /** Version of the tool that wrote the file, where the file says it. */
    readonly tool_version?: string | null;
    /** `baseline` or `candidate` where a file holds both, another label where it holds several runs, else `null`. */
    readonly arm: string | null;
    readonly run: RunIdentity;
    readonly status: 'measured' | 'unmeasured';
    readonly reason: string | null;
    /** `scripted`: no model was called. `null`: the file does not say. */
    readonly mode: 'real' | 'scripted' | null;
    /** Which part of the suite was run, where the file says that a limit or a filter left cases out. */
    readonly part?: string | null;
    readonly metrics_version: number | string | null;
    readonly dataset: Dataset | null;
    /** Samples of each case, as planned. */
    readonly samples: number | null;
    readonly code: Provenance | null;
    /** `null`: no limits are stated at all (`method.limits` is missing). */
    readonly limits: JsonObject | null;
    /** What was evaluated: role to route (`provider:model`). */
    readonly models: ReadonlyMap<string, string>;
    /** Named configurations of which the rows are, as the file states them. */
    readonly arms: ReadonlyMap<string, JsonObject>;
    readonly judge: Judge | null;
    readonly claims: readonly Claim[];
    readonly definitions: ReadonlyMap<string, Definition>;
    /** `null`: the file keeps no rows, so its claims are only claims. */
    readonly rows: readonly Row[] | null;
    readonly stated: readonly StatedThreshold[];
    readonly splits: readonly StatedSplit[];
    readonly cases: ReadonlyMap<string, StatedCase>;
    readonly prompts: readonly Prompt[];
    readonly rubric: Rubric | null;
    readonly losses: readonly string[];
}

/** A file's runs and arms, read by the reader of that id, or by whichever knows the file. Empty where none does. */
export declare function readResult(file: {
    readonly name: string;
    readonly bytes: Uint8Array;
}): Promise<readonly Reading[]>;

/** The mapping that a file was read by where no series claims it and no reader knows it. */
declare interface RecognisedMapping {
    /** As a policy writes it under `format`. */
    readonly mapping: JsonObject;
    /** A series with it, as lines of YAML. */
    readonly series: readonly string[];
    /** What was taken for what, a sentence each. */
    readonly took: readonly string[];
    /** What a person should decide. */
    readonly unsure: readonly string[];
}

/** A record that was written, or in a dry run would be. */
export declare interface RecordedFile {
    /** From the repository's root; outside any, the path on disk. */
    readonly path: Path;
    /** The path on disk. */
    readonly file: string;
    readonly run: RunIdentity;
    readonly text: string;
    /** What the file that was recorded does not say. */
    readonly losses: readonly string[];
    /** What of the identity nobody stated. */
    readonly assumed: readonly string[];
    /** What else the user should know. */
    readonly notes: readonly string[];
    readonly findings: readonly FindingReport[];
    readonly secrets: readonly Secret[];
}

/**
 * Records a run: checks it as `evalguard check` would and writes it whole under the next free name, never over a file.
 * Throws an `EvalguardError` that says why where it is refused or cannot be written; then nothing was written.
 */
export declare function recordResult(result: NativeResult, options?: RecordResultOptions): Promise<RecordedFile>;

export declare interface RecordResultOptions extends PlaceOptions {
    readonly suite?: string;
    /** The UTC day of the run, `YYYY-MM-DD`. */
    readonly date?: string;
    readonly routing?: string;
    readonly variant?: string;
    /** The directory to record into; the policy's first ledger unless said. */
    readonly ledger?: string;
    /** Why the run could not measure: one of the reasons, with free text after a colon. */
    readonly unmeasured?: string;
    readonly allowSecrets?: boolean;
    /** Write nothing; report what would be written. */
    readonly dryRun?: boolean;
}

/** The report of `evalguard check`, which every reporter renders (`schemas/report.v1.schema.json`). */
declare interface Report_2 {
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
export { Report_2 as Report }

export declare interface ResultReport {
    readonly path: Path;
    readonly arm: string | null;
    readonly series: string | null;
    readonly format: string;
    readonly run: RunIdentity;
    readonly mode: string | null;
    readonly metrics_version: number | string | null;
    readonly status: 'measured' | 'unmeasured' | 'retracted';
    readonly reason: string | null;
    readonly models: {
        readonly [role: string]: string;
    };
    readonly judge: JsonObject | null;
    readonly metrics: readonly MetricReport[];
    /** The metrics by category and provenance, where the rows are of several. */
    readonly splits: readonly SplitReport[];
    readonly losses: readonly string[];
    /** The retraction that takes it out of every count; only where one does. */
    readonly retraction?: Path;
}

/** A record that says of another one that it is not to be counted. */
export declare interface Retraction {
    /** The path of the retraction itself. */
    readonly path: Path;
    readonly of: {
        readonly path: Path;
        /** SHA-256 of the bytes of the record that is retracted, in hexadecimal. */
        readonly sha256: string;
    };
    readonly reason: string;
    /** A UTC day. */
    readonly date: string;
    /** The record that replaces it, or `null`. */
    readonly superseded_by: Path | null;
}

/** What one sample of one case came to. */
export declare interface Row {
    readonly id: string;
    readonly arm: string | null;
    readonly sample: number;
    readonly turn: number | null;
    readonly pointer: string;
    readonly category: string | null;
    readonly provenance: string | null;
    readonly negative: boolean | null;
    readonly error: {
        readonly kind: string;
        readonly message: string | null;
    } | null;
    readonly scores: ReadonlyMap<string, number | boolean | string | null>;
    /** Reasons of the scores that are `null`. */
    readonly unmeasured: ReadonlyMap<string, string>;
    readonly judgments: readonly Judgment[];
    readonly served: ReadonlyMap<string, string | null>;
    /** What else in the row speaks against its scores; absent where nothing does. */
    readonly doubts?: readonly Doubt[];
    /** The row as it stands in the file: evidence for the measures that need more than scores. */
    readonly source: JsonObject;
}

/** The scale that a judge graded on, and the weights of the criteria on it. */
declare interface Rubric {
    readonly scale: readonly [low: number, high: number] | null;
    readonly weights: ReadonlyMap<string, number>;
}

/** Which run a result is of. `null` is what the file does not say. `date` is `YYYY-MM-DD`, UTC. */
export declare interface RunIdentity {
    readonly suite: string | null;
    readonly date: string | null;
    readonly routing: string | null;
    readonly variant: string | null;
    readonly run: number | null;
    /** An RFC 3339 instant. */
    readonly generated_at: string | null;
}

/** How far a value speaks for more than the cases that were asked. */
declare interface Sampling {
    /** Independent units that were measured: cases, not their repeats; `null` where nothing says how many. */
    readonly n: number | null;
    /** Whether they are so few that even a flawless score could be chance. */
    readonly few: boolean;
    readonly interval: SamplingInterval | null;
}

/**
 * Where the value would lie over all cases that could have been asked, as far as those that were tell: the interval, its
 * level (0.95), and how it was made: Wilson's for shares, Student's t over cases, or the standard error that a file states.
 */
declare interface SamplingInterval {
    readonly low: number;
    readonly high: number;
    readonly level: number;
    readonly method: 'wilson' | 't' | 'standard_error';
}

/** `null` is unmeasured; its reason stands beside it, under `unmeasured` or in the row's `error`. */
export declare type Score = number | boolean | string | null;

/** A text that looks like a key. The text itself is kept out of every message. */
declare interface Secret {
    /** JSON Pointer of the value, or of the object that has a member of such a name; `null` in a file that is no JSON. */
    readonly pointer: string | null;
    readonly kind: string;
    /** Where it stands in a file that is no JSON; both count from 1. */
    readonly line?: number;
    readonly column?: number;
}

/** `error` fails the check, `warning` asks for attention, `note` informs. */
declare type Severity = 'error' | 'warning' | 'note';

/** What `evalguard show` shows of a file. */
export declare interface Shown {
    readonly results: readonly ShownResult[];
    readonly retraction: Retraction | null;
    /** `null` where a series or a reader says how the file is read. */
    readonly recognised: RecognisedMapping | null;
}

/** One run, or one arm of it, as `evalguard show` shows it. */
export declare interface ShownResult {
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

/** What `evalguard show` tells of a file or of `REV:PATH`. */
export declare function showResult(result: string, options?: PlaceOptions): Promise<Shown>;

/** A metric over a part of the cases: shown in addition to the whole, never mixed into it, and not tested. */
declare interface SplitComparison extends Pick<MetricComparison, 'name' | 'base' | 'head' | 'difference'> {
    readonly by: 'category' | 'provenance';
    readonly group: string;
}

/** A metric over a part of the rows. */
declare interface SplitReport {
    readonly by: 'category' | 'provenance';
    readonly group: string;
    readonly metric: string;
    readonly value: number | null;
    readonly measured: number;
    readonly expected: number;
}

/** What a file plans and says of one case as a whole. */
declare interface StatedCase {
    /** Samples, as planned for this case; `null`: as for the run. */
    readonly samples: number | null;
    readonly threshold: Bounds | null;
    /** Whether the case is right when its threshold is missed. */
    readonly should_fail: boolean;
    readonly stopped_early: boolean;
    /** `undefined`: not stated; `null`: stated as unmeasured. */
    readonly passed: boolean | null | undefined;
    readonly pointer: string;
}

/** One number of a part of the rows, as a file states it: `recall@5` over the hand-written cases. */
declare interface StatedSplit {
    readonly by: 'category' | 'provenance' | 'negative' | 'arm';
    readonly group: string;
    readonly metric: string;
    readonly value: number | null;
    readonly pointer: string;
}

/** A threshold as the harness stated it, with the verdict that it drew, if it did. */
export declare interface StatedThreshold extends Bounds {
    readonly metric: string;
    readonly verdict: 'met' | 'missed' | 'unmeasured' | null;
    readonly pointer: string;
}

/** A threshold compared with one arm of one result. */
export declare interface ThresholdReport extends Bounds, Sampling {
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

/** A metric over time: labels are dates with run numbers, values `null` where unmeasured. */
declare interface Trend {
    readonly metric: string;
    readonly points: readonly {
        readonly label: string;
        readonly value: number | null;
    }[];
}

export { }
