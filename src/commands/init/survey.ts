import { splitNul } from '../../adapters/git/process.ts';
import type { Repository } from '../../adapters/git/repository.ts';
import type { WorkTreeFiles } from '../../adapters/work-tree.ts';
import type { Progress } from '../../core/budget.ts';
import { escapeGlob } from '../../core/glob.ts';
import { getOrMake } from '../../core/maps.ts';
import { baseName, comparePaths, decodePath, directoryName, isBelow, type Path } from '../../core/path.ts';
import type { JsonValue } from '../../document/document.ts';
import type { Mapping } from '../../policy/policy.ts';
import { type FolderRun, folderMapping, folderRuns, isRowFile, runOf } from './folders.ts';
import { type Growth, readGrowth } from './growth.ts';
import { type History, lossesOf, readHistory } from './history.ts';
import {
  endingOf,
  type Family,
  familiesOf,
  foreignFolder,
  gathered,
  isInput,
  isPointerName,
  isResultByName,
  isTelling,
  mayBeResult,
  resultFolder,
} from './names.ts';
import { readAs, type Sample, sampleOf, type Trust } from './sample.ts';

/** A file of the work tree: its content as git holds it (`null` where it is not added yet), and whether it is a link. */
interface TreeFile {
  readonly oid: string | null;
  readonly isLink: boolean;
}

/** Everything that init looks at in a repository. */
export interface Survey {
  /** Sorted by path. */
  readonly files: ReadonlyMap<Path, TreeFile>;
  /** Files that hold results, by how they are named and read. Those that history took away are among them. */
  readonly families: readonly ResultFamily[];
  /** Folders each of which is one result. */
  readonly runs: ReadonlySet<Path>;
  /** How such a folder is read; `null` where that is not known. */
  readonly folderFormat: Mapping | null;
  /** Files called as pointers to results are, with what they hold and held; `null` where that is no text of values. */
  readonly pointers: ReadonlyMap<Path, PointerContents | null>;
  readonly history: History;
  /** What files that changed grew by, where they only grew. */
  readonly growth: ReadonlyMap<Path, Growth>;
  /** How many files could hold results by their names and stand in folders that hold none. */
  readonly passedOver: ReadonlyMap<string, { readonly count: number; readonly folder: Path }>;
  /** The branch that pushes are guarded on. */
  readonly branch: string;
  /** How many files were read. */
  readonly read: number;
}

/** What a pointer holds, and what it held before. */
interface PointerContents {
  /** How many versions were read. */
  readonly versions: number;
  readonly values: readonly JsonValue[];
}

/** A family whose files are results, with those of them that were looked at. */
export interface ResultFamily extends Family {
  /** Oldest first, as far as names and history tell. */
  readonly samples: readonly Sample[];
  /** `null`: no reader knows them, and no mapping fits them. */
  readonly format: string | Mapping | null;
}

// A proposal needs a look, not an inventory: this many files of a family, families, and bytes in all.
const MOST_OF_FAMILY = 6;
const MOST_FAMILIES = 300;
const MOST_POINTERS = 100;
const MOST_VERSIONS = 50;
const LARGEST = 8 * 1024 * 1024;
const BUDGET = 128 * 1024 * 1024;

/** Looks at a repository: which files there are, which of them are results, and what history did to them. */
export async function survey(
  repository: Repository,
  tree: WorkTreeFiles,
  progress: Progress,
): Promise<Survey> {
  const files = await listFiles(repository);
  const isWanted = (path: Path) => mayBeResult(path) || (isPointerName(path) && isTelling(path));
  const history = await readHistory(repository, isWanted, progress);
  const gone = [...history.byPath.keys()].filter((path) => !files.has(path) && mayBeResult(path));
  const reader = new Reader(repository, tree, history, files);
  const candidates = [...files].flatMap(([path, { isLink }]) => (!isLink && mayBeResult(path) ? [path] : []));
  const folders = folderRuns(candidates, history);
  const runs = new Set(folders.flatMap(({ runs }) => [...runs]));
  const families = await resultFamilies([...candidates, ...gone], runs, reader, progress);
  const results = families.flatMap(({ paths }) => paths);
  const changed = results.filter((path) => files.has(path) && lossesOf(history, path).length > 0);
  return {
    files,
    families,
    runs,
    folderFormat: folders[0] === undefined ? null : await reader.folderFormat(folders[0], candidates),
    pointers: await reader.pointers(
      [...files.keys()].filter((path) => isPointerName(path) && isWanted(path)),
    ),
    history,
    growth: await readGrowth(repository, history, changed, progress),
    passedOver: passedOver([...files.keys()]),
    branch: await pushedBranch(repository),
    read: reader.count,
  };
}

/** The files that git knows of or would add, from the root of the repository wherever the command was started. */
async function listFiles({ git }: Repository): Promise<ReadonlyMap<Path, TreeFile>> {
  const [known, others] = await Promise.all([
    git.demand(['ls-files', '-z', '--stage']),
    git.demand(['ls-files', '-z', '--others', '--exclude-standard']),
  ]);
  const found = new Map<Path, TreeFile>();
  for (const line of splitNul(known)) {
    const tab = line.indexOf(9);
    const [mode, oid = ''] = line.subarray(0, tab).toString('latin1').split(' ');
    found.set(decodePath(line.subarray(tab + 1)), { oid, isLink: mode === '120000' });
  }
  for (const line of splitNul(others)) {
    const path = decodePath(line);
    if (path !== '' && !found.has(path)) found.set(path, { oid: null, isLink: false });
  }
  // Paths that are no valid text cannot be written into a policy.
  const usable = [...found].filter(([path]) => path.isWellFormed());
  return new Map(usable.sort(([a], [b]) => comparePaths(a, b)));
}

async function resultFamilies(
  paths: readonly Path[],
  runs: ReadonlySet<Path>,
  reader: Reader,
  progress: Progress,
): Promise<readonly ResultFamily[]> {
  const all = gathered(familiesOf(paths));
  const telling = (family: Family) => isTelling(family.paths[0] ?? '');
  const ordered = [...all.filter(telling), ...all.filter((family) => !telling(family))];
  const looked = new Set(spread(ordered.slice(0, MOST_FAMILIES * 4), MOST_FAMILIES));
  const found: ResultFamily[] = [];
  for (const [done, family] of ordered.entries()) {
    const samples = looked.has(family) ? await reader.samplesOf(family) : [];
    progress(done + 1, ordered.length, 'kinds of files');
    const [first = ''] = family.paths;
    const formats = readAs(samples, trustIn(first));
    const isOfRun = family.paths.some((path) => runOf(path, runs) !== null);
    if (formats !== null || isOfRun || family.paths.some(isResultByName)) {
      const read = { ...family, samples, format: formats };
      found.push(...(formats === null ? ((await reader.dividedByWord(read)) ?? divided(read)) : [read]));
    }
  }
  return found;
}

/** What a path says of what the file holds. In a folder of results nothing goes into an evaluation. */
function trustIn(path: Path): Trust {
  if (!isTelling(path)) return 'none';
  return isInput(path) && resultFolder(path) === null ? 'input' : 'evaluation';
}

/** A family whose files are read differently, by folder or name where that tells them apart. */
function divided(family: ResultFamily): readonly ResultFamily[] {
  const { paths, samples, format, place } = family;
  if (format !== null || samples.length === 0 || paths.length > MOST_OF_FAMILY) return [family];
  return paths.flatMap((path) => {
    const own = samples.filter((sample) => sample.path === path);
    const read = readAs(own, trustIn(path));
    if (read === null && !isResultByName(path)) return [];
    const [alone] = familiesOf([path]);
    return [
      {
        place,
        glob: alone?.paths.length === 1 ? escapeGlob(baseName(path)) : family.glob,
        paths: [path],
        samples: own,
        format: read,
      },
    ];
  });
}

/** Reader of bounded samples: from the work tree, and from git what is there no more. */
class Reader {
  count = 0;
  #left = BUDGET;

  constructor(
    private readonly repository: Repository,
    private readonly tree: WorkTreeFiles,
    private readonly history: History,
    private readonly files: ReadonlyMap<Path, TreeFile>,
  ) {}

  async samplesOf({ paths }: Family): Promise<readonly Sample[]> {
    const age = (path: Path) => this.history.byPath.get(path)?.added ?? -1;
    const newest = paths.reduce((best, path) => (age(path) <= age(best) ? path : best), paths[0]!);
    const chosen = [...new Set([...spread(paths, MOST_OF_FAMILY), newest])];
    const samples: Sample[] = [];
    // The newest comes last: its metrics are shown.
    for (const path of [...chosen.filter((path) => path !== newest), newest]) {
      const sample = await this.#sample(path);
      if (sample !== null) samples.push(sample);
    }
    return samples;
  }

  /** How the last of the runs that are folders is read. */
  async folderFormat({ headlines }: FolderRun, paths: readonly Path[]): Promise<Mapping | null> {
    const last = headlines.at(-1)!;
    const run = directoryName(last);
    const headline = await this.#sample(last);
    const rows: Sample[] = [];
    for (const path of paths.filter((one) => isBelow(one, run) && isRowFile(one)).slice(0, MOST_OF_FAMILY)) {
      const sample = await this.#sample(path);
      if (sample !== null) rows.push(sample);
    }
    return headline === null ? null : folderMapping(run, headline, rows);
  }

  /** A family whose shapes differ, in two by a word that a part of the names has; `null` where no word tells them apart. */
  async dividedByWord(family: ResultFamily): Promise<readonly ResultFamily[] | null> {
    const { paths, glob, place } = family;
    if (paths.length < FEWEST_DIVIDED || !glob.includes('*')) return null;
    const ending = endingOf(glob);
    for (const word of commonWords(paths)) {
      const has = (path: Path) => wordsOf(path).includes(word);
      const parts = [
        { place, glob: glob.replace(`*${ending}`, `*${word}*${ending}`), paths: paths.filter(has) },
        { place, glob, paths: paths.filter((path) => !has(path)) },
      ];
      const read: ResultFamily[] = [];
      for (const part of parts) {
        const samples = await this.samplesOf(part);
        read.push({ ...part, samples, format: readAs(samples, 'evaluation') });
      }
      if (read.every(({ format }) => format !== null)) return read;
    }
    return null;
  }

  async pointers(paths: readonly Path[]): Promise<ReadonlyMap<Path, PointerContents | null>> {
    const found = new Map<Path, PointerContents | null>();
    for (const path of paths.slice(0, MOST_POINTERS)) {
      found.set(path, this.files.get(path)?.isLink ? null : await this.#versions(path));
    }
    return found;
  }

  async #versions(path: Path): Promise<PointerContents | null> {
    const now = await this.#sample(path);
    if (now === null) return null;
    const values = [now.value];
    for (const { before: oid, commit } of lossesOf(this.history, path).slice(0, MOST_VERSIONS)) {
      const limit = Math.min(LARGEST, this.#left);
      const bytes = (await this.repository.content({ path, oid, commit }, limit))?.bytes ?? null;
      const sample = bytes === null ? null : await sampleOf(path, bytes);
      if (sample === null) return null;
      this.#left -= sample.file.bytes.length;
      values.push(sample.value);
    }
    return { versions: values.length, values };
  }

  async #sample(path: Path): Promise<Sample | null> {
    const limit = Math.min(LARGEST, this.#left);
    // A file that is not checked out is read as git holds it.
    const bytes = (await this.tree.read(path, limit)) ?? (await this.#held(path, limit));
    if (bytes === null) return null;
    this.count += 1;
    this.#left -= bytes.length;
    return sampleOf(path, bytes);
  }

  async #held(path: Path, limit: number): Promise<Uint8Array | null> {
    const last = lossesOf(this.history, path).at(-1);
    const file = this.files.get(path);
    const oid = file === undefined ? last?.before : file.oid;
    if (!oid || file?.isLink) return null;
    const object = await this.repository.content({ path, oid, commit: last?.commit ?? 'HEAD' }, limit);
    return object?.bytes ?? null;
  }
}

/** Fewer files than this are no two kinds of runs. */
const FEWEST_DIVIDED = 3;
/** Words that are tried to tell the shapes of a family apart. */
const MOST_WORDS = 4;

/** The words that a part of the names has, and no small part. */
function commonWords(paths: readonly Path[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const path of paths)
    for (const word of new Set(wordsOf(path))) counts.set(word, (counts.get(word) ?? 0) + 1);
  const share = (word: string) => (counts.get(word) ?? 0) / paths.length;
  return [...counts.keys()]
    .filter((word) => share(word) >= 0.1 && share(word) <= 0.9)
    .sort((a, b) => Math.abs(0.5 - share(a)) - Math.abs(0.5 - share(b)))
    .slice(0, MOST_WORDS);
}

function wordsOf(path: Path): readonly string[] {
  return baseName(path).match(/(?<![A-Za-z])[A-Za-z]{4,}(?![A-Za-z])/g) ?? [];
}

function passedOver(files: readonly Path[]): Survey['passedOver'] {
  const found = new Map<string, { count: number; folder: Path }>();
  for (const path of files) {
    const foreign = isTelling(path) && /\.(?:jsonl?|csv|ya?ml)$/i.test(path) ? foreignFolder(path) : null;
    if (foreign === null) continue;
    // Settings of programs are not named: only what could be taken for results.
    if (foreign.folder.startsWith('.') && resultFolder(path) === null) continue;
    getOrMake(found, foreign.why, () => ({ count: 0, folder: foreign.folder })).count += 1;
  }
  return found;
}

async function pushedBranch(repository: Repository): Promise<string> {
  const { stdout, code } = await repository.git.run(['symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD']);
  const name = stdout
    .toString()
    .trim()
    .replace(/^refs\/remotes\/origin\//, '');
  return code === 0 && name !== '' ? name : ((await repository.currentBranch()) ?? 'main');
}

/** At most `most` of the items, spread evenly and with the last one. */
export function spread<T>(all: readonly T[], most: number): readonly T[] {
  if (all.length <= most) return all;
  const step = all.length / most;
  return Array.from({ length: most }, (_, index) => all[Math.ceil((index + 1) * step) - 1]!);
}
