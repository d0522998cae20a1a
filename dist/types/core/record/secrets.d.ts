import type { JsonValue } from '../document/document.js';
/** A text that looks like a key. The text itself is kept out of every message. */
export interface Secret {
    /** JSON Pointer of the value, or of the member whose name it is. */
    readonly pointer: string;
    readonly kind: string;
}
/** Every text of a value that looks like a key, in the order in which they stand, names of members too. */
export declare function findSecrets(value: JsonValue): readonly Secret[];
