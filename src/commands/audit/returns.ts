import { type Walk, walk } from '../../adapters/git/history.ts';
import type { Repository } from '../../adapters/git/repository.ts';
import type { Progress } from '../../core/budget.ts';
import { contentKey, type Entry, type Removal } from '../../core/ledger.ts';
import type { Path } from '../../core/path.ts';

/**
 * The commits that put contents back which stand at their paths again. A restoring edit is a removal itself (of what
 * stood there meanwhile); an addition after a deletion is not, and only a second walk finds it, since the first keeps no
 * additions.
 */
export async function findReturns(
  repository: Repository,
  how: Walk,
  removals: ReadonlyMap<Path, readonly Removal[]>,
  entries: ReadonlyMap<Path, Entry>,
  directories: readonly Path[],
  progress: Progress,
): Promise<ReadonlyMap<Path, string>> {
  const found = new Map<Path, string>();
  const sought = new Map<Path, string>();
  for (const [path, all] of removals) {
    const now = entries.get(path);
    const last = all.at(-1);
    if (now === undefined || last === undefined) continue;
    const { change } = last;
    const key = contentKey(now);
    const returned = all.some(({ change: { before } }) => contentKey(before) === key);
    if (!returned) continue;
    if (change.kind === 'deleted' || change.kind === 'renamed') sought.set(path, key);
    else if (contentKey(change.after) === key) found.set(path, last.commit);
  }
  if (sought.size === 0) return found;
  for await (const { head, changes } of walk(repository, how, directories, progress)) {
    for (const { path, before, after } of changes) {
      // The walk goes back in time, so the first one met is the one that lasted.
      if (before !== null || after === null || sought.get(path) !== contentKey(after)) continue;
      sought.delete(path);
      found.set(path, head.commit);
    }
    if (sought.size === 0) break;
  }
  return found;
}
