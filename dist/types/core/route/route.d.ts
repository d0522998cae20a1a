/** The reason why it cannot be said which model a route leads to. */
export type Unresolved = 
/** No maker and no service of the table is named: a private gateway, or one that evalguard does not know. */
'gateway'
/** A service of the table under a name that is none of a known model: a deployment, a fine-tune, an endpoint. */
 | 'deployment'
/** A name without a provider, and no known model is called so. */
 | 'name'
/** A word that stands for "not said". */
 | 'placeholder' | 'program'
/** The policy's `judge.routes` lead in a circle, or to several models. */
 | 'policy';
/** A route of a record, read: the model that it leads to, or why that is not known. */
export type Route = {
    readonly kind: 'model';
    /** The maker of the model, not the service that runs it. */
    readonly provider: string;
    /** The model without its snapshot, spelt as its maker does where that is known. */
    readonly family: string;
    /** Date or revision, `YYYY-MM-DD` where it is a whole date; `null` for a name that moves along with them. */
    readonly snapshot: string | null;
}
/** A route that can resolve to another model on every call. */
 | {
    readonly kind: 'alias';
    readonly text: string;
} | {
    readonly kind: 'unknown';
    readonly text: string;
    readonly why: Unresolved;
    /** The model that the last part of the route reads like: a hint for people, never taken for granted. */
    readonly reads_like: string | null;
}
/** A text that no route may be: it could pass for another one, or hide what it is. */
 | {
    readonly kind: 'malformed';
    readonly text: string;
    readonly why: 'empty' | 'too-long' | 'not-ascii';
};
/** A route in one spelling: `provider:family`, and `@snapshot` where there is one. */
export declare function formatRoute(route: Route): string;
/** The settings of a policy that decide how routes are read. */
export interface RoutePolicy {
    /** Routes that can resolve to another model on every call, besides the built-in ones. */
    readonly aliases: readonly string[];
    /** Whether snapshots of one model family count as one model. */
    readonly family: 'same' | 'distinct';
    /** Routes of a private gateway, and the `provider:model` that each stands for. */
    readonly routes: Readonly<Record<string, string>>;
}
/** Reads a route by the built-in table alone. The text is folded: lower case, printable ASCII, no spaces. */
export declare function parseRoute(text: string): Exclude<Route, {
    kind: 'alias' | 'malformed';
}>;
