import type { Entry, Kind } from '../../core/ledger.ts';
import { decodePath, encodePath, type Path } from '../../core/path.ts';
import {
  BACKSLASH,
  ending,
  isGitMode,
  keepPlaces,
  kindAt,
  namedTwice,
  ONE,
  oddKind,
  placesFor,
  quoted,
  SLASH,
  SPACE,
  SUSPICIOUS_FIRST_BYTES,
  sameAtEnd,
  sameAtStart,
  wrongName,
} from './tree-bytes.ts';

/** Bytes from which on it pays to look for what a tree has in common with another. */
const LARGE = 2048;
/** Lines that are compared at once. */
const BLOCK = 256;

/** One line of a tree: a name inside its directory, and what stands there. */
export interface TreeLine {
  readonly name: Path;
  readonly entry: Entry;
}

/**
 * A tree object that is well formed: each name once, in git's order, none that stands for another place. `mode SP name
 * NUL id`, over and over. Its lines are spelled out when they are asked for: of a large directory few ever are.
 */
export class Tree {
  /** A name whose mode is spelled unlike git spells it (`040000`, `100664`), or `null`. It counts as the number that it is. */
  oddMode: Path | null = null;
  /** Where each line begins; behind the last one, where the object ends. */
  readonly #starts: Uint32Array;
  #length = 0;

  private constructor(
    private readonly bytes: Buffer,
    private readonly idBytes: number,
  ) {
    // The shortest line has a mode of five digits and a name of one byte.
    this.#starts = placesFor(Math.ceil(bytes.length / (idBytes + 8)) + 2);
  }

  /**
   * Parses a tree object. Gives what is wrong with it, as the end of a sentence, where it is malformed. `like` is a tree
   * that it may have most of its lines in common with: those are not looked at again.
   */
  static parse(bytes: Buffer, idLength: number, like: Tree | null = null): Tree | string {
    const tree = new Tree(bytes, idLength / 2);
    if (like === null || !tree.#scanBeside(like)) {
      tree.#length = 0;
      tree.oddMode = null;
      const wrong = tree.#scan(0, bytes.length);
      if (wrong !== null) return wrong;
    }
    keepPlaces(tree.#starts, tree.length + 1);
    return tree;
  }

  /** How many bytes the object has. */
  get size(): number {
    return this.bytes.length;
  }

  get length(): number {
    return this.#length;
  }

  lines(): readonly TreeLine[] {
    return Array.from({ length: this.length }, (_, at) => this.#line(at));
  }

  /** The directories, and what has one of these ids, without spelling out the other lines. */
  pick(ids: ReadonlySet<string>): readonly TreeLine[] {
    const { bytes } = this;
    const beginnings = new Set(Array.from(ids, (oid) => Number.parseInt(oid.slice(0, 8), 16)));
    const found: TreeLine[] = [];
    for (let at = 0; at < this.length; at += 1) {
      const begins = beginnings.has(bytes.readUInt32BE(this.#nameEnd(at) + 1));
      // Of the modes that git writes, those of directories alone begin with a 4; an odd one begins with a 0.
      if (!begins && bytes[this.#starts[at]!] === ONE) continue;
      const line = this.#line(at);
      if (line.entry.kind === 'directory' || ids.has(line.entry.oid)) found.push(line);
    }
    return found;
  }

  #line(at: number): TreeLine {
    return { name: this.#name(at), entry: this.#entry(at) };
  }

  /** What stands under a name: two look-ups, since a directory is sorted as if its name ended in a slash. */
  get(name: Path): Entry | null {
    const wanted = Buffer.from(encodePath(name));
    return this.#find(wanted, 0) ?? this.#find(wanted, SLASH);
  }

  #find(wanted: Buffer, ending: number): Entry | null {
    let low = 0;
    let high = this.length - 1;
    while (low <= high) {
      const at = (low + high) >> 1;
      const order = this.#compareTo(at, wanted, 0, wanted.length, ending);
      if (order === 0) return this.#entry(at);
      if (order < 0) low = at + 1;
      else high = at - 1;
    }
    return null;
  }

  /** Every line in which two trees differ: what stands before and after, `null` for nothing. */
  static differences(before: Tree | null, after: Tree | null): readonly TreeDifference[] {
    const found: TreeDifference[] = [];
    let left = 0;
    let right = 0;
    const leftEnd = before?.length ?? 0;
    const rightEnd = after?.length ?? 0;
    while (left < leftEnd || right < rightEnd) {
      const same = before === null || after === null ? 0 : before.#sameLines(left, after, right);
      left += same;
      right += same;
      if (same > 0) continue;
      const order = left === leftEnd ? 1 : right === rightEnd ? -1 : before!.#order(left, after!, right);
      const [tree, line] = order <= 0 ? [before!, left] : [after!, right];
      const one = order <= 0 ? before!.#spelledOut(left++) : null;
      const other = order >= 0 ? after!.#spelledOut(right++) : null;
      if (one === null || other === null || one.oid !== other.oid || one.kind !== other.kind)
        found.push({ name: tree.#name(line), before: one, after: other });
    }
    return found;
  }

  /**
   * Takes the lines that `like` begins and ends with as they are, and scans those between. Gives false where that says
   * nothing: the trees have too little in common, or something is wrong.
   */
  #scanBeside(like: Tree): boolean {
    const { bytes } = this;
    if (bytes.length < LARGE || like.idBytes !== this.idBytes || like.oddMode !== null) return false;
    const shift = bytes.length - like.bytes.length;
    const shorter = Math.min(bytes.length, like.bytes.length);
    const first = like.#lineAt(sameAtStart(bytes, like.bytes, shorter));
    const start = like.#starts[first]!;
    const same = sameAtEnd(bytes, like.bytes, shorter - start);
    // The first line of what is the same at the end is scanned too: that puts it in order with the line before it.
    const rest = Math.min(like.length, like.#lineAt(like.bytes.length - same) + 2);
    if (rest - first > like.length >> 4) return false;
    this.#starts.set(like.#starts.subarray(0, first + 1));
    this.#length = first;
    const end = like.#starts[rest]! + shift;
    if (this.#scan(start, end) !== null || this.#starts[this.#length] !== end) return false;
    const scanned = this.#length;
    if (rest < like.length && this.#starts[scanned - 1] !== like.#starts[rest - 1]! + shift) return false;
    for (let line = rest + 1; line <= like.length; line += 1)
      this.#starts[++this.#length] = like.#starts[line]! + shift;
    // A file and a directory of one name need not stand side by side.
    for (let line = first; line < scanned; line += 1) {
      const name = bytes.subarray(this.#nameStart(line), this.#nameEnd(line));
      if (this.#find(name, 0) !== null && this.#find(name, SLASH) !== null) return false;
    }
    return true;
  }

  /** The line that a byte is part of; behind the last one, their number. */
  #lineAt(byte: number): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#starts[middle]! <= byte) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Finds the lines from one byte to another in one pass, behind those that are known, and what is wrong with them. */
  #scan(from: number, until: number): string | null {
    const { bytes, idBytes } = this;
    const { length } = bytes;
    // Lengths of the files' names that the last name begins with: a directory of the same name need not follow at once.
    const files: number[] = [];
    const known = this.#length;
    let last = known === 0 ? 0 : this.#nameStart(known - 1);
    let lastEnd = known === 0 ? 0 : this.#nameEnd(known - 1);
    let lastKind: Kind = known === 0 ? 'file' : this.#kind(known - 1);
    for (let at = from; at < until; ) {
      let start = at;
      while (start < length && bytes[start] !== SPACE) start += 1;
      start += 1;
      // The name, and how far it is the last one, read together: a flat ledger has a hundred thousand of them.
      let end = start;
      let same = 0;
      let slash = false;
      let plain = true;
      for (let byte = bytes[end]; end < length && byte !== 0; byte = bytes[++end]) {
        if (byte === SLASH) slash = true;
        else if (byte === BACKSLASH || byte! >= 128) plain = false;
        if (same === end - start && last + same < lastEnd && byte === bytes[last + same]) same += 1;
      }
      const next = end + 1 + idBytes;
      if (next > length) return 'it breaks off';
      const kind = kindAt(bytes, at, start - 1);
      if (kind === null) return oddKind(bytes, at, start, end);
      if (start === end) return 'it holds an entry without a name';
      if (slash) return `it holds a name with a slash in it, ${quoted(bytes, start, end)}`;
      if (!plain || SUSPICIOUS_FIRST_BYTES.has(bytes[start]!)) {
        const wrong = wrongName(bytes, start, end);
        if (wrong !== null) return wrong;
      }
      if (this.#length > 0) {
        while (files.length > 0 && files.at(-1)! > same) files.pop();
        if (files.at(-1) === end - start) return namedTwice(bytes, start, end);
        const here = same < end - start ? bytes[start + same]! : ending(kind);
        const there = last + same < lastEnd ? bytes[last + same]! : ending(lastKind);
        if (there >= here) return this.#misplaced(start, end);
      }
      if (kind !== 'directory') files.push(end - start);
      if (!isGitMode(bytes, at, start - 1)) this.oddMode ??= decodePath(bytes.subarray(start, end));
      this.#starts[this.#length++] = at;
      this.#starts[this.#length] = next;
      [last, lastEnd, lastKind, at] = [start, end, kind, next];
    }
    return null;
  }

  #misplaced(start: number, end: number): string {
    const { bytes } = this;
    const name = bytes.subarray(start, end);
    for (let before = 0; before < this.length; before += 1) {
      if (bytes.subarray(this.#nameStart(before), this.#nameEnd(before)).equals(name))
        return namedTwice(bytes, start, end);
    }
    return `it is not in git's order, at ${quoted(bytes, start, end)}`;
  }

  #nameStart(at: number): number {
    let start = this.#starts[at]!;
    while (this.bytes[start] !== SPACE) start += 1;
    return start + 1;
  }

  #kind(at: number): Kind {
    return kindAt(this.bytes, this.#starts[at]!, this.#nameStart(at) - 1)!;
  }

  #nameEnd(at: number): number {
    return this.#starts[at + 1]! - this.idBytes - 1;
  }

  #name(at: number): Path {
    return decodePath(this.bytes.subarray(this.#nameStart(at), this.#nameEnd(at)));
  }

  #entry(at: number): Entry {
    const start = this.#nameEnd(at) + 1;
    return new LazyEntry(this.#kind(at), this.bytes, start, start + this.idBytes);
  }

  /** An entry without the tree: what differs is kept for longer than the trees are. */
  #spelledOut(at: number): Entry {
    const start = this.#nameEnd(at) + 1;
    return { oid: this.bytes.toString('hex', start, start + this.idBytes), kind: this.#kind(at) };
  }

  /** How many lines from here on are byte for byte the same, looked at in blocks: none, some, or all of a block. */
  #sameLines(at: number, other: Tree, there: number): number {
    const most = Math.min(BLOCK, this.length - at, other.length - there);
    for (let count = most; count > 0; count = count >> 2) {
      const [start, end] = [this.#starts[at]!, this.#starts[at + count]!];
      const [otherStart, otherEnd] = [other.#starts[there]!, other.#starts[there + count]!];
      if (end - start !== otherEnd - otherStart) continue;
      if (this.bytes.compare(other.bytes, otherStart, otherEnd, start, end) === 0) return count;
    }
    return 0;
  }

  #order(at: number, other: Tree, there: number): number {
    return this.#compareTo(
      at,
      other.bytes,
      other.#nameStart(there),
      other.#nameEnd(there),
      ending(other.#kind(there)),
    );
  }

  /** Where a line stands compared with a name: below 0 before it, above 0 behind it. */
  #compareTo(at: number, bytes: Buffer, start: number, end: number, last: number): number {
    const own = this.#nameStart(at);
    const ownEnd = this.#nameEnd(at);
    let same = 0;
    while (own + same < ownEnd && start + same < end && this.bytes[own + same] === bytes[start + same])
      same += 1;
    const here = own + same < ownEnd ? this.bytes[own + same]! : ending(this.#kind(at));
    const there = start + same < end ? bytes[start + same]! : last;
    return here - there;
  }
}

/** An entry whose id is spelled out when it is asked for. */
class LazyEntry implements Entry {
  constructor(
    readonly kind: Kind,
    private readonly bytes: Buffer,
    private readonly start: number,
    private readonly end: number,
  ) {}

  get oid(): string {
    return this.bytes.toString('hex', this.start, this.end);
  }
}

/** One line in which two trees differ. */
export interface TreeDifference {
  readonly name: Path;
  readonly before: Entry | null;
  readonly after: Entry | null;
}
