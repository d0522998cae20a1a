import { type Walk, walk } from '../../adapters/git/history.ts';
import type { Repository } from '../../adapters/git/repository.ts';
import type { Step } from '../../adapters/git/step.ts';
import type { RawChange } from '../../adapters/git/tree.ts';
import type { ExemptFile } from '../../core/audit.ts';
import { changesBetween, comparePaths } from '../../core/change.ts';
import type { Path } from '../../core/path.ts';
import type { Progress } from '../../core/progress.ts';
import { breaksWriteOnce, type Removal } from '../../core/write-once.ts';
import { isExempted, place, type Side } from '../check/changes.ts';
import { commonChanges } from '../check/common-changes.ts';
import { isRecord, type LedgerScope } from '../check/scope.ts';

/** What a walk over a history found: the removals of each record, oldest first. */
export interface Removals {
  readonly byPath: ReadonlyMap<Path, readonly Removal[]>;
  /** Exempt files of the ledger that changed or went, sorted by path. */
  readonly exempt: readonly ExemptFile[];
  /** How many commits were looked at. */
  readonly commits: number;
}

/**
 * Finds every commit that took a record's content away. Only these are kept: memory does not grow with the history.
 * Which paths are records is asked when the first commits are there: git walks while the policy is still being read.
 */
export async function findRemovals(
  repository: Repository,
  how: Walk,
  scope: Promise<LedgerScope>,
  progress: Progress,
): Promise<Removals> {
  // A policy that cannot be read is told below; until then it must not count as unhandled.
  scope.catch(() => {});
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
  const look = (steps: readonly Step[], records: LedgerScope) => {
    note(removalsOf(steps, records));
    for (const { path } of exemptedIn(steps, records)) {
      // The walk goes back in time: the first commit that is met is the last one.
      const known = exempt.get(path) ?? { path, changes: 0, last: steps[0]?.commit ?? '' };
      exempt.set(path, { ...known, changes: known.changes + 1 });
    }
  };
  let commits = 0;
  let merge: Step[] = [];
  let records: LedgerScope | null = null;
  for await (const steps of walk(repository.git, repository.idLength, how, progress)) {
    records ??= await scope;
    for (const step of steps) {
      if (merge[0]?.commit === step.commit) {
        merge.push(step);
        continue;
      }
      if (merge.length > 0) look(merge, records);
      merge = [step];
      commits += 1;
    }
  }
  if (merge.length > 0) look(merge, await scope);
  const oldestFirst = Array.from(found, ([path, removals]) => [path, removals.reverse()] as const);
  const changed = [...exempt.values()].sort((a, b) => comparePaths(a.path, b.path));
  return { byPath: new Map(oldestFirst), exempt: changed, commits };
}

/** Exempt files that one commit changes or takes away: against its parent, or for a merge, against all of them. */
function exemptedIn(steps: readonly Step[], scope: LedgerScope): readonly RawChange[] {
  const [first, ...others] = steps;
  if (first === undefined || scope.exempt.length === 0) return [];
  return first.losses.filter(
    (change) =>
      isExempted(change, scope) &&
      others.every(({ losses }) => losses.some(({ path }) => path === change.path)),
  );
}

/** What one commit takes away: against its parent, or for a merge, against all of them. */
function removalsOf(steps: readonly Step[], scope: LedgerScope): readonly Removal[] {
  const [only, ...others] = steps;
  if (only === undefined) return [];
  if (others.length === 0) {
    if (!only.losses.some(({ path }) => isRecord(path, scope, true))) return [];
    return removalsIn(only.commit, 0, [...only.losses, ...only.additions()], scope);
  }
  const own = commonChanges(steps.map((step) => [...step.losses, ...step.additions()]));
  return steps.flatMap((_, parent) => {
    const changes = own.map(({ path, before, after }) => ({ path, before: before[parent] ?? null, after }));
    return removalsIn(only.commit, parent, changes, scope);
  });
}

function removalsIn(
  commit: string,
  parent: number,
  changes: readonly RawChange[],
  scope: LedgerScope,
): readonly Removal[] {
  const side: Side = { base: new Map(), head: new Map() };
  for (const change of changes) place(change, scope, side);
  return changesBetween(side.base, side.head)
    .filter(breaksWriteOnce)
    .map((change) => ({ commit, parent, change }));
}
