import type { Commit, Repository } from '../../adapters/git/repository.js';
import type { Range } from './range.js';
/** A commit of a range, and its parents. */
export interface RangeCommit {
    readonly commit: Commit;
    readonly parents: readonly Commit[];
}
/** The trees that are compared where each commit is looked at. */
export declare function treesOfCommits(commits: readonly RangeCommit[]): readonly string[];
/**
 * The commits between base and head, parents before their children. A single commit on top of base gives none: the
 * difference of the range is the whole of what it does. One that cannot be read is noted, and the others are looked at.
 */
export declare function commitsOf(repository: Repository, range: Range): Promise<readonly RangeCommit[]>;
