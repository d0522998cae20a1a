import type { RawChange } from '../../adapters/git/tree.ts';
import type { Entry } from '../../core/ledger.ts';
import type { Path } from '../../core/path.ts';

/** What a commit itself does at a path: what each of its parents held there, and what it holds. */
export interface CommonChange {
  readonly path: Path;
  /** One for each parent: `null` where that parent held nothing. */
  readonly before: readonly (Entry | null)[];
  readonly after: Entry | null;
}

/**
 * The changes that a commit makes against all of its parents, sorted as git sorts. What a merge takes over from one of
 * its parents is not its own doing: held against the other parent alone, every merge would be accused of it.
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
