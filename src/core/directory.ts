import type { Path } from './path.ts';

/** The plain form of a ledger directory (`./results/` is `results`), or what keeps it from being one. */
export function parseDirectory(text: string): { readonly directory: Path } | { readonly wrong: string } {
  if (text.trim() === '') return { wrong: 'it is empty' };
  if (text.startsWith('/'))
    return { wrong: 'it begins with "/", and paths count from the repository\'s root' };
  if (text.includes('\\')) return { wrong: 'it has a backslash, and git separates folders with "/"' };
  if (/[*?[\]{}]|^!/.test(text)) {
    return { wrong: 'it is a pattern, and a ledger is a directory with all that lies below it' };
  }
  const parts = text.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) return { wrong: 'it leads upwards (..)' };
  return { directory: parts.length === 0 ? '.' : parts.join('/') };
}
