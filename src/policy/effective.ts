import { DEFAULT_POLICY, type Policy } from './policy.ts';
import { union, withoutBase } from './settings.ts';

/** The policy as it stands at the base branch's tip, in head, and in the file that the user trusts; `null`: none. */
export interface PolicySides {
  readonly base: Policy | null;
  readonly head: Policy | null;
  readonly trusted: Policy | null;
}

/** The policy that counts, and where it is from. */
export interface EffectivePolicy {
  readonly policy: Policy;
  readonly source: 'base' | 'defaults' | 'file';
  /** Head's exemptions: they free a path only where no record of base stands. */
  readonly exemptIfNew: readonly string[];
  /** The ledger directories that a policy names: the defaults may be empty, these may not. */
  readonly named: readonly string[];
}

/**
 * Decides which policy counts. A change cannot relax the guard that judges it, so base's policy counts and head's adds
 * directories alone. Where base has none, head's adds its series, judge and requirements to the defaults, and nothing
 * in it makes them laxer.
 */
export function effectivePolicy({ base, head, trusted }: PolicySides): EffectivePolicy {
  if (trusted !== null) {
    return { policy: trusted, source: 'file', exemptIfNew: [], named: trusted.ledger };
  }
  const named = union(base?.ledger ?? [], head?.ledger ?? []);
  if (base !== null) return { policy: { ...base, ledger: named }, source: 'base', exemptIfNew: [], named };
  if (head === null) return { policy: DEFAULT_POLICY, source: 'defaults', exemptIfNew: [], named };
  const policy = withoutBase(DEFAULT_POLICY, head);
  return { policy, source: 'defaults', exemptIfNew: head.exempt, named };
}
