import { type JsonValue } from '../document/document.js';
import { type Path } from './path.js';
/** A record that says of another one that it is not to be counted. */
export interface Retraction {
    /** The path of the retraction itself. */
    readonly path: Path;
    readonly of: {
        readonly path: Path;
        /** SHA-256 of the bytes of the record that is retracted, in hexadecimal. */
        readonly sha256: string;
    };
    readonly reason: string;
    /** A UTC day. */
    readonly date: string;
    /** The record that replaces it, or `null`. */
    readonly superseded_by: Path | null;
}
/** The retraction in a document, or `null` where it is something else: what a file is follows from its `schema`. */
export declare function readRetraction(path: Path, value: JsonValue): Retraction | null;
/** The file name of the n-th retraction of a result, beside it: `<result>.retraction-<n>.json`. */
export declare function retractionName(result: string, number: number): string;
/** Whether a file beside a record has the name of a retraction of it. */
export declare function namesRetraction(name: string, record: Path): boolean;
