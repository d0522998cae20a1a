import type { Repository } from '../../../adapters/git/repository.js';
import type { Policy } from '../../../policy/policy.js';
import type { LedgerScope } from '../../../policy/series.js';
import { type RangeCommit } from './commits.js';
import { type JudgingPolicy, type PolicyPlace } from './policy.js';
import { type Range, type RangeOptions } from './range.js';
import { type TreeDifferences } from './tree-differences.js';
/** What every act of reading starts from: the repository, what is compared in it, and the policy that judges. */
export interface CheckContext {
    readonly repository: Repository;
    readonly range: Range;
    /** The commits between base and head, where each is looked at. */
    readonly commits: readonly RangeCommit[];
    readonly differences: TreeDifferences;
    readonly judging: JudgingPolicy;
    readonly policy: Policy;
    readonly scope: LedgerScope;
}
/** What is to be checked, as the user asked for it. */
export interface ContextOptions {
    readonly range: RangeOptions;
    readonly policy: PolicyPlace;
    /** The machine's clock: a head that is dated a day or more after it is refused, and nothing else hangs on it. */
    readonly now?: Date;
    /** Whether to look at each commit between base and head too, not only at what they come to. */
    readonly eachCommit?: boolean;
}
/** Resolves what is compared and reads the policy that judges it. */
export declare function readContext(repository: Repository, options: ContextOptions): Promise<CheckContext>;
