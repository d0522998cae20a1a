import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  DOT,
  MINUS,
  NINE,
  OPEN_BRACE,
  OPEN_BRACKET,
  PLUS,
  QUOTE,
  SPACE,
  skipSpace,
  skipString,
  textOf,
  ZERO,
} from './bytes.ts';
import { type Place, parsePointer } from './document.ts';
import { numberFault, spellingOf } from './spelling.ts';

const FIRST_SUSPECT_DIGITS = 16;
const LONGEST_FINITE = 300;

/**
 * Whether bytes that are JSON are clean: no key twice or reserved, no number that a double changes, no nesting beyond
 * `depth`. False when unsure (an escape in a key, a collision of hashes). `JSON.parse` decides whether they are JSON.
 */
export function isCleanJson(bytes: Uint8Array, start: number, end: number, depth: number): boolean {
  keys.restart();
  if (owners.length <= depth) owners = new Int32Array(depth + 1);
  let level = 0;
  let keyNext = false;
  let at = start;
  while (at < end) {
    const byte = bytes[at]!;
    if (byte <= SPACE) at++;
    else if (byte === QUOTE) {
      const open = at;
      if (!keyNext) {
        at = skipString(bytes, open, end);
        continue;
      }
      keyNext = false;
      let hash = 0x811c9dc5 | 0; // FNV-1a
      for (at++; at < end && bytes[at] !== QUOTE; at++) {
        const letter = bytes[at]!;
        if (letter === BACKSLASH) return false;
        hash = Math.imul(hash ^ letter, 0x01000193);
      }
      at++;
      if (at - open === 11 && bytes[open + 1] === 0x5f && textOf(bytes, open + 1, at - 1) === '__proto__')
        return false;
      if (!keys.add(owners[level]!, hash)) return false;
    } else if (byte === COMMA) {
      keyNext = owners[level] !== 0;
      at++;
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      if (++level > depth) return false;
      keyNext = byte === OPEN_BRACE;
      owners[level] = keyNext ? keys.owner() : 0;
      at++;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      if (--level < 0) return false;
      keyNext = false;
      at++;
    } else if (byte === MINUS || (byte >= ZERO && byte <= NINE)) {
      const from = at;
      let whole = true;
      let exponent = false;
      for (at++; at < end; at++) {
        const digit = bytes[at]!;
        if (digit >= ZERO && digit <= NINE) continue;
        if (digit === DOT) whole = false;
        else if (digit === 0x65 || digit === 0x45) exponent = true;
        else if (digit !== PLUS && digit !== MINUS) break;
      }
      const length = at - from;
      const long = length > LONGEST_FINITE || (whole && length >= FIRST_SUSPECT_DIGITS);
      const zeros =
        !whole && bytes[at - 1] === ZERO && (bytes[at - 2] !== DOT || length > FIRST_SUSPECT_DIGITS);
      if (exponent || long || zeros) {
        const token = textOf(bytes, from, at);
        if (numberFault(token) !== null || spellingOf(token) !== null) return false;
      }
    } else at++;
  }
  return true;
}

/** Offsets of an object's or array's values, by key or index. */
type Members = ReadonlyMap<string, number>;

/**
 * Finds where values begin in JSON that has been accepted. Each collection on the way is scanned once, when a pointer
 * first leads through it. `rootOf` gives the offset of the one value, or the members of the array that JSON Lines are.
 */
export function jsonLocator(
  bytes: Uint8Array,
  placeOf: (offset: number) => Place,
  rootOf: () => number | Members,
): (pointer: string) => Place | null {
  const known = new Map<number, Members>();
  let root: number | Members | null = null;
  return (pointer) => {
    const tokens = parsePointer(pointer);
    if (tokens === null) return null;
    root ??= rootOf();
    let here: number | Members | undefined = root;
    for (const token of tokens) {
      let members: Members | undefined;
      if (typeof here === 'number') {
        members = known.get(here) ?? membersAt(bytes, here);
        known.set(here, members);
      } else members = here;
      here = members?.get(token);
      if (here === undefined) return null;
    }
    return placeOf(typeof here === 'number' ? here : 0);
  };
}

function membersAt(bytes: Uint8Array, open: number): Members {
  const members = new Map<string, number>();
  const end = bytes.length;
  const keyed = bytes[open] === OPEN_BRACE;
  if (!keyed && bytes[open] !== OPEN_BRACKET) return members;
  let index = 0;
  let at = skipSpace(bytes, open + 1, end);
  while (at < end && !closes(bytes[at])) {
    let token = String(index++);
    if (keyed) {
      const close = skipString(bytes, at, end);
      token = String(JSON.parse(textOf(bytes, at, close)));
      at = skipSpace(bytes, skipSpace(bytes, close, end) + 1, end);
    }
    if (token !== '__proto__') members.set(token, at);
    at = skipValue(bytes, at, end);
    if (bytes[at] === COMMA) at = skipSpace(bytes, at + 1, end);
  }
  return members;
}

/** The offset of the comma or bracket after the value that begins at `from`. */
function skipValue(bytes: Uint8Array, from: number, end: number): number {
  let level = 0;
  let at = from;
  while (at < end) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = skipString(bytes, at, end);
      continue;
    }
    if (level === 0 && (byte === COMMA || closes(byte))) return at;
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) level++;
    else if (closes(byte)) level--;
    at++;
  }
  return end;
}

function closes(byte: number | undefined): boolean {
  return byte === CLOSE_BRACE || byte === CLOSE_BRACKET;
}

/**
 * Remembers which keys an object has had, by hash, for all objects of a text at once. Two equal keys of an
 * object always meet; two different ones may (then the careful parser decides), so a "no" is proof and a "yes" is not.
 */
class KeySet {
  #owners = new Int32Array(4096);
  #hashes = new Int32Array(4096);
  #used = 0;
  /** Owners below this belong to earlier texts: their slots count as free, so that nothing needs clearing. */
  #oldest = 1;
  #next = 1;

  /** Forgets every object so far. */
  restart(): void {
    if (this.#next > 0x3fffffff) {
      this.#owners.fill(0);
      this.#next = 1;
    }
    this.#oldest = this.#next;
    this.#used = 0;
  }

  /** A number above 0 for an object that opens. */
  owner(): number {
    return this.#next++;
  }

  /** Adds a key; false if the object may have it already. */
  add(owner: number, hash: number): boolean {
    const mask = this.#owners.length - 1;
    let slot = (hash ^ Math.imul(owner, 0x9e3779b1)) & mask;
    for (;;) {
      const held = this.#owners[slot]!;
      if (held < this.#oldest) break;
      if (held === owner && this.#hashes[slot] === hash) return false;
      slot = (slot + 1) & mask;
    }
    this.#owners[slot] = owner;
    this.#hashes[slot] = hash;
    if (++this.#used > mask >> 1) this.#grow();
    return true;
  }

  #grow(): void {
    const owners = this.#owners;
    const hashes = this.#hashes;
    this.#owners = new Int32Array(owners.length * 4);
    this.#hashes = new Int32Array(owners.length * 4);
    this.#used = 0;
    for (let slot = 0; slot < owners.length; slot++) {
      if (owners[slot]! >= this.#oldest) this.add(owners[slot]!, hashes[slot]!);
    }
  }
}

// Kept from one text to the next: fresh ones would cost more than the scan of a small file
const keys = new KeySet();
let owners = new Int32Array(256); // of the objects that are open; 0 for an array
