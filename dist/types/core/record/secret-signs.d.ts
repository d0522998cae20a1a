/** A text that looks like a key. The text itself is kept out of every message. */
export interface Secret {
    /** JSON Pointer of the value, or of the object that has a member of such a name; `null` in a file that is no JSON. */
    readonly pointer: string | null;
    readonly kind: string;
    /** Where it stands in a file that is no JSON; both count from 1. */
    readonly line?: number;
    readonly column?: number;
}
/** A secret with what a policy calls its kind by, under `secrets.allow`, and whether its issuer's own prefix says what it is. */
export interface KnownSecret extends Secret {
    readonly rule: string;
    readonly certain: boolean;
}
/** Whether a file's text may hold a secret at all. One pass over it, and most files are done with. */
export declare function maySecret(text: string): boolean;
