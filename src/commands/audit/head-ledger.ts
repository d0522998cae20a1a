import type { Repository } from '../../adapters/git/repository.ts';
import { ledgerOf, linkOnTheWay, type Snapshot } from '../../adapters/git/snapshot.ts';
import { contentKey, type Entry } from '../../core/ledger.ts';
import { comparePaths, type Path } from '../../core/path.ts';
import type { Incomplete } from '../../core/report.ts';
import { isRecord, type LedgerScope } from '../../policy/series.ts';

/** The records of head by their content, and where they stand, by path. */
export interface HeadLedger {
  readonly records: ReadonlyMap<Path, Entry>;
  readonly byContent: ReadonlyMap<string, readonly Path[]>;
}

/** Reads which records head holds: needed only where something was lost. */
export async function headLedger(
  { unread }: Repository,
  head: Snapshot,
  scope: LedgerScope,
): Promise<HeadLedger> {
  const records = [...(await ledgerOf(head, scope.directories, unread))]
    .filter(([path]) => isRecord(path, scope, true))
    .sort(([a], [b]) => comparePaths(a, b));
  const byContent = new Map<string, Path[]>();
  for (const [path, entry] of records) {
    const known = byContent.get(contentKey(entry));
    if (known === undefined) byContent.set(contentKey(entry), [path]);
    else known.push(path);
  }
  return { records: new Map(records), byContent };
}

/**
 * Ledger directories that hold nothing now and from which nothing was ever taken: to pass them would be to audit a
 * misspelt name for ever.
 */
export async function emptyDirectories(
  { unread }: Repository,
  head: Snapshot,
  directories: readonly Path[],
  broken: readonly Path[],
): Promise<readonly Incomplete[]> {
  const found: Incomplete[] = [];
  for (const directory of directories) {
    const place = directory === '.' ? '' : directory;
    const children = await unread.attempt(() => head.children(place), null);
    if (children === null || children.lines.length > 0) continue;
    if (broken.some((path) => path.startsWith(`${directory}/`))) continue;
    const link = await linkOnTheWay(head, directory);
    found.push({
      code: 'nothing-to-audit',
      message:
        link === null
          ? `The ledger directory ${directory} holds nothing and never did, so nothing in it was audited.`
          : `The ledger directory ${directory} lies behind a ${link.entry.kind} (${link.path}), where this repository has no history, so nothing in it was audited.`,
      remedy:
        'Name the directory that holds your results under `ledger` in evalguard.yaml, or give another policy with --policy-file.',
      path: directory,
    });
  }
  return found;
}
