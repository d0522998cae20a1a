/**
 * A path inside a repository, with `/` between its parts. Bytes that are not UTF-8 are kept as lone low surrogates
 * (U+DC80 to U+DCFF, as in Python's PEP 383), so that two names which a decoder would print alike stay different.
 */
export type Path = string;
/** The path that git's bytes spell. */
export declare function decodePath(bytes: Uint8Array): Path;
/** The bytes that spell a path: the inverse of {@link decodePath}. */
export declare function encodePath(path: Path): Uint8Array;
/** Whether `path` lies below the directory `directory` (`.` is the whole repository). */
export declare function isBelow(path: Path, directory: Path): boolean;
/** The last part of a path. */
export declare function baseName(path: Path): string;
/** Everything before the last part of a path, or the empty string at the root. */
export declare function directoryName(path: Path): Path;
/**
 * What a path becomes on a file system that ignores case and Unicode form, drops trailing dots and spaces, and reads
 * `name:stream` as a stream of `name`. Two paths that fold alike cannot both be checked out everywhere.
 */
export declare function foldPath(path: Path): Path;
