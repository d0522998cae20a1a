import { entryAt, ListedSnapshot, type Snapshot } from '../../adapters/git/snapshot.ts';
import type { Unread } from '../../adapters/git/unread.ts';
import { matchesGlob } from '../../core/glob.ts';
import { type Entry, isFile } from '../../core/ledger.ts';
import { comparePaths, isBelow, type Path, pathIn } from '../../core/path.ts';

/**
 * The files of a snapshot that the globs name, sorted. What any of `known` holds alike is left out; folders that are
 * equal there are not even opened, so that the cost follows the change.
 */
export async function pagesOf(
  unread: Unread,
  snapshot: Snapshot,
  globs: readonly string[],
  known: readonly Snapshot[],
): Promise<readonly Path[]> {
  const found: Path[] = [];
  const files =
    snapshot instanceof ListedSnapshot ? snapshot.files : walk(unread, snapshot, startsOf(globs), known);
  for await (const [path, entry] of files) {
    if (named(path, globs) && isFile(entry.kind) && !(await isKnown(unread, path, entry, known)))
      found.push(path);
  }
  return found.sort(comparePaths);
}

/** Every file at and below the given places; a folder that is known is not opened. */
async function* walk(
  unread: Unread,
  snapshot: Snapshot,
  starts: readonly Path[],
  known: readonly Snapshot[],
): AsyncGenerator<readonly [Path, Entry]> {
  const open: [Path, Entry][] = [];
  for (const start of starts) {
    const entry = start === '' ? ROOT : await unread.attempt(() => entryAt(snapshot, start), null);
    if (entry !== null) open.push([start, entry]);
  }
  while (open.length > 0) {
    const [path, entry] = open.pop()!;
    if (entry.kind !== 'directory') yield [path, entry];
    else if (path === '' || !(await isKnown(unread, path, entry, known))) {
      const found = await unread.attempt(() => snapshot.children(path), null);
      for (const { name, entry: below } of found?.lines ?? []) {
        open.push([pathIn(path, name), below]);
      }
    }
  }
}

const ROOT: Entry = { oid: '', kind: 'directory' };

function named(path: Path, globs: readonly string[]): boolean {
  // `A.MD` is Markdown as much as `A.md`.
  const lower = path.replace(/\.[^./]*$/, (ending) => ending.toLowerCase());
  return globs.some((glob) => matchesGlob(glob, path) || (lower !== path && matchesGlob(glob, lower)));
}

async function isKnown(
  unread: Unread,
  path: Path,
  entry: Entry,
  known: readonly Snapshot[],
): Promise<boolean> {
  for (const snapshot of known) {
    const other = await unread.attempt(() => entryAt(snapshot, path), null);
    if (other?.oid === entry.oid && other.kind === entry.kind) return true;
  }
  return false;
}

/** The folders where the search begins: the part of each glob before its first pattern, none below another. */
function startsOf(globs: readonly string[]): readonly Path[] {
  const heads = globs.map((glob) => {
    const parts = glob.replace(/^\.\//, '').split('/');
    const pattern = parts.findIndex((part) => /[*?[\]{}()!+@\\]/.test(part));
    return (pattern < 0 ? parts : parts.slice(0, pattern)).join('/');
  });
  const unique = [...new Set(heads)];
  return unique.filter(
    (head) => !unique.some((other) => other !== head && (other === '' || isBelow(head, other))),
  );
}
