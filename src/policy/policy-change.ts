import { comparePaths, type Path } from '../core/path.ts';
import { shortList } from '../core/text.ts';
import { DEFAULT_POLICY, type Policy, type Series } from './policy.ts';
import { isExempt, ledgerDirectory, seriesOf } from './series.ts';
import { type Loosening, loosened, union, withoutBase } from './settings.ts';

/** The policy at the base branch's tip, in head, and in the file that the user trusts; `null`: none. */
export interface PolicyVersions {
  readonly base: Policy | null;
  readonly head: Policy | null;
  readonly trusted: Policy | null;
}

/** The policy that counts for a change, and where it is from. */
export interface EffectivePolicy {
  readonly policy: Policy;
  readonly source: 'base' | 'defaults' | 'file';
  /** Head's exemptions: they free a path only where no record of base stands. */
  readonly exemptIfNew: readonly string[];
  /** The ledger directories that a policy names: the defaults may be empty, these may not. */
  readonly named: readonly string[];
}

/**
 * The policy that counts for a change. A change cannot relax the guard that judges it: base's policy counts, and
 * head's adds ledger directories alone. Where base has none, head's adds its series, judge and requirements to the
 * defaults, and makes none of them laxer.
 */
export function effectivePolicy({ base, head, trusted }: PolicyVersions): EffectivePolicy {
  if (trusted !== null) {
    return { policy: trusted, source: 'file', exemptIfNew: [], named: trusted.ledger };
  }
  const named = union(base?.ledger ?? [], head?.ledger ?? []);
  if (base !== null) return { policy: { ...base, ledger: named }, source: 'base', exemptIfNew: [], named };
  if (head === null) return { policy: DEFAULT_POLICY, source: 'defaults', exemptIfNew: [], named };
  const policy = withoutBase(DEFAULT_POLICY, head);
  return { policy, source: 'defaults', exemptIfNew: head.exempt, named };
}

/**
 * The settings in which `after` is not provably as strict as `before`, sorted by setting. `null` stands for the
 * defaults. Empty where every record is guarded at least as well as before.
 */
export function loosenings(before: Policy | null, after: Policy | null): readonly Loosening[] {
  const found = loosened(before ?? DEFAULT_POLICY, after ?? DEFAULT_POLICY);
  return [...found].sort((a, b) => comparePaths(sortKey(a), sortKey(b)));
}

/**
 * The files that join a series without having been judged as additions: they stood already, outside the ledger or
 * exempt. One of them can be newer than a run that missed.
 */
export function joiningFiles(
  before: Policy | null,
  after: Policy | null,
  paths: Iterable<Path>,
): readonly Loosening[] {
  const [was, is] = [before ?? DEFAULT_POLICY, after ?? DEFAULT_POLICY];
  const series = new Map<string, Path[]>(was.series.map(({ id }) => [id, []]));
  for (const path of paths) {
    if (holds(is, path) && !holds(was, path)) series.get(seriesOf(path, is)?.id ?? '')?.push(path);
  }
  return [...series].flatMap(([id, files]) =>
    files.length === 0 ? [] : [{ setting: `series.${id}.results`, before: null, after: shortList(files, 1) }],
  );
}

/** The landed files that a new series lets grow, or grow otherwise than they did. */
export function freedToGrow(
  before: Policy | null,
  after: Policy | null,
  paths: Iterable<Path>,
): readonly Loosening[] {
  const was = before ?? DEFAULT_POLICY;
  const fresh = newGrowing(before, after);
  if (after === null || fresh.length === 0) return [];
  const landed = new Map<string, Path[]>(fresh.map(({ id }) => [id, []]));
  for (const path of paths) if (holds(was, path)) landed.get(seriesOf(path, after)?.id ?? '')?.push(path);
  return [...landed].flatMap(([id, files]) =>
    files.length === 0 ? [] : [{ setting: `series.${id}.grows`, before: null, after: shortList(files, 1) }],
  );
}

/** The series of a policy whose files may grow, and which the older one does not know. */
export function newGrowing(before: Policy | null, after: Policy | null): readonly Series[] {
  const known = new Set(before?.series.map(({ id }) => id));
  return (after?.series ?? []).filter(({ id, grows }) => grows !== null && !known.has(id));
}

function holds({ ledger, exempt }: Policy, path: Path): boolean {
  return ledgerDirectory(path, ledger) !== null && !isExempt(path, exempt);
}

function sortKey({ setting, before, after }: Loosening): string {
  return JSON.stringify([setting, before, after]);
}
