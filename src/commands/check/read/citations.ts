import type { Repository } from '../../../adapters/git/repository.ts';
import type { Citation } from '../../../core/citation/citation.ts';
import { citationsOf, pageOf, TOO_LARGE } from '../../../core/citation/page.ts';
import type { Path } from '../../../core/path.ts';
import type { Retraction } from '../../../core/retraction.ts';
import type { ChangeFacts, JudgedCitation } from '../../../rules/subject.ts';
import { type CitedOn, judgeCitations, SnapshotFiles } from '../../cite/judge.ts';
import { pagesOf } from '../../cite/pages.ts';
import type { CheckContext } from './context.ts';
import type { RecordBytes } from './record.ts';

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
