import type { mergeOf } from '../../adapters/git/merge.ts';
import type { Repository } from '../../adapters/git/repository.ts';
import { CommitSnapshot, entryAt, NO_COMMIT } from '../../adapters/git/snapshot.ts';
import type { RawChange } from '../../adapters/git/tree.ts';
import { comparePaths } from '../../core/change.ts';
import { type Entry, isFile } from '../../core/ledger.ts';
import { directoryName, type Path } from '../../core/path.ts';
import type { MergedRecord } from '../../rules/subject.ts';
import { rootOf } from './changes.ts';
import type { Range } from './range.ts';
import { harmed } from './rewritten.ts';
import { isRecord, type LedgerScope } from './scope.ts';
import type { SourcedChange } from './sourced-change.ts';

/** What each side does since they parted. */
interface Sides {
  readonly base: readonly RawChange[];
  readonly head: readonly RawChange[];
}

/**
 * The records that land with other bytes than head or the base branch holds. A merge follows renames: it carries what
 * one side changed in a file to where the other side moved it. Without a file that one side moves and the other side
 * touches, a merge takes each path from one of the sides, and those were looked at. So git is asked to merge in that case
 * alone.
 */
export async function mergedRecords(
  repository: Repository,
  range: Range,
  scope: LedgerScope,
  net: readonly SourcedChange[],
): Promise<readonly MergedRecord[]> {
  const { head, tips, frozen } = range;
  const [tip] = tips;
  if (!(head instanceof CommitSnapshot) || !(tip instanceof CommitSnapshot)) return [];
  const parted = frozen.filter((one) => one instanceof CommitSnapshot);
  if (parted.every(({ id }) => id === tip.id || id === head.id || id === NO_COMMIT)) return [];
  const raw = await repository.trees.compare(
    parted.flatMap((base) => [
      { base: rootOf(base), head: rootOf(tip) },
      { base: rootOf(base), head: rootOf(head) },
    ]),
  );
  const sides = parted.map((_, at): Sides => ({ base: raw[2 * at] ?? [], head: raw[2 * at + 1] ?? [] }));
  const moved = await Promise.all(
    sides.map(
      async ({ base, head: own }) => (await carries(tip, head, base, own)) || carries(head, tip, own, base),
    ),
  );
  if (!moved.includes(true)) return [];
  await repository.prefetchFiles(sides.flatMap(({ base, head: own }) => [...base, ...own]).flatMap(blobsOf));
  // What merges is loaded only here: hardly ever has a range moved a file that the other side changed.
  const git = await import('../../adapters/git/merge.ts');
  const merged = await git.mergeOf(repository, tip.id, head.id);
  return recordsIn(merged, { head, tip }, scope, net);
}

/**
 * Whether what `one` side does can land at another path than it names, since the `other` side moved a file that it
 * changes, or the directory that it adds a file to.
 */
async function carries(
  one: CommitSnapshot,
  other: CommitSnapshot,
  changes: readonly RawChange[],
  moves: readonly RawChange[],
): Promise<boolean> {
  if (!moves.some(({ before }) => before === null)) return false;
  const gone = new Set(moves.filter(({ after }) => after === null).map(({ path }) => path));
  if (gone.size === 0) return false;
  if (changes.some(({ path, before }) => before !== null && gone.has(path))) return true;
  const emptied = new Set<Path>();
  for (const path of gone) {
    for (let at = directoryName(path); at !== '' && !emptied.has(at); at = directoryName(at)) {
      if ((await entryAt(other, at))?.kind === 'directory' || (await entryAt(one, at)) === null) break;
      emptied.add(at);
    }
  }
  return changes.some(({ path, before }) => before === null && isBelowAny(path, emptied));
}

function isBelowAny(path: Path, directories: ReadonlySet<Path>): boolean {
  for (let at = directoryName(path); at !== ''; at = directoryName(at)) if (directories.has(at)) return true;
  return false;
}

function blobsOf({ before, after }: RawChange): readonly string[] {
  return [before, after].flatMap((entry) => (entry !== null && isFile(entry.kind) ? [entry.oid] : []));
}

async function recordsIn(
  { changes, conflicts }: Awaited<ReturnType<typeof mergeOf>>,
  { head, tip }: { readonly head: CommitSnapshot; readonly tip: CommitSnapshot },
  scope: LedgerScope,
  net: readonly SourcedChange[],
): Promise<readonly MergedRecord[]> {
  // What head itself does to a record is reported already.
  const reported = new Set(net.flatMap(({ change }) => harmed(change)));
  const found = new Map<Path, MergedRecord>();
  const open = new Set(conflicts);
  const look = (path: Path, before: Entry | null, after: Entry | null, judged: Entry | null) => {
    if (reported.has(path) || !isRecord(path, scope, before !== null)) return;
    if (open.has(path)) found.set(path, { path, kind: 'conflict' });
    else if (before !== null) found.set(path, { path, kind: after === null ? 'removed' : 'changed' });
    else if (after?.oid !== judged?.oid || after?.kind !== judged?.kind)
      found.set(path, { path, kind: judged === null ? 'arrived' : 'altered' });
  };
  const lands = new Map(changes.map((change) => [change.path, change]));
  for (const { path, before, after } of changes) look(path, before, after, await entryAt(head, path));
  for (const { change } of net) {
    // What the merge leaves out, or takes elsewhere.
    if (change.kind !== 'added' || lands.has(change.path) || (await entryAt(tip, change.path)) !== null)
      continue;
    look(change.path, null, null, change.after);
  }
  for (const path of conflicts) {
    const held = await entryAt(tip, path);
    if (!found.has(path) && !lands.has(path)) look(path, held, held, await entryAt(head, path));
  }
  return [...found.values()].sort((a, b) => comparePaths(a.path, b.path));
}
