import type { Kind } from './ledger.ts';
import { encodePath, type Path } from './path.ts';
import { visible } from './text.ts';

/** A path as one word of a POSIX shell's command line, so that a printed remedy can be pasted as it stands. */
export function shellWord(path: Path): string {
  if (/^[A-Za-z0-9._/@%+=:,][A-Za-z0-9._/@%+=:,-]*$/.test(path)) return path;
  // A reporter spells out what cannot be seen, which would change a quoted word: such bytes are escaped here instead.
  if (/^[\x20-\x7e\u00a1-\ud7ff]*$/u.test(path) && visible(path) === path)
    return `'${path.replaceAll("'", "'\\''")}'`;
  const bytes = Array.from(encodePath(path), (byte) =>
    byte >= 0x20 && byte < 0x7f && byte !== 0x27 && byte !== 0x5c
      ? String.fromCharCode(byte)
      : `\\x${byte.toString(16).padStart(2, '0')}`,
  );
  return `$'${bytes.join('')}'`;
}

/** The command that puts a record back as it stood in `source`. `:/` is the root, wherever the user stands. */
export function restoreCommand(path: Path, source: string): string {
  return `git restore --staged --worktree --source=${source} -- ${shellWord(`:/${path}`)}`;
}

/** The command that stages a new file of the ledger. */
export function addCommand(path: Path): string {
  return `git add ${shellWord(`:/${path}`)}`;
}

/** The command that shows what stood at a path in a commit; of a submodule only the commit that it pointed at. */
export function showCommand(commit: string, path: Path, kind: Kind): string {
  return kind === 'submodule'
    ? `git ls-tree --full-tree ${commit} -- ${shellWord(path)}`
    : `git show ${shellWord(`${commit}:${path}`)}`;
}

/** The command that acknowledges that a record lost what stood at its path in a commit. */
export function retractCommand(commit: string, path: Path): string {
  return `evalguard retract ${shellWord(`${commit}:${path}`)} --reason "…"`;
}
