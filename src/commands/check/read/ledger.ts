import type { Repository } from '../../../adapters/git/repository.ts';
import { entryAt, holdsAny, ledgerOf, linkOnTheWay, NO_COMMIT } from '../../../adapters/git/snapshot.ts';
import type { PathLine } from '../../../core/attributes.ts';
import { BudgetError } from '../../../core/budget.ts';
import { type Change, type Entry, isFile } from '../../../core/ledger.ts';
import { placeOf } from '../../../core/ledger-entry.ts';
import { comparePaths, lineFileOf, type Path } from '../../../core/path.ts';
import type { Policy } from '../../../policy/policy.ts';
import { hasFolders, isRecord } from '../../../policy/series.ts';
import type {
  ChangeFacts,
  DirectoryFacts,
  LandedFolder,
  RangeSubject,
  RecordDifference,
} from '../../../rules/subject.ts';
import { readChanges } from './changes.ts';
import type { CheckContext } from './context.ts';
import { readArrivingNames, readStandingNames } from './names.ts';
import type { PolicyPlace } from './policy.ts';
import type { Range, RangeOptions } from './range.ts';
import { readRecord } from './record.ts';
import { readMerged, readRewritten } from './rewritten.ts';

/** How many changed records are looked into, so that a range which rewrites a whole ledger is checked in bounded time. */
const LOOKED_INTO = 100;

/** What a check looks at: what the rules of the ledger are asked, and the records whose content is judged. */
export interface CheckedLedger {
  readonly facts: RangeSubject;
  readonly entries: ReadonlyMap<Path, Entry>;
  /** Files that are only a part of a record: its folder is the result. */
  readonly parts: ReadonlySet<Path>;
}

/** Reads what a range does to the ledger; where everything is looked at, what stands in it. */
export function readLedger(context: CheckContext): Promise<CheckedLedger> {
  return context.range.mode === 'all' ? wholeLedger(context) : changedLedger(context);
}

async function wholeLedger(context: CheckContext): Promise<CheckedLedger> {
  const { repository, range, policy, scope } = context;
  const ledger = await ledgerOf(range.head, scope.directories, repository.unread);
  const records = [...ledger]
    .filter(([path]) => isRecord(path, scope, true))
    .sort(([a], [b]) => comparePaths(a, b));
  const changes = records.flatMap(([path, after]): ChangeFacts[] => {
    if (isFile(after.kind)) return [];
    const change: Change = { kind: 'added', path, after };
    return [{ change, tip: null, folder: null, difference: null, source: range.head.id, staged: false }];
  });
  const facts = {
    changes,
    names: await readStandingNames(context),
    portable: policy.portable,
    directories: await directories(context),
    exempted: [],
    rewritten: [],
  };
  const found = await repository.unread.attempt(
    async () => (await import('./line-files.ts')).readStandingLines(context, ledger),
    [],
  );
  return {
    facts: { ...facts, lines: { from: 'all', found } },
    ...(await runsOf(context, new Map(records.filter(([, entry]) => isFile(entry.kind))))),
  };
}

async function changedLedger(context: CheckContext): Promise<CheckedLedger> {
  const { repository, range, policy } = context;
  const { unread } = repository;
  const found = await readChanges(context);
  const rewritten = await readRewritten(context, found.changes);
  const lookedInto = new Set(
    found.changes
      .filter(({ change, ungrown }) => change.kind === 'modified' && ungrown === undefined)
      .slice(0, LOOKED_INTO)
      .map(({ change }) => change),
  );
  await repository.prefetchFiles([...lookedInto].flatMap(blobsOf));
  const folders = await foldersChanged(
    context,
    found.changes.map(({ change }) => change),
  );
  const changes: ChangeFacts[] = [];
  for (const { change, source, ungrown } of found.changes) {
    changes.push({
      change,
      tip: arrives(change) ? await unread.attempt(() => heldEntry(range, change), null) : null,
      folder: folders.get(change.path) ?? null,
      difference:
        ungrown ??
        (lookedInto.has(change)
          ? await readDifference(repository, change, policy, { before: source.id, after: range.head.id })
          : null),
      source: source.id,
      staged: await unread.attempt(() => heldByParent(range, change), false),
    });
  }
  const facts = {
    changes,
    names: await readArrivingNames(context, found.arrivals),
    portable: policy.portable,
    directories: await directories(context),
    exempted: found.exempted,
    rewritten,
  };
  const merged = hasParted(range) ? await unread.attempt(() => readMerged(context, found.changes), []) : [];
  const lines = await unread.attempt(() => addedLines(context), []);
  const added = found.changes.flatMap(({ change }): [Path, Entry][] =>
    // What grew is read as it stands now.
    (change.kind === 'added' || change.kind === 'grown') && isFile(change.after.kind)
      ? [[change.path, change.after]]
      : [],
  );
  return {
    facts: { ...facts, merged, lines: { from: 'range', found: lines } },
    ...(await runsOf(context, new Map(added))),
  };
}

/** Whether the base branch went on since head grew from it, so that a merge is still to come. */
function hasParted({ head, tips: [tip], frozen }: Range): boolean {
  return frozen.some(({ id }) => id !== tip?.id && id !== head.id && id !== NO_COMMIT);
}

/** The records among files; what takes folders apart is loaded only where a result is one. */
async function runsOf(
  context: CheckContext,
  entries: ReadonlyMap<Path, Entry>,
): Promise<Pick<CheckedLedger, 'entries' | 'parts'>> {
  if (!hasFolders(context.policy)) return { entries, parts: new Set() };
  return (await import('./folder-runs.ts')).folderRuns(context, entries);
}

async function foldersChanged(context: CheckContext, changes: readonly Change[]) {
  if (!hasFolders(context.policy)) return new Map<Path, LandedFolder>();
  return (await import('./folder-runs.ts')).landedFolders(context, changes);
}

/** The lines of attribute and ignore files that the range adds; what reads them is loaded only where such a file changes. */
async function addedLines(context: CheckContext): Promise<readonly PathLine[]> {
  const changed = await context.differences;
  if (changed !== null && !changed.some((some) => some.some(({ path }) => lineFileOf(path) !== null)))
    return [];
  return (await import('./line-files.ts')).readAddedLines(context);
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
function directories(context: CheckContext): Promise<readonly DirectoryFacts[]> {
  const { named } = context.judging;
  return Promise.all(
    (named.length > 0 ? named : context.policy.ledger).map((directory) => directoryFacts(context, directory)),
  );
}

async function directoryFacts(
  { repository: { unread }, range }: CheckContext,
  directory: Path,
): Promise<DirectoryFacts> {
  let files: DirectoryFacts['files'] = 'none';
  for (const snapshot of [range.head, ...range.frozen, ...range.tips, ...(range.unrelated ?? [])]) {
    if (files !== 'none') break;
    // Of what could not be read it cannot be said that it is empty.
    if (await unread.attempt(() => holdsAny(snapshot, directory), true)) files = 'some';
  }
  const link = await unread.attempt(() => linkOnTheWay(range.head, placeOf(directory)), null);
  return { directory, files, link: link === null ? null : { path: link.path, kind: link.entry.kind } };
}

/** What changed inside a modified record; `null` where that cannot be said. */
export async function readDifference(
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
  // Loaded only here: most ranges change no record.
  const { differenceBetween } = await import('../judge/difference.ts');
  try {
    const { budget } = repository;
    const left = await readRecord(path, change.before, { bytes: before }, policy, null, null, budget);
    const right = await readRecord(path, change.after, { bytes: after }, policy, null, null, budget);
    return budget.drawnBy(() =>
      differenceBetween({ bytes: before, record: left }, { bytes: after, record: right }),
    );
  } catch (error) {
    // That the record was changed is found all the same; only what changed in it is not said.
    if (error instanceof BudgetError) return { kind: 'unreadable' };
    throw error;
  }
}

/** The policy on disk, where it is not the committed one and the ledger holds nothing: it was just written. */
export async function readPendingPolicy(
  { repository, range }: CheckContext,
  place: PolicyPlace,
  { directories }: RangeSubject,
): Promise<Path | null> {
  const empty = directories.some(({ files, link }) => files === 'none' && link === null);
  if (!empty || 'file' in place || range.mode === 'staged' || repository.workTree === null) return null;
  return (await repository.uncommitted([place.config])) > 0 ? place.config : null;
}

/** What was not looked at: somebody who edits records and checks commits should know that the edits were not seen. */
export async function readWorkTreeNotes(
  { repository, policy }: CheckContext,
  range: RangeOptions,
): Promise<readonly string[]> {
  if (range.mode === 'staged' || range.head !== null || repository.workTree === null) return [];
  const count = await repository.uncommitted(policy.ledger);
  return count === 0
    ? []
    : [
        `${count} uncommitted ${count === 1 ? 'change' : 'changes'} in the ledger ${count === 1 ? 'was' : 'were'} not looked at; \`evalguard check --staged\` looks at what is staged.`,
      ];
}
