import { type JsonValue } from '../document/document.js';
import type { Expectation, JudgePolicy, Policy, Requirement, SecretsPolicy, Series, Threshold } from './policy.js';
/** A setting of the policy that guards less than before, or cannot be shown to guard as much. `null`: not set. */
export type Loosening = {
    readonly setting: string;
    readonly before: JsonValue;
    readonly after: JsonValue;
};
/** One thing as it was and as it is proposed. */
interface Pair<T> {
    readonly was: T;
    readonly is: T;
}
/** What a setting belongs to: some are lax or strict only beside others. */
interface InPolicy {
    readonly policy: Pair<Policy>;
}
interface InSeries extends InPolicy {
    readonly series: Pair<Series>;
}
/** In what a change of a setting guards less, or cannot be shown to guard as much. `place` is the setting's name. */
type Loosens<Value, Around> = (place: string, was: Value, is: Value, around: Around) => Iterable<Loosening>;
/** A setting that the table leaves out is a type error: nobody could then drop it unseen. */
type Settings<Whole, Around> = {
    readonly [Key in keyof Whole]-?: Loosens<Whole[Key], Around>;
};
interface PolicySetting<Value> {
    readonly loosens: Loosens<Value, InPolicy>;
    /** What counts where base has no policy: head's may add to the defaults, and makes nothing laxer. */
    readonly withoutBase: (defaults: Value, head: Value) => Value;
}
type PolicySettings = {
    readonly [Key in keyof Policy]: PolicySetting<Policy[Key]>;
};
export declare function union(first: readonly string[], second: readonly string[]): readonly string[];
/** Every setting of a judge's policy. */
export declare const JUDGE_SETTINGS: Settings<JudgePolicy, unknown>;
/** Every setting of a requirement; its id is its name. */
export declare const REQUIREMENT_SETTINGS: Settings<Omit<Requirement, 'id'>, unknown>;
/** Everything that can be expected of a run. Only more of it is stricter. */
export declare const EXPECT_SETTINGS: Settings<Expectation, unknown>;
/** Every setting of a threshold; its metric is its name. */
export declare const THRESHOLD_SETTINGS: Settings<Omit<Threshold, 'metric'>, InSeries>;
/** Every setting of a series; its id is its name. */
export declare const SERIES_SETTINGS: Settings<Omit<Series, 'id'>, InSeries>;
/** Every setting of what is said of secrets. */
export declare const SECRETS_SETTINGS: Settings<SecretsPolicy, unknown>;
/** Every setting of a policy: how a change of it loosens, and what of it counts where base has no policy. */
export declare const POLICY_SETTINGS: PolicySettings;
/** What the change from one policy to another loosens. */
export declare function loosened(was: Policy, is: Policy): Generator<Loosening>;
/** What counts of head's policy where base has none. */
export declare function withoutBase(defaults: Policy, head: Policy): Policy;
export {};
