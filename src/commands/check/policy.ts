import { readFile } from 'node:fs/promises';
import type { Repository } from '../../adapters/git/repository.ts';
import { entryAt, type Snapshot } from '../../adapters/git/snapshot.ts';
import { readPolicy } from '../../adapters/policy.ts';
import { type EffectivePolicy, effectivePolicy } from '../../core/effective-policy.ts';
import { EvalguardError, incomplete } from '../../core/error.ts';
import { type Entry, isFile } from '../../core/ledger.ts';
import { type Loosening, loosenings } from '../../core/loosening.ts';
import type { Path } from '../../core/path.ts';
import { POLICY_FILE, type Policy } from '../../core/policy.ts';
import type { Range } from './range.ts';

/** Where the policy stands: a path in the repository, or a file on disk that is trusted as given. */
export type PolicyPlace = { readonly config: Path } | { readonly file: string };

/** The policy that judges a range, and what head does to it. */
export interface JudgingPolicy extends EffectivePolicy {
  /** `<commit>`, `defaults` or `file`. */
  readonly from: string;
  readonly change: { readonly path: Path; readonly loosenings: readonly Loosening[] } | null;
}

/** Reads the policy at the tip of the base branch, and head's beside it. */
export async function judgingPolicy(
  repository: Repository,
  range: Pick<Range, 'policyAt' | 'head'>,
  place: PolicyPlace,
): Promise<JudgingPolicy> {
  if ('file' in place) {
    const trusted = await readPolicy(await readDisk(place.file), place.file);
    return { ...effectivePolicy({ base: null, head: null, trusted }), from: 'file', change: null };
  }
  const { config } = place;
  const before = range.policyAt === null ? null : await entryAt(range.policyAt, config);
  const after = await entryAt(range.head, config);
  await repository.prefetch(
    [before, after].flatMap((entry) => (entry !== null && isFile(entry.kind) ? [entry.oid] : [])),
  );
  const base = before === null ? null : await policyIn(repository, before, config, range.policyAt!);
  const changed = before?.oid !== after?.oid || before?.kind !== after?.kind;
  const head = changed
    ? after === null
      ? null
      : await policyIn(repository, after, config, range.head)
    : base;
  if (before === null && after === null) mustBeDefault(config);
  const change = changed ? { path: config, loosenings: loosenings(base, head) } : null;
  const from = base === null ? 'defaults' : (range.policyAt?.id ?? 'defaults');
  return { ...effectivePolicy({ base, head, trusted: null }), from, change };
}

/** Throws where another path than the default was named and nothing stands there: a misspelt one is not the defaults. */
export function mustBeDefault(config: Path): void {
  if (config === POLICY_FILE) return;
  throw new EvalguardError(
    'usage',
    `There is no policy ${config} here, so nothing was looked at: the defaults hold no thresholds and may guard another directory.`,
    `Correct the path given with --config: it counts from the root of the repository. Without it ${POLICY_FILE} counts, or the defaults.`,
  );
}

async function policyIn(repository: Repository, entry: Entry, path: Path, at: Snapshot): Promise<Policy> {
  const source = at.id === 'index' ? `${path} (staged)` : `${path} at ${at.id.slice(0, 12)}`;
  if (!isFile(entry.kind)) {
    throw new EvalguardError(
      'policy',
      `${source} is a ${entry.kind}, not a file, so there is no policy to read.`,
      'Make it a plain file.',
    );
  }
  const object = await repository.objects.read(entry.oid);
  if (typeof object === 'string' || object.bytes === null) {
    throw incomplete(
      `${source} could not be read: ${entry.oid} is not in this clone.`,
      'Fetch the whole history and check again.',
    );
  }
  return readPolicy(object.bytes, source);
}

async function readDisk(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new EvalguardError(
      'usage',
      `The policy file ${file} cannot be read: ${why}.`,
      'Check the path given with --policy-file.',
      { cause },
    );
  }
}
