import { EvalguardError } from './error.js';
import type { Path } from './path.js';
/**
 * The units that the work of a check is counted in. Counts are the same on every machine, so that the same commits end
 * in the same answer however slow the machine is.
 *
 * - `bytes`: bytes read from blobs
 * - `nodes`: cells of tables and workbooks and lines of JSON Lines, counted before they are decoded
 * - `rows`: rows, and rulings within rows, of results
 * - `steps`: rows times metrics, and whatever else grows with a product of two counts; a step takes some microseconds
 */
export type CostUnit = 'bytes' | 'nodes' | 'rows' | 'steps';
/** A file, or the check as a whole, would cost more than it may: evalguard did not look, and says at which file. */
export declare class BudgetError extends EvalguardError {
    /** Whether nothing more may be looked at; else only this file was not. */
    readonly over: 'file' | 'check';
    constructor(message: string, remedy: string, 
    /** Whether nothing more may be looked at; else only this file was not. */
    over: 'file' | 'check', path: Path | null);
}
/**
 * The one budget of a check. Everything that can be made costly by a file draws from it, before the cost arises. The
 * clock is a last resort: it is looked at whenever something is spent.
 */
export declare class Budget {
    #private;
    constructor(expired?: () => boolean);
    /** Begins to count for another file. */
    open(path: Path): void;
    /**
     * Runs work that draws from this budget wherever it calls `spend`. The work is synchronous, so that no other check can
     * come between: readers and measures stay functions of their input, which may end early.
     */
    drawnBy<T>(work: () => T): T;
    /** Spends some units on the file that is open. Throws a `BudgetError` before a limit is passed. */
    spend(unit: CostUnit, amount: number): void;
}
/** Spends from the budget that the running work draws from; nothing where there is none, as in the library. */
export declare function spend(unit: CostUnit, amount: number): void;
/** A function that long work calls now and then: steps done, steps in all, and what they are (`records`). */
export type Progress = (done: number, total: number, what: string) => void;
