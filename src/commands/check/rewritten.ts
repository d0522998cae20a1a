import { entryAt, type Snapshot } from '../../adapters/git/snapshot.ts';
import type { RawChange } from '../../adapters/git/tree.ts';
import type { Unread } from '../../adapters/git/unread.ts';
import { type Change, comparePaths } from '../../core/change.ts';
import { type Entry, isFile } from '../../core/ledger.ts';
import type { Path } from '../../core/path.ts';
import type { Rewriting } from '../../rules/subject.ts';
import type { RangeCommit } from './commits.ts';
import { type CommonChange, commonChanges } from './common-changes.ts';
import type { Range } from './range.ts';
import { isRecord, type LedgerScope } from './scope.ts';
import type { SourcedChange } from './sourced-change.ts';

/**
 * Records that the commits of a range change on their way although the range as a whole does not: edited and restored,
 * or added and then overwritten. `answers` holds what each commit differs in, one list for each of its parents, in the
 * commits' order.
 */
export async function rewrittenRecords(
  unread: Unread,
  range: Range,
  commits: readonly RangeCommit[],
  answers: readonly (readonly RawChange[])[],
  scope: LedgerScope,
  net: readonly SourcedChange[],
): Promise<readonly Rewriting[]> {
  const told = new Set(net.flatMap(({ change }) => harmed(change)));
  const found = new Map<Path, Rewriting>();
  let at = 0;
  for (const { commit, parents } of commits) {
    const perParent = Math.max(1, parents.length);
    const changes = commonChanges(answers.slice(at, at + perParent));
    at += perParent;
    for (const change of changes) {
      if (told.has(change.path) || !isRecord(change.path, scope, true)) continue;
      const stands = await unread.attempt(() => heldBy(range.frozen, change.path), null);
      if (!isRecord(change.path, scope, stands !== null)) continue;
      if (await unread.attempt(() => bringsTip(range, stands, change), false)) continue;
      note(found, commit.oid, change, stands, range.base);
    }
  }
  return [...found.values()]
    .filter(({ commits }) => commits.length > 0)
    .sort((a, b) => comparePaths(a.path, b.path));
}

/** The record that a change of the whole range breaks: that is told already. */
export function harmed(change: Change): readonly Path[] {
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
      return [];
  }
}

function note(
  found: Map<Path, Rewriting>,
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
