import { ledgerOf } from '../../../adapters/git/snapshot.ts';
import { contentKey, type Entry, isFile } from '../../../core/ledger.ts';
import { RESULT_SCHEMA, RETRACTION_SCHEMA } from '../../../core/native.ts';
import { baseName, comparePaths, type Path } from '../../../core/path.ts';
import { decodeJson } from '../../../document/json.ts';
import { isRecord } from '../../../policy/series.ts';
import { nativeFacts } from '../../check/read/record.ts';
import type { HeldRetraction, Mentions } from '../judge/losses.ts';
import type { AuditContext } from './context.ts';

/** The records of head by their content, and where they stand, by path. */
export interface HeadLedger {
  readonly records: ReadonlyMap<Path, Entry>;
  readonly byContent: ReadonlyMap<string, readonly Path[]>;
}

/** Reads which records head holds: needed only where something was lost. */
export async function readHeadLedger({ repository, head, scope }: AuditContext): Promise<HeadLedger> {
  const records = [...(await ledgerOf(head, scope.directories, repository.unread))]
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

/** Contents that are looked for: by their digests; by their paths those that could not be read. */
interface LostContents {
  readonly digests: ReadonlySet<string>;
  readonly paths: ReadonlySet<Path>;
}

/**
 * Looks for what head's records say about the contents of these digests. What a file is follows from its content, but
 * retractions by their usual names are read first: where they account for everything, the rest need not be read.
 */
export async function readMentions(
  { repository, head, policy }: AuditContext,
  { records }: HeadLedger,
  lost: LostContents,
): Promise<Mentions> {
  const retractions: HeldRetraction[] = [];
  const copies = new Map<string, Path[]>();
  const matched = new Set<Path>();
  const unread: Path[] = [];
  const open = new Set([...lost.digests, ...lost.paths]);
  const files = [...records].filter(([, { kind }]) => isFile(kind));
  const named = files.filter(([path]) => baseName(path).includes('.retraction-'));
  const others = files.filter(([path]) => !baseName(path).includes('.retraction-'));
  for (const group of [named, others]) {
    if (open.size === 0) break;
    let at = 0;
    const wanted = group.map(([path, { oid }]) => ({ path, oid, commit: head.id }));
    for await (const object of repository.contents(wanted, policy.max_bytes)) {
      const [path, entry] = group[at++]!;
      if (object === null && group === named) unread.push(path);
      const mention = object?.bytes ? await mentionIn(object.bytes, lost) : null;
      if (mention === null) continue;
      if (lost.paths.has(mention.of)) matched.add(mention.of);
      if (mention.kind === 'copy') copies.set(mention.sha256, [...(copies.get(mention.sha256) ?? []), path]);
      else {
        retractions.push({ path, entry, sha256: mention.sha256 });
        open.delete(mention.sha256);
      }
    }
  }
  return { retractions, copies, named: matched, unread };
}

interface Mention {
  readonly kind: 'retraction' | 'copy';
  readonly sha256: string;
  /** The path that it names. */
  readonly of: Path;
}

/** A valid retraction of, or a result made from, one of the contents. Most files name no digest and are not parsed. */
async function mentionIn(bytes: Buffer, { digests, paths }: LostContents): Promise<Mention | null> {
  const named = bytes.toString('latin1').match(/"[0-9a-f]{64}"/g) ?? [];
  if (named.length === 0 || (paths.size === 0 && !named.some((one) => digests.has(one.slice(1, -1)))))
    return null;
  const decoded = decodeJson(bytes);
  if (!decoded.ok) return null;
  const { value } = decoded.document;
  const native = await nativeFacts(value, null);
  if (native === null || native.faults.length > 0) return null;
  const kind =
    native.schema === RETRACTION_SCHEMA ? 'retraction' : native.schema === RESULT_SCHEMA ? 'copy' : null;
  if (kind === null) return null;
  // The schema has vouched for the shape.
  const { of, source } = value as { readonly of?: Named; readonly source?: Named };
  const { sha256 = '', path = '', file = '' } = (kind === 'retraction' ? of : source) ?? {};
  const mention = { kind, sha256, of: kind === 'retraction' ? path : file } as const;
  return digests.has(sha256) || paths.has(mention.of) ? mention : null;
}

interface Named {
  readonly sha256?: string;
  readonly path?: Path;
  readonly file?: Path;
}
