import type { Change } from './change.ts';
import { type Entry, isFile } from './ledger.ts';

/** The changes that break write-once, as a history tells them. */
export type Break = Exclude<Change, { readonly kind: 'added' | 'mode' }>;

/** One commit that took a record's content away. */
export interface Removal {
  readonly commit: string;
  /** Which of the commit's parents held the content, from 0. */
  readonly parent: number;
  readonly change: Break;
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
 * What became of each content that a path held, given its removals, oldest first, and what stands there now. The first
 * of them is what landed first. Where a content stands again, what replaced it meanwhile never had a right to the path.
 */
export function lostContents(removals: readonly Removal[], now: Entry | null): readonly LostContent[] {
  const firsts = new Map<string, Removal>();
  for (const removal of removals) {
    const key = contentKey(removal.change.before);
    if (!firsts.has(key)) firsts.set(key, removal);
  }
  const back = now === null ? -1 : [...firsts.keys()].indexOf(contentKey(now));
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
