import type { Repository } from '../../../adapters/git/repository.js';
import { CommitSnapshot, type Snapshot } from '../../../adapters/git/snapshot.js';
import type { RawChange, Root } from '../../../adapters/git/trees.js';
import type { Entry } from '../../../core/ledger.js';
import type { Path } from '../../../core/path.js';
import type { RangeCommit } from './commits.js';
import type { Range } from './range.js';
/** What differs between trees; `null` where a side is no tree. Asked early, so that git works meanwhile. */
export type TreeDifferences = Promise<readonly (readonly RawChange[])[]> | null;
/** Asks what differs between each snapshot that must be kept and head, then between the commits and their parents. */
export declare function treeDifferences(repository: Repository, { frozen, head }: Range, commits?: readonly RangeCommit[]): TreeDifferences;
/** The root of a snapshot. */
export declare function rootOf({ tree, id }: CommitSnapshot): Root;
/** What head holds at a path because the tip of the base branch does is no change of this range. */
export declare function equalsTip(range: Pick<Range, 'tips'>, source: Snapshot, { path, before, after }: RawChange): Promise<boolean>;
/** What a commit itself does at a path: what each of its parents held there, and what it holds. */
export interface CommonChange {
    readonly path: Path;
    /** One for each parent: `null` where that parent held nothing. */
    readonly before: readonly (Entry | null)[];
    readonly after: Entry | null;
}
/**
 * The changes that a commit makes against all of its parents, sorted as git sorts. What a merge takes over from one of
 * its parents is not its own doing: held against the other parent alone, every merge would be accused of it.
 */
export declare function commonChanges(perParent: readonly (readonly RawChange[])[]): readonly CommonChange[];
