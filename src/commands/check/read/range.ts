import type { RevisionName } from '../../../adapters/git/revision.ts';
import { CommitSnapshot, type Snapshot } from '../../../adapters/git/snapshot.ts';

/** What a check compares. */
export interface Range {
  readonly mode: 'diff' | 'staged' | 'all';
  /** What must be kept: every best merge base, or what was published. Empty where everything is looked at. */
  readonly frozen: readonly Snapshot[];
  /** The tips that head will land on: what they hold must not be overwritten, and what equals them is no change. */
  readonly tips: readonly Snapshot[];
  /** Further tips whose records must not be overwritten: those of branches that share no history with head. */
  readonly unrelated?: readonly Snapshot[];
  readonly head: Snapshot;
  /** The commit that the index grows from, where the index is judged. */
  readonly parent?: Snapshot;
  /** Where the policy is read from: the tip of the base branch. */
  readonly policyAt: Snapshot | null;
  /** What head's policy is compared with, where that is not `frozen`. */
  readonly forks?: readonly Snapshot[];
  readonly base: string | null;
  /** When head was committed (seconds since 1970); `null` for the index. */
  readonly committed: number | null;
  /**
   * The later of the base tip's date and head's (seconds since 1970): what is dated later than the day after it is not
   * the newest of its series.
   */
  readonly until: number | null;
  /** How base and head were chosen, in words. */
  readonly how: string;
}

/** What the user asked to be compared. */
export type RangeOptions =
  | {
      readonly mode: 'diff';
      readonly base: RevisionName | null;
      readonly head: RevisionName | null;
      /** What must be kept: what base itself holds, as before a push, or what it shares with head (the default). */
      readonly keep?: 'base' | 'merge-base';
      /** Whether an event vouches for head, so that one without commits of its own has changed nothing. */
      readonly vouched?: boolean;
      /** The branch that head was pushed to: where the policy protects it, what it held before must be kept. */
      readonly pushed?: { readonly branch: string; readonly before: RevisionName };
    }
  | { readonly mode: 'staged'; readonly mustDiffer: boolean }
  | { readonly mode: 'all'; readonly base: RevisionName | null; readonly head: RevisionName | null };

/** The trees that a range looks into. */
export function treesOf({ head, frozen, tips, unrelated = [], policyAt }: Range): readonly string[] {
  return [head, ...frozen, ...tips, ...unrelated, ...(policyAt === null ? [] : [policyAt])].flatMap(
    (snapshot) => (snapshot instanceof CommitSnapshot ? [snapshot.tree] : []),
  );
}
