import type { Definition } from './reading.js';
/** The values of `schema` by which evalguard's own records are known. */
export declare const RESULT_SCHEMA = "evalguard.result/v1";
export declare const RETRACTION_SCHEMA = "evalguard.retraction/v1";
/** The schemas that a record of the ledger may name. */
export declare const RECORD_SCHEMAS: readonly string[];
/** The file name pattern of native results where no series has another. */
export declare const RESULT_NAME = "{suite}-{date}-{routing}[-{variant}]-run{run}.json";
/** `null` is unmeasured; its reason stands beside it, under `unmeasured` or in the row's `error`. */
export type Score = number | boolean | string | null;
/** One case under one arm, one sample, one turn. */
export interface NativeRow {
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
/** One ruling of the judge: on a claim, a criterion or a game. */
export interface NativeJudgment {
    readonly score: string;
    readonly value: Score;
    readonly item?: string;
    readonly order?: readonly [string, string];
    /** From the provider's response, never copied from the judge's route; `null` where it did not say. */
    readonly judged_by?: string | null;
    readonly reason?: string | null;
}
export interface NativeCall {
    readonly name: string;
    readonly arguments?: {
        readonly [name: string]: unknown;
    };
    readonly optional?: boolean;
    readonly skipped?: boolean;
}
export interface NativeBounds {
    readonly min?: number;
    readonly max?: number;
    readonly verdict?: 'met' | 'missed' | 'unmeasured';
}
export interface NativeTally {
    readonly ruled?: number;
    readonly unreached?: number;
    readonly undisclosed?: number;
    readonly served?: readonly string[] | null;
}
/** The metrics and rows of one arm of a run. */
export interface NativeBlock {
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
/** A native result as TypeScript writes it (`schemas/result.v1.schema.json`). Identity may be left to `recordResult`. */
export interface NativeResult extends NativeBlock {
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
