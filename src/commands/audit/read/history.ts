import { mergeBases } from '../../../adapters/git/ancestry.ts';
import { type Step, type Walk, walk } from '../../../adapters/git/history.ts';
import type { Commit, Repository, RepositoryPlace } from '../../../adapters/git/repository.ts';
import { type RevisionName, resolveRevision } from '../../../adapters/git/revision.ts';
import { type CommitSnapshot, holdsAny, linkOnTheWay } from '../../../adapters/git/snapshot.ts';
import type { RawChange } from '../../../adapters/git/trees.ts';
import type { ExemptFile } from '../../../core/audit.ts';
import type { Progress } from '../../../core/budget.ts';
import { incomplete } from '../../../core/error.ts';
import { breaksWriteOnce, contentKey, type Entry, type Removal } from '../../../core/ledger.ts';
import { isHeldBy, placeOf } from '../../../core/ledger-entry.ts';
import { comparePaths, type Path } from '../../../core/path.ts';
import type { Incomplete } from '../../../core/report.ts';
import type { Policy } from '../../../policy/policy.ts';
import { isRecord, type LedgerScope } from '../../../policy/series.ts';
import { isExempted, recordChanges } from '../../check/read/changes.ts';
import { growthReader } from '../../check/read/context.ts';
import type { GrowthReader } from '../../check/read/growth.ts';
import { type JudgingPolicy, judgingPolicy, type PolicyPlace, scopeOf } from '../../check/read/policy.ts';
import { commonChanges } from '../../check/read/tree-differences.ts';

/** What `audit` needs to know: nothing is taken from the process itself. */
export interface AuditOptions extends RepositoryPlace {
  /** The newest commit; `null` is HEAD. */
  readonly head: RevisionName | null;
  /** An ancestor of head whose history was audited before; `null` for the whole history. */
  readonly since: RevisionName | null;
  readonly commits: Walk['commits'];
  readonly policy: PolicyPlace;
  readonly progress?: Progress;
  /** The repository, where it is being opened already (see `openRepository`). */
  readonly opening?: Promise<Repository>;
}

/** What every act of reading starts from: the repository, the history that is audited, and head's policy. */
export interface AuditContext {
  readonly repository: Repository;
  readonly history: Walk;
  readonly head: CommitSnapshot;
  readonly judging: JudgingPolicy;
  readonly policy: Policy;
  readonly scope: LedgerScope;
  /** What compares the contents of files that may grow; `null` where the policy lets none. */
  readonly growth: GrowthReader | null;
  readonly progress: Progress;
}

/** Resolves the history that is audited and reads head's policy. */
export async function readContext(repository: Repository, options: AuditOptions): Promise<AuditContext> {
  const ends = await readEnds(repository, options);
  const head = repository.snapshot(ends.head);
  const judging = await judgingPolicy(repository, { policyAt: head, head }, options.policy);
  return {
    repository,
    history: { head: head.id, since: ends.since?.oid ?? null, commits: options.commits },
    head,
    judging,
    policy: judging.policy,
    scope: scopeOf(judging),
    growth: await growthReader(repository, judging.policy),
    progress: options.progress ?? (() => {}),
  };
}

/** The ends of the walk. Throws `incomplete` where what lies between them is not known to be whole. */
async function readEnds(
  repository: Repository,
  options: AuditOptions,
): Promise<{ readonly head: Commit; readonly since: Commit | null }> {
  if (repository.shallow) {
    throw incomplete(
      'This clone is shallow: the history before its boundary is missing, so it cannot be said that no record was changed.',
      'Fetch the whole history: `git fetch --unshallow`, or `fetch-depth: 0` for actions/checkout.',
    );
  }
  const { commit: head } = await resolveRevision(
    repository,
    options.head ?? { text: 'HEAD', origin: 'HEAD' },
  );
  if (options.since === null) return { head, since: null };
  const { commit: since } = await resolveRevision(repository, options.since);
  const bases = since.oid === head.oid ? [since.oid] : await mergeBases(repository, since.oid, head.oid);
  if (!bases.includes(since.oid)) {
    throw incomplete(
      `${options.since.text} is no ancestor of the audited commit, so what was audited up to it says nothing about this history: it was rewritten, or the revision is of another branch.`,
      'Audit the whole history once, without --since.',
    );
  }
  return { head, since };
}

/** What a walk over a history found: the removals of each record, oldest first. */
export interface Removals {
  readonly byPath: ReadonlyMap<Path, readonly Removal[]>;
  /** Exempt files of the ledger that changed or went, sorted by path. */
  readonly exempt: readonly ExemptFile[];
  /** How many commits were looked at. */
  readonly commits: number;
}

/** Finds every commit that took a record's content away. Only these are kept: memory does not grow with the history. */
export async function readRemovals(context: AuditContext): Promise<Removals> {
  const { repository, history, scope, progress } = context;
  const found = new Map<Path, Removal[]>();
  const note = (removals: readonly Removal[]) => {
    for (const removal of removals) {
      const path = removal.change.kind === 'renamed' ? removal.change.from : removal.change.path;
      const known = found.get(path);
      // The walk goes back in time.
      if (known === undefined) found.set(path, [removal]);
      else known.push(removal);
    }
  };
  const exempt = new Map<Path, ExemptFile>();
  const look = async (steps: readonly Step[]) => {
    note(await removalsOf(context, steps));
    for (const { path } of exemptedIn(steps, scope)) {
      // The walk goes back in time: the first commit that is met is the last one.
      const known = exempt.get(path) ?? { path, changes: 0, last: steps[0]?.head.commit ?? '' };
      exempt.set(path, { ...known, changes: known.changes + 1 });
    }
  };
  let commits = 0;
  let merge: Step[] = [];
  for await (const step of walk(repository, history, scope.directories, progress)) {
    if (merge[0]?.head.commit === step.head.commit) {
      merge.push(step);
      continue;
    }
    await look(merge);
    merge = [step];
    commits += 1;
  }
  await look(merge);
  const oldestFirst = Array.from(found, ([path, removals]) => [path, removals.reverse()] as const);
  const changed = [...exempt.values()].sort((a, b) => comparePaths(a.path, b.path));
  return { byPath: new Map(oldestFirst), exempt: changed, commits };
}

/** Exempt files that one commit changes or takes away: against its parent, or for a merge, against all of them. */
function exemptedIn(steps: readonly Step[], scope: LedgerScope): readonly RawChange[] {
  const [first, ...others] = steps;
  if (first === undefined || scope.exempt.length === 0) return [];
  return first.changes.filter(
    (change) =>
      isExempted(change, scope) &&
      others.every(({ changes }) =>
        changes.some(({ path, before }) => path === change.path && before !== null),
      ),
  );
}

/** What one commit takes away: against its parent, or for a merge, against all of them. */
async function removalsOf(
  { repository, scope, growth }: AuditContext,
  steps: readonly Step[],
): Promise<readonly Removal[]> {
  const isLoss = ({ path, before }: RawChange) => before !== null && isRecord(path, scope, true);
  if (!steps.some(({ changes }) => changes.some(isLoss))) return [];
  // Where the record went may lie anywhere: only now is the rest of the commit looked at.
  const whole = await repository.trees.compare(steps);
  const commit = steps[0]?.head.commit ?? '';
  const removals =
    steps.length === 1 ? removalsIn(commit, 0, whole[0] ?? [], scope) : mergeRemovals(commit, whole, scope);
  return growth === null ? removals : withoutGrowth(repository, growth, removals);
}

function mergeRemovals(
  commit: string,
  perParent: readonly (readonly RawChange[])[],
  scope: LedgerScope,
): readonly Removal[] {
  const own = commonChanges(perParent);
  return perParent.flatMap((_, parent) => {
    const changes = own.map(({ path, before, after }) => ({ path, before: before[parent] ?? null, after }));
    return removalsIn(commit, parent, changes, scope);
  });
}

/** What is lost where files may grow: growth takes nothing away. What could not be read is noted, and no loss. */
async function withoutGrowth(
  repository: Repository,
  growth: GrowthReader,
  removals: readonly Removal[],
): Promise<readonly Removal[]> {
  const lost: Removal[] = [];
  for (const removal of removals) {
    const { commit, parent, change } = removal;
    if (change.kind !== 'modified') {
      lost.push(removal);
      continue;
    }
    const made = await repository.commit(commit);
    const merge = typeof made !== 'string' && made.parents.length > 1;
    const commits = { before: `${commit}^${parent + 1}`, after: commit };
    const became = await growth.of({ ...change, commits, merge });
    if (became === null) lost.push(removal);
    else if (became !== 'unread' && became.kind === 'ungrown') lost.push({ ...removal, ungrown: became });
  }
  return lost;
}

function removalsIn(
  commit: string,
  parent: number,
  changes: readonly RawChange[],
  scope: LedgerScope,
): readonly Removal[] {
  return recordChanges(changes, scope)
    .filter(breaksWriteOnce)
    .map((change) => ({ commit, parent, change }));
}

/**
 * The commits that put contents back which stand at their paths again. A restoring edit is a removal itself (of what
 * stood there meanwhile); an addition after a deletion is not, and only a second walk finds it, since the first keeps no
 * additions.
 */
export async function readRestoringCommits(
  { repository, history, scope, progress }: AuditContext,
  removals: ReadonlyMap<Path, readonly Removal[]>,
  entries: ReadonlyMap<Path, Entry>,
): Promise<ReadonlyMap<Path, string>> {
  const found = new Map<Path, string>();
  const wanted = new Map<Path, string>();
  for (const [path, all] of removals) {
    const now = entries.get(path);
    const last = all.at(-1);
    if (now === undefined || last === undefined) continue;
    const { change } = last;
    const key = contentKey(now);
    const returned = all.some(({ change: { before } }) => contentKey(before) === key);
    if (!returned) continue;
    if (change.kind === 'deleted' || change.kind === 'renamed') wanted.set(path, key);
    else if (contentKey(change.after) === key) found.set(path, last.commit);
  }
  if (wanted.size === 0) return found;
  for await (const { head, changes } of walk(repository, history, scope.directories, progress)) {
    for (const { path, before, after } of changes) {
      // The walk goes back in time, so the first one met is the one that lasted.
      if (before !== null || after === null || wanted.get(path) !== contentKey(after)) continue;
      wanted.delete(path);
      found.set(path, head.commit);
    }
    if (wanted.size === 0) break;
  }
  return found;
}

/**
 * Ledger directories that hold nothing now and from which nothing was ever taken: to pass them would be to audit a
 * misspelt name for ever.
 */
export async function readEmptyDirectories(
  { repository: { unread }, head, policy, judging: { named } }: AuditContext,
  broken: readonly Path[],
): Promise<readonly Incomplete[]> {
  const found: Incomplete[] = [];
  for (const directory of named.length > 0 ? named : policy.ledger) {
    if (await unread.attempt(() => holdsAny(head, directory), true)) continue;
    if (broken.some((path) => isHeldBy(path, directory))) continue;
    const link = await linkOnTheWay(head, placeOf(directory));
    found.push({
      code: 'nothing-to-audit',
      message:
        link === null
          ? `The ledger directory ${directory} holds nothing and never did, so nothing in it was audited.`
          : `The ledger directory ${directory} lies behind a ${link.entry.kind} (${link.path}), where this repository has no history, so nothing in it was audited.`,
      remedy:
        'Name the directory that holds your results under `ledger` in evalguard.yaml, or give another policy with --policy-file.',
      path: directory,
    });
  }
  return found;
}
