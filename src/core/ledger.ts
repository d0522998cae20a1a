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

/** The kind that a mode of git's trees stands for, read as the octal number that it is; `null` where git knows none such. */
export function kindOfMode(mode: string): Kind | null {
  if (!/^[0-7]{1,11}$/.test(mode)) return null;
  const number = Number.parseInt(mode, 8);
  switch (number) {
    case 0o040000:
      return 'directory';
    case 0o120000:
      return 'symlink';
    case 0o160000:
      return 'submodule';
  }
  if (number < 0o100000 || number > 0o107777) return null;
  return (number & 0o100) === 0 ? 'file' : 'executable';
}

/** Whether the kind is a plain file, executable or not: the only kind that a record may have. */
export function isFile(kind: Kind): boolean {
  return kind === 'file' || kind === 'executable';
}
