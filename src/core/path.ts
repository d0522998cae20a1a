/**
 * A path inside a repository, with `/` between its parts. Bytes that are not UTF-8 are kept as lone low surrogates
 * (U+DC80 to U+DCFF, as in Python's PEP 383): names that a decoder would print alike stay different.
 */
export type Path = string;

/** Orders paths by code unit: the same on every machine, whatever its locale. */
export function comparePaths(a: Path, b: Path): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

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

/**
 * The file that git reads lines from, whatever the case of its path: some systems open `.GitIgnore` for `.gitignore`.
 * `null` for every other file.
 */
export function lineFileOf(path: Path): '.gitattributes' | '.gitignore' | null {
  const name = foldPath(baseName(path));
  return name === '.gitattributes' || name === '.gitignore' ? name : null;
}

/** Everything before the last part of a path, or the empty string at the root. */
export function directoryName(path: Path): Path {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

/** The path of a name in a directory; `''` is the root. */
export function pathIn(directory: Path, name: string): Path {
  return directory === '' ? name : `${directory}/${name}`;
}

/** Printable ASCII without `:` and `\\`: such a path folds to its lower case, unless a part ends in what is dropped. */
const PLAIN = /^[ -9;-[\]-~]+$/;
const DROPPED = /[. ](?:\/|$)/;

/**
 * A path as file systems see it that ignore case and Unicode form (NTFS, APFS, HFS+), leave out invisible characters
 * (HFS+), drop trailing dots and spaces, and read `\` as `/` and `name::$DATA` as `name` (Windows). Two paths that
 * fold alike cannot both be checked out everywhere.
 */
export function foldPath(path: Path): Path {
  if (PLAIN.test(path) && !DROPPED.test(path)) return path.toLowerCase();
  return path.split(/[\\/]/).map(foldPart).join('/');
}

const INVISIBLE = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu;

function foldPart(part: string): string {
  const seen = part.replace(INVISIBLE, '');
  // Not where it stands first: a name cannot be empty.
  const colon = seen.indexOf(':', 1);
  const [main, stream] = colon < 0 ? [seen, ''] : [seen.slice(0, colon), foldStream(seen.slice(colon))];
  return foldCase(withoutEnding(main)) + stream;
}

/** Without dots and spaces at the end; by hand, since an expression looks again from each of them in a hostile name. */
function withoutEnding(name: string): string {
  let end = name.length;
  while (end > 0 && (name[end - 1] === '.' || name[end - 1] === ' ')) end -= 1;
  return name.slice(0, end);
}

/** `:stream:$DATA` is `:stream`, and what only names a type is the file or the folder itself. */
function foldStream(stream: string): string {
  const name = stream.replace(/:\$[a-z_]*$/i, '');
  return /^:?(?:\$i30)?$/i.test(name) ? '' : foldCase(name);
}

// Lower case alone leaves ß, ſ and the Kelvin sign apart, and upper case first leaves ẞ: both ways join them as
// full case folding does.
function foldCase(text: string): string {
  return text.normalize('NFD').toLowerCase().toUpperCase().toLowerCase().normalize('NFC');
}

/** The file that a folded name writes a stream of (`name:stream`, on Windows); `null` where it names none. */
export function fileOfStream(folded: string): string | null {
  const colon = folded.indexOf(':', 1);
  return colon < 0 ? null : folded.slice(0, colon);
}

const SPELLED_SHORT = /^([^.~]{1,6})~\d{1,6}(?:\.([^.]{0,3}))?$/;
const NEEDS_NONE = /^[^. +,;=[\]]{1,8}(?:\.[^. +,;=[\]]{1,3})?$/;

/**
 * The keys of a name that is spelled like a short name of Windows (`EVAL-2~1.JSO`): it can stand for every name that
 * shares one.
 */
export function keysOfShortName(name: string): readonly string[] {
  const [, head = '', ending = ''] = SPELLED_SHORT.exec(name.toUpperCase()) ?? [];
  if (head === '') return [];
  const hashed = /^(.{1,2})[0-9A-F]{4}$/.exec(head);
  return [`${head}.${ending}`, ...(hashed === null ? [] : [`${hashed[1]}#.${ending}`])];
}

/** The keys of a name that Windows may give a short one: opening the short one opens it. */
export function keysOfFullName(name: string): readonly string[] {
  const upper = name.toUpperCase();
  if (NEEDS_NONE.test(upper)) return [];
  const dot = upper.lastIndexOf('.');
  const split = dot <= 0 ? upper.length : dot;
  const stem = plainSigns(upper.slice(0, split)).slice(0, 6);
  const ending = plainSigns(upper.slice(split + 1)).slice(0, 3);
  const heads = Array.from(stem, (_, index) => stem.slice(0, index + 1));
  return [...heads, `${stem.slice(0, 2)}#`, `${stem.slice(0, 1)}#`].map((head) => `${head}.${ending}`);
}

function plainSigns(text: string): string {
  return text.replace(/[. ]/g, '').replace(/[+,;=[\]]/g, '_');
}

/** The reason why a part of a path does not fit some system. */
export type PortabilityProblem = 'device' | 'character' | 'ending' | 'bytes' | 'length';

const DEVICE = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:[.:].*)?$/iu;
const RESERVED = /[<>:"|?*\\\u0000-\u001f]/;

/**
 * The reason why Windows cannot hold a part of a path or, where it is too long, no system can; `null` where all can.
 */
export function portabilityProblem(part: string): PortabilityProblem | null {
  if (encodePath(part).length > 255) return 'length';
  if (!part.isWellFormed()) return 'bytes';
  if (DEVICE.test(part)) return 'device';
  if (RESERVED.test(part)) return 'character';
  return /[. ]$/.test(part) ? 'ending' : null;
}

/**
 * Whether some system takes a path, or a directory on the way to it, for one of these directories or their parents.
 */
export function readsAsDirectory(path: Path, directories: readonly Path[]): boolean {
  const parts = path.split(/[\\/]/);
  return directories.some((directory) => leavesAlike(path, parts, directory.split('/')));
}

/** Whether the first part in which they differ is one that some system reads alike. */
function leavesAlike(path: Path, parts: readonly string[], directory: readonly string[]): boolean {
  let end = -1;
  for (const [index, own] of directory.entries()) {
    const part = parts[index];
    if (part === undefined) return false;
    end += part.length + 1;
    const sameHere = part === own && path[end] !== '\\';
    if (sameHere) continue;
    const keys = keysOfShortName(part);
    return foldPath(part) === foldPath(own) || keysOfFullName(own).some((key) => keys.includes(key));
  }
  return false;
}
