import type { JsonValue } from '../document/document.js';
/** A text that looks like a key. The text itself is kept out of every message. */
export interface Secret {
    /** JSON Pointer of the value, or of the object that has a member of such a name; `null` in a file that is no JSON. */
    readonly pointer: string | null;
    readonly kind: string;
    /** Where it stands in a file that is no JSON; both count from 1. */
    readonly line?: number;
    readonly column?: number;
}
/** A kind of secret. */
interface Kind {
    /** What a policy calls it by, under `secrets.allow`. */
    readonly rule: string;
    readonly kind: string;
    /** Whether the issuer's own prefix says so. Anything else is a guess. */
    readonly certain: boolean;
}
/** What is known of a kind by its name. */
export declare function kindNamed(name: string): Kind;
/** Whether the issuer's own prefix says that it is one. */
export declare function isCertain({ kind }: Secret): boolean;
/** Whether a file's text may hold a secret at all. One pass over it, and most files are done with. */
export declare function maySecret(text: string): boolean;
/** Every text of a value that looks like a key, in the order in which they stand, names of members too. */
export declare function findSecrets(value: JsonValue): readonly Secret[];
/** Each line of a text that is no JSON and holds a key of a known kind, at its place. */
export declare function findSecretsInText(text: string): readonly Secret[];
export {};
