import type { Commit, Repository } from '../../adapters/git/repository.ts';
import type { Snapshot } from '../../adapters/git/snapshot.ts';
import { incomplete } from '../../core/error.ts';

/** A commit, and the full name that it was found under. */
export interface Named {
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

/** The branch that others are held against. Throws `incomplete` where there is none. */
export async function defaultBranch(repository: Repository): Promise<Named> {
  const [branch] = await firstOf(repository, DEFAULT_BRANCHES);
  if (branch !== undefined) return branch;
  throw incomplete(
    `There is no default branch to compare with (looked for ${DEFAULT_BRANCHES.join(', ')}).`,
    'Give one with --base, use --staged for what is about to be committed, or --all for every record.',
  );
}

/** The first of the names that a commit stands under, alone; none where there is none. */
export async function firstOf(repository: Repository, names: readonly string[]): Promise<readonly Named[]> {
  for (const name of names) {
    const commit = await repository.commit(name);
    if (typeof commit !== 'string') return [{ commit, name }];
  }
  return [];
}

/** A commit that must be in the clone. Throws `incomplete` where it is not. */
export async function present(repository: Repository, oid: string): Promise<Commit> {
  const commit = await repository.commit(oid);
  if (typeof commit !== 'string') return commit;
  throw incomplete(`The commit ${oid} is not in this clone.`, 'Fetch the whole history and check again.');
}

/** The tips of published branches that share no history with the given commits, but for those that are known. */
export async function unrelatedSnapshots(
  repository: Repository,
  oids: readonly string[],
  known: readonly Commit[],
): Promise<readonly Snapshot[]> {
  const tips = await repository.unrelatedTips(oids);
  const others = tips.filter((tip) => known.every(({ oid }) => oid !== tip));
  return Promise.all(others.map(async (oid) => repository.snapshot(await present(repository, oid))));
}
