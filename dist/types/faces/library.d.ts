import { type Checked } from '../commands/check/check.js';
import type { NativeResult } from '../core/native.js';
import type { Reading } from '../core/reading.js';
import type { RecordedFile } from '../core/record/recorded.js';
import type { Shown } from '../core/shown.js';
/** Where evalguard looks. What is left out is the process's own. */
export interface PlaceOptions {
    readonly cwd?: string;
    readonly env?: Readonly<Record<string, string | undefined>>;
    /** The policy's path in the repository; `evalguard.yaml` unless said. */
    readonly config?: string;
    /** A file on disk as the policy, trusted as given; it goes before `config`. */
    readonly policyFile?: string;
}
export interface RecordResultOptions extends PlaceOptions {
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
    /** Write nothing, and tell what would be written. */
    readonly dryRun?: boolean;
}
/**
 * Records a run: checks it as `evalguard check` would and writes it whole under the next free name, never over a file.
 * Throws an `EvalguardError` that says why where it is refused or cannot be written; then nothing was written.
 */
export declare function recordResult(result: NativeResult, options?: RecordResultOptions): Promise<RecordedFile>;
/** A file's runs and arms, read by the reader of that id, or by whichever knows the file. Empty where none does. */
export declare function readResult(file: {
    readonly name: string;
    readonly bytes: Uint8Array;
}): Promise<readonly Reading[]>;
/** What `evalguard show` tells of a file or of `REV:PATH`. */
export declare function showResult(result: string, options?: PlaceOptions): Promise<Shown>;
export interface CheckLedgerOptions extends PlaceOptions {
    /** Compare with this revision; the default branch unless said. */
    readonly base?: string;
    /** Judge this revision; `HEAD` unless said. */
    readonly head?: string;
    /** Judge what is about to be committed, or every record, instead of what a range adds. */
    readonly scope?: 'range' | 'staged' | 'all';
}
/** What `evalguard check` says. Throws where the call or the policy cannot be used; a check that fails is a report. */
export declare function checkLedger(options?: CheckLedgerOptions): Promise<Checked>;
