import type { Repository } from '../../../adapters/git/repository.ts';
import { entryAt, linkOnTheWay } from '../../../adapters/git/snapshot.ts';
import type { Unread } from '../../../adapters/git/unread.ts';
import { BudgetError } from '../../../core/budget.ts';
import { type Change, type Entry, isFile, type Ledger } from '../../../core/ledger.ts';
import type { Path } from '../../../core/path.ts';
import type { Policy } from '../../../policy/policy.ts';
import type { ChangeFacts, DirectoryFacts, RangeSubject, RecordDifference } from '../../../rules/subject.ts';
import { differenceBetween } from '../judge/difference.ts';
import type { LedgerChanges } from './changes.ts';
import { arrivingNames, standingNames } from './names.ts';
import type { Range } from './range.ts';
import { readRecord } from './record.ts';

/** How many changed records are looked into, so that a range which rewrites a whole ledger is told in bounded time. */
const LOOKED_INTO = 100;

/** What the ledger's rules look at where there is no range: everything that stands in the ledger. */
export async function wholeFacts(
  { unread }: Repository,
  range: Range,
  records: Ledger,
  policy: Policy,
  named: readonly Path[],
): Promise<RangeSubject> {
  const changes = [...records].flatMap(([path, after]): ChangeFacts[] => {
    if (isFile(after.kind)) return [];
    const change: Change = { kind: 'added', path, after };
    return [{ change, tip: null, difference: null, source: range.head.id, staged: false }];
  });
  return {
    changes,
    names: await standingNames(unread, range.head, policy.ledger),
    portable: policy.portable,
    directories: await directories(unread, range, policy, named),
    exempted: [],
    rewritten: [],
  };
}

/** Gathers everything that the ledger's rules look at in a range. */
export async function rangeFacts(
  repository: Repository,
  range: Range,
  found: LedgerChanges,
  policy: Policy,
  named: readonly Path[],
): Promise<RangeSubject> {
  const { unread } = repository;
  const changes: ChangeFacts[] = [];
  const lookedInto = new Set(
    found.changes
      .map(({ change }) => change)
      .filter(({ kind }) => kind === 'modified')
      .slice(0, LOOKED_INTO),
  );
  await repository.prefetchFiles([...lookedInto].flatMap(blobsOf));
  for (const { change, source } of found.changes) {
    changes.push({
      change,
      tip: arrives(change) ? await unread.attempt(() => heldEntry(range, change), null) : null,
      difference: lookedInto.has(change)
        ? await difference(repository, change, policy, { before: source.id, after: range.head.id })
        : null,
      source: source.id,
      staged: await unread.attempt(() => heldByParent(range, change), false),
    });
  }
  return {
    changes,
    names: await arrivingNames(unread, range, found.arrivals, policy.ledger, named),
    portable: policy.portable,
    directories: await directories(unread, range, policy, named),
    exempted: found.exempted,
    rewritten: [],
  };
}

/** Whether `HEAD` names the content before the change. It does not where a commit before this one has changed it. */
async function heldByParent({ parent }: Range, change: Change): Promise<boolean> {
  if (parent === undefined || !('before' in change)) return false;
  const held = await entryAt(parent, change.kind === 'renamed' ? change.from : change.path);
  return held?.oid === change.before.oid && held.kind === change.before.kind;
}

/** The files on both sides of a change. */
function blobsOf(change: Change): readonly string[] {
  return [...('before' in change ? [change.before] : []), ...('after' in change ? [change.after] : [])]
    .filter(({ kind }) => isFile(kind))
    .map(({ oid }) => oid);
}

type Arrival = Extract<Change, { readonly kind: 'added' | 'renamed' }>;

function arrives(change: Change): change is Arrival {
  return change.kind === 'added' || change.kind === 'renamed';
}

/** What a published branch or a base holds where something else arrives, whatever made it look like an addition. */
async function heldEntry(
  { tips, frozen, unrelated = [] }: Range,
  { path, after }: Arrival,
): Promise<Entry | null> {
  for (const snapshot of [...tips, ...frozen, ...unrelated]) {
    const entry = await entryAt(snapshot, path);
    if (entry !== null && (entry.oid !== after.oid || entry.kind !== after.kind)) return entry;
  }
  return null;
}

/** The directories that somebody named; where nobody did, the default ones. */
function directories(
  unread: Unread,
  range: Range,
  policy: Policy,
  named: readonly Path[],
): Promise<readonly DirectoryFacts[]> {
  return Promise.all(
    (named.length > 0 ? named : policy.ledger).map((directory) => directoryFacts(unread, range, directory)),
  );
}

async function directoryFacts(unread: Unread, range: Range, directory: Path): Promise<DirectoryFacts> {
  const place = directory === '.' ? '' : directory;
  let files: DirectoryFacts['files'] = 'none';
  for (const snapshot of [range.head, ...range.frozen, ...range.tips, ...(range.unrelated ?? [])]) {
    if (files !== 'none') break;
    const children = await unread.attempt(() => snapshot.children(place), null);
    // Of what could not be read it cannot be said that it is empty.
    if (children === null || children.lines.length > 0) files = 'some';
  }
  const link = await unread.attempt(() => linkOnTheWay(range.head, directory), null);
  return { directory, files, link: link === null ? null : { path: link.path, kind: link.entry.kind } };
}

/** What changed inside a modified record; `null` where that cannot be said. */
export async function difference(
  repository: Repository,
  change: Change,
  policy: Policy,
  commits: { readonly before: string; readonly after: string },
): Promise<RecordDifference | null> {
  if (change.kind !== 'modified' || !isFile(change.before.kind) || !isFile(change.after.kind)) return null;
  const { path } = change;
  const [before, after] = await Promise.all(
    (['before', 'after'] as const).map((side) =>
      repository.content({ path, commit: commits[side], oid: change[side].oid }, policy.max_bytes),
    ),
  ).then((contents) => contents.map((content) => content?.bytes ?? null));
  if (!before || !after) return null;
  try {
    const { budget } = repository;
    const left = await readRecord(path, change.before, { bytes: before }, policy, null, budget);
    const right = await readRecord(path, change.after, { bytes: after }, policy, null, budget);
    return budget.drawnBy(() =>
      differenceBetween({ bytes: before, record: left }, { bytes: after, record: right }),
    );
  } catch (error) {
    // That the record was changed is found all the same; only what changed in it is not said.
    if (error instanceof BudgetError) return { kind: 'unreadable' };
    throw error;
  }
}
