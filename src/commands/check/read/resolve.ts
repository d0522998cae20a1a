import { mergeBases } from '../../../adapters/git/ancestry.ts';
import { type Commit, Repository } from '../../../adapters/git/repository.ts';
import { type Revision, type RevisionName, resolveRevision } from '../../../adapters/git/revision.ts';
import type { CommitSnapshot } from '../../../adapters/git/snapshot.ts';
import { EvalguardError, incomplete } from '../../../core/error.ts';
import type { EventRange } from '../../../core/event.ts';
import { matchesGlob } from '../../../core/glob.ts';
import { POLICY_FILE } from '../../../policy/policy.ts';
import { judgingPolicy, type PolicyPlace } from './policy.ts';
import { defaultBranch, type Range, type RangeOptions, requiredCommit, unrelatedSnapshots } from './range.ts';

const HEAD: RevisionName = { text: 'HEAD', origin: 'HEAD' };

/** Resolves what is compared. Throws `incomplete` where it cannot be known; never gives an empty range instead. */
export async function resolveRange(
  repository: Repository,
  options: RangeOptions,
  policy: PolicyPlace = { config: POLICY_FILE },
): Promise<Range> {
  switch (options.mode) {
    case 'diff':
      return diffRange(repository, options, policy);
    case 'staged':
      return (await import('./staged.ts')).stagedRange(repository, options.mustDiffer);
    case 'all':
      return wholeRange(repository, options.base, options.head);
  }
}

async function diffRange(
  repository: Repository,
  options: Extract<RangeOptions, { mode: 'diff' }>,
  policy: PolicyPlace,
): Promise<Range> {
  const { pushed, ...rest } = options;
  if (pushed !== undefined) {
    const against = await resolveRevision(repository, options.base ?? HEAD);
    if (!(await isProtected(repository, repository.snapshot(against.commit), policy, pushed.branch)))
      return diffRange(repository, rest, policy);
    await repository.prefetchCommit(pushed.before.text);
    return diffRange(repository, { ...rest, base: pushed.before, keep: 'base' }, policy);
  }
  const { base: baseName, head: headName, keep = 'merge-base', vouched = false } = options;
  const head = await resolveRevision(repository, headName ?? HEAD);
  const base =
    baseName === null ? await defaultBranch(repository) : await resolveRevision(repository, baseName);
  const bases =
    keep === 'base' ? [base.commit] : await knownMergeBases(repository, base.commit, head.commit, base.name);
  if (bases.length === 0) return unrelatedRange(repository, base, head.commit);
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
    until: Math.max(base.commit.committed, head.commit.committed),
    how:
      keep === 'base'
        ? (baseName?.origin ?? base.name)
        : `${bases.length > 1 ? `${bases.length} merge bases` : 'merge base'} with ${base.name}`,
  };
}

/**
 * Head shares no commit with the base branch, as `gh-pages` does. Everything in it is new, and what the base branch or
 * another published branch holds must not be overwritten by it.
 */
async function unrelatedRange(repository: Repository, base: Revision, head: Commit): Promise<Range> {
  const tip = repository.snapshot(base.commit);
  return {
    mode: 'diff',
    frozen: [repository.nothingShared()],
    tips: [tip],
    unrelated: await unrelatedSnapshots(repository, [head.oid], [base.commit]),
    head: repository.snapshot(head),
    policyAt: tip,
    base: null,
    committed: head.committed,
    until: Math.max(base.commit.committed, head.committed),
    how: `no common history with ${base.name}: against what published branches hold`,
  };
}

/** All best common ancestors, where history is whole enough to know them: none where there is no common history. */
async function knownMergeBases(
  repository: Repository,
  base: Commit,
  head: Commit,
  baseName: string,
): Promise<readonly Commit[]> {
  // The base as a parent of head is its only merge base: no need to ask.
  const oids = head.parents.includes(base.oid)
    ? [base.oid]
    : await mergeBases(repository, base.oid, head.oid);
  const certain = oids.length === 1 && oids[0] === base.oid;
  if (repository.shallow && !certain) {
    throw incomplete(
      `This clone is shallow, so the merge base with ${baseName} is not known for certain and nothing was compared.`,
      'Fetch the whole history: `fetch-depth: 0` for actions/checkout, or `git fetch --unshallow`.',
    );
  }
  return Promise.all(oids.map((oid) => requiredCommit(repository, oid)));
}

async function wholeRange(
  repository: Repository,
  baseName: RevisionName | null,
  headName: RevisionName | null,
): Promise<Range> {
  const head = await resolveRevision(repository, headName ?? HEAD);
  const base = baseName === null ? null : await resolveRevision(repository, baseName);
  const snapshot = repository.snapshot(head.commit);
  const forks =
    base === null || repository.shallow ? [] : await mergeBases(repository, base.commit.oid, head.commit.oid);
  return {
    mode: 'all',
    forks: await Promise.all(
      forks.map(async (oid) => repository.snapshot(await requiredCommit(repository, oid))),
    ),
    frozen: [],
    tips: [],
    head: snapshot,
    policyAt: base === null ? snapshot : repository.snapshot(base.commit),
    base: null,
    committed: head.commit.committed,
    until: head.commit.committed,
    how: `every record of ${head.name}`,
  };
}

/**
 * Whether the policy at the default branch's tip protects a branch. Where it cannot be read it may, so it does: the
 * branch's own past is the stricter base.
 */
async function isProtected(
  repository: Repository,
  tip: CommitSnapshot,
  place: PolicyPlace,
  branch: string,
): Promise<boolean> {
  try {
    await repository.prefetch([tip.tree]);
    const { policy } = await judgingPolicy(repository, { policyAt: tip, head: tip }, place);
    return policy.protect.some((glob) => matchesGlob(glob, branch));
  } catch (error) {
    if (!(error instanceof EvalguardError) || error.code === 'incomplete') throw error;
    // No policy there, where another path than the default was named, protects nothing.
    return error.code !== 'usage';
  }
}

/**
 * GitHub's merge of base and head, where that is checked out: its first parent is the tip of the base branch, and its
 * second proves that it is the merge of this very head.
 */
export async function checkedOutMerge(
  cwd: string,
  env: NodeJS.ProcessEnv,
  range: Extract<EventRange, { readonly kind: 'diff' }>,
): Promise<RangeOptions | null> {
  if (range.pull === null || range.keep !== 'merge-base') return null;
  if (range.base.name !== `refs/heads/${range.pull.base}`) return null;
  let repository: Repository | null = null;
  try {
    repository = await Repository.open({ cwd, env, hook: false });
    const head = await repository.commit('HEAD');
    if (typeof head === 'string') return null;
    const [base, second, ...more] = head.parents;
    if (base === undefined || second !== range.head.name || more.length > 0) return null;
    return {
      mode: 'diff',
      base: { text: base, origin: `the tip of ${range.pull.base} in GitHub's merge ref` },
      head: { text: head.oid, origin: "GitHub's merge ref" },
      keep: 'base',
    };
  } catch (error) {
    // The check itself says why the checkout cannot be used.
    if (error instanceof EvalguardError) return null;
    throw error;
  } finally {
    repository?.close();
  }
}
