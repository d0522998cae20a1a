import type { Repository } from '../../../adapters/git/repository.js';
import { type Path } from '../../../core/path.js';
import { type Policy } from '../../../policy/policy.js';
import { type EffectivePolicy } from '../../../policy/policy-change.js';
import type { LedgerScope } from '../../../policy/series.js';
import type { Loosening } from '../../../policy/settings.js';
import type { Range } from './range.js';
import type { TreeDifferences } from './tree-differences.js';
/** Where the policy stands: a path in the repository, or a file on disk that is trusted as given. */
export type PolicyPlace = {
    readonly config: Path;
} | {
    readonly file: string;
};
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
export declare function scopeOf({ policy, exemptIfNew }: JudgingPolicy): LedgerScope;
type PolicyRange = Pick<Range, 'policyAt' | 'head'> & Partial<Pick<Range, 'frozen' | 'tips' | 'forks'>>;
/**
 * Reads the policy at the tip of the base branch, which counts, and says what head did to it since it grew from that
 * branch. A branch that left the policy alone is not accused of what the base branch did meanwhile.
 */
export declare function judgingPolicy(repository: Repository, range: PolicyRange, place: PolicyPlace, differences?: TreeDifferences): Promise<JudgingPolicy>;
/** Throws where another path than the default was named and nothing stands there: a misspelt one is not the defaults. */
export declare function mustBeDefault(config: Path): void;
export {};
