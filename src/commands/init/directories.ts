import { parseDirectory } from '../../core/directory.ts';
import { directoryName, isBelow, type Path } from '../../core/path.ts';

const NAMED = /^(?:[a-z0-9]+[-_])*(?:results?|runs|outputs?|ledger)$/i;

/** Of the files in a ledger directory at least this share are results, unless its name says what it is for. */
const SHARE = 0.8;

/** More directories than this below one are better guarded as that one. */
const MOST = 4;

/**
 * The directories that should be the ledger: the one called `results` or the like on the way to a result; else the
 * widest that holds little else, and never the repository's root.
 */
export function ledgerDirectories(results: readonly Path[], files: readonly Path[]): readonly Path[] {
  const [all, found] = [countBelow(files), countBelow(results)];
  const chosen = new Set<Path>();
  for (const path of results) {
    const directory = namedDirectory(path) ?? widest(directoryName(path), all, found);
    // A policy cannot spell every name that a directory can have.
    if (directory !== '' && 'directory' in parseDirectory(directory)) chosen.add(directory);
  }
  return outermost(gathered([...chosen]));
}

function namedDirectory(path: Path): Path | null {
  const parts = path.split('/').slice(0, -1);
  const at = parts.findIndex((part) => NAMED.test(part));
  return at < 0 ? null : parts.slice(0, at + 1).join('/');
}

/** How many of the paths lie below each directory, at any depth. */
function countBelow(paths: readonly Path[]): ReadonlyMap<Path, number> {
  const counts = new Map<Path, number>();
  for (const path of paths) {
    for (let at = directoryName(path); at !== ''; at = directoryName(at))
      counts.set(at, (counts.get(at) ?? 0) + 1);
  }
  return counts;
}

function widest(from: Path, all: ReadonlyMap<Path, number>, found: ReadonlyMap<Path, number>): Path {
  let best = from;
  for (let at = directoryName(from); at !== ''; at = directoryName(at)) {
    if ((found.get(at) ?? 0) >= SHARE * (all.get(at) ?? 0)) best = at;
  }
  return best;
}

function gathered(directories: readonly Path[]): readonly Path[] {
  const tops = new Set(directories.map((directory) => directory.split('/')[0]));
  return [...tops].flatMap((top) => {
    const below = directories.filter((directory) => directory.split('/')[0] === top);
    return below.length > MOST ? [commonAncestor(below)] : below;
  });
}

function commonAncestor(directories: readonly Path[]): Path {
  const [first = [], ...others] = directories.map((directory) => directory.split('/'));
  const end = first.findIndex((part, index) => others.some((parts) => parts[index] !== part));
  return (end < 0 ? first : first.slice(0, end)).join('/');
}

function outermost(directories: readonly Path[]): readonly Path[] {
  const sorted = [...new Set(directories)].sort();
  return sorted.filter(
    (directory) => !sorted.some((other) => other !== directory && isBelow(directory, other)),
  );
}
