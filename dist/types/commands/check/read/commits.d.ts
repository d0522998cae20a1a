import type { Commit, Repository } from '../../../adapters/git/repository.js';
import { type Snapshot } from '../../../adapters/git/snapshot.js';
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
/** A commit, and the full name that it was found under. */
export interface Named {
    readonly commit: Commit;
    readonly name: string;
}
/** Where a repository keeps its default branch, best first. Remote-tracking branches show what was published. */
export declare const DEFAULT_BRANCHES: string[];
/** The branch that others are held against. Throws `incomplete` where there is none. */
export declare function defaultBranch(repository: Repository): Promise<Named>;
/** The first of the names that a commit stands under, alone; none where there is none. */
export declare function firstOf(repository: Repository, names: readonly string[]): Promise<readonly Named[]>;
/** A commit that must be in the clone. Throws `incomplete` where it is not. */
export declare function present(repository: Repository, oid: string): Promise<Commit>;
/** The tips of published branches that share no history with the given commits, but for those that are known. */
export declare function unrelatedSnapshots(repository: Repository, oids: readonly string[], known: readonly Commit[]): Promise<readonly Snapshot[]>;
