import type { Commit, Repository } from '../../adapters/git/repository.ts';
import { type RevisionName, resolveRevision } from '../../adapters/git/revision.ts';
import { CommitSnapshot, ListedSnapshot, type Snapshot } from '../../adapters/git/snapshot.ts';
import { incomplete } from '../../core/error.ts';

/** What a check compares. */
export interface Range {
  readonly mode: 'diff' | 'staged' | 'all';
  /** What must be kept: every best merge base, or what was published. Empty where everything is looked at. */
  readonly frozen: readonly Snapshot[];
  /** The tips that head will land on: what they hold must not be overwritten, and what equals them is no change. */
  readonly tips: readonly Snapshot[];
  readonly head: Snapshot;
  /** The commit that the index grows from, where the index is judged. */
  readonly parent?: Snapshot;
  /** Where the policy is read from: the tip of the base branch. */
  readonly policyAt: Snapshot | null;
  readonly base: string | null;
  /** When head was committed (seconds since 1970); `null` for the index. */
  readonly committed: number | null;
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
    }
  | { readonly mode: 'staged'; readonly mustDiffer: boolean }
  | { readonly mode: 'all'; readonly base: RevisionName | null; readonly head: RevisionName | null };

const HEAD: RevisionName = { text: 'HEAD', origin: 'HEAD' };

/** Where a repository keeps its default branch, best first. Remote-tracking branches show what was published. */
const DEFAULT_BRANCHES = [
  'refs/remotes/origin/HEAD',
  'refs/remotes/origin/main',
  'refs/remotes/origin/master',
  'refs/heads/main',
  'refs/heads/master',
];

/** Resolves what is compared. Throws `incomplete` where it cannot be known; never gives an empty range instead. */
export function resolveRange(repository: Repository, options: RangeOptions): Promise<Range> {
  switch (options.mode) {
    case 'diff':
      return diffRange(repository, options);
    case 'staged':
      return stagedRange(repository, options.mustDiffer);
    case 'all':
      return wholeRange(repository, options.base, options.head);
  }
}

/** The trees that a range looks into. */
export function treesOf({ head, frozen, tips, policyAt }: Range): readonly string[] {
  return [head, ...frozen, ...tips, ...(policyAt === null ? [] : [policyAt])].flatMap((snapshot) =>
    snapshot instanceof CommitSnapshot ? [snapshot.tree] : [],
  );
}

async function diffRange(
  repository: Repository,
  options: Extract<RangeOptions, { mode: 'diff' }>,
): Promise<Range> {
  const { base: baseName, head: headName, keep = 'merge-base', vouched = false } = options;
  const head = await resolveRevision(repository, headName ?? HEAD);
  const base =
    baseName === null ? await defaultBranch(repository) : await resolveRevision(repository, baseName);
  const bases =
    keep === 'base' ? [base.commit] : await mergeBases(repository, base.commit, head.commit, base.name);
  if (!vouched && bases.some(({ oid }) => oid === head.commit.oid)) {
    throw incomplete(
      `${headName?.text ?? 'HEAD'} is already part of ${base.name}, so there is nothing to compare and nothing was checked.`,
      'Give --base a commit before the changes, use --staged for what is about to be committed, or --all for every record.',
    );
  }
  const tip = repository.snapshot(base.commit);
  return {
    mode: 'diff',
    frozen: bases.map((commit) => (commit.oid === base.commit.oid ? tip : repository.snapshot(commit))),
    tips: [tip],
    head: repository.snapshot(head.commit),
    policyAt: tip,
    base: bases[0]?.oid ?? null,
    committed: head.commit.committed,
    how:
      keep === 'base'
        ? (baseName?.origin ?? base.name)
        : `${bases.length > 1 ? `${bases.length} merge bases` : 'merge base'} with ${base.name}`,
  };
}

async function defaultBranch(
  repository: Repository,
): Promise<{ readonly commit: Commit; readonly name: string }> {
  const [branch] = await firstOf(repository, DEFAULT_BRANCHES);
  if (branch !== undefined) return branch;
  throw incomplete(
    `There is no default branch to compare with (looked for ${DEFAULT_BRANCHES.join(', ')}).`,
    'Give one with --base, use --staged for what is about to be committed, or --all for every record.',
  );
}

/** All best common ancestors, where history is whole enough to know them. */
async function mergeBases(
  repository: Repository,
  base: Commit,
  head: Commit,
  baseName: string,
): Promise<readonly Commit[]> {
  // The base as a parent of head is its only merge base: no need to ask.
  const oids = head.parents.includes(base.oid) ? [base.oid] : await repository.mergeBases(base.oid, head.oid);
  const certain = oids.length === 1 && oids[0] === base.oid;
  if (repository.shallow && !certain) {
    throw incomplete(
      `This clone is shallow, so the merge base with ${baseName} is not known for certain and nothing was compared.`,
      'Fetch the whole history: `fetch-depth: 0` for actions/checkout, or `git fetch --unshallow`.',
    );
  }
  if (oids.length === 0) {
    throw incomplete(
      `${baseName} and head have no common history, so it cannot be told what this change does to the ledger.`,
      'Rebase the branch on the base branch, or name the right base with --base.',
    );
  }
  return Promise.all(oids.map((oid) => present(repository, oid)));
}

async function present(repository: Repository, oid: string): Promise<Commit> {
  const commit = await repository.commit(oid);
  if (typeof commit !== 'string') return commit;
  throw incomplete(`The commit ${oid} is not in this clone.`, 'Fetch the whole history and check again.');
}

async function wholeRange(
  repository: Repository,
  baseName: RevisionName | null,
  headName: RevisionName | null,
): Promise<Range> {
  const head = await resolveRevision(repository, headName ?? HEAD);
  const base = baseName === null ? null : await resolveRevision(repository, baseName);
  const snapshot = repository.snapshot(head.commit);
  return {
    mode: 'all',
    frozen: [],
    tips: [],
    head: snapshot,
    policyAt: base === null ? snapshot : repository.snapshot(base.commit),
    base: null,
    committed: head.commit.committed,
    how: `every record of ${head.name}`,
  };
}

/** Published records against the index: what any remote-tracking branch shares with HEAD, or HEAD where there is none. */
async function stagedRange(repository: Repository, mustDiffer: boolean): Promise<Range> {
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

async function firstOf(
  repository: Repository,
  names: readonly string[],
): Promise<readonly { readonly commit: Commit; readonly name: string }[]> {
  for (const name of names) {
    const commit = await repository.commit(name);
    if (typeof commit !== 'string') return [{ commit, name }];
  }
  return [];
}
