import { incomplete } from '../../core/error.ts';
import { type Entry, kindOfMode } from '../../core/ledger.ts';
import { isPattern, type LedgerEntry, placeOf } from '../../core/ledger-entry.ts';
import { decodePath, isBelow, type Path, pathIn } from '../../core/path.ts';
import type { Absence, GitObject, ObjectReader } from './objects.ts';
import { Tree, type TreeDifference } from './tree.ts';
import type { ObjectPlace, OddMode, Unread, Unreadable } from './unread.ts';

/** A tree, and the commit that it is the root of. */
export interface RootTree {
  readonly tree: string;
  readonly commit: string;
}

/** Which directories are opened in a comparison; `''` is the root. */
type DirectoryFilter = (directory: Path) => boolean;

/** Whether a directory is of an entry of the ledger, lies in one, or leads to one. Below a pattern's own nothing is. */
export function leadsInto(entries: readonly LedgerEntry[]): DirectoryFilter {
  const places = entries.map((entry) => [placeOf(entry), isPattern(entry)] as const);
  return (place) =>
    place === '' ||
    places.some(
      ([directory, flat]) =>
        directory === place || isBelow(directory, place) || (!flat && isBelow(place, directory)),
    );
}

/** A commit and what it is compared with; `null` is a commit that holds nothing. */
export interface CommitPair {
  readonly base: RootTree | null;
  readonly head: RootTree | null;
}

/** A directory of two commits, with its tree in both. */
interface Comparison {
  readonly pair: CommitPair;
  readonly path: Path;
  readonly before: string | null;
  readonly after: string | null;
  /** What differs between the two commits, as far as it is known. */
  readonly changes: RawChange[];
}

/** What git answered to the id of a tree, or the tree where it is parsed already. */
type Answer = Tree | GitObject | Absence;

const KEPT_BYTES = 4 * 1024 * 1024;
/** Bytes of trees that are asked for together: enough to keep git busy, few enough to keep memory flat. */
const TOGETHER_BYTES = 2 * 1024 * 1024;
/** Directories that are compared together while it is not known how large they are, and at most. */
const FIRST_TOGETHER = 8;
const MOST_TOGETHER = 1024;
/** Directories inside directories: more than git itself goes down. */
const DEEPEST = 1_000;
const EVERYTHING: DirectoryFilter = () => true;

/** Reader of trees, each read once, that compares them: everything known of a commit's files comes from here. */
export class TreeReader {
  /** Modes that are spelled unlike git spells them, in what was read so far, by place. */
  readonly #odd = new Map<string, OddMode>();
  readonly #known = new Map<string, Tree>();
  readonly #reading = new Map<string, Promise<Map<string, Answer>>>();
  /** How many directories are compared together, by their depth. */
  readonly #together: number[] = [];
  #bytes = 0;

  constructor(
    private readonly objects: ObjectReader,
    private readonly unread: Unread,
  ) {}

  /** The tree with this id. Throws `incomplete` where it cannot be read or is malformed; `place` is for the message. */
  async read(oid: string, place: ObjectPlace): Promise<Tree> {
    const reading = this.#reading.get(oid) ?? this.#answers([oid]);
    this.#reading.set(oid, reading);
    try {
      const tree = this.#tree(oid, place, await reading, null);
      if (tree instanceof Fault) throw await this.unread.error(oid, tree.why, place);
      return tree;
    } finally {
      this.#reading.delete(oid);
    }
  }

  /** What git answers to some ids, each asked for once. `depth` is that of their directories, where they are compared. */
  async #answers(
    oids: readonly (string | null)[],
    depth: number | null = null,
  ): Promise<Map<string, Answer>> {
    const answers = new Map<string, Answer>();
    const asked: string[] = [];
    for (const oid of oids) {
      if (oid === null || answers.has(oid)) continue;
      const known = this.#known.get(oid);
      if (known === undefined) asked.push(oid);
      answers.set(oid, known ?? 'missing');
    }
    let bytes = 0;
    const read = asked.length === 0 ? [] : await this.objects.readTogether(asked);
    for (let at = 0; at < asked.length; at += 1) {
      const answer = read[at]!;
      answers.set(asked[at]!, answer);
      if (typeof answer !== 'string') bytes += answer.size;
    }
    if (depth !== null) this.#pace(depth, asked.length, bytes);
    return answers;
  }

  /** The tree with this id, or why there is none. `like` is one that it may have much in common with. */
  #tree(oid: string, place: ObjectPlace, answers: Map<string, Answer>, like: string | null): Tree | Fault {
    const answer = answers.get(oid)!;
    const other = like === null ? undefined : answers.get(like);
    const tree =
      answer instanceof Tree ? answer : parsed(answer, oid.length, other instanceof Tree ? other : null);
    if (!(tree instanceof Tree)) return new Fault(oid, place, tree);
    if (tree !== answer) {
      answers.set(oid, tree);
      this.#keep(oid, tree);
    }
    if (tree.oddMode !== null)
      this.#odd.set(`${place.commit}:${place.path}`, { ...place, name: tree.oddMode });
    return tree;
  }

  #keep(oid: string, tree: Tree): void {
    if (this.#known.has(oid)) return;
    this.#known.set(oid, tree);
    this.#bytes += tree.size;
    if (this.#bytes <= KEPT_BYTES) return;
    for (const [old, { size }] of this.#known) {
      this.#known.delete(old);
      this.#bytes -= size;
      if (this.#bytes <= KEPT_BYTES) break;
    }
  }

  /** Modes inside the directories, or on the way to them, that are spelled unlike git spells them. */
  oddIn(directories: readonly Path[]): readonly OddMode[] {
    return [...this.#odd.values()].filter(({ path }) => leadsInto(directories)(path));
  }

  /**
   * What differs between the commits of each pair, file by file, without renames. Only what differs is opened, level by
   * level, so that git is asked for many trees at a time. Below a directory that cannot be read nothing is said: it is
   * noted.
   */
  async compare(
    pairs: readonly CommitPair[],
    wanted: DirectoryFilter = EVERYTHING,
  ): Promise<readonly (readonly RawChange[])[]> {
    const roots = pairs.map((pair): Comparison => {
      const [before, after] = [pair.base?.tree ?? null, pair.head?.tree ?? null];
      return { pair, path: '', before, after, changes: [] };
    });
    let level: readonly Comparison[] = roots;
    for (let depth = 0; level.length > 0; depth += 1) {
      const open = level.filter(({ before, after, path }) => before !== after && wanted(path));
      const below: Comparison[] = [];
      for (let at = 0; at < open.length; ) {
        const some = open.slice(at, at + (this.#together[depth] ?? FIRST_TOGETHER));
        await this.unread.attempt(() => this.#compareTogether(some, depth, below), null);
        at += some.length;
      }
      level = below;
    }
    return roots.map(({ changes }) => changes);
  }

  /** Compares directories of one depth, and adds those in them that differ to `below`. */
  async #compareTogether(some: readonly Comparison[], depth: number, below: Comparison[]): Promise<void> {
    const oids = some.flatMap(({ before, after }) => [before, after]);
    const answers = depth < DEEPEST ? await this.#answers(oids, depth) : null;
    for (const one of some) {
      const { pair, path } = one;
      const before = this.#side(pair.base, path, one.before, one.after, answers);
      const after = this.#side(pair.head, path, one.after, one.before, answers);
      if (!(before instanceof Fault || after instanceof Fault)) addDifferences(one, before, after, below);
      else {
        const { oid, why, place } = before instanceof Fault ? before : (after as Fault);
        this.unread.note(await this.unread.error(oid, why, place));
      }
    }
  }

  #side(
    root: RootTree | null,
    path: Path,
    oid: string | null,
    like: string | null,
    answers: Map<string, Answer> | null,
  ): Tree | Fault | null {
    if (root === null || oid === null) return null;
    const place = { path, commit: root.commit };
    return answers === null ? new Fault(oid, place, TOO_DEEP) : this.#tree(oid, place, answers, like);
  }

  /** How many directories of this depth are compared together next: they are probably as large. */
  #pace(depth: number, trees: number, bytes: number): void {
    const most = this.#together[depth] ?? FIRST_TOGETHER;
    if (bytes > TOGETHER_BYTES) this.#together[depth] = Math.max(1, most >> 1);
    else if (bytes < TOGETHER_BYTES / 2 && trees >= most)
      this.#together[depth] = Math.min(MOST_TOGETHER, most * 2);
  }
}

/** A tree that cannot be read: which, where it stands, and what is wrong. */
class Fault {
  constructor(
    readonly oid: string,
    readonly place: ObjectPlace,
    readonly why: Unreadable,
  ) {}
}

const TOO_DEEP: Unreadable = { malformed: 'its directories lie deeper than git itself reads' };

function parsed(answer: GitObject | Absence, idLength: number, like: Tree | null): Tree | Unreadable {
  if (typeof answer === 'string') return answer;
  if (answer.type !== 'tree' || answer.bytes === null) return { not: 'directory' };
  const tree = Tree.parse(answer.bytes, idLength, like);
  return typeof tree === 'string' ? { malformed: tree } : tree;
}

/** Adds the files that differ to the changes, and the directories that differ to `below`. */
function addDifferences(
  { pair, path, changes }: Comparison,
  before: Tree | null,
  after: Tree | null,
  below: Comparison[],
): void {
  for (const difference of Tree.differences(before, after)) {
    const place = pathIn(path, difference.name);
    const [one, other] = [directoryIn(difference.before), directoryIn(difference.after)];
    if (one !== null || other !== null) below.push({ pair, path: place, before: one, after: other, changes });
    if (one !== null && other !== null) continue;
    const change = {
      path: place,
      before: one === null ? difference.before : null,
      after: other === null ? difference.after : null,
    };
    if (change.before !== null || change.after !== null) changes.push(change);
  }
}

function directoryIn(entry: TreeDifference['before']): string | null {
  return entry?.kind === 'directory' ? entry.oid : null;
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
    if (bytes[at] !== 58 || statusEnd < 0 || pathEnd < 0) {
      const excerpt = JSON.stringify(bytes.toString('latin1', at, at + 80));
      throw notUnderstood(`a list that was not understood, at ${excerpt}.`);
    }
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
  if (kind === null || !/^[0-9a-f]{40,64}$/.test(oid))
    throw notUnderstood('a difference that was not understood.');
  return { oid, kind };
}

function notUnderstood(what: string): Error {
  return incomplete(`git printed ${what}`, 'Report this with the version of git.');
}
