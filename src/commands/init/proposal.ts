import { isBelow, type Path } from '../../core/path.ts';
import { statesAny } from './cited.ts';
import { ledgerDirectories } from './directories.ts';
import { type ProposedExemption, proposeExemptions } from './exempt.ts';
import { type ProposedSeries, proposeSeries, readingOf } from './series.ts';
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
const MANY = 1000;

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
    .filter(({ paths }) => paths.length > MANY)
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
