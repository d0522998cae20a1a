import type { Repository } from '../../../adapters/git/repository.ts';
import {
  CommitSnapshot,
  entryAt,
  ListedSnapshot,
  ledgerOf,
  type Snapshot,
} from '../../../adapters/git/snapshot.ts';
import type { RawChange, Root } from '../../../adapters/git/trees.ts';
import type { Unread } from '../../../adapters/git/unread.ts';
import { type Change, changesBetween, type Entry, isFile } from '../../../core/ledger.ts';
import { comparePaths, isBelow, type Path, standsBeside } from '../../../core/path.ts';
import { isExempt, isRecord, type LedgerScope, ledgerDirectory } from '../../../policy/series.ts';
import type { RangeCommit } from './commits.ts';
import type { Range } from './range.ts';

/** What a range does to the ledger. */
export interface LedgerChanges {
  readonly changes: readonly SourcedChange[];
  /** Whatever is added to the ledger, exempt or not, or where some file systems would take it for a part of the ledger. */
  readonly arrivals: readonly Path[];
  /** Files of the ledger that stood already, are exempt by the policy, and differ. */
  readonly exempted: readonly Path[];
}

/** What two trees hold, as far as they differ and the ledger is concerned. */
export interface Side {
  readonly base: Map<Path, Entry>;
  readonly head: Map<Path, Entry>;
}

/** What the range adds to, changes in and takes from the ledger, against every snapshot that must be kept. */
export async function ledgerChanges(
  { unread }: Repository,
  range: Range,
  scope: LedgerScope,
  differences: TreeDifferences,
): Promise<LedgerChanges> {
  const arrivals = new Set<Path>();
  const exempted = new Set<Path>();
  const perBase: SourcedChange[][] = [];
  for (const { source, raw } of await rawChanges(unread, range, scope, differences)) {
    const side: Side = { base: new Map(), head: new Map() };
    for (const one of raw) {
      if (await unread.attempt(() => equalsTip(range, source, one), false)) continue;
      place(one, scope, side);
      if (isExempted(one, scope)) exempted.add(one.path);
      if (arrives(one, scope)) arrivals.add(one.path);
    }
    const changes = changesBetween(side.base, side.head).filter(
      ({ kind, path }) => kind !== 'added' || isRecord(path, scope, false),
    );
    perBase.push(changes.map((change) => ({ change, source })));
  }
  return {
    changes: merged(perBase),
    arrivals: [...arrivals].sort(comparePaths),
    exempted: [...exempted].sort(comparePaths),
  };
}

/** Whether the policy alone lets a file of the ledger change: git's own files and READMEs are no records by their names. */
export function isExempted({ path, before }: RawChange, { directories, exempt }: LedgerScope): boolean {
  return (
    before !== null &&
    ledgerDirectory(path, directories) !== null &&
    !isExempt(path, []) &&
    isExempt(path, exempt)
  );
}

/** Puts one raw difference where the comparison needs it: records on both sides, and any new home of a moved one. */
export function place({ path, before, after }: RawChange, scope: LedgerScope, side: Side): void {
  const guarded = before !== null && isRecord(path, scope, true);
  if (guarded) side.base.set(path, before);
  if (after === null) return;
  const exempt = !guarded && isExempt(path, [...scope.exempt, ...scope.exemptIfNew]);
  if (before === null ? !exempt || ledgerDirectory(path, scope.directories) === null : guarded)
    side.head.set(path, after);
}

/** Whether something is added where its name matters to the ledger. A file that becomes a link is one more. */
function arrives({ path, before, after }: RawChange, scope: LedgerScope): boolean {
  if (after === null || (before !== null && isFile(before.kind) === isFile(after.kind))) return false;
  return ledgerDirectory(path, scope.directories) !== null || standsBeside(path, scope.directories);
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
  // A failure is told when the answer is needed; until then it must not count as unhandled.
  answer.catch(() => {});
  return answer;
}

function commitPairs({ commit, parents }: RangeCommit) {
  const head = { tree: commit.tree, commit: commit.oid };
  const bases = parents.map(({ tree, oid }) => ({ tree, commit: oid }));
  return (bases.length === 0 ? [null] : bases).map((base) => ({ base, head }));
}

/** The root of a snapshot. */
export function rootOf({ tree, id }: CommitSnapshot): Root {
  return { tree, commit: id };
}

async function rawChanges(
  unread: Unread,
  range: Range,
  scope: LedgerScope,
  differences: TreeDifferences,
): Promise<readonly { readonly source: Snapshot; readonly raw: readonly RawChange[] }[]> {
  const { frozen, head } = range;
  if (differences !== null) {
    const answers = await differences;
    return frozen.map((source, index) => ({ source, raw: answers[index] ?? [] }));
  }
  const bases = frozen.length > 0 ? frozen : range.policyAt === null ? [] : [range.policyAt];
  return Promise.all(
    bases.map(async (source) => ({ source, raw: await listedChanges(unread, source, head, scope) })),
  );
}

/** Compares snapshots without git's help: the whole ledger on both sides, and the new homes of what left it. */
async function listedChanges(
  unread: Unread,
  source: Snapshot,
  head: Snapshot,
  scope: LedgerScope,
): Promise<readonly RawChange[]> {
  const closed = new Set<Path>();
  const base = await ledgerOf(source, scope.directories, unread, closed);
  const all = head instanceof ListedSnapshot ? head.files : await ledgerOf(head, ['.'], unread, closed);
  const raw: RawChange[] = [];
  const lost = new Set<string>();
  for (const [path, before] of base) {
    const after = all.get(path) ?? null;
    if (after === null) lost.add(before.oid);
    if (after?.oid !== before.oid || after.kind !== before.kind) raw.push({ path, before, after });
  }
  for (const [path, after] of all) {
    // What stood in a directory that could not be read is not known: its files are no additions.
    if (base.has(path) || [...closed].some((one) => one === '' || isBelow(path, one))) continue;
    const inside = ledgerDirectory(path, scope.directories) !== null;
    if (
      inside ||
      ((lost.has(after.oid) || standsBeside(path, scope.directories)) &&
        (await unread.attempt(() => entryAt(source, path), 'unread')) === null)
    ) {
      raw.push({ path, before: null, after });
    }
  }
  return raw;
}

/** A record of any base must be kept; an addition is one only where no base holds the path. */
function merged(perBase: readonly (readonly SourcedChange[])[]): readonly SourcedChange[] {
  const found = new Map<string, SourcedChange>();
  for (const changes of perBase) {
    for (const one of changes) {
      const key = one.change.kind === 'renamed' ? one.change.from : one.change.path;
      const known = found.get(key);
      if (one.change.kind !== 'added' && (known === undefined || known.change.kind === 'added'))
        found.set(key, one);
    }
  }
  const added = perBase.map(
    (changes) =>
      new Map(changes.flatMap((one) => (one.change.kind === 'added' ? [[one.change.path, one]] : []))),
  );
  for (const [path, one] of added[0] ?? []) {
    if (!found.has(path) && added.every((paths) => paths.has(path))) found.set(path, one);
  }
  return [...found.values()].sort((a, b) => comparePaths(a.change.path, b.change.path));
}

/** A change, and the snapshot that holds what stood there before. */
export interface SourcedChange {
  readonly change: Change;
  readonly source: Snapshot;
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
