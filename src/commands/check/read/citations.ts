import type { Repository } from '../../../adapters/git/repository.ts';
import { entryAt, ListedSnapshot, type Snapshot } from '../../../adapters/git/snapshot.ts';
import type { Unread } from '../../../adapters/git/unread.ts';
import type { Citation } from '../../../core/citation/citation.ts';
import { citationsOf, pageOf, TOO_LARGE } from '../../../core/citation/page.ts';
import { matchesGlob } from '../../../core/glob.ts';
import { type Entry, isFile } from '../../../core/ledger.ts';
import { comparePaths, isBelow, type Path, pathIn } from '../../../core/path.ts';
import type { Retraction } from '../../../core/retraction.ts';
import type { ChangeFacts, JudgedCitation } from '../../../rules/subject.ts';
import { type CitedOn, judgeCitations } from '../../cite/judge.ts';
import type { CheckContext } from './context.ts';
import { type RecordBytes, SnapshotFiles } from './files.ts';

/**
 * Judges the citations that a range can have broken: all of the pages that it changes, and on other pages those of
 * records that it changes, takes away or retracts. Where everything is looked at, every citation. Judged while the cited
 * records are read, so that each is read once and let go.
 */
export async function readCitations(
  { repository, range, policy }: CheckContext,
  changes: readonly ChangeFacts[],
  retractions: readonly Retraction[],
): Promise<readonly JudgedCitation[]> {
  const source = new SnapshotFiles(repository, range.head);
  const { unread } = repository;
  const changed = await pagesOf(unread, range.head, policy.citations, [...range.frozen, ...range.tips]);
  const touched = range.mode === 'all' ? new Set<Path>() : touchedRecords(changes, retractions);
  const own = new Set(changed);
  const others = touched.size === 0 ? [] : await pagesOf(unread, range.head, policy.citations, []);
  const pages = [...new Set([...changed, ...others])];
  const cited: CitedOn[] = [];
  let at = 0;
  for await (const read of source.read(pages, policy.max_bytes)) {
    const page = pages[at++]!;
    const all = read === null ? null : await citationsWithin(repository, page, read);
    if (all !== null) {
      const concerned = all.filter(({ target }) => own.has(page) || cites(target, touched));
      cited.push(...concerned.map((citation) => ({ page, citation })));
    }
  }
  const context = {
    policy,
    removed: removedRecords(changes),
    changed: new Set(changes.flatMap(({ change }) => (change.kind === 'modified' ? [change.path] : []))),
    retractions,
  };
  // A cited record that cannot be judged is noted, and hides nothing else.
  const judged = await unread.attempt(() => judgeCitations(cited, source, context), null);
  return judged?.citations ?? [];
}

/** The citations of a page, out of the budget of the check; a page that would cost too much is noted. */
function citationsWithin(
  { budget, unread }: Repository,
  page: Path,
  read: RecordBytes,
): Promise<readonly Citation[] | null> {
  budget.open(page);
  const work = () => ('bytes' in read ? citationsOf(pageOf(page, read.bytes)) : [TOO_LARGE]);
  return unread.attempt(async () => budget.drawnBy(work), null);
}

function cites(target: Citation['target'], records: ReadonlySet<Path>): boolean {
  return !('problem' in target) && records.has(target.record);
}

/** Records whose citations the range may have made wrong: a record that is merely added proves more than before. */
function touchedRecords(
  changes: readonly ChangeFacts[],
  retractions: readonly Retraction[],
): ReadonlySet<Path> {
  const touched = new Set(retractions.map(({ of }) => of.path));
  for (const { change } of changes) {
    if (change.kind !== 'added' && change.kind !== 'mode') touched.add(change.path);
    if (change.kind === 'renamed') touched.add(change.from);
  }
  return touched;
}

function removedRecords(changes: readonly ChangeFacts[]): ReadonlySet<Path> {
  return new Set(
    changes.flatMap(({ change }) =>
      change.kind === 'deleted' ? [change.path] : change.kind === 'renamed' ? [change.from] : [],
    ),
  );
}

/**
 * The files of a snapshot that the globs name, sorted. What any of `known` holds alike is left out; folders that are
 * equal there are not even opened, so that the cost follows the change.
 */
async function pagesOf(
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
