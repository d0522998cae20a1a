import type { Repository } from '../../adapters/git/repository.js';
import type { Progress } from '../../core/budget.js';
import type { Report } from '../../core/report.js';
import { type Place } from './open.js';
import { type ContextOptions } from './read/context.js';
/** What `check` needs to know: nothing is taken from the process itself. */
export interface CheckOptions extends Place, ContextOptions {
    readonly progress?: Progress;
    /** The repository, where it is being opened already (see `openFor`). */
    readonly opening?: Promise<Repository>;
    /** Whether to compare each added result with its predecessor: for a page that a person reads. */
    readonly comparisons?: boolean;
    /** Whether to say what of the work tree was not looked at: for a person at a terminal. */
    readonly workTree?: boolean;
}
/** The report, and what else the user should know: notes that follow from the work tree, not from the commits. */
export interface Checked {
    readonly report: Report;
    readonly notes: readonly string[];
}
/**
 * The guard. Compares two revisions (or the index, or looks at every record), judges what the range adds, and says so
 * in a report. Where it cannot look, the report is `incomplete`; usage and policy errors are thrown.
 */
export declare function check(options: CheckOptions): Promise<Checked>;
