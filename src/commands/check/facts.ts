import type { Repository } from '../../adapters/git/repository.ts';
import { entryAt, linkOnTheWay, type Snapshot } from '../../adapters/git/snapshot.ts';
import type { Change } from '../../core/change.ts';
import { incomplete } from '../../core/error.ts';
import { type Entry, isFile, type Ledger } from '../../core/ledger.ts';
import type { Path } from '../../core/path.ts';
import type { Policy } from '../../core/policy.ts';
import type { ChangeFacts, Difference, DirectoryFacts, RangeSubject } from '../../rules/subject.ts';
import type { LedgerChanges } from './changes.ts';
import { differenceBetween } from './difference.ts';
import { arrivingNames, standingNames } from './names.ts';
import type { Range } from './range.ts';
import { readRecord } from './record.ts';

/** How many changed records are looked into, so that a range which rewrites a whole ledger is told in bounded time. */
const LOOKED_INTO = 100;

/** What the ledger's rules look at where there is no range: everything that stands in the ledger. */
export async function wholeFacts(
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
    names: await standingNames(range.head, policy.ledger),
    portable: policy.portable,
    directories: await directories(range, policy, named),
    repeated: [],
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
  const changes: ChangeFacts[] = [];
  const lookedInto = new Set(
    found.changes
      .map(({ change }) => change)
      .filter(({ kind }) => kind === 'modified')
      .slice(0, LOOKED_INTO),
  );
  await repository.prefetch([...lookedInto].flatMap(blobsOf));
  for (const { change, source } of found.changes) {
    changes.push({
      change,
      tip: arrives(change) ? await tipEntry(range, source, change) : null,
      difference: lookedInto.has(change) ? await difference(repository, change, policy) : null,
      source: source.id,
      staged: await heldByParent(range, change),
    });
  }
  return {
    changes,
    names: await arrivingNames(range, found.arrivals, policy.ledger, named),
    portable: policy.portable,
    directories: await directories(range, policy, named),
    repeated: found.repeated,
    exempted: found.exempted,
    rewritten: found.rewritten,
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

/** What a published branch holds where something else arrives, or `null`. */
async function tipEntry(range: Range, source: Snapshot, { path, after }: Arrival): Promise<Entry | null> {
  for (const tip of [...range.tips, ...(range.unrelated ?? [])]) {
    // What is added lacks in the snapshot that it was compared with.
    if (tip.id === source.id) continue;
    const entry = await entryAt(tip, path);
    if (entry !== null && (entry.oid !== after.oid || entry.kind !== after.kind)) return entry;
  }
  return null;
}

/** The directories that somebody named; where nobody did, the default ones. */
function directories(
  range: Range,
  policy: Policy,
  named: readonly Path[],
): Promise<readonly DirectoryFacts[]> {
  return Promise.all(
    (named.length > 0 ? named : policy.ledger).map((directory) => directoryFacts(range, directory)),
  );
}

async function directoryFacts(range: Range, directory: Path): Promise<DirectoryFacts> {
  const place = directory === '.' ? '' : directory;
  let files: DirectoryFacts['files'] = 'none';
  for (const snapshot of [range.head, ...range.frozen, ...range.tips, ...(range.unrelated ?? [])]) {
    if (files === 'none' && (await snapshot.children(place)).lines.length > 0) files = 'some';
  }
  const link = await linkOnTheWay(range.head, directory);
  return { directory, files, link: link === null ? null : { path: link.path, kind: link.entry.kind } };
}

/** What changed inside a modified record; `null` where that cannot be said. */
export async function difference(
  repository: Repository,
  change: Change,
  policy: Policy,
): Promise<Difference | null> {
  if (change.kind !== 'modified' || !isFile(change.before.kind) || !isFile(change.after.kind)) return null;
  const [before, after] = await Promise.all(
    [change.before, change.after].map((entry) => contentOf(repository, entry, policy)),
  );
  if (before === null || after === null || before === undefined || after === undefined) return null;
  const [left, right] = await Promise.all([
    readRecord(change.path, change.before, { bytes: before }, policy, null),
    readRecord(change.path, change.after, { bytes: after }, policy, null),
  ]);
  return differenceBetween({ bytes: before, record: left }, { bytes: after, record: right });
}

async function contentOf(repository: Repository, entry: Entry, policy: Policy): Promise<Uint8Array | null> {
  const object = await repository.objects.read(entry.oid, policy.max_bytes);
  if (typeof object === 'string') throw unreadable(entry.oid);
  return object.bytes;
}

/** A blob that is named by a tree and not there: the check cannot look. */
export function unreadable(oid: string) {
  return incomplete(
    `The object ${oid} is not in this clone, so its content could not be looked at.`,
    'Fetch it (`git fetch origin`, or `git fetch --refetch` in a partial clone), and check again.',
  );
}
