import { type Kind, kindOfMode } from '../../core/ledger.ts';
import { decodePath, type Path } from '../../core/path.ts';

export const SPACE = 32;
/** What the modes of files, links and submodules begin with. */
export const ONE = 49;
export const SLASH = 47;
export const BACKSLASH = 92;
/** `.`, `G` and `g`: what a name that git takes for its own directory begins with. */
export const SUSPICIOUS_FIRST_BYTES: ReadonlySet<number> = new Set([46, 71, 103]);

/** The modes that git writes; their octal digits are read as a decimal number. */
const GIT_MODES: ReadonlyMap<number, Kind> = new Map([
  [40000, 'directory'],
  [100644, 'file'],
  [100755, 'executable'],
  [120000, 'symlink'],
  [160000, 'submodule'],
]);

/** The digits of a mode as one decimal number; 0 where it is none that git writes. */
function digitsOf(bytes: Buffer, at: number, space: number): number {
  if (space - at > 6 || bytes[at] === ZERO) return 0;
  let digits = 0;
  for (let one = at; one < space; one += 1) {
    const digit = bytes[one]! - ZERO;
    if (digit < 0 || digit > 7) return 0;
    digits = digits * 10 + digit;
  }
  return digits;
}

const ZERO = 48;

export function isGitMode(bytes: Buffer, at: number, space: number): boolean {
  return GIT_MODES.has(digitsOf(bytes, at, space));
}

export function kindAt(bytes: Buffer, at: number, space: number): Kind | null {
  return GIT_MODES.get(digitsOf(bytes, at, space)) ?? kindOfMode(bytes.toString('latin1', at, space));
}

export function oddKind(bytes: Buffer, at: number, start: number, end: number): string {
  const mode = JSON.stringify(bytes.toString('latin1', at, start - 1));
  return `it gives ${quoted(bytes, start, end)} the mode ${mode}, which is none of git's`;
}

export function namedTwice(bytes: Buffer, start: number, end: number): string {
  return `it names ${quoted(bytes, start, end)} more than once`;
}

/** git sorts a directory as if its name ended in a slash. */
export function ending(kind: Kind): number {
  return kind === 'directory' ? SLASH : 0;
}

export function quoted(bytes: Buffer, start: number, end: number): string {
  return JSON.stringify(decodePath(bytes.subarray(start, end)));
}

/** What is wrong with a name, or `null`: git itself writes none of these, and would check them out elsewhere. */
export function wrongName(bytes: Buffer, start: number, end: number): string | null {
  const name = decodePath(bytes.subarray(start, end));
  if (name === '.' || name === '..' || isGitDirectory(name))
    return `it holds the name ${JSON.stringify(name)}, which stands for another place on some systems`;
  return null;
}

/** Code points that HFS+ leaves out of a name when it compares it. */
const IGNORED_BY_HFS = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** Whether git on some system takes the name for its own directory: NTFS drops dots, blanks and streams, and knows `git~1`. */
function isGitDirectory(name: Path): boolean {
  const folded = name.replace(IGNORED_BY_HFS, '');
  return folded.split('\\').some((part) => /^(?:\.git|git~1)[. ]*(?::.*)?$/is.test(part));
}

/** How many bytes are the same from the start on, at most as many. */
export function sameAtStart(one: Buffer, other: Buffer, most: number): number {
  return longest(most, (at, end) => one.compare(other, at, end, at, end) === 0);
}

/** How many bytes are the same up to the end, at most as many. */
export function sameAtEnd(one: Buffer, other: Buffer, most: number): number {
  const [ends, otherEnds] = [one.length, other.length];
  return longest(
    most,
    (at, end) => one.compare(other, otherEnds - end, otherEnds - at, ends - end, ends - at) === 0,
  );
}

/** How far something holds, at most as far, where it can be asked of stretches. */
function longest(most: number, holds: (at: number, end: number) => boolean): number {
  let at = 0;
  for (let step = most; at < most; ) {
    const end = Math.min(most, at + step);
    if (holds(at, end)) at = end;
    else if (end - at === 1) break;
    else step = (end - at) >> 1;
  }
  return at;
}

const SHARED_PLACES = 16_384;
let shared = new Uint32Array(SHARED_PLACES);
let used = 0;

/** Room for as many numbers. Small trees share an array: there are many, and each array costs more than its numbers. */
export function placesFor(count: number): Uint32Array {
  if (count > SHARED_PLACES / 8) return new Uint32Array(count);
  if (used + count > SHARED_PLACES) [shared, used] = [new Uint32Array(SHARED_PLACES), 0];
  return shared.subarray(used, used + count);
}

/** Says how much of the room is used; the rest is given to the next tree. */
export function keepPlaces(places: Uint32Array, count: number): void {
  if (places.buffer === shared.buffer) used += count;
}
