import { createHash } from 'node:crypto';
import type { Repository, WantedFile } from '../../adapters/git/repository.ts';
import { type Entry, isFile } from '../../core/ledger.ts';
import { RESULT_SCHEMA, RETRACTION_SCHEMA } from '../../core/native.ts';
import { baseName, type Path } from '../../core/path.ts';
import { decodeJson } from '../../document/json.ts';
import { nativeFacts } from '../check/read/record.ts';
import type { HeadLedger } from './head-ledger.ts';

/** A retraction that head's ledger holds: the digest of what it retracts. */
export interface Retraction {
  readonly path: Path;
  readonly entry: Entry;
  readonly sha256: string;
}

/** What head's records say about lost contents. */
export interface Witnesses {
  readonly retractions: readonly Retraction[];
  /** Results that say they were made from a lost content, by its digest. */
  readonly copies: ReadonlyMap<string, readonly Path[]>;
  /** Of the paths that were looked for: those that a retraction or a result names. */
  readonly named: ReadonlySet<Path>;
  /** Files named like retractions that could not be read. */
  readonly unread: readonly Path[];
}

/** What is looked for: contents by their digests; by their paths those that could not be read. */
export interface Sought {
  readonly digests: ReadonlySet<string>;
  readonly paths: ReadonlySet<Path>;
}

/**
 * The SHA-256 of each blob; `null` where it is larger than `limit` bytes, none where it cannot be read, which is noted.
 * One at a time, however many there are.
 */
export async function digestsOf(
  repository: Repository,
  files: readonly WantedFile[],
  limit: number,
): Promise<ReadonlyMap<string, string | null>> {
  const unique = [...new Map(files.map((file) => [file.oid, file])).values()];
  const digests = new Map<string, string | null>();
  let at = 0;
  for await (const object of repository.contents(unique, limit)) {
    const { oid } = unique[at++]!;
    if (object === null) continue;
    const { bytes } = object;
    digests.set(oid, bytes === null ? null : createHash('sha256').update(bytes).digest('hex'));
  }
  return digests;
}

/**
 * Looks for what head's records say about the contents of these digests. What a file is follows from its content, but
 * retractions by their usual names are read first: where they account for everything, the rest need not be read.
 */
export async function witnessesOf(
  repository: Repository,
  { records }: HeadLedger,
  sought: Sought,
  limit: number,
  commit: string,
): Promise<Witnesses> {
  const retractions: Retraction[] = [];
  const copies = new Map<string, Path[]>();
  const matched = new Set<Path>();
  const unread: Path[] = [];
  const open = new Set([...sought.digests, ...sought.paths]);
  const files = [...records].filter(([, { kind }]) => isFile(kind));
  const named = files.filter(([path]) => baseName(path).includes('.retraction-'));
  const others = files.filter(([path]) => !baseName(path).includes('.retraction-'));
  for (const group of [named, others]) {
    if (open.size === 0) break;
    let at = 0;
    const wanted = group.map(([path, { oid }]) => ({ path, oid, commit }));
    for await (const object of repository.contents(wanted, limit)) {
      const [path, entry] = group[at++]!;
      if (object === null && group === named) unread.push(path);
      const witness = object?.bytes ? await witnessIn(object.bytes, sought) : null;
      if (witness === null) continue;
      if (sought.paths.has(witness.of)) matched.add(witness.of);
      if (witness.kind === 'copy') copies.set(witness.sha256, [...(copies.get(witness.sha256) ?? []), path]);
      else {
        retractions.push({ path, entry, sha256: witness.sha256 });
        open.delete(witness.sha256);
      }
    }
  }
  return { retractions, copies, named: matched, unread };
}

interface Witness {
  readonly kind: 'retraction' | 'copy';
  readonly sha256: string;
  /** The path that it names. */
  readonly of: Path;
}

/** A valid retraction of, or a result made from, one of the contents. Most files name no digest and are not parsed. */
async function witnessIn(bytes: Buffer, { digests, paths }: Sought): Promise<Witness | null> {
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
  const witness = { kind, sha256, of: kind === 'retraction' ? path : file } as const;
  return digests.has(sha256) || paths.has(witness.of) ? witness : null;
}

interface Named {
  readonly sha256?: string;
  readonly path?: Path;
  readonly file?: Path;
}
