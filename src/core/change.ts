import { type Entry, isFile, type Ledger } from './ledger.ts';
import type { Path } from './path.ts';

/** One difference between two ledgers. */
export type Change =
  | { readonly kind: 'added'; readonly path: Path; readonly after: Entry }
  | { readonly kind: 'modified'; readonly path: Path; readonly before: Entry; readonly after: Entry }
  | { readonly kind: 'deleted'; readonly path: Path; readonly before: Entry }
  | {
      readonly kind: 'renamed';
      readonly path: Path;
      readonly from: Path;
      readonly before: Entry;
      readonly after: Entry;
    }
  | { readonly kind: 'type'; readonly path: Path; readonly before: Entry; readonly after: Entry }
  | { readonly kind: 'mode'; readonly path: Path; readonly before: Entry; readonly after: Entry };

/**
 * What was added to, changed in or lost from `base`, sorted by path. Write-once is set inclusion: everything but
 * `added` and `mode` breaks it. A deletion and an addition of equal content are told as one rename; nothing is guessed
 * from similar content. Entries that both ledgers hold alike may be left out of both.
 */
export function changesBetween(base: Ledger, head: Ledger): readonly Change[] {
  const changes: Change[] = [];
  const deleted: { readonly path: Path; readonly before: Entry }[] = [];
  const added = new Map<Path, Entry>();

  for (const [path, after] of head) if (!base.has(path)) added.set(path, after);
  for (const [path, before] of base) {
    const after = head.get(path);
    if (after === undefined) deleted.push({ path, before });
    else if (after.oid !== before.oid || after.kind !== before.kind)
      changes.push(changeAt(path, before, after));
  }

  const homes = new Map<string, Path[]>();
  for (const [path, { oid }] of [...added].sort(byPath)) homes.set(oid, [...(homes.get(oid) ?? []), path]);
  for (const { path, before } of deleted.sort((a, b) => comparePaths(a.path, b.path))) {
    const home = homes.get(before.oid)?.shift();
    const after = home === undefined ? undefined : added.get(home);
    if (home === undefined || after === undefined) changes.push({ kind: 'deleted', path, before });
    else {
      added.delete(home);
      changes.push({ kind: 'renamed', path: home, from: path, before, after });
    }
  }
  for (const [path, after] of added) changes.push({ kind: 'added', path, after });
  return changes.sort((a, b) => comparePaths(a.path, b.path));
}

function changeAt(path: Path, before: Entry, after: Entry): Change {
  if (!isFile(before.kind) || !isFile(after.kind)) {
    return { kind: before.kind === after.kind ? 'modified' : 'type', path, before, after };
  }
  return { kind: before.oid === after.oid ? 'mode' : 'modified', path, before, after };
}

/** Orders paths by code unit: the same on every machine, whatever its locale. */
export function comparePaths(a: Path, b: Path): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function byPath([a]: readonly [Path, Entry], [b]: readonly [Path, Entry]): number {
  return comparePaths(a, b);
}
