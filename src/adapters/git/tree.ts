import { incomplete } from '../../core/error.ts';
import { type Entry, type Kind, kindOfMode } from '../../core/ledger.ts';
import { decodePath, encodePath, type Path } from '../../core/path.ts';

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
  readonly #starts: number[] = [];
  readonly #names: number[] = [];
  readonly #kinds: Kind[] = [];

  private constructor(
    private readonly bytes: Buffer,
    private readonly idBytes: number,
  ) {}

  /** Parses a tree object. Gives what is wrong with it, as the end of a sentence, where it is malformed. */
  static parse(bytes: Buffer, idLength: number): Tree | string {
    const tree = new Tree(bytes, idLength / 2);
    return tree.#scan() ?? tree;
  }

  /** How many bytes the object has. */
  get size(): number {
    return this.bytes.length;
  }

  get length(): number {
    return this.#kinds.length;
  }

  lines(): readonly TreeLine[] {
    return Array.from({ length: this.length }, (_, at) => this.#line(at));
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
      if (left < leftEnd && right < rightEnd && before!.#sameLine(left, after!, right)) {
        left += 1;
        right += 1;
        continue;
      }
      const order = left === leftEnd ? 1 : right === rightEnd ? -1 : before!.#order(left, after!, right);
      const one = order <= 0 ? before!.#line(left++) : null;
      const other = order >= 0 ? after!.#line(right++) : null;
      if (one?.entry.oid === other?.entry.oid && one?.entry.kind === other?.entry.kind) continue;
      found.push({
        name: (one ?? other)!.name,
        before: one?.entry ?? null,
        after: other?.entry ?? null,
      });
    }
    return found;
  }

  #scan(): string | null {
    const { bytes, idBytes } = this;
    // Lengths of the files' names that the last name begins with: a directory of the same name need not follow at once.
    const files: number[] = [];
    for (let at = 0; at < bytes.length; ) {
      const space = bytes.indexOf(SPACE, at);
      const end = space < 0 ? -1 : bytes.indexOf(0, space + 1);
      const next = end + 1 + idBytes;
      if (end < 0 || next > bytes.length) return 'it breaks off';
      const mode = bytes.toString('latin1', at, space);
      const kind = kindOfMode(mode);
      this.#starts.push(at);
      this.#names.push(space + 1);
      const index = this.length;
      if (kind === null) {
        return `it gives ${quoted(bytes, space + 1, end)} the mode ${JSON.stringify(mode)}, which is none of git's`;
      }
      this.#kinds.push(kind);
      const wrong = wrongName(bytes, space + 1, end);
      if (wrong !== null) return wrong;
      const fault = index === 0 ? null : this.#misplaced(index, end, files);
      if (fault !== null) return fault;
      if (kind !== 'directory') files.push(end - space - 1);
      if (!GIT_MODES.has(mode)) this.oddMode ??= this.#name(index);
      at = next;
    }
    return null;
  }

  /** What is wrong with the place of a line behind the line before it. */
  #misplaced(index: number, end: number, files: number[]): string | null {
    const { bytes } = this;
    const start = this.#names[index]!;
    const length = end - start;
    const last = this.#names[index - 1]!;
    const lastLength = this.#starts[index]! - this.idBytes - 1 - last;
    let same = 0;
    while (same < length && same < lastLength && bytes[start + same] === bytes[last + same]) same += 1;
    while (files.length > 0 && files.at(-1)! > same) files.pop();
    const twice = `it names ${quoted(bytes, start, end)} more than once`;
    if (files.at(-1) === length) return twice;
    const here = same < length ? bytes[start + same]! : ending(this.#kinds[index]!);
    const there = same < lastLength ? bytes[last + same]! : ending(this.#kinds[index - 1]!);
    if (there < here) return null;
    const name = bytes.subarray(start, end);
    for (let before = 0; before < index; before += 1) {
      if (bytes.subarray(this.#names[before], this.#nameEnd(before)).equals(name)) return twice;
    }
    return `it is not in git's order, at ${quoted(bytes, start, end)}`;
  }

  #nameEnd(at: number): number {
    return (this.#starts[at + 1] ?? this.bytes.length) - this.idBytes - 1;
  }

  #name(at: number): Path {
    return decodePath(this.bytes.subarray(this.#names[at], this.#nameEnd(at)));
  }

  #entry(at: number): Entry {
    const start = this.#nameEnd(at) + 1;
    return new LazyEntry(this.#kinds[at]!, this.bytes, start, start + this.idBytes);
  }

  /** Whether two lines are byte for byte the same. */
  #sameLine(at: number, other: Tree, there: number): boolean {
    const start = this.#starts[at]!;
    const end = this.#starts[at + 1] ?? this.bytes.length;
    const otherStart = other.#starts[there]!;
    if ((other.#starts[there + 1] ?? other.bytes.length) - otherStart !== end - start) return false;
    // The id first: it is what differs most often.
    for (let one = end - 1, two = otherStart + end - start - 1; one >= start; one -= 1, two -= 1) {
      if (this.bytes[one] !== other.bytes[two]) return false;
    }
    return true;
  }

  #order(at: number, other: Tree, there: number): number {
    const kind = other.#kinds[there]!;
    return this.#compareTo(at, other.bytes, other.#names[there]!, other.#nameEnd(there), ending(kind));
  }

  /** Where a line stands compared with a name: below 0 before it, above 0 behind it. */
  #compareTo(at: number, bytes: Buffer, start: number, end: number, last: number): number {
    const own = this.#names[at]!;
    const ownEnd = this.#nameEnd(at);
    let same = 0;
    while (own + same < ownEnd && start + same < end && this.bytes[own + same] === bytes[start + same])
      same += 1;
    const here = own + same < ownEnd ? this.bytes[own + same]! : ending(this.#kinds[at]!);
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

const SPACE = 32;
const SLASH = 47;
const GIT_MODES: ReadonlySet<string> = new Set(['40000', '100644', '100755', '120000', '160000']);

/** git sorts a directory as if its name ended in a slash. */
function ending(kind: Kind): number {
  return kind === 'directory' ? SLASH : 0;
}

function quoted(bytes: Buffer, start: number, end: number): string {
  return JSON.stringify(decodePath(bytes.subarray(start, end)));
}

/** What is wrong with a name, or `null`: git itself writes none of these, and would check them out elsewhere. */
function wrongName(bytes: Buffer, start: number, end: number): string | null {
  if (start === end) return 'it holds an entry without a name';
  let plain = true;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at]!;
    if (byte === SLASH) return `it holds a name with a slash in it, ${quoted(bytes, start, end)}`;
    if (byte === 92 || byte >= 128) plain = false;
  }
  const first = bytes[start]!;
  if (plain && first !== 46 && first !== 71 && first !== 103) return null;
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

/** What stood at a path before and after, `null` for nothing. */
export interface RawChange {
  readonly path: Path;
  readonly before: Entry | null;
  readonly after: Entry | null;
}

/** Parses what `diff-index --raw -z --no-abbrev` prints: `:mode mode id id status NUL path NUL`. */
export function parseRaw(bytes: Buffer): readonly RawChange[] {
  const changes: RawChange[] = [];
  for (let at = 0; at < bytes.length; ) {
    const statusEnd = bytes.indexOf(0, at);
    const pathEnd = bytes.indexOf(0, statusEnd + 1);
    if (bytes[at] !== 58 || statusEnd < 0 || pathEnd < 0) throw notUnderstood(bytes, at);
    const [before, after, beforeId, afterId] = bytes.toString('latin1', at + 1, statusEnd).split(' ');
    const path = decodePath(bytes.subarray(statusEnd + 1, pathEnd));
    changes.push({ path, before: side(before, beforeId), after: side(after, afterId) });
    at = pathEnd + 1;
  }
  return changes;
}

function side(mode = '', oid = ''): Entry | null {
  if (mode === '000000') return null;
  const kind = kindOfMode(mode);
  if (kind === null || !/^[0-9a-f]{40,64}$/.test(oid)) {
    throw incomplete(
      'git printed a difference that was not understood.',
      'Report this with the version of git.',
    );
  }
  return { oid, kind };
}

function notUnderstood(bytes: Buffer, at: number): Error {
  const excerpt = JSON.stringify(bytes.toString('latin1', at, at + 80));
  return incomplete(
    `git printed a list that was not understood, at ${excerpt}.`,
    'Report this with the version of git.',
  );
}
