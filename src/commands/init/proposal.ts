import { escapeGlob } from '../../core/glob.ts';
import { parseLedgerEntry } from '../../core/ledger-entry.ts';
import { baseName, directoryName, isBelow, type Path } from '../../core/path.ts';
import { isExempt } from '../../policy/series.ts';
import { readingOf } from './sample.ts';
import { type ProposedSeries, proposeSeries } from './series.ts';
import type { Survey } from './survey.ts';

/** What init proposes for a repository. */
export interface Proposal {
  readonly ledger: readonly Path[];
  readonly exempt: readonly ProposedExemption[];
  readonly series: readonly ProposedSeries[];
  /** Whether the newest results name a judge: then new ones may be asked to. */
  readonly judged: boolean;
  readonly citations: readonly string[];
  readonly branch: string;
  /** What the user should know, in sentences. */
  readonly notes: readonly string[];
}

/** One flat directory of more files than this slows git itself down. */
const MANY_FILES = 1000;

/** Derives a proposal from what was seen. `readme`: the text of README.md, `null` where there is none. */
export function propose(seen: Survey, readme: string | null): Proposal {
  const results = seen.families.flatMap((family) => family.paths);
  const directories = ledgerDirectories(results, seen.files);
  const inside = (path: Path) => directories.some((directory) => isBelow(path, directory));
  const exempt = proposeExemptions(directories, seen.files, seen.rewritten);
  const pointers = new Set(exempt.map(({ glob }) => glob.replace(/^\*\*\//, '')));
  const families = seen.families.filter(({ paths, glob }) => paths.every(inside) && !pointers.has(glob));
  const readings = families.flatMap(({ samples, format }) =>
    samples.flatMap((sample) => readingOf(sample, format) ?? []),
  );
  const series = proposeSeries(families);
  const values = readings.flatMap(({ claims }) => claims.flatMap(({ value }) => value ?? []));
  return {
    ledger: directories.length === 0 ? ['results'] : directories,
    exempt,
    series,
    judged: series.some(({ judged }) => judged),
    citations: readme !== null && statesAny(readme, values) ? ['README.md'] : [],
    branch: seen.branch,
    notes: [
      ...outside(results.filter((path) => !inside(path))),
      ...crowded(seen),
      ...overwritten(seen, inside, pointers),
    ],
  };
}

function outside(results: readonly Path[]): readonly string[] {
  const [example] = results;
  if (example === undefined) return [];
  return [
    `${counted(results.length, 'result file stands', 'result files stand')} at the root of the repository (${example}), where ${results.length === 1 ? 'it is' : 'they are'} not guarded: move ${results.length === 1 ? 'it' : 'them'} into a directory of the ledger, such as results/.`,
  ];
}

function crowded({ families }: Survey): readonly string[] {
  return families
    .filter(({ paths }) => paths.length > MANY_FILES)
    .map(
      ({ directory, paths }) =>
        `${directory}/ holds ${paths.length} results in one flat directory, which slows git itself down: put new ones into folders, results/<suite>/<yyyy-mm>/.`,
    );
}

function overwritten(
  { rewritten, families }: Survey,
  inside: (path: Path) => boolean,
  pointers: ReadonlySet<string>,
): readonly string[] {
  const results = families
    .filter(({ glob }) => !pointers.has(glob))
    .flatMap(({ paths }) => paths.filter(inside));
  const changed = results.filter((path) => rewritten.has(path));
  const [example] = changed.toSorted((a, b) => (rewritten.get(b) ?? 0) - (rewritten.get(a) ?? 0));
  if (example === undefined) return [];
  return [
    `${changed.length} of ${counted(results.length, 'result was', 'results were')} rewritten after the first commit (${example}: ${counted(rewritten.get(example) ?? 0, 'time', 'times')}). evalguard refuses that from now on: give every run a file of its own, with date and run number in its name.`,
  ];
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

const LEDGER_NAME = /^(?:[a-z0-9]+[-_])*(?:results?|runs|outputs?|ledger)$/i;

/** The share of files in a ledger directory that are results at least, unless its name says what it is for. */
const RESULT_SHARE = 0.8;

/** More directories than this below one are better guarded as that one. */
const MOST_DIRECTORIES = 4;

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
    if (directory !== '' && 'entry' in parseLedgerEntry(directory)) chosen.add(directory);
  }
  return outermost(gathered([...chosen]));
}

function namedDirectory(path: Path): Path | null {
  const parts = path.split('/').slice(0, -1);
  const at = parts.findIndex((part) => LEDGER_NAME.test(part));
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
    if ((found.get(at) ?? 0) >= RESULT_SHARE * (all.get(at) ?? 0)) best = at;
  }
  return best;
}

function gathered(directories: readonly Path[]): readonly Path[] {
  const tops = new Set(directories.map((directory) => directory.split('/')[0]));
  return [...tops].flatMap((top) => {
    const below = directories.filter((directory) => directory.split('/')[0] === top);
    return below.length > MOST_DIRECTORIES ? [commonAncestor(below)] : below;
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

const POINTER = /^(?:latest|current|newest|index|manifest|leaderboard)\b/i;
const CODE = /\.(?:py|sh|ts|js|mjs|cjs|ipynb|rb|go|rs|java|toml|md)$/i;

/** Rewrites from which on a file counts as one that changes by design, where no other file there was rewritten. */
const OFTEN = 3;

/** A glob of files that change by design, and why it is proposed. */
interface ProposedExemption {
  readonly glob: string;
  readonly why: string;
}

/** Files in the ledger's directories that are no records: pointers to the newest result, code and notes. */
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
  return [...named, ...codeAndNotes(directories, inLedger)];
}

function isPointer(path: Path, files: readonly Path[], rewritten: ReadonlyMap<Path, number>): boolean {
  const own = rewritten.get(path) ?? 0;
  if (own === 0) return false;
  if (POINTER.test(baseName(path))) return true;
  const beside = files.filter((other) => other !== path && directoryName(other) === directoryName(path));
  return own >= OFTEN && beside.length > 0 && beside.every((other) => !rewritten.has(other));
}

function codeAndNotes(directories: readonly Path[], files: readonly Path[]): readonly ProposedExemption[] {
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

/** Numbers with fewer digits than this stand in any text by chance. */
const DIGITS = 3;

/** Whether a text states one of the values, as a decimal (0.934) or in percent (93.4 %), rounded as it prints them. */
export function statesAny(text: string, values: readonly number[]): boolean {
  for (const [, printed = '', percent] of text.matchAll(/(?<![\w.])(\d{1,3}\.\d+)(\s?%)?(?![\w.]*\d)/g)) {
    const places = printed.split('.')[1]?.length ?? 0;
    if (printed.replace(/^0?\.0*|\./g, '').length < DIGITS) continue;
    const shown = (value: number) => (percent === undefined ? value : value * 100).toFixed(places);
    if (values.some((value) => shown(value) === printed)) return true;
  }
  return false;
}
