import type { Repository } from '../../adapters/git/repository.ts';
import { ledgerOf, linkOnTheWay, type Snapshot } from '../../adapters/git/snapshot.ts';
import { comparePaths } from '../../core/change.ts';
import { decodeJson } from '../../core/document/json.ts';
import { type Entry, isFile } from '../../core/ledger.ts';
import { RETRACTION_SCHEMA } from '../../core/native.ts';
import type { Path } from '../../core/path.ts';
import type { Incomplete } from '../../core/report.ts';
import { contentKey } from '../../core/write-once.ts';
import { isRecord, type LedgerScope } from '../check/changes.ts';
import { nativeFacts } from '../check/record.ts';

/** A retraction that head's ledger holds: the digest of what it retracts. */
export interface Retraction {
  readonly path: Path;
  readonly entry: Entry;
  readonly sha256: string;
}

/** The records of head by their content, and where they stand, by path. */
export interface HeadLedger {
  readonly records: ReadonlyMap<Path, Entry>;
  readonly byContent: ReadonlyMap<string, readonly Path[]>;
}

/** Reads which records head holds: needed only where something was lost. */
export async function headLedger(head: Snapshot, scope: LedgerScope): Promise<HeadLedger> {
  const records = [...(await ledgerOf(head, scope.directories))]
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

/** A retraction is a short text; larger records are none. */
const LARGEST_RETRACTION = 64 * 1024;

/** The retractions among head's records. What a file is follows from its content, so every small one is looked into. */
export async function retractionsIn(
  repository: Repository,
  { records }: HeadLedger,
): Promise<readonly Retraction[]> {
  const files = [...records].filter(([, { kind }]) => isFile(kind));
  const found: Retraction[] = [];
  let at = 0;
  const names = files.map(([, { oid }]) => oid);
  for await (const object of repository.objects.readAll(names, LARGEST_RETRACTION)) {
    const [path, entry] = files[at++]!;
    if (typeof object === 'string' || object.bytes === null) continue;
    const sha256 = object.bytes.includes(RETRACTION_SCHEMA) ? retractedDigest(object.bytes) : null;
    if (sha256 !== null) found.push({ path, entry, sha256 });
  }
  return found;
}

/** The digest that a valid retraction names; `null` where the bytes are none. */
function retractedDigest(bytes: Uint8Array): string | null {
  const decoded = decodeJson(bytes);
  if (!decoded.ok) return null;
  const { value } = decoded.document;
  const native = nativeFacts(value, null);
  if (native?.schema !== RETRACTION_SCHEMA || native.faults.length > 0) return null;
  // The schema has vouched for the shape.
  return (value as unknown as { readonly of: { readonly sha256: string } }).of.sha256;
}

/**
 * Ledger directories that hold nothing now and from which nothing was ever taken: to pass them would be to audit a
 * misspelt name for ever.
 */
export async function emptyDirectories(
  head: Snapshot,
  directories: readonly Path[],
  broken: readonly Path[],
): Promise<readonly Incomplete[]> {
  const found: Incomplete[] = [];
  for (const directory of directories) {
    const place = directory === '.' ? '' : directory;
    if ((await head.children(place)).lines.length > 0) continue;
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
