import type { Path } from './path.ts';

/** What stands at a path: git's file modes, in words. */
export type Kind = 'file' | 'executable' | 'symlink' | 'submodule' | 'directory';

/** The content at a path: its object id (hexadecimal, SHA-1 or SHA-256) and kind. */
export interface Entry {
  readonly oid: string;
  readonly kind: Kind;
}

/** A ledger is a map from path to content. A commit, the index and the empty tree all have this shape. */
export type Ledger = ReadonlyMap<Path, Entry>;

/** The kind that a mode of git's trees stands for. Modes that git itself never writes count as plain files. */
export function kindOfMode(mode: string): Kind {
  switch (mode.padStart(6, '0').slice(0, 3)) {
    case '040':
      return 'directory';
    case '120':
      return 'symlink';
    case '160':
      return 'submodule';
    default:
      return (Number.parseInt(mode, 8) & 0o100) === 0 ? 'file' : 'executable';
  }
}

/** Whether the kind is a plain file, executable or not: the only kind that a record may have. */
export function isFile(kind: Kind): boolean {
  return kind === 'file' || kind === 'executable';
}
