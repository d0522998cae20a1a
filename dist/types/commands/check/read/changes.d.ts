import type { Repository } from '../../../adapters/git/repository.js';
import { CommitSnapshot, type Snapshot } from '../../../adapters/git/snapshot.js';
import type { RawChange, Root } from '../../../adapters/git/trees.js';
import { type Change, type Entry } from '../../../core/ledger.js';
import { type Path } from '../../../core/path.js';
import { type LedgerScope } from '../../../policy/series.js';
import type { RangeCommit } from './commits.js';
import type { Range } from './range.js';
/** What a range does to the ledger. */
export interface LedgerChanges {
    readonly changes: readonly SourcedChange[];
    /** Whatever is added to the ledger, exempt or not, or where some file systems would take it for a part of the ledger. */
    readonly arrivals: readonly Path[];
    /** Files of the ledger that stood already, are exempt by the policy, and differ. */
    readonly exempted: readonly Path[];
}
/** What two trees hold, as far as they differ and the ledger is concerned. */
export interface Side {
    readonly base: Map<Path, Entry>;
    readonly head: Map<Path, Entry>;
}
/** What the range adds to, changes in and takes from the ledger, against every snapshot that must be kept. */
export declare function ledgerChanges({ unread }: Repository, range: Range, scope: LedgerScope, differences: TreeDifferences): Promise<LedgerChanges>;
/** Whether the policy alone lets a file of the ledger change: git's own files and READMEs are no records by their names. */
export declare function isExempted({ path, before }: RawChange, { directories, exempt }: LedgerScope): boolean;
/** Puts one raw difference where the comparison needs it: records on both sides, and any new home of a moved one. */
export declare function place({ path, before, after }: RawChange, scope: LedgerScope, side: Side): void;
/** What head holds at a path because the tip of the base branch does is no change of this range. */
export declare function equalsTip(range: Pick<Range, 'tips'>, source: Snapshot, { path, before, after }: RawChange): Promise<boolean>;
/** What differs between trees; `null` where a side is no tree. Asked early, so that git works meanwhile. */
export type TreeDifferences = Promise<readonly (readonly RawChange[])[]> | null;
/** Asks what differs between each snapshot that must be kept and head, then between the commits and their parents. */
export declare function treeDifferences(repository: Repository, { frozen, head }: Range, commits?: readonly RangeCommit[]): TreeDifferences;
/** The root of a snapshot. */
export declare function rootOf({ tree, id }: CommitSnapshot): Root;
/** A change, and the snapshot that holds what stood there before. */
export interface SourcedChange {
    readonly change: Change;
    readonly source: Snapshot;
}
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
