/**
 * A path inside a repository, with `/` between its parts. Bytes that are not UTF-8 are kept as lone low surrogates
 * (U+DC80 to U+DCFF, as in Python's PEP 383), so that two names which a decoder would print alike stay different.
 */
export type Path = string;

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The path that git's bytes spell. */
export function decodePath(bytes: Uint8Array): Path {
  try {
    return strict.decode(bytes);
  } catch {
    return decodeBytewise(bytes);
  }
}

function decodeBytewise(bytes: Uint8Array): Path {
  let path = '';
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes, at);
    path +=
      length === 0
        ? String.fromCharCode(0xdc00 + bytes[at]!)
        : strict.decode(bytes.subarray(at, at + length));
    at += length || 1;
  }
  return path;
}

function sequenceLength(bytes: Uint8Array, at: number): number {
  for (let length = 1; length <= 4 && at + length <= bytes.length; length += 1) {
    try {
      strict.decode(bytes.subarray(at, at + length));
      return length;
    } catch {
      // not a whole sequence yet
    }
  }
  return 0;
}

/** The bytes that spell a path: the inverse of {@link decodePath}. */
export function encodePath(path: Path): Uint8Array {
  if (path.isWellFormed()) return new TextEncoder().encode(path);
  const parts: number[] = [];
  for (const character of path) {
    const code = character.codePointAt(0)!;
    if (code >= 0xdc80 && code <= 0xdcff) parts.push(code - 0xdc00);
    else parts.push(...new TextEncoder().encode(character));
  }
  return Uint8Array.from(parts);
}

/** Whether `path` lies below the directory `directory` (`.` is the whole repository). */
export function isBelow(path: Path, directory: Path): boolean {
  return directory === '.' || path.startsWith(`${directory}/`);
}

/** The last part of a path. */
export function baseName(path: Path): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Everything before the last part of a path, or the empty string at the root. */
export function directoryName(path: Path): Path {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

/** Printable ASCII without `:`: such a path folds to its lower case, unless a part ends in what is dropped. */
const PLAIN = /^[ -9;-~]+$/;
const DROPPED = /[. ](?:\/|$)/;

/**
 * What a path becomes on a file system that ignores case and Unicode form, drops trailing dots and spaces, and reads
 * `name:stream` as a stream of `name`. Two paths that fold alike cannot both be checked out everywhere.
 */
export function foldPath(path: Path): Path {
  if (PLAIN.test(path) && !DROPPED.test(path)) return path.toLowerCase();
  return path
    .split('/')
    .map((part) => {
      const main = part.indexOf(':') > 0 ? part.slice(0, part.indexOf(':')) : part;
      // Lower case alone leaves ß, ſ and the Kelvin sign apart; upper case first joins them as case-blind systems do.
      return main
        .replace(/[. ]+$/u, '')
        .normalize('NFD')
        .toUpperCase()
        .toLowerCase()
        .normalize('NFC');
    })
    .join('/');
}
