import { incomplete } from '../../core/error.ts';
import { type Entry, type Kind, kindOfMode } from '../../core/ledger.ts';
import { decodePath, type Path } from '../../core/path.ts';
import type { TreeLine } from './directory.ts';

/** Parses a raw tree object: `mode SP name NUL id`, over and over. */
export function parseTree(bytes: Buffer, idLength: number): readonly TreeLine[] {
  const lines: TreeLine[] = [];
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(32, at);
    const end = bytes.indexOf(0, space + 1);
    const next = end + 1 + idLength / 2;
    if (space < 0 || end < 0 || next > bytes.length)
      throw incomplete('A tree object is malformed.', 'Run `git fsck`.');
    lines.push({
      name: decodePath(bytes.subarray(space + 1, end)),
      entry: new RawEntry(bytes, at, space, end + 1, next),
    });
    at = next;
  }
  return lines;
}

/** An entry that is spelt out when it is asked for: of a large directory few lines ever are. */
class RawEntry implements Entry {
  constructor(
    private readonly bytes: Buffer,
    private readonly start: number,
    private readonly space: number,
    private readonly idStart: number,
    private readonly idEnd: number,
  ) {}

  get kind(): Kind {
    return kindOfMode(this.bytes.toString('latin1', this.start, this.space));
  }

  get oid(): string {
    return this.bytes.toString('hex', this.idStart, this.idEnd);
  }
}

/** One record of git's raw output: what stood at a path before and after, `null` for nothing. */
export interface RawChange {
  readonly path: Path;
  readonly before: Entry | null;
  readonly after: Entry | null;
}

/**
 * Parses `--raw -z --no-abbrev` output of diff-tree and diff-index: `:mode mode id id status NUL path NUL`. With
 * `--stdin`, each pair of trees begins with a line of its own; the answer has one list for each.
 */
export function parseRaw(bytes: Buffer, headers: boolean): readonly (readonly RawChange[])[] {
  const groups: RawChange[][] = headers ? [] : [[]];
  for (let at = 0; at < bytes.length; ) {
    if (bytes[at] !== 58) {
      const end = bytes.indexOf(10, at);
      if (!headers || end < 0) throw notUnderstood(bytes, at);
      groups.push([]);
      at = end + 1;
      continue;
    }
    const statusEnd = bytes.indexOf(0, at);
    const pathEnd = bytes.indexOf(0, statusEnd + 1);
    if (statusEnd < 0 || pathEnd < 0) throw notUnderstood(bytes, at);
    const [before, after, beforeId, afterId] = bytes.toString('latin1', at + 1, statusEnd).split(' ');
    const path = decodePath(bytes.subarray(statusEnd + 1, pathEnd));
    groups.at(-1)?.push({ path, before: side(before, beforeId), after: side(after, afterId) });
    at = pathEnd + 1;
  }
  return groups;
}

function side(mode: string | undefined, oid: string | undefined): Entry | null {
  if (mode === undefined || oid === undefined || !/^[0-9a-f]{40,64}$/.test(oid)) {
    throw incomplete(
      'git printed a difference that was not understood.',
      'Report this with the version of git.',
    );
  }
  return mode === '000000' ? null : { oid, kind: kindOfMode(mode) };
}

function notUnderstood(bytes: Buffer, at: number): Error {
  const excerpt = JSON.stringify(bytes.toString('latin1', at, at + 80));
  return incomplete(
    `git printed a list that was not understood, at ${excerpt}.`,
    'Report this with the version of git.',
  );
}
