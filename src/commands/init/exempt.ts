import { escapeGlob } from '../../core/glob.ts';
import { baseName, directoryName, isBelow, type Path } from '../../core/path.ts';
import { isExempt } from '../../policy/series.ts';

const POINTER = /^(?:latest|current|newest|index|manifest|leaderboard)\b/i;
const CODE = /\.(?:py|sh|ts|js|mjs|cjs|ipynb|rb|go|rs|java|toml|md)$/i;

/** A file is taken for one that changes by design from this many rewrites on, where none beside it was ever rewritten. */
const OFTEN = 3;

/** A glob of files that change by design, and why it is proposed. */
export interface ProposedExemption {
  readonly glob: string;
  readonly why: string;
}

/** What in the ledger's directories is no record: pointers to the newest result, and code and notes kept beside results. */
export function proposeExemptions(
  directories: readonly Path[],
  files: readonly Path[],
  rewritten: ReadonlyMap<Path, number>,
): readonly ProposedExemption[] {
  const inLedger = files.filter((path) => directories.some((directory) => isBelow(path, directory)));
  const pointers = inLedger.filter((path) => isPointer(path, inLedger, rewritten));
  const byName = new Map(pointers.map((path) => [baseName(path), path]));
  const named = [...byName].map(([name, path]) => ({
    glob: `**/${escapeGlob(name)}`,
    why: `history rewrote it ${times(rewritten.get(path) ?? 0)}; it points at the newest result`,
  }));
  return [...named, ...besides(directories, inLedger)];
}

function isPointer(path: Path, files: readonly Path[], rewritten: ReadonlyMap<Path, number>): boolean {
  const own = rewritten.get(path) ?? 0;
  if (own === 0) return false;
  if (POINTER.test(baseName(path))) return true;
  const beside = files.filter((other) => other !== path && directoryName(other) === directoryName(path));
  return own >= OFTEN && beside.length > 0 && beside.every((other) => !rewritten.has(other));
}

function besides(directories: readonly Path[], files: readonly Path[]): readonly ProposedExemption[] {
  return directories.flatMap((directory) => {
    const endings = files
      .filter((path) => isBelow(path, directory) && !isExempt(path, []))
      .flatMap((path) => CODE.exec(path)?.[0] ?? []);
    return [...new Set(endings)].sort().map((ending) => ({
      glob: `${directory === '.' ? '' : `${escapeGlob(directory)}/`}**/*${ending}`,
      why: 'code and notes kept beside the results',
    }));
  });
}

/** `once`, `twice`, `8 times`. */
function times(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`;
}
