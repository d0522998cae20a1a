import { readFile } from 'node:fs/promises';
import type { Repository } from '../../../adapters/git/repository.ts';
import { entryAt, ledgerOf, type Snapshot } from '../../../adapters/git/snapshot.ts';
import type { Unread } from '../../../adapters/git/unread.ts';
import { readPolicy } from '../../../adapters/policy.ts';
import { EvalguardError } from '../../../core/error.ts';
import { escapeGlob } from '../../../core/glob.ts';
import { type Entry, isFile } from '../../../core/ledger.ts';
import { comparePaths, isBelow, type Path } from '../../../core/path.ts';
import { DEFAULT_POLICY, POLICY_FILE, type Policy } from '../../../policy/policy.ts';
import {
  type EffectivePolicy,
  effectivePolicy,
  freedToGrow,
  joiningFiles,
  loosenings,
  newGrowing,
} from '../../../policy/policy-change.ts';
import type { LedgerScope } from '../../../policy/series.ts';
import type { Loosening } from '../../../policy/settings.ts';
import type { Range } from './range.ts';
import type { TreeDifferences } from './tree-differences.ts';

/** Where the policy stands: a path in the repository, or a file on disk that is trusted as given. */
export type PolicyPlace =
  | { readonly config: Path }
  | { readonly file: string /** What it holds, where it is not written yet. */; readonly bytes?: Uint8Array };

/** The policy that judges a range, and what head does to it. */
export interface JudgingPolicy extends EffectivePolicy {
  /** `<commit>`, `defaults` or `file`. */
  readonly from: string;
  /** The policy that head proposes, where it changes the one that counts. */
  readonly proposed: Policy | null;
  readonly change: {
    readonly path: Path;
    readonly loosenings: readonly Loosening[];
    /** Why base's policy cannot be used, where this change repairs it. */
    readonly unusable: string | null;
  } | null;
}

/** The paths that the ledger of a policy holds. */
export function scopeOf({ policy, exemptIfNew }: JudgingPolicy): LedgerScope {
  return { directories: policy.ledger, exempt: policy.exempt, exemptIfNew };
}

type PolicyRange = Pick<Range, 'policyAt' | 'head'> & Partial<Pick<Range, 'frozen' | 'tips' | 'forks'>>;

/**
 * Reads the policy at the tip of the base branch, which counts, and says what head did to it since it grew from that
 * branch. A branch that left the policy alone is not accused of what the base branch did meanwhile.
 */
export async function judgingPolicy(
  repository: Repository,
  range: PolicyRange,
  place: PolicyPlace,
  differences: TreeDifferences = null,
): Promise<JudgingPolicy> {
  if ('file' in place) {
    const trusted = await readPolicy(place.bytes ?? (await readDisk(place.file)), place.file);
    return {
      ...effectivePolicy({ base: null, head: null, trusted }),
      from: 'file',
      proposed: null,
      change: null,
    };
  }
  const { config } = place;
  const versions = new Versions(repository, config);
  const tip = await versions.at(range.policyAt);
  const head = await versions.at(range.head);
  const forks = await forksOf(versions, range, tip);
  const tips = await Promise.all((range.tips ?? []).map((one) => versions.at(one)));
  await repository.prefetchFiles([tip, head, ...forks].flatMap(blobOf));
  const own = [tip, ...tips].some((one) => isSame(one, head))
    ? []
    : forks.filter((fork) => !isSame(fork, head));
  let base: Policy | null;
  try {
    base = await versions.policy(tip);
  } catch (error) {
    const broken =
      error instanceof EvalguardError && error.code === 'policy' && (range.frozen ?? []).length > 0;
    if (broken) return repaired(error, versions, range, { forks: own, tip, head }, differences);
    throw error;
  }
  const { unread } = repository;
  // What head does to the policy cannot be said where it cannot be read: that is noted, and base's goes on judging.
  const proposed = own.length === 0 ? base : await unread.attempt(() => versions.policy(head), base);
  if (tip.entry === null && head.entry === null) mustBeDefault(config);
  const change =
    own.length === 0
      ? null
      : {
          path: config,
          unusable: null,
          loosenings: await headsLoosenings(unread, versions, { forks: own, tip, head }, base, proposed),
        };
  const from = base === null ? 'defaults' : (range.policyAt?.id ?? 'defaults');
  return {
    ...effectivePolicy({ base, head: proposed, trusted: null }),
    from,
    proposed: change && proposed,
    change,
  };
}

/**
 * What counts where head repairs a policy of base that cannot be used: head's, on the default ledger and whatever base
 * still names, for a change of the policy alone. Of anything else base's policy is demanded.
 */
async function repaired(
  unusable: EvalguardError,
  versions: Versions,
  range: PolicyRange,
  { forks, tip, head }: Changed,
  differences: TreeDifferences,
): Promise<JudgingPolicy> {
  const { ledgerToKeep, otherChange } = await import('./policy-repair.ts');
  const { config } = versions;
  const refuse = (why: string) =>
    new EvalguardError(
      'policy',
      unusable.message,
      `${why} Repair ${config} on the base branch in a change of its own: that passes with a warning.`,
      { cause: unusable },
    );
  if (forks.length === 0 || head.entry === null) throw refuse('This change does not repair it.');
  const proposed = await versions.policy(head);
  for (const fork of forks) if (!isSame(fork, tip)) await versions.merged(fork, tip, head);
  const other = await otherChange(range, config, differences, versions.unread);
  if (other !== null) throw refuse(`This change repairs it, but touches ${other} too.`);
  const kept = await ledgerToKeep(range, await versions.bytesOf(tip));
  const freed = kept.find(
    (directory) => !proposed?.ledger.some((one) => one === directory || isBelow(directory, one)),
  );
  if (freed !== undefined) {
    throw refuse(`The repaired policy no longer guards ${freed}; keep it under \`ledger\`.`);
  }
  const { policy, ...effective } = effectivePolicy({ base: null, head: proposed, trusted: null });
  return {
    ...effective,
    // The file that is repaired may stand in the ledger itself.
    policy: { ...policy, exempt: [...policy.exempt, escapeGlob(config)] },
    from: 'defaults',
    proposed: null,
    change: { path: config, loosenings: [], unusable: unusable.message },
  };
}

/** Where head's policy grew from: every best merge base; the tip itself where nothing older is compared. */
async function forksOf(
  versions: Versions,
  { frozen = [], forks = frozen }: PolicyRange,
  tip: Version,
): Promise<readonly Version[]> {
  return forks.length === 0 ? [tip] : Promise.all(forks.map((fork) => versions.at(fork)));
}

interface Changed {
  readonly forks: readonly Version[];
  readonly tip: Version;
  readonly head: Version;
}

/**
 * What head gives up, compared with each merge base, but for what the base branch itself gave up since; and what it comes
 * to once both sides' changes are merged, since that is what lands.
 */
async function headsLoosenings(
  unread: Unread,
  versions: Versions,
  { forks, tip, head }: Changed,
  base: Policy | null,
  proposed: Policy | null,
): Promise<readonly Loosening[]> {
  const found = new Map<string, Loosening>();
  const add = (list: readonly Loosening[]) => {
    for (const one of list) found.set(JSON.stringify(one), one);
  };
  for (const fork of forks) {
    const same = isSame(fork, tip);
    // Where both sides brought their first policy, head's is compared with the one that counts.
    const own = fork.entry !== null && !same;
    const was = own ? await unread.attempt(() => versions.readable(fork, base), base) : base;
    const landed = new Set(loosenings(was, base).map((one) => JSON.stringify(one)));
    add(loosenings(was, proposed).filter((one) => !landed.has(JSON.stringify(one))));
    if (fork.at !== null && guardsMore(was, proposed)) {
      add(joiningFiles(was, proposed, (await ledgerOf(fork.at, proposed?.ledger ?? [], unread)).keys()));
    }
    if (newGrowing(was, proposed).length > 0) {
      for (const at of same ? [tip.at] : [fork.at, tip.at]) {
        const landed = at === null ? [] : (await ledgerOf(at, (was ?? DEFAULT_POLICY).ledger, unread)).keys();
        add(freedToGrow(was, proposed, landed));
      }
    }
    const merged = same ? null : await unread.attempt(() => versions.merged(fork, tip, head), null);
    if (merged !== null) add(loosenings(base, merged));
  }
  return [...found.values()].sort((a, b) => comparePaths(a.setting, b.setting));
}

/** Whether files that stand already can become records by the policy alone. */
function guardsMore(was: Policy | null, is: Policy | null): boolean {
  const lost = (one: readonly string[] = [], other: readonly string[] = []) =>
    one.some((each) => !other.includes(each));
  return was !== null && (lost(is?.ledger, was.ledger) || lost(was.exempt, is?.exempt));
}

/** The policy's file in a snapshot; no entry where there is none. */
interface Version {
  readonly at: Snapshot | null;
  readonly entry: Entry | null;
}

function isSame({ entry: one }: Version, { entry: other }: Version): boolean {
  return one?.oid === other?.oid && one?.kind === other?.kind;
}

function blobOf({ entry }: Version): readonly string[] {
  return entry !== null && isFile(entry.kind) ? [entry.oid] : [];
}

/** The versions of a policy's file, read where they are asked for. */
class Versions {
  readonly #repository: Repository;

  constructor(
    repository: Repository,
    readonly config: Path,
  ) {
    this.#repository = repository;
  }

  get unread(): Unread {
    return this.#repository.unread;
  }

  async at(snapshot: Snapshot | null): Promise<Version> {
    return { at: snapshot, entry: snapshot === null ? null : await entryAt(snapshot, this.config) };
  }

  async policy({ at, entry }: Version): Promise<Policy | null> {
    if (entry === null) return null;
    const source =
      at?.id === 'index' ? `${this.config} (staged)` : `${this.config} at ${at?.id.slice(0, 12)}`;
    return readPolicy(await this.#bytes(entry, source, at), source);
  }

  /** An older policy, or another one in its place where it is none that this version understands. */
  async readable(version: Version, instead: Policy | null): Promise<Policy | null> {
    try {
      return await this.policy(version);
    } catch (error) {
      if (error instanceof EvalguardError && error.code === 'policy') return instead;
      throw error;
    }
  }

  /** The policy as it lands where both sides changed its file; `null` where that is no plain text, or they conflict. */
  async merged(fork: Version, tip: Version, head: Version): Promise<Policy | null> {
    const [base, ours, theirs] = await Promise.all([fork, tip, head].map((one) => this.bytesOf(one)));
    if (!base || !ours || !theirs) return null;
    const { mergedFile } = await import('../../../adapters/git/merge.ts');
    const bytes = await mergedFile(this.#repository.git, { base, ours, theirs });
    if (bytes === null) return null;
    try {
      return await readPolicy(bytes, `${this.config} as it is after the merge`);
    } catch (error) {
      if (!(error instanceof EvalguardError) || error.code !== 'policy') throw error;
      throw new EvalguardError(
        'policy',
        error.message,
        'Each side is a policy, and what git makes of both is none. Merge the base branch into this one, correct there what is listed, and check again.',
        { cause: error },
      );
    }
  }

  /** What stands in the file; `null` where there is no plain file. */
  async bytesOf({ at, entry }: Version): Promise<Uint8Array | null> {
    return entry !== null && isFile(entry.kind) ? this.#bytes(entry, this.config, at) : null;
  }

  async #bytes({ kind, oid }: Entry, source: string, at: Snapshot | null): Promise<Uint8Array> {
    if (!isFile(kind)) {
      throw new EvalguardError(
        'policy',
        `${source} is a ${kind}, not a file, so there is no policy to read.`,
        'Make it a plain file.',
      );
    }
    const object = await this.#repository.objects.read(oid);
    if (typeof object === 'string' || object.type !== 'blob' || object.bytes === null) {
      const why = typeof object === 'string' ? object : ({ not: 'file' } as const);
      throw await this.#repository.unread.error(oid, why, { path: this.config, commit: at?.id ?? 'index' });
    }
    return object.bytes;
  }
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
