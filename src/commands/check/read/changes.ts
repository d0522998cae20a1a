import { entryAt, ListedSnapshot, ledgerOf, type Snapshot } from '../../../adapters/git/snapshot.ts';
import type { RawChange } from '../../../adapters/git/trees.ts';
import type { Unread } from '../../../adapters/git/unread.ts';
import { type Change, changesBetween, type Entry, isFile, type Ungrown } from '../../../core/ledger.ts';
import { comparePaths, isBelow, type Path } from '../../../core/path.ts';
import {
  entersLedger,
  isExempt,
  isRecord,
  type LedgerScope,
  ledgerDirectory,
} from '../../../policy/series.ts';
import type { CheckContext } from './context.ts';
import { equalsTip } from './tree-differences.ts';

/** What a range does to the ledger. */
export interface LedgerChanges {
  readonly changes: readonly SourcedChange[];
  /** Whatever is added to the ledger, exempt or not, or where some file systems would take it for a part of the ledger. */
  readonly arrivals: readonly Path[];
  /** Files of the ledger that stood already, are exempt by the policy, and differ. */
  readonly exempted: readonly Path[];
}

/** A change, and the snapshot that holds what stood there before. */
export interface SourcedChange {
  readonly change: Change;
  readonly source: Snapshot;
  /** What it does to a file that may only grow. */
  readonly ungrown?: Ungrown;
}

/** What the range adds to, changes in and takes from the ledger, against every snapshot that must be kept. */
export async function readChanges(context: CheckContext): Promise<LedgerChanges> {
  const { repository, range, scope } = context;
  const arrivals = new Set<Path>();
  const exempted = new Set<Path>();
  const perBase: SourcedChange[][] = [];
  for (const { source, raw } of await rawChanges(context)) {
    const own: RawChange[] = [];
    for (const one of raw) {
      if (await repository.unread.attempt(() => equalsTip(range, source, one), false)) continue;
      own.push(one);
      if (isExempted(one, scope)) exempted.add(one.path);
      if (arrives(one, scope)) arrivals.add(one.path);
    }
    const changes = recordChanges(own, scope).filter(
      ({ kind, path }) => kind !== 'added' || isRecord(path, scope, false),
    );
    perBase.push(await withGrowth(context, changes, source));
  }
  return {
    changes: merged(perBase),
    arrivals: [...arrivals].sort(comparePaths),
    exempted: [...exempted].sort(comparePaths),
  };
}

/** Tells growth from other changes. What could not be read is noted, and neither of them. */
async function withGrowth(
  { growth, range: { head } }: CheckContext,
  changes: readonly Change[],
  source: Snapshot,
): Promise<SourcedChange[]> {
  const found: SourcedChange[] = [];
  for (const change of changes) {
    const { kind } = change;
    const became =
      growth === null || kind !== 'modified'
        ? null
        : await growth.of({ ...change, commits: { before: source.id, after: head.id } });
    if (became === 'unread') continue;
    if (became === null || kind !== 'modified') found.push({ change, source });
    else if (became.kind === 'ungrown') found.push({ change, source, ungrown: became });
    else found.push({ change: { ...change, ...became }, source });
  }
  return found;
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

/** The changes of records among the differences of two trees; an addition anywhere may be the new home of a moved one. */
export function recordChanges(differences: readonly RawChange[], scope: LedgerScope): readonly Change[] {
  const [base, head] = [new Map<Path, Entry>(), new Map<Path, Entry>()];
  for (const { path, before, after } of differences) {
    const guarded = before !== null && isRecord(path, scope, true);
    if (guarded) base.set(path, before);
    if (after === null) continue;
    const exempt = !guarded && isExempt(path, [...scope.exempt, ...scope.exemptIfNew]);
    if (before === null ? !exempt || ledgerDirectory(path, scope.directories) === null : guarded)
      head.set(path, after);
  }
  return changesBetween(base, head);
}

/** Whether something is added where its name matters to the ledger. A file that becomes a link is one more. */
function arrives({ path, before, after }: RawChange, scope: LedgerScope): boolean {
  if (after === null || (before !== null && isFile(before.kind) === isFile(after.kind))) return false;
  return ledgerDirectory(path, scope.directories) !== null || entersLedger(path, scope.directories);
}

async function rawChanges({
  repository: { unread },
  range: { frozen, head, policyAt },
  scope,
  differences,
}: CheckContext): Promise<readonly { readonly source: Snapshot; readonly raw: readonly RawChange[] }[]> {
  if (differences !== null) {
    const answers = await differences;
    return frozen.map((source, index) => ({ source, raw: answers[index] ?? [] }));
  }
  const bases = frozen.length > 0 ? frozen : policyAt === null ? [] : [policyAt];
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
      ((lost.has(after.oid) || entersLedger(path, scope.directories)) &&
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
      if (one.change.kind !== 'added' && (known === undefined || gravity(known) < gravity(one)))
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

/** What grows from one base can change a row of another. */
function gravity({ change: { kind } }: SourcedChange): number {
  return kind === 'added' ? 0 : kind === 'grown' ? 1 : 2;
}
