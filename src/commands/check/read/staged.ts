import { hasCommits, mergeBases, publishedBelow } from '../../../adapters/git/ancestry.ts';
import type { Commit, Repository } from '../../../adapters/git/repository.ts';
import { entryAt } from '../../../adapters/git/snapshot.ts';
import { incomplete } from '../../../core/error.ts';
import { POLICY_FILE } from '../../../policy/policy.ts';
import { DEFAULT_BRANCHES, firstOf, type Range, requiredCommit, unrelatedSnapshots } from './range.ts';

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
  const parents: [Commit, ...Commit[]] = typeof merging === 'string' ? [head] : [head, merging];
  const published = await publishedBelow(
    repository,
    parents.map(({ oid }) => oid),
  );
  return published === null
    ? unpublishedRange(repository, head, parents.slice(1))
    : publishedRange(repository, parents, published);
}

async function unpublishedRange(
  repository: Repository,
  head: Commit,
  merged: readonly Commit[],
): Promise<Range> {
  const snapshot = repository.snapshot(head);
  const main = await unrelatedMain(repository, head);
  return {
    mode: 'staged',
    frozen: [snapshot],
    // Without remotes the other side of a running merge is as published as HEAD: what it changed is not this commit's.
    tips: [...main, ...merged].map((commit) => repository.snapshot(commit)),
    head: await repository.index(),
    parent: snapshot,
    policyAt: repository.snapshot(main[0] ?? head),
    base: head.oid,
    committed: null,
    until: Math.max(head.committed, ...main.map(({ committed }) => committed)),
    how:
      main.length === 0
        ? 'the index against HEAD (no remote-tracking branch)'
        : 'the index of a branch without common history, against HEAD and the default branch',
  };
}

/**
 * The local default branch where it shares no history with HEAD: its policy counts, and its records are kept. It costs a
 * process to know, so it is asked only where HEAD has no policy of its own.
 */
async function unrelatedMain(repository: Repository, head: Commit): Promise<readonly Commit[]> {
  if ((await entryAt(repository.snapshot(head), POLICY_FILE)) !== null) return [];
  const [main] = await firstOf(repository, DEFAULT_BRANCHES);
  if (main === undefined || main.commit.oid === head.oid || repository.shallow) return [];
  const shared = await mergeBases(repository, main.commit.oid, head.oid);
  return shared.length > 0 ? [] : [main.commit];
}

async function publishedRange(
  repository: Repository,
  parents: readonly [Commit, ...Commit[]],
  published: readonly string[],
): Promise<Range> {
  if (published.length === 0) return unrelatedRange(repository, parents);
  const [head] = parents;
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
      published.map(async (oid) => repository.snapshot(await requiredCommit(repository, oid))),
    ),
    tips: tips.map(({ commit }) => repository.snapshot(commit)),
    head: await repository.index(),
    parent: repository.snapshot(head),
    policyAt: repository.snapshot(main[0]?.commit ?? head),
    base: published[0] ?? null,
    committed: null,
    until: Math.max(head.committed, ...tips.map(({ commit }) => commit.committed)),
    how: ['the index against what is published', ...tips.map(({ name }) => name)].join(', '),
  };
}

async function firstCommitRange(repository: Repository): Promise<Range> {
  if (await hasCommits(repository)) return unrelatedRange(repository, []);
  return {
    mode: 'staged',
    frozen: [],
    tips: [],
    head: await repository.index(),
    policyAt: repository.nothingShared(),
    base: null,
    committed: null,
    until: null,
    how: 'the index of a repository without commits',
  };
}

/** An orphan branch: nothing of it is published, and what published branches hold must not be overwritten by it. */
async function unrelatedRange(repository: Repository, parents: readonly Commit[]): Promise<Range> {
  const own = new Set(parents.map(({ oid }) => oid));
  const main = (await firstOf(repository, DEFAULT_BRANCHES)).filter(({ commit }) => !own.has(commit.oid));
  const unrelated = await unrelatedSnapshots(
    repository,
    [...own],
    main.map(({ commit }) => commit),
  );
  const tips = main.map(({ commit }) => repository.snapshot(commit));
  const policyAt = [...tips, ...unrelated][0];
  if (policyAt === undefined) {
    throw incomplete(
      'HEAD shares no history with any branch, and there is no other branch here, so it is not known which records are published.',
      'Fetch the default branch (`git fetch origin`), and commit again.',
    );
  }
  const [head] = parents;
  return {
    mode: 'staged',
    frozen: [repository.nothingShared()],
    tips,
    unrelated,
    head: await repository.index(),
    ...(head === undefined ? {} : { parent: repository.snapshot(head) }),
    policyAt,
    base: null,
    committed: null,
    until: null,
    how: 'the index of a branch without common history, against what published branches hold',
  };
}
