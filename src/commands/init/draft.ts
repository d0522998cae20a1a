import type { Path } from '../../core/path.ts';

/** A file that init would write, or leaves alone. */
export interface Draft {
  readonly path: Path;
  readonly what: 'create' | 'add to' | 'overwrite' | 'keep';
  readonly before: string | null;
  readonly after: string;
  readonly executable: boolean;
}

/** A file that is init's own: kept as it is where it is there, unless `force` says otherwise. */
export function ownFile(path: Path, before: string | null, after: string, force: boolean): Draft | null {
  if (before === after) return null;
  const what = before === null ? 'create' : force ? 'overwrite' : 'keep';
  return { path, what, before, after, executable: false };
}

/** A file that others write too: what is missing is added. `after` is `null` where nothing is. */
export function sharedFile(
  path: Path,
  before: string | null,
  after: string | null,
  executable = false,
): Draft | null {
  if (after === null || after === before) return null;
  return { path, what: before === null ? 'create' : 'add to', before, after, executable };
}
