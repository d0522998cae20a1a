/**
 * A path inside a repository, with `/` between its parts. Bytes that are not UTF-8 are kept as lone low surrogates
 * (U+DC80 to U+DCFF, as in Python's PEP 383), so that two names which a decoder would print alike stay different.
 */
export type Path = string;
/** Orders paths by code unit: the same on every machine, whatever its locale. */
export declare function comparePaths(a: Path, b: Path): number;
/** The path that git's bytes spell. */
export declare function decodePath(bytes: Uint8Array): Path;
/** The bytes that spell a path: the inverse of {@link decodePath}. */
export declare function encodePath(path: Path): Uint8Array;
/** Whether `path` lies below the directory `directory` (`.` is the whole repository). */
export declare function isBelow(path: Path, directory: Path): boolean;
/** The plain form of a ledger directory (`./results/` is `results`), or what keeps it from being one. */
export declare function parseDirectory(text: string): {
    readonly directory: Path;
} | {
    readonly wrong: string;
};
/** The last part of a path. */
export declare function baseName(path: Path): string;
/**
 * Which of the files a path is from which git reads lines about other files, whatever its case: some systems open
 * `.GitIgnore` for `.gitignore`.
 */
export declare function lineFileOf(path: Path): '.gitattributes' | '.gitignore' | null;
/** Everything before the last part of a path, or the empty string at the root. */
export declare function directoryName(path: Path): Path;
/**
 * What a path becomes on a file system that ignores case and Unicode form (NTFS, APFS, HFS+), leaves out invisible
 * characters (HFS+), drops trailing dots and spaces, and reads `\` as `/` and `name::$DATA` as `name` (Windows). Two
 * paths that fold alike cannot both be checked out everywhere.
 */
export declare function foldPath(path: Path): Path;
/** The folded name without its stream, which is written into the file of that name; `null` where it has none. */
export declare function streamedFile(folded: string): string | null;
/** What a name that is spelled like a short name of Windows (`EVAL-2~1.JSO`) shares with the names it can stand for. */
export declare function spelledShort(name: string): readonly string[];
/** The same of a name that Windows may give a short one: opening the one opens the other. */
export declare function shortenedTo(name: string): readonly string[];
/** Why a part of a path does not fit some system. */
export type PortabilityProblem = 'device' | 'character' | 'ending' | 'bytes' | 'length';
/** Why Windows cannot hold a part of a path, or, where it is too long, no system can; `null` where all can. */
export declare function portabilityProblem(part: string): PortabilityProblem | null;
/** Whether some system takes a path, or a directory on the way to it, for one of these directories or their parents. */
export declare function standsBeside(path: Path, directories: readonly Path[]): boolean;
