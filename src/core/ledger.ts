import { comparePaths, type Path } from './path.ts';

/** The kind of thing at a path: git's file modes, in words. */
export type Kind = 'file' | 'executable' | 'symlink' | 'submodule' | 'directory';

/** The content at a path: its object id (hexadecimal, SHA-1 or SHA-256) and kind. */
export interface Entry {
  readonly oid: string;
  readonly kind: Kind;
}

/** A ledger is a map from path to content. A commit, the index and the empty tree all have this shape. */
export type Ledger = ReadonlyMap<Path, Entry>;

/** A file of a ledger, and where it stands. */
export interface LedgerFile {
  readonly path: Path;
  readonly entry: Entry;
}

/** The kind that a mode of git's trees stands for, read as the octal number that it is; `null` where git knows none such. */
export function kindOfMode(mode: string): Kind | null {
  if (!/^[0-7]{1,11}$/.test(mode)) return null;
  const number = Number.parseInt(mode, 8);
  switch (number) {
    case 0o040000:
      return 'directory';
    case 0o120000:
      return 'symlink';
    case 0o160000:
      return 'submodule';
  }
  if (number < 0o100000 || number > 0o107777) return null;
  return (number & 0o100) === 0 ? 'file' : 'executable';
}

/** Whether the kind is a plain file, executable or not: the only kind that a record may have. */
export function isFile(kind: Kind): boolean {
  return kind === 'file' || kind === 'executable';
}

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
  | ({ readonly kind: 'grown'; readonly path: Path; readonly before: Entry; readonly after: Entry } & Growth)
  | { readonly kind: 'type'; readonly path: Path; readonly before: Entry; readonly after: Entry }
  | { readonly kind: 'mode'; readonly path: Path; readonly before: Entry; readonly after: Entry };

/** What a file that may grow gained; 0 where it holds the same as before, written otherwise. */
export interface Growth {
  readonly by: 'lines' | 'rows';
  readonly count: number;
}

/** What became of the content of a file that may only grow. */
export type GrowthOutcome = ({ readonly kind: 'grown' } & Growth) | Ungrown;

/** What a file that may only grow changed or lost. */
export interface Ungrown {
  readonly kind: 'ungrown';
  readonly by: 'lines' | 'rows';
  /** The rows or lines of base that changed or went, and places outside the rows; the first ones. */
  readonly lost: readonly LostRow[];
  readonly count: number;
  /** Why it cannot be told, in words; then nothing else is known. */
  readonly reason: string | null;
  /** The place in head's file of the first of them. */
  readonly at: ChangedPlace | null;
}

/** A row or line that changed or, without `changes`, went. */
export interface LostRow {
  /** The row's key, `line 3`, or a JSON pointer. */
  readonly name: string;
  /** The columns that changed, as the file writes them; `null`: absent. The first ones. */
  readonly changes: readonly {
    readonly column: string;
    readonly before: string | null;
    readonly after: string | null;
  }[];
  /** The columns that changed beyond these. */
  readonly more: number;
}

/** A place in a file: a JSON pointer, and line and column where it can still be found. */
export interface ChangedPlace {
  readonly pointer: string;
  readonly line: number | null;
  readonly column: number | null;
}

/** A metric or value that differs between two contents of a record. */
export interface ValueChange {
  /** A metric's name, or a JSON Pointer. */
  readonly name: string;
  readonly before: number | string | boolean | null;
  readonly after: number | string | boolean | null;
  /** The side that lacks the value, so that `null` there is "absent" rather than "unmeasured". */
  readonly absent: 'before' | 'after' | null;
}

/**
 * The changes from `base` to `head`, sorted by path. Write-once is set inclusion: everything but
 * `added` and `mode` breaks it. Which of them are `grown` only contents tell. A deletion and an addition of equal content are one rename; nothing is guessed
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

function byPath([a]: readonly [Path, Entry], [b]: readonly [Path, Entry]): number {
  return comparePaths(a, b);
}

/** The changes that break write-once, as a history tells them. */
export type Break = Exclude<Change, { readonly kind: 'added' | 'mode' | 'grown' }>;

/** One commit that took a record's content away. */
export interface Removal {
  readonly commit: string;
  /** The parent of the commit that held the content, counted from 0. */
  readonly parent: number;
  readonly change: Break;
  /** What it did to a file that may only grow. */
  readonly ungrown?: Ungrown;
}

/** A content that a path once held, and the commit that first took it away. */
export interface LostContent {
  readonly content: Entry;
  readonly removal: Removal;
  /** `stands`: the path holds it again. `meanwhile`: it came and went while what stands again was away. `gone`: neither. */
  readonly now: 'stands' | 'meanwhile' | 'gone';
}

/** Whether a change breaks write-once. A link that gives way to a file is no loss: what it pointed at was never here. */
export function breaksWriteOnce(change: Change): change is Break {
  switch (change.kind) {
    case 'added':
    case 'mode':
    case 'grown':
      return false;
    case 'type':
      return !isFile(change.after.kind);
    case 'modified':
    case 'deleted':
    case 'renamed':
      return true;
  }
}

/**
 * The state of each content that a path held, given its removals, oldest first, and what stands there now. The first
 * of them is what landed first. Where a content stands again, what replaced it meanwhile never had a right to the path.
 * `kept`: the keys of contents that stand in what is there now, which grew from them.
 */
export function lostContents(
  removals: readonly Removal[],
  now: Entry | null,
  kept: ReadonlySet<string> = new Set(),
): readonly LostContent[] {
  const firsts = new Map<string, Removal>();
  for (const removal of removals) {
    const key = contentKey(removal.change.before);
    if (!firsts.has(key)) firsts.set(key, removal);
  }
  const back =
    now === null ? -1 : [...firsts.keys()].findIndex((key) => key === contentKey(now) || kept.has(key));
  return Array.from(firsts.values(), (removal, at) => ({
    content: removal.change.before,
    removal,
    now: back < 0 || at < back ? 'gone' : at === back ? 'stands' : 'meanwhile',
  }));
}

/** Two entries of one key hold the same: the executable bit is no content. */
export function contentKey({ oid, kind }: Entry): string {
  return `${isFile(kind) ? 'file' : kind} ${oid}`;
}
