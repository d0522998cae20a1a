import { type Path } from '../core/path.js';
import { type Policy } from './policy.js';
import { type Loosening } from './settings.js';
/** The policy at the base branch's tip, in head, and in the file that the user trusts; `null`: none. */
export interface PolicyVersions {
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
 * The policy that counts. A change cannot relax the guard that judges it, so base's policy counts and head's adds
 * directories alone. Where base has none, head's adds its series, judge and requirements to the defaults, and nothing
 * in it makes them laxer.
 */
export declare function effectivePolicy({ base, head, trusted }: PolicyVersions): EffectivePolicy;
/**
 * What `after` is not provably as strict in as `before`: whatever `before` would block and `after` might let pass.
 * `null` stands for the defaults. Sorted by setting; empty where every record is guarded at least as well as before.
 */
export declare function loosenings(before: Policy | null, after: Policy | null): readonly Loosening[];
/**
 * What joins a series without having been judged as an addition: files that stood already, outside the ledger or exempt.
 * One of them can be newer than a run that missed.
 */
export declare function joining(before: Policy | null, after: Policy | null, paths: Iterable<Path>): readonly Loosening[];
