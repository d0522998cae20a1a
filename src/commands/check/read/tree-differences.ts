import type { Repository } from '../../../adapters/git/repository.ts';
import { CommitSnapshot, entryAt, type Snapshot } from '../../../adapters/git/snapshot.ts';
import type { RawChange, RootTree } from '../../../adapters/git/trees.ts';
import type { Entry } from '../../../core/ledger.ts';
import type { Path } from '../../../core/path.ts';
import type { Range, RangeCommit } from './range.ts';

/** What differs between trees; `null` where a side is no tree. Asked early, so that git works meanwhile. */
export type TreeDifferences = Promise<readonly (readonly RawChange[])[]> | null;

/** Asks what differs between each snapshot that must be kept and head, then between the commits and their parents. */
export function treeDifferences(
  repository: Repository,
  { frozen, head }: Range,
  commits: readonly RangeCommit[] = [],
): TreeDifferences {
  if (!(head instanceof CommitSnapshot) || !frozen.every((one) => one instanceof CommitSnapshot)) return null;
  const answer = repository.trees.compare([
    ...frozen.map((base) => ({ base: rootOf(base), head: rootOf(head) })),
    ...commits.flatMap(commitPairs),
  ]);
  // A failure is reported when the answer is needed; until then it must not count as unhandled.
  answer.catch(() => {});
  return answer;
}

function commitPairs({ commit, parents }: RangeCommit) {
  const head = { tree: commit.tree, commit: commit.oid };
  const bases = parents.map(({ tree, oid }) => ({ tree, commit: oid }));
  return (bases.length === 0 ? [null] : bases).map((base) => ({ base, head }));
}

/** The root of a snapshot. */
export function rootOf({ tree, id }: CommitSnapshot): RootTree {
  return { tree, commit: id };
}

/** What head holds at a path because the tip of the base branch does is no change of this range. */
export async function equalsTip(
  range: Pick<Range, 'tips'>,
  source: Snapshot,
  { path, before, after }: RawChange,
): Promise<boolean> {
  for (const tip of range.tips) {
    const entry = tip.id === source.id ? before : await entryAt(tip, path);
    if (entry?.oid === after?.oid && entry?.kind === after?.kind) return true;
  }
  return false;
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
 * its parents is not its own doing: compared with the other parent alone, every merge would be accused of it.
 */
export function commonChanges(perParent: readonly (readonly RawChange[])[]): readonly CommonChange[] {
  const [first = [], ...others] = perParent;
  const rest = others.map((changes) => new Map(changes.map((change) => [change.path, change])));
  return first.flatMap(({ path, before, after }) => {
    const same = rest.map((changes) => changes.get(path));
    if (same.includes(undefined)) return [];
    return [{ path, before: [before, ...same.map((change) => change?.before ?? null)], after }];
  });
}
