import { escapeGlob, matchesGlob } from '../../core/glob.ts';
import type { LedgerEntry } from '../../core/ledger-entry.ts';
import { groupBy } from '../../core/maps.ts';
import { nameFits, parseNamePattern } from '../../core/name-pattern.ts';
import { baseName, directoryName, type Path } from '../../core/path.ts';
import type { StatedThreshold } from '../../core/reading.ts';
import { recognise } from '../../formats/mapping/recognise/recognise.ts';
import { DEFAULT_POLICY, DEFAULT_SERIES, type Mapping, type Policy } from '../../policy/policy.ts';
import { ledgerDirectory, seriesOf } from '../../policy/series.ts';
import { freeId } from '../mapping-text.ts';
import { type FolderRun, runOf } from './folders.ts';
import type { Growth } from './growth.ts';
import { endingOf } from './names.ts';
import { areAlike, readAs, readingsOf, type Sample } from './sample.ts';
import type { ResultFamily } from './survey.ts';
import type { NewestMetric } from './thresholds.ts';

/** A series as it is proposed. */
export interface ProposedSeries {
  readonly id: string;
  readonly files: string;
  /** How many files there are that it claims, and one of them. */
  readonly count: number;
  readonly example: Path;
  /** `null`: no reader knows the files, and none is named. */
  readonly format: string | Mapping | null;
  /** Set where every file already has a name of that kind. */
  readonly name: string | null;
  readonly growth: Growth | null;
  readonly folder: 'whole' | 'grows' | null;
  /** Thresholds that the newest file states. */
  readonly stated: readonly StatedThreshold[];
  /** What a person should decide of the mapping. */
  readonly unsure: readonly string[];
  /** Metrics of the newest file with their values, those of each arm. */
  readonly metrics: readonly NewestMetric[];
  readonly version: number | string | null;
  /** Whether the newest file names its judge. */
  readonly judged: boolean;
}

/** The file name that evalguard gives a result (docs/result.md). */
export const NAME_TEMPLATE = '{suite}-{date}-{routing}[-{variant}]-run{run}.json';
/** A name as `record` writes them. */
export const RECORDED_NAME = 'suite-2026-01-01-model-run1.json';
export const RECORDED_FILES = '*-run*.json';

/** Files that a series may claim: those of one family, or of several that are read alike. */
interface Claim {
  readonly files: string;
  readonly paths: readonly Path[];
  readonly samples: readonly Sample[];
  readonly format: string | Mapping | null;
  readonly growth: Growth | null;
  readonly folder: FolderRun['folder'] | null;
  /** The claims that were joined to this one. */
  readonly parts?: readonly Claim[];
}

/** What is known of a repository's results when its series are made. */
interface Claimable {
  readonly families: readonly ResultFamily[];
  readonly folders: readonly FolderRun[];
  /** How the folders are read; `null` where that is not known. */
  readonly folderFormat: Mapping | null;
  readonly growth: ReadonlyMap<Path, Growth>;
  /** Files that were overwritten: the next runs are to have names of their own. */
  readonly overwritten: ReadonlySet<Path>;
  readonly ledger: readonly LedgerEntry[];
}

/** The series of a repository, the narrower first, since the first that matches a file claims it. */
export function proposeSeries({
  families,
  folders,
  folderFormat,
  growth,
  overwritten,
  ledger,
}: Claimable): readonly ProposedSeries[] {
  const all = [...families, ...folders.map(({ headlines }) => ({ paths: headlines }))].flatMap(
    ({ paths }) => paths,
  );
  const names = groupBy(all, baseName);
  const seen = (path: Path) => seenFrom(path, ledger);
  const growing = all.flatMap((path): Claim[] => {
    const grown = growth.get(path);
    if (grown === undefined) return [];
    const alone = names.get(baseName(path))?.length === 1;
    const samples = families.flatMap((family) => family.samples.filter((sample) => sample.path === path));
    // Others of that name do not grow: the path alone is claimed.
    const files = alone ? escapeGlob(baseName(path)) : rooted(escapeGlob(seen(path)));
    return [
      { files, paths: [path], samples, format: readAs(samples, 'evaluation'), growth: grown, folder: null },
    ];
  });
  const still = families.flatMap((family): Claim[] => {
    const paths = family.paths.filter((path) => !growth.has(path));
    if (paths.length === 0 || family.format === null) return [];
    const isOverwritten = paths.some((path) => overwritten.has(path));
    const wide = isOverwritten ? widened(family.glob) : family.glob;
    const own = new Set(paths.map(baseName));
    const isFree = ![...names.keys()].some((name) => !own.has(name) && matchesGlob(wide, name));
    const files = isFree ? wide : family.glob;
    return [{ files, paths, samples: family.samples, format: family.format, growth: null, folder: null }];
  });
  const runs = folders.map(({ files, headlines, folder }): Claim => {
    return { files, paths: headlines, samples: [], format: folderFormat, growth: null, folder };
  });
  const claims = [...growing, ...runs, ...joinedByFolder(joinedByName(still, seen), seen)].sort(byBreadth);
  // What a wide glob takes along although it is not read alike would be an error of each check.
  const exact = counted(claims, all, ledger).flatMap(({ claim, own }) => {
    const known = new Set(claim.paths);
    return claim.parts === undefined || own.every((path) => known.has(path)) ? [claim] : claim.parts;
  });
  return counted(exact.sort(byBreadth), all, ledger).map(describe);
}

/** The glob of a name and of names that go on where it ends: `results*.json`. */
function widened(glob: string): string {
  return glob.includes('*') ? glob : glob.replace(/(?=\.[^.]+$)/, '*');
}

/** Where a path stands in the entry of the ledger that holds it. */
function seenFrom(path: Path, ledger: readonly LedgerEntry[]): Path {
  const directory = ledgerDirectory(path, ledger);
  return directory === null || directory === '.' ? path : path.slice(directory.length + 1);
}

function rooted(glob: string): string {
  return glob.includes('/') ? glob : `./${glob}`;
}

/** Claims of one glob in several places are one where they are read alike; else each is claimed in its own folder. */
function joinedByName(claims: readonly Claim[], seen: (path: Path) => Path): readonly Claim[] {
  return [...groupBy(claims, ({ files }) => files)].flatMap(([, group]) => {
    if (group.length === 1) return group;
    const one = joined(group[0].files, group);
    return one === null ? group.map((claim) => inItsFolder(claim, seen)) : [one];
  });
}

function joined(files: string, group: readonly Claim[]): Claim | null {
  const samples = group.flatMap((claim) => claim.samples);
  const format = readAs(samples, 'evaluation');
  if (format === null) return null;
  return {
    files,
    paths: group.flatMap(({ paths }) => paths),
    samples,
    format,
    growth: null,
    folder: null,
    parts: group,
  };
}

function inItsFolder(claim: Claim, seen: (path: Path) => Path): Claim {
  const folders = claim.paths.map((path) => seen(path).split('/').slice(0, -1));
  const [first = [], ...others] = folders;
  const end = first.findIndex((part, at) => others.some((parts) => parts[at] !== part));
  const shared = (end < 0 ? first : first.slice(0, end)).map(escapeGlob);
  const deep = folders.some(({ length }) => length > shared.length);
  const files = [...shared, ...(deep ? ['**'] : []), claim.files].join('/');
  return { ...claim, files: rooted(files) };
}

/** Names of one folder that have nothing in common, read alike: one series of all files with their ending. */
function joinedByFolder(claims: readonly Claim[], seen: (path: Path) => Path): readonly Claim[] {
  const isSingle = ({ files, paths }: Claim) => paths.length === 1 && !files.includes('/');
  const isNamed = ({ files }: Claim) => !files.includes('*');
  const folderOf = ({ paths: [path = ''] }: Claim) => `${directoryName(path)}\0${endingOf(path)}`;
  const groups = groupBy(claims.filter(isSingle), folderOf);
  const rest = claims.filter((claim) => !isSingle(claim));
  const taken = new Set(rest.map(({ files }) => files));
  return [
    ...rest,
    ...[...groups.values()].flatMap((group) => {
      const left = [...group];
      const made: Claim[] = [];
      while (left.length > 0) {
        const first = left.shift()!;
        // Runs of several suites stay apart, unless many of them have one beginning.
        const alike = left.filter(
          (other) =>
            isReadAs(first, other) &&
            areAlike([...first.samples, ...other.samples]) &&
            ((isNamed(first) && isNamed(other)) || beginning([first, other]).length >= LONG),
        );
        const few = isNamed(first) && alike.every(isNamed) ? 2 : MANY_SUITES;
        const begun = beginning([first, ...alike]);
        const ending = endingOf(first.files);
        const wide = begun.length >= LONG ? `${escapeGlob(begun)}*${ending}` : `*${ending}`;
        const one = alike.length + 1 < few || taken.has(wide) ? null : joined(wide, [first, ...alike]);
        if (one === null) made.push(first);
        else {
          for (const claim of alike) left.splice(left.indexOf(claim), 1);
          const everywhere = groups.size === 1 || begun.length >= LONG;
          if (everywhere) taken.add(wide);
          made.push(everywhere ? one : inItsFolder(one, seen));
        }
      }
      return made;
    }),
  ];
}

/** A beginning of names that is no chance, and runs that are one series by it. */
const LONG = 4;
const MANY_SUITES = 3;

/** What the names of claims begin with, up to a sign between words. */
function beginning(claims: readonly Claim[]): string {
  const names = claims.flatMap(({ paths }) => paths.map(baseName));
  let begun = names[0] ?? '';
  for (const name of names) while (!name.startsWith(begun)) begun = begun.slice(0, -1);
  return /^.*[-_]/.exec(begun)?.[0] ?? '';
}

function isReadAs(a: Claim, b: Claim): boolean {
  return typeof a.format === typeof b.format && (typeof a.format !== 'string' || a.format === b.format);
}

/** Growing files first, then names before patterns, paths before names, and long patterns before short ones. */
function byBreadth(a: Claim, b: Claim): number {
  const breadth = ({ files, growth }: Claim) =>
    growth !== null ? 0 : !/(?<!\\)\*/.test(files) ? 1 : files.replace(/^\*(?=\.)/, '') === files ? 2 : 3;
  const plain = ({ files }: Claim) => files.replace(/\*/g, '').length;
  return breadth(a) - breadth(b) || plain(b) - plain(a) || (a.files < b.files ? -1 : 1);
}

/** The claims as series with the number of results that each comes to, those that nothing is left for taken out. */
function counted(claims: readonly Claim[], paths: readonly Path[], ledger: readonly LedgerEntry[]) {
  const ids = new Set<string>();
  const named = claims.map((claim) => {
    const id = freeId(idOf(claim), ids);
    ids.add(id);
    return { claim, id, own: [] as Path[] };
  });
  const byId = new Map(named.map((one) => [one.id, one]));
  const policy = policyOf(
    ledger,
    named.map(({ id, claim: { files } }) => ({ id, files })),
  );
  for (const path of paths) byId.get(seriesOf(path, policy)?.id ?? '')?.own.push(path);
  return named.filter(({ own }) => own.length > 0);
}

function describe({ claim, id, own }: ReturnType<typeof counted>[number]): ProposedSeries {
  const { files, samples, format, growth, folder } = claim;
  const newest = samples.at(-1);
  const readings = newest === undefined || format === null ? [] : readingsOf(newest, format);
  const [reading] = readings;
  return {
    id,
    files,
    count: own.length,
    example: newest?.path ?? own[0]!,
    format,
    name: fittingName(own, format),
    growth,
    folder,
    stated: reading?.stated ?? [],
    unsure:
      typeof format === 'string' || format === null || folder !== null
        ? []
        : (recognise(samples.map(({ value }) => value))?.unsure ?? []),
    metrics: readings.flatMap(({ claims }) =>
      claims.map(({ name, value, direction = null }) => ({ name, value, direction })),
    ),
    version: reading?.metrics_version ?? null,
    judged: (reading?.judge?.route ?? null) !== null,
  };
}

function fittingName(paths: readonly Path[], format: string | Mapping | null): string | null {
  const pattern = parseNamePattern(NAME_TEMPLATE);
  if ('wrong' in pattern || typeof format !== 'string') return null;
  return paths.every((path) => nameFits(pattern, baseName(path), null)) ? NAME_TEMPLATE : null;
}

function idOf({ files, paths: [path = ''] }: Claim): string {
  const text = /[A-Za-z]/.test(files.replace(/\.[a-z]+$/i, '')) ? files : (path.split('/').at(-2) ?? '');
  const words = text
    .replace(/\.[a-z]+$/i, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[-._]+|[-._]+$/g, '');
  return words || 'results';
}

/** A policy that says which files each series claims, and no more. */
function policyOf(
  ledger: readonly LedgerEntry[],
  series: readonly { readonly id: string; readonly files: string }[],
): Policy {
  return {
    ...DEFAULT_POLICY,
    ledger,
    series: series.map(({ id, files }) => ({ ...DEFAULT_SERIES, id, files })),
  };
}

/** The results that none of the series claims. */
export function unclaimedBy(
  series: readonly ProposedSeries[],
  paths: readonly Path[],
  ledger: readonly LedgerEntry[],
  folders: readonly FolderRun[],
): readonly Path[] {
  const policy = policyOf(ledger, series);
  const isOfRun = (path: Path) => folders.some(({ runs }) => runOf(path, runs) !== null);
  return paths.filter((path) => seriesOf(path, policy) === null && !isOfRun(path));
}
