import { matchesGlob } from '../../core/glob.ts';
import { type LedgerEntry, namesFiles, parseLedgerEntry } from '../../core/ledger-entry.ts';
import { getOrMake, groupBy } from '../../core/maps.ts';
import { baseName, directoryName, type Path } from '../../core/path.ts';
import { isExempt } from '../../policy/series.ts';
import { endingOf, familiesOf, folderOf, isCode, isResultFolder, resultFolder } from './names.ts';

/** The ledger that is proposed: each result lies in one of its entries. */
export interface ProposedLedger {
  readonly entries: readonly LedgerEntry[];
  /** Folders that are not guarded as a whole, since code stands beside the results, with an example. */
  readonly narrowed: readonly {
    readonly directory: Path;
    readonly code: Path;
    readonly entries: readonly LedgerEntry[];
  }[];
  /** Folders that are guarded as a whole although they hold code. */
  readonly mixed: readonly { readonly directory: Path; readonly code: readonly Path[] }[];
}

/** The share of files in a ledger directory that are results at least, unless its name says what it is for. */
const RESULT_SHARE = 0.8;
/** More entries than this below one folder are better guarded as that folder. */
const MOST_ENTRIES = 24;
/** More patterns than this in one folder are better written as all files of their ending. */
const MOST_PATTERNS = 4;
const MOST_NAMED = 5;

/** What lies in a folder, at any depth. */
interface Contents {
  all: number;
  results: number;
  /** How many of the results stand in a folder further down that is called as folders of results are. */
  named: number;
  code: Path | null;
}

/**
 * The widest folders that hold results and no code: those called so, and those that hold little else. Where code or other
 * files stand beside results, the results by their names; never the repository as a whole.
 */
export function proposeLedger(results: readonly Path[], files: readonly Path[]): ProposedLedger {
  const contents = countContents(results, files);
  const folders = groupBy(results, directoryName);
  const known = new Set(results);
  const others = groupBy(
    files.filter((path) => folders.has(directoryName(path)) && !known.has(path)),
    directoryName,
  );
  const narrowed: ProposedLedger['narrowed'][number][] = [];
  const mixed: ProposedLedger['mixed'][number][] = [];
  const children = groupBy(
    [...contents.keys()].filter((directory) => directory !== ''),
    directoryName,
  );
  const cover = (directory: Path): readonly LedgerEntry[] => {
    const own = contents.get(directory)!;
    if (own.results === 0) return [];
    if (directory !== '' && isWhole(directory, own)) return [directory];
    const direct = folders.get(directory) ?? [];
    const patterns = direct.length === 0 ? [] : patternsIn(directory, direct, others.get(directory) ?? []);
    const below = (children.get(directory) ?? []).flatMap(cover);
    const entries = [...patterns, ...below];
    if (directory !== '' && entries.length > MOST_ENTRIES) {
      const code = files.filter((path) => path.startsWith(`${directory}/`) && isCode(path));
      mixed.push({ directory, code: code.slice(0, MOST_NAMED) });
      return [directory];
    }
    if (own.code !== null && directory !== '' && (patterns.length > 0 || isResultFolder(directory))) {
      narrowed.push({ directory, code: own.code, entries });
    }
    return entries;
  };
  const entries = contents.has('') ? cover('') : [];
  const isKept = ({ directory }: { readonly directory: Path }) =>
    !mixed.some((one) => one.directory !== directory && directory.startsWith(`${one.directory}/`));
  return {
    entries: [...new Set(entries)].sort(),
    narrowed: narrowed.filter(
      (one) => isKept(one) && !mixed.some(({ directory }) => directory === one.directory),
    ),
    mixed: mixed.filter(isKept),
  };
}

function countContents(results: readonly Path[], files: readonly Path[]): ReadonlyMap<Path, Contents> {
  const contents = new Map<Path, Contents>();
  const count = (path: Path, add: (one: Contents, directory: Path) => void) => {
    for (let at = directoryName(path); ; at = directoryName(at)) {
      add(
        getOrMake(contents, at, () => ({ all: 0, results: 0, named: 0, code: null })),
        at,
      );
      if (at === '') return;
    }
  };
  for (const path of results) {
    const folder = resultFolder(path);
    count(path, (one, directory) => {
      one.results += 1;
      if (folder !== null && folder.length > directory.length) one.named += 1;
    });
  }
  const known = new Set(results);
  for (const path of files) {
    if (known.has(path) || isExempt(path, [])) continue;
    const code = isCode(path);
    count(path, (one) => {
      one.all += 1;
      if (code) one.code ??= path;
    });
  }
  for (const one of contents.values()) one.all += one.results;
  return contents;
}

function isWhole(directory: Path, { all, results, named, code }: Contents): boolean {
  const spelled = parseLedgerEntry(directory);
  if (code !== null || !('entry' in spelled) || spelled.entry !== directory || /[*?[\]{}]/.test(directory))
    return false;
  return isResultFolder(directory) || (named < results && results >= RESULT_SHARE * all);
}

/** Patterns that hold these results of a folder and none of its other files. */
function patternsIn(
  directory: Path,
  results: readonly Path[],
  others: readonly Path[],
): readonly LedgerEntry[] {
  const names = results.map(baseName);
  const other = others.map(baseName);
  const isFree = (glob: string) => !other.some((name) => matchesGlob(glob, name));
  const globs = [...new Set(familiesOf(results).map(({ glob }) => spelled(glob)))].flatMap((glob) => {
    const wide = glob.includes('*') ? glob : glob.replace(/(?<=...)(?=\.[^.]+$)/, '*');
    if (isFree(wide)) return [wide];
    return isFree(glob) ? [glob] : names.filter((name) => matchesGlob(glob, name)).map(spelled);
  });
  // The shortest hold most: what another one holds already needs no entry of its own.
  const sorted = [...new Set(globs)].sort((a, b) => a.length - b.length);
  const left = new Set(names);
  const needed = sorted.filter((glob) => {
    const held = [...left].filter((name) => matchesGlob(glob, name));
    for (const name of held) left.delete(name);
    return held.length > 0;
  });
  const endings = groupBy(needed, endingOf);
  return [...endings].flatMap(([ending, some]) => {
    const every = `*${ending}`;
    const short =
      some.length > MOST_PATTERNS && ending !== '' && directory !== '' && isFree(every) ? [every] : some;
    return short.map((glob) => (directory === '' ? glob : `${spelled(directory)}/${glob}`));
  });
}

/** A glob without signs that an entry of the ledger cannot spell: each is any one sign. */
function spelled(glob: string): string {
  return glob.replace(/\\./g, '?').replace(/[[\]{}]/g, '?');
}

/** The entries with those of one folder taken together where nothing stands any more at one of them. */
export function withoutEmpty(
  entries: readonly LedgerEntry[],
  stands: (entry: LedgerEntry) => boolean,
): readonly LedgerEntry[] {
  return [...groupBy(entries, folderOf)].flatMap(([folder, some]) => {
    const ofFiles = some.filter(namesFiles);
    const empty = ofFiles.filter((entry) => !stands(entry));
    const standing = ofFiles.filter(stands);
    const rest = some.filter((entry) => !namesFiles(entry));
    if (empty.length === 0) return some;
    const [host, ...others] = standing;
    // Nothing stands in the folder at which an entry could be shown to be no misspelling.
    if (host === undefined) return rest;
    const names = [host, ...empty].map(baseName);
    return [...rest, `${folder === '.' ? '' : `${folder}/`}{${names.join(',')}}`, ...others];
  });
}
