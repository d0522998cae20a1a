import { groupBy } from '../../core/maps.ts';
import { baseName, directoryName, type Path } from '../../core/path.ts';
import { formatPointer, isList, isObject, type JsonValue, resolvePointer } from '../../document/document.ts';
import { asObject } from '../../formats/field.ts';
import { recognise } from '../../formats/mapping/recognise/recognise.ts';
import type { Mapping } from '../../policy/policy.ts';
import type { History } from './history.ts';
import type { Sample } from './sample.ts';

/** Folders each of which is one result: a headline in one file, rows in others. */
export interface FolderRun {
  /** The glob of their headlines. */
  readonly files: string;
  readonly headlines: readonly Path[];
  /** The folders. */
  readonly runs: ReadonlySet<Path>;
  readonly folder: 'whole' | 'grows';
}

/** Which file of a folder is its headline, and which files of folders below it are its rows. */
const SHAPES: readonly { readonly headline: string; readonly rows: RegExp }[] = [
  { headline: 'benchmark.json', rows: /^grading\.json$/i },
];

/** The folders of a repository that are one result each. */
export function folderRuns(paths: readonly Path[], history: History): readonly FolderRun[] {
  const byName = groupBy(paths, baseName);
  return SHAPES.flatMap(({ headline, rows }) => {
    const rowFolders = [...byName].flatMap(([name, some]) =>
      rows.test(name) ? some.map(directoryName) : [],
    );
    const holders = new Set(rowFolders.flatMap((folder) => ancestors(folder)));
    const headlines = (byName.get(headline) ?? []).filter((path) => holders.has(directoryName(path)));
    // A folder inside another would be a part of two results.
    const runs = new Set(headlines.map(directoryName).filter((run) => run !== ''));
    const nested = [...runs].some((run) => ancestors(run).some((other) => runs.has(other)));
    if (runs.size === 0 || nested) return [];
    const folder = grewLater(runs, paths, history) ? 'grows' : 'whole';
    return [{ files: headline, headlines, runs, folder } as const];
  });
}

/** A list of what was checked in a row of such a run, under the names that it goes by. */
const CHECKS = {
  at: ['/expectations', '/assertions', '/assertion_results'],
  pass: ['/passed', '/pass', '/result'],
  item: ['/text', '/assertion', '/description'],
};

/** How a folder is read: its headline's metrics, and a row for each file of rows; `null` where that is not seen in it. */
export function folderMapping(run: Path, headline: Sample, rows: readonly Sample[]): Mapping | null {
  const found = headlinePlace(headline.value);
  const arm = found?.slice(found.lastIndexOf('/') + 1) ?? '';
  const isOfArm = ({ path }: Sample) => path.slice(run.length).includes(`/${arm}/`);
  // Metrics of one arm follow from the rows of that arm alone.
  const counted = rows.some(isOfArm) ? rows.filter(isOfArm) : rows;
  const places = new Set(counted.map(({ path }) => rowPlace(path.slice(run.length + 1), arm)));
  const [at] = places;
  const hasChecks = rows.every(({ value }) =>
    CHECKS.at.some((one) => isList(resolvePointer(value, one) ?? null)),
  );
  if (found === null || at === undefined || places.size > 1) return null;
  const file = `/${baseName(headline.path)}`;
  const metrics = file + found;
  const names = resolvePointer(headline.value, found);
  const isRated = isObject(names ?? null) && Object.hasOwn(names as object, 'pass_rate');
  return {
    metrics,
    ...(hasChecks && isRated ? { definitions: { pass_rate: { mean: 'passed' } } } : {}),
    ...(hasChecks ? { rows: { at, checks: CHECKS } } : {}),
    ...headerIn(headline.value, file),
  };
}

/** Where a headline says when, of what and on what it was made, as places of its folder. */
function headerIn(value: JsonValue, file: string): Mapping {
  const mapping = recognise([value])?.mapping ?? {};
  const parts = (['generated_at', 'date', 'models', 'dataset'] as const).flatMap((name) => {
    const place = mapping[name];
    return typeof place === 'string' && resolvePointer(value, place) !== undefined
      ? [[name, file + place]]
      : [];
  });
  return Object.fromEntries(parts);
}

/** Where the metrics of a headline stand; of several arms those of the first, since rows are read of one alone. */
function headlinePlace(value: JsonValue): string | null {
  const { arms, metrics } = recognise([value])?.mapping ?? {};
  if (typeof metrics !== 'string' || arms === undefined) return metrics ?? null;
  const [first] = Object.keys(asObject(resolvePointer(value, arms.replace(/\/\*$/, ''))) ?? {});
  return first === undefined ? null : arms.replace(/\/\*$/, formatPointer([first])) + metrics;
}

/** Where a file of rows stands in its folder. A star stands for numbers and for names on the way, save that of the arm. */
function rowPlace(path: Path, arm: string): string {
  const parts = path.split('/');
  const folders = parts
    .slice(0, -1)
    .map((part) => (part === arm ? part : /\d+$/.test(part) ? part.replace(/\d+$/, '*') : '*'));
  return formatPointer([...folders, parts.at(-1)!]);
}

/** Whether a file of a run holds rows. */
export function isRowFile(path: Path): boolean {
  return SHAPES.some(({ rows }) => rows.test(baseName(path)));
}

/** The folder of these that holds a path, at any depth; `null` where none does. */
export function runOf(path: Path, runs: ReadonlySet<Path>): Path | null {
  return ancestors(path).find((folder) => runs.has(folder)) ?? null;
}

function ancestors(folder: Path): readonly Path[] {
  const found: Path[] = [];
  for (let at = directoryName(folder); at !== ''; at = directoryName(at)) found.push(at);
  return found;
}

/** Whether history added files to one of the folders after others of it had landed. */
function grewLater(runs: ReadonlySet<Path>, paths: readonly Path[], { byPath }: History): boolean {
  const first = new Map<Path, number>();
  return paths.some((path) => {
    const run = runOf(path, runs);
    const added = byPath.get(path)?.added ?? -1;
    if (run === null) return false;
    if (!first.has(run)) first.set(run, added);
    return first.get(run) !== added;
  });
}
