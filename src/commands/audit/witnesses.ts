import { createHash } from 'node:crypto';
import type { Repository } from '../../adapters/git/repository.ts';
import type { JsonValue } from '../../core/document/document.ts';
import { decodeJson } from '../../core/document/json.ts';
import { type Entry, isFile } from '../../core/ledger.ts';
import { RESULT_SCHEMA, RETRACTION_SCHEMA } from '../../core/native.ts';
import { baseName, type Path } from '../../core/path.ts';
import { unreadable } from '../check/facts.ts';
import { nativeFacts } from '../check/record.ts';
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
}

/** The SHA-256 of each blob; `null` where it is larger than `limit` bytes. One at a time, however many there are. */
export async function digestsOf(
  repository: Repository,
  oids: readonly string[],
  limit: number,
): Promise<ReadonlyMap<string, string | null>> {
  const digests = new Map<string, string | null>();
  let at = 0;
  for await (const object of repository.objects.readAll(oids, limit)) {
    const oid = oids[at++]!;
    if (typeof object === 'string') throw unreadable(oid);
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
  digests: ReadonlySet<string>,
  limit: number,
): Promise<Witnesses> {
  const retractions: Retraction[] = [];
  const copies = new Map<string, Path[]>();
  const open = new Set(digests);
  const files = [...records].filter(([, { kind }]) => isFile(kind));
  const named = files.filter(([path]) => baseName(path).includes('.retraction-'));
  const others = files.filter(([path]) => !baseName(path).includes('.retraction-'));
  for (const group of [named, others]) {
    if (open.size === 0) break;
    let at = 0;
    const oids = group.map(([, { oid }]) => oid);
    for await (const object of repository.objects.readAll(oids, limit)) {
      const [path, entry] = group[at++]!;
      if (typeof object === 'string') throw unreadable(entry.oid);
      const witness = object.bytes === null ? null : await witnessIn(object.bytes, digests);
      if (witness === null) continue;
      if (witness.kind === 'copy') copies.set(witness.sha256, [...(copies.get(witness.sha256) ?? []), path]);
      else {
        retractions.push({ path, entry, sha256: witness.sha256 });
        open.delete(witness.sha256);
      }
    }
  }
  return { retractions, copies };
}

interface Witness {
  readonly kind: 'retraction' | 'copy';
  readonly sha256: string;
}

/** A valid retraction of, or a result made from, one of the contents. Most files name no digest and are not parsed. */
async function witnessIn(bytes: Buffer, digests: ReadonlySet<string>): Promise<Witness | null> {
  const named = bytes.toString('latin1').match(/"[0-9a-f]{64}"/g) ?? [];
  if (!named.some((digest) => digests.has(digest.slice(1, -1)))) return null;
  const decoded = decodeJson(bytes);
  if (!decoded.ok) return null;
  const { value } = decoded.document;
  const native = await nativeFacts(value, null);
  if (native === null || native.faults.length > 0) return null;
  const sha256 =
    native.schema === RETRACTION_SCHEMA
      ? digestAt(value, 'of')
      : native.schema === RESULT_SCHEMA
        ? digestAt(value, 'source')
        : null;
  if (sha256 === null || !digests.has(sha256)) return null;
  return { kind: native.schema === RETRACTION_SCHEMA ? 'retraction' : 'copy', sha256 };
}

/** The digest under a key of a value whose shape its schema has vouched for. */
function digestAt(value: JsonValue, key: 'of' | 'source'): string | null {
  const part = (value as { readonly [key: string]: { readonly sha256?: string } | undefined })[key];
  return part?.sha256 ?? null;
}
