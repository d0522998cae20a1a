import type { mergeOf } from '../../../adapters/git/merge.ts';
import { CommitSnapshot, entryAt, NO_COMMIT, type Snapshot } from '../../../adapters/git/snapshot.ts';
import type { RawChange } from '../../../adapters/git/trees.ts';
import { type Change, type Entry, isFile } from '../../../core/ledger.ts';
import { comparePaths, directoryName, type Path } from '../../../core/path.ts';
import { isRecord, type LedgerScope } from '../../../policy/series.ts';
import type { MergedRecord, RewrittenRecord } from '../../../rules/subject.ts';
import type { SourcedChange } from './changes.ts';
import type { CheckContext } from './context.ts';
import type { ForkedFile, GrowthReader } from './growth.ts';
import type { Range, RangeCommit } from './range.ts';
import { type CommonChange, commonChanges, rootOf } from './tree-differences.ts';

/**
 * Records that the commits of a range change on their way although the range as a whole does not: edited and restored,
 * or added and then overwritten. Those that the `net` changes of the range break are reported already.
 */
export async function readRewritten(
  { repository: { unread }, range, commits, differences, scope, growth }: CheckContext,
  net: readonly SourcedChange[],
): Promise<readonly RewrittenRecord[]> {
  // What each commit differs in, one list for each of its parents, in the commits' order.
  const answers = (await differences)?.slice(range.frozen.length) ?? [];
  const reported = new Set(net.flatMap(({ change }) => brokenBy(change)));
  const found = new Map<Path, RewrittenRecord>();
  let at = 0;
  for (const { commit, parents } of commits) {
    const perParent = Math.max(1, parents.length);
    const changes = commonChanges(answers.slice(at, at + perParent));
    at += perParent;
    for (const change of changes) {
      if (reported.has(change.path) || !isRecord(change.path, scope, true)) continue;
      const stands = await unread.attempt(() => heldBy(range.frozen, change.path), null);
      if (!isRecord(change.path, scope, stands !== null)) continue;
      if (await unread.attempt(() => bringsTip(range, stands, change), false)) continue;
      if (growth !== null && (await grew(growth, change, { commit, parents }))) continue;
      note(found, commit.oid, change, stands, range.base);
    }
  }
  return [...found.values()]
    .filter(({ commits }) => commits.length > 0)
    .sort((a, b) => comparePaths(a.path, b.path));
}

/** Whether a commit only lets a file grow: from its parent; for a merge, from each of them. What was not read is noted. */
async function grew(
  growth: GrowthReader,
  { path, before, after }: CommonChange,
  { commit, parents }: RangeCommit,
): Promise<boolean> {
  if (after === null || before.every((entry) => entry === null)) return false;
  for (const [parent, entry] of before.entries()) {
    if (entry === null) continue;
    const commits = { before: parents[parent]?.oid ?? commit.oid, after: commit.oid };
    const became = await growth.of({ path, before: entry, after, commits, merge: parents.length > 1 });
    if (became === null || (became !== 'unread' && became.kind === 'ungrown')) return false;
  }
  return true;
}

/** The record that a change of the whole range breaks: that is reported already. */
function brokenBy(change: Change): readonly Path[] {
  switch (change.kind) {
    case 'modified':
    case 'deleted':
      return [change.path];
    case 'renamed':
      return [change.from];
    case 'type':
      return isFile(change.after.kind) ? [] : [change.path];
    case 'added':
    case 'mode':
    case 'grown':
      return [];
  }
}

function note(
  found: Map<Path, RewrittenRecord>,
  oid: string,
  { path, before, after }: CommonChange,
  stands: Entry | null,
  base: string | null,
): void {
  const known = found.get(path) ?? { path, stands: stands !== null, added: null, commits: [], base };
  const held = before.filter((entry) => entry !== null);
  if (held.length === 0) {
    // Added again after a deletion is a part of the rewriting; the first addition is not.
    const again = known.commits.length > 0;
    const commits = again ? [...known.commits, { oid, kind: 'added' as const }] : known.commits;
    found.set(path, { ...known, added: known.added ?? oid, commits });
  } else if (after === null || held.some((entry) => !sameContent(entry, after))) {
    const kind = after === null ? 'deleted' : 'changed';
    found.set(path, { ...known, commits: [...known.commits, { oid, kind }] });
  }
}

function sameContent(before: Entry, after: Entry): boolean {
  return before.oid === after.oid && isFile(before.kind) === isFile(after.kind);
}

async function heldBy(snapshots: readonly Snapshot[], path: Path): Promise<Entry | null> {
  for (const snapshot of snapshots) {
    const entry = await entryAt(snapshot, path);
    if (entry !== null) return entry;
  }
  return null;
}

/** What turns a record of the merge base into what the base branch meanwhile holds is the base branch's doing. */
async function bringsTip(range: Range, stands: Entry | null, change: CommonChange): Promise<boolean> {
  if (stands === null || change.before.some((entry) => entry?.oid !== stands.oid)) return false;
  for (const tip of range.tips) {
    const entry = await entryAt(tip, change.path);
    if (entry?.oid === change.after?.oid && entry?.kind === change.after?.kind)
      return entry?.oid !== stands.oid;
  }
  return false;
}

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
export async function readMerged(
  { repository, range, scope, growth }: CheckContext,
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
  // Of two sides that add to one file, a merge makes a third content.
  const grown = growth === null ? [] : await growth.merged(grownByBoth(net, sides, parted), { head, tip });
  if (!moved.includes(true)) return grown;
  await repository.prefetchFiles(sides.flatMap(({ base, head: own }) => [...base, ...own]).flatMap(blobsOf));
  // What merges is loaded only here: hardly ever has a range moved a file that the other side changed.
  const git = await import('../../../adapters/git/merge.ts');
  const merged = await git.mergeOf(repository, tip.id, head.id);
  const others = await recordsIn(merged, { head, tip }, scope, net);
  const known = new Set(grown.map(({ path }) => path));
  return [...grown, ...others.filter(({ path }) => !known.has(path))];
}

/** The files that head lets grow and that the base branch changed too, with what stood there when the two parted. */
function grownByBoth(
  net: readonly SourcedChange[],
  sides: readonly Sides[],
  parted: readonly CommitSnapshot[],
): readonly ForkedFile[] {
  return net.flatMap(({ change, source }) => {
    if (change.kind !== 'grown') return [];
    const side = sides[parted.findIndex(({ id }) => id === source.id)];
    const landed = side?.base.find(({ path }) => path === change.path);
    if (!landed?.before || !landed.after) return [];
    return [
      { path: change.path, base: landed.before, tip: landed.after, head: change.after, fork: source.id },
    ];
  });
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
  const reported = new Set(net.flatMap(({ change }) => brokenBy(change)));
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
