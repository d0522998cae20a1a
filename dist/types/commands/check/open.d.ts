import { Repository } from '../../adapters/git/repository.js';
import type { Budget } from '../../core/budget.js';
import type { RangeOptions } from './read/range.js';
/** Where a check looks, and for what. */
export interface Place {
    readonly cwd: string;
    readonly env: NodeJS.ProcessEnv;
    /** A repository that is named rather than discovered. */
    readonly gitDirectory?: string;
    /** What git needs to fetch objects that the repository was promised. */
    readonly fetchEnv?: NodeJS.ProcessEnv;
    readonly range: RangeOptions;
    /** What the check may cost; the usual budget unless said. */
    readonly budget?: Budget;
}
/**
 * Opens the repository of a check. A face calls this before it loads the check itself: git starts while Node reads the
 * rest of the program.
 */
export declare function openFor({ cwd, env, gitDirectory, fetchEnv, range, budget }: Place): Promise<Repository>;
