import { matchesGlob, wrongGlob } from './glob.ts';
import { directoryName, isBelow, type Path } from './path.ts';

/**
 * An entry of the ledger, from the repository's root: a directory with all that lies below it, a file, or files of one
 * directory by a pattern in the last part (`bench/results*.json`), where other files stand beside the results.
 */
export type LedgerEntry = string;

/** The plain form of an entry (`./results/` is `results`), or what keeps it from being one. */
export function parseLedgerEntry(text: string): { readonly entry: LedgerEntry } | { readonly wrong: string } {
  if (text.trim() === '') return { wrong: 'it is empty' };
  if (text.startsWith('/'))
    return { wrong: 'it begins with "/", and paths count from the repository\'s root' };
  if (text.includes('\\')) return { wrong: 'it has a backslash, and git separates folders with "/"' };
  const parts = text.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) return { wrong: 'it leads upwards (..)' };
  const entry = parts.length === 0 ? '.' : parts.join('/');
  const wrong = isPattern(entry) || entry.startsWith('!') ? wrongPattern(text, parts) : null;
  return wrong === null ? { entry } : { wrong };
}

function wrongPattern(text: string, parts: readonly string[]): string | null {
  const name = parts.at(-1) ?? '';
  if (text.startsWith('!')) return 'it is negated, and every entry here adds files';
  if (text.endsWith('/') || name === '**' || parts.slice(0, -1).some(isPattern)) {
    return 'a pattern stands for files of one directory, in the last part alone; a directory with all that lies below it is named in full';
  }
  return wrongGlob(parts.join('/'));
}

/** Whether an entry is a pattern of file names. */
export function isPattern(entry: LedgerEntry): boolean {
  return /[*?[\]{}]/.test(entry);
}

/** Whether an entry names files, as far as its spelling tells: a pattern does, or an ending that results have. */
export function namesFiles(entry: LedgerEntry): boolean {
  return isPattern(entry) || /[^/]\.(?:jsonl?|ndjson|ya?ml|csv|xlsx)$/i.test(entry);
}

/** Whether an entry holds a path. `matches`: how a pattern is compared with it. */
export function isHeldBy(
  path: Path,
  entry: LedgerEntry,
  matches: (glob: string, path: Path) => boolean = matchesGlob,
): boolean {
  return isPattern(entry)
    ? matches(entry, path)
    : isBelow(path, entry) || (path === entry && namesFiles(entry));
}

/** The directory in which what an entry stands for is found: the entry itself, or where its files stand (`.` the root). */
export function placeOf(entry: LedgerEntry): Path {
  return isPattern(entry) ? directoryName(entry) || '.' : entry;
}
