import { commitsBetween, unrelatedTips } from '../../../adapters/git/ancestry.ts';
import type { Commit, Repository } from '../../../adapters/git/repository.ts';
import type { RevisionName } from '../../../adapters/git/revision.ts';
import { CommitSnapshot, NO_COMMIT, type Snapshot } from '../../../adapters/git/snapshot.ts';
import { incomplete } from '../../../core/error.ts';

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

/** A commit, and the full name that it was found under. */
interface NamedCommit {
  readonly commit: Commit;
  readonly name: string;
}

/** Where a repository keeps its default branch, best first. Remote-tracking branches show what was published. */
export const DEFAULT_BRANCHES = [
  'refs/remotes/origin/HEAD',
  'refs/remotes/origin/main',
  'refs/remotes/origin/master',
  'refs/heads/main',
  'refs/heads/master',
];

/** The branch that others are compared with. Throws `incomplete` where there is none. */
export async function defaultBranch(repository: Repository): Promise<NamedCommit> {
  const [branch] = await firstOf(repository, DEFAULT_BRANCHES);
  if (branch !== undefined) return branch;
  throw incomplete(
    `There is no default branch to compare with (looked for ${DEFAULT_BRANCHES.join(', ')}).`,
    'Give one with --base, use --staged for what is about to be committed, or --all for every record.',
  );
}

/** The first of the names that a commit stands under, alone; none where there is none. */
export async function firstOf(
  repository: Repository,
  names: readonly string[],
): Promise<readonly NamedCommit[]> {
  for (const name of names) {
    const commit = await repository.commit(name);
    if (typeof commit !== 'string') return [{ commit, name }];
  }
  return [];
}

/** A commit that must be in the clone. Throws `incomplete` where it is not. */
export async function requiredCommit(
  repository: Repository,
  oid: string,
  missing = { message: 'is not in this clone.', remedy: 'Fetch the whole history and check again.' },
): Promise<Commit> {
  const commit = await repository.commit(oid);
  if (typeof commit !== 'string') return commit;
  throw incomplete(`The commit ${oid} ${missing.message}`, missing.remedy);
}

/** The tips of published branches that share no history with the given commits, but for those that are known. */
export async function unrelatedSnapshots(
  repository: Repository,
  oids: readonly string[],
  known: readonly Commit[],
): Promise<readonly Snapshot[]> {
  const tips = await unrelatedTips(repository, oids);
  const others = tips.filter((tip) => known.every(({ oid }) => oid !== tip));
  return Promise.all(others.map(async (oid) => repository.snapshot(await requiredCommit(repository, oid))));
}

/** A commit of a range, and its parents. */
export interface RangeCommit {
  readonly commit: Commit;
  readonly parents: readonly Commit[];
}

/** A branch longer than this is listed by git: one process is then cheaper than reading commit by commit. */
const LONGEST_CHAIN = 200;

/** The trees that are compared where each commit is looked at. */
export function treesOfCommits(commits: readonly RangeCommit[]): readonly string[] {
  return commits.flatMap(({ commit, parents }) => [commit, ...parents].map(({ tree }) => tree));
}

/**
 * The commits between base and head, parents before their children. A single commit on top of base gives none: the
 * difference of the range is the whole of what it does. One that cannot be read is noted, and the others are looked at.
 */
export async function commitsOf(repository: Repository, range: Range): Promise<readonly RangeCommit[]> {
  if (range.mode !== 'diff' || !(range.head instanceof CommitSnapshot)) return [];
  const known = new Map<string, Commit>();
  const read = async (oid: string): Promise<Commit | null> => {
    const commit =
      known.get(oid) ??
      (await repository.unread.attempt(() => requiredCommit(repository, oid, BETWEEN), null));
    if (commit !== null) known.set(oid, commit);
    return commit;
  };
  const base = new Set(range.frozen.map(({ id }) => id).filter((id) => id !== NO_COMMIT));
  const chain: Commit[] = [];
  let whole = true;
  // A branch without merges is walked commit by commit: no process is needed to list it.
  for (let at: string | undefined = range.head.id; at !== undefined && !base.has(at); ) {
    if (chain.length === LONGEST_CHAIN) break;
    const commit = await read(at);
    whole = commit !== null;
    if (commit === null) break;
    chain.unshift(commit);
    at = commit.parents.length === 1 ? commit.parents[0] : undefined;
  }
  const linear = base.has(chain[0]?.parents[0] ?? '') && chain.every(({ parents }) => parents.length === 1);
  if (linear && chain.length === 1 && base.size === 1) return [];
  const others = [...new Set([...base, ...range.tips.map(({ id }) => id)])];
  const commits =
    linear || !whole ? chain : await inOrder(await commitsBetween(repository, others, range.head.id), read);
  return inOrder(commits, async (commit) => {
    const parents = await inOrder(commit.parents, read);
    // Compared with some of its parents alone, a merge would be accused of what the others brought.
    return parents.length === commit.parents.length ? { commit, parents } : null;
  });
}

async function inOrder<From, To>(
  from: readonly From[],
  read: (one: From) => Promise<To | null>,
): Promise<To[]> {
  const all: To[] = [];
  for (const one of from) {
    const found = await read(one);
    if (found !== null) all.push(found);
  }
  return all;
}

const BETWEEN = {
  message: 'lies between base and head and is not in this clone, so not every commit could be looked at.',
  remedy: 'Fetch the whole history: `fetch-depth: 0` for actions/checkout, or `git fetch --unshallow`.',
};
