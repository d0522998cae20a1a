import type { JsonObject, JsonValue } from '../document/document.js';
import type { Bounds } from './verdict.js';
/** Which run a result is of. `null` is what the file does not say. `date` is `YYYY-MM-DD`, UTC. */
export interface RunIdentity {
    readonly suite: string | null;
    readonly date: string | null;
    readonly routing: string | null;
    readonly variant: string | null;
    readonly run: number | null;
    /** An RFC 3339 instant. */
    readonly generated_at: string | null;
}
/** What graded a run. Counts are of judgments; `null` is what the file does not say. */
export interface Judge {
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
/** A named value as a file states it: a finite number, or `null` with the reason why it was not measured. */
export interface Claim {
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
/** How a metric follows from rows: RESULT.md's `metrics.*`. */
export interface Definition {
    readonly aggregate: string;
    readonly [option: string]: JsonValue;
}
/** What one sample of one case came to. */
export interface Row {
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
/** A field of a row that contradicts a score of it. The score stands, and no enforced threshold is met by it. */
export interface Doubt {
    readonly score: string;
    /** `error`: the reason of the score is the text of an error; `field`: another field says the opposite. */
    readonly by: 'error' | 'field';
    /** What speaks against it, as the end of a sentence. */
    readonly because: string;
}
/** Whether another field of a row contradicts a score of it. */
export declare function isDoubted({ doubts }: Pick<Row, 'doubts'>, score: string | null): boolean;
/** One ruling of the judge: on a claim, a criterion or a game. */
export interface Judgment {
    readonly score: string;
    readonly item: string | null;
    readonly value: number | boolean | string | null;
    readonly judged_by: string | null;
    readonly order: readonly string[] | null;
}
/** A threshold as the harness stated it, with the verdict that it drew, if it did. */
export interface StatedThreshold extends Bounds {
    readonly metric: string;
    readonly verdict: 'met' | 'missed' | 'unmeasured' | null;
    readonly pointer: string;
}
/** One number of a part of the rows, as a file states it: `recall@5` over the hand-written cases. */
export interface StatedSplit {
    readonly by: 'category' | 'provenance' | 'negative' | 'arm';
    readonly group: string;
    readonly metric: string;
    readonly value: number | null;
    readonly pointer: string;
}
/** What a file plans and says of one case as a whole. */
export interface StatedCase {
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
/** A prompt that a candidate ran with, and the digest that the file states for it. */
export interface Prompt {
    readonly role: string;
    readonly text: string | null;
    /** Lower-case hexadecimal. */
    readonly sha256: string;
    readonly pointer: string;
}
/** The scale that a judge graded on, and the weights of the criteria on it. */
export interface Rubric {
    readonly scale: readonly [low: number, high: number] | null;
    readonly weights: ReadonlyMap<string, number>;
}
/** What a run was made with and on. */
export interface Provenance {
    readonly commit: string | null;
    readonly tree: string | null;
    readonly dirty: boolean | null;
}
export interface Dataset {
    readonly name: string | null;
    readonly version: string | null;
    readonly fingerprint: string | null;
    readonly cases: number | null;
}
/**
 * One run, or one arm of it, as a file tells it: the same view whatever the format. What the file does not say is
 * `null` or absent and never filled in; what a reader had to guess or leave out stands under `losses`.
 */
export interface Reading {
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
/** A judge of whom a file says nothing: readers spread it and set what they found. */
export declare const EMPTY_JUDGE: Judge;
/** A dataset of which a file says nothing. */
export declare const EMPTY_DATASET: Dataset;
/** A reading in which a file says nothing: readers spread it and set what they found. */
export declare const EMPTY_READING: Reading;
