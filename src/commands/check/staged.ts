import type { Commit, Repository } from '../../adapters/git/repository.ts';
import { ListedSnapshot } from '../../adapters/git/snapshot.ts';
import { incomplete } from '../../core/error.ts';
import { DEFAULT_BRANCHES, firstOf, present } from './branches.ts';
import type { Range } from './range.ts';

/** Published records against the index: what any remote-tracking branch shares with HEAD, or HEAD where there is none. */
export async function stagedRange(repository: Repository, mustDiffer: boolean): Promise<Range> {
  const head = await repository.commit('HEAD');
  if (typeof head === 'string') return firstCommitRange(repository);
  if (mustDiffer && !(await repository.isStaged(head))) {
    throw incomplete(
      'Nothing is staged in this CI job, so --staged would pass without having looked at a commit: nothing was checked.',
      'Compare commits instead: `evalguard check --base origin/main`, or `pre-commit run --from-ref origin/main --to-ref HEAD`.',
    );
  }
  const merging = await repository.commit('MERGE_HEAD');
  const parents = typeof merging === 'string' ? [head] : [head, merging];
  const published = await repository.publishedBelow(parents.map(({ oid }) => oid));
  return published === null
    ? unpublishedRange(repository, head, parents.slice(1))
    : publishedRange(repository, head, published);
}

async function unpublishedRange(
  repository: Repository,
  head: Commit,
  merged: readonly Commit[],
): Promise<Range> {
  const snapshot = repository.snapshot(head);
  return {
    mode: 'staged',
    frozen: [snapshot],
    // Without remotes the other side of a running merge is as published as HEAD: what it changed is not this commit's.
    tips: merged.map((commit) => repository.snapshot(commit)),
    head: await repository.index(),
    parent: snapshot,
    policyAt: snapshot,
    base: head.oid,
    committed: null,
    how: 'the index against HEAD (no remote-tracking branch)',
  };
}

async function publishedRange(
  repository: Repository,
  head: Commit,
  published: readonly string[],
): Promise<Range> {
  if (published.length === 0) {
    throw incomplete(
      'HEAD shares no history with any remote-tracking branch, so it is not known which records are published.',
      'Commit on a branch that grew from the default branch; the check in CI judges the branch as a whole.',
    );
  }
  const branch = await repository.currentBranch();
  const own = branch === null ? [] : await firstOf(repository, [`refs/remotes/origin/${branch}`]);
  const main = await firstOf(
    repository,
    DEFAULT_BRANCHES.filter((name) => name.startsWith('refs/remotes/')),
  );
  const tips = [...main, ...own.filter(({ commit }) => commit.oid !== main[0]?.commit.oid)];
  return {
    mode: 'staged',
    frozen: await Promise.all(
      published.map(async (oid) => repository.snapshot(await present(repository, oid))),
    ),
    tips: tips.map(({ commit }) => repository.snapshot(commit)),
    head: await repository.index(),
    parent: repository.snapshot(head),
    policyAt: repository.snapshot(main[0]?.commit ?? head),
    base: published[0] ?? null,
    committed: null,
    how: ['the index against what is published', ...tips.map(({ name }) => name)].join(', '),
  };
}

async function firstCommitRange(repository: Repository): Promise<Range> {
  if (await repository.hasCommits()) {
    throw incomplete(
      'HEAD names a branch without commits although the repository has some, so it is not known what was published.',
      'Commit on a branch that grew from the default branch; the check in CI judges the branch as a whole.',
    );
  }
  return {
    mode: 'staged',
    frozen: [],
    tips: [],
    head: await repository.index(),
    policyAt: new ListedSnapshot('empty', new Map()),
    base: null,
    committed: null,
    how: 'the index of a repository without commits',
  };
}
