import type { Repository } from '../../adapters/git/repository.js';
import type { Progress } from '../../core/budget.js';
import { EvalguardError } from '../../core/error.js';
import { type Incomplete, type Report } from '../../core/report.js';
import { type Place } from './open.js';
import { type PolicyPlace } from './read/policy.js';
import { type RangeOptions } from './read/range.js';
/** What `check` needs to know: nothing is taken from the process itself. */
export interface CheckOptions extends Place {
    readonly policy: PolicyPlace;
    /** The machine's clock: a head that is dated a day or more after it is refused, and nothing else hangs on it. */
    readonly now?: Date;
    /** Whether to look at each commit between base and head too, not only at what they come to. */
    readonly eachCommit?: boolean;
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
/** The report of a check that could not be made. */
export declare function couldNotLook({ mode }: Pick<RangeOptions, 'mode'>, { message, remedy, path }: EvalguardError, noted?: readonly Incomplete[]): Report;
