import { nameFits, parseNamePattern } from '../../core/name-pattern.ts';
import { baseName, type Path } from '../../core/path.ts';
import type { StatedThreshold } from '../../core/reading.ts';
import type { Mapping } from '../../policy/policy.ts';
import { readAs, readingOf } from './sample.ts';
import type { ResultFamily } from './survey.ts';

/** A series as it is proposed. */
export interface ProposedSeries {
  readonly id: string;
  readonly files: string;
  /** How many files there are that it claims, and one of them. */
  readonly count: number;
  readonly example: Path;
  readonly format: string | Mapping;
  /** Set where every file already has a name of that kind. */
  readonly name: string | null;
  /** Thresholds that the newest file states. */
  readonly stated: readonly StatedThreshold[];
  /** Metrics of the newest file with their values. */
  readonly metrics: readonly { readonly name: string; readonly value: number | null }[];
  readonly version: number | string | null;
  /** Whether the newest file names its judge. */
  readonly judged: boolean;
}

/** The file name that evalguard gives a result (docs/result.md). */
export const NAME_TEMPLATE = '{suite}-{date}-{routing}[-{variant}]-run{run}.json';

/** One series for each name and format, the narrower name first, since the first that matches claims a file. */
export function proposeSeries(families: readonly ResultFamily[]): readonly ProposedSeries[] {
  const groups = new Map<string, ResultFamily[]>();
  for (const family of families) {
    const group = groups.get(family.glob);
    if (group === undefined) groups.set(family.glob, [family]);
    else group.push(family);
  }
  const ids = new Set<string>();
  return [...groups.entries()]
    .flatMap(([glob, group]) => seriesOf(glob, group))
    .sort(byBreadth)
    .map((series) => ({ ...series, id: freeId(series.id, ids) }));
}

/** A name before a pattern, a long pattern before a short one. */
function byBreadth(a: ProposedSeries, b: ProposedSeries): number {
  const open = (series: ProposedSeries) => Number(/(?<!\\)\*/.test(series.files));
  return open(a) - open(b) || b.files.length - a.files.length || (a.files < b.files ? -1 : 1);
}

function seriesOf(glob: string, group: readonly ResultFamily[]): readonly ProposedSeries[] {
  const samples = group.flatMap((family) => family.samples);
  const format = readAs(samples, true);
  const newest = samples.at(-1);
  if (format === null || newest === undefined) return [];
  const paths = group.flatMap((family) => family.paths);
  const reading = readingOf(newest, format);
  return [
    {
      id: idOf(glob),
      files: glob,
      count: paths.length,
      example: newest.path,
      format,
      name: fittingName(paths, format),
      stated: reading?.stated ?? [],
      metrics: (reading?.claims ?? []).map(({ name, value }) => ({ name, value })),
      version: reading?.metrics_version ?? null,
      judged: (reading?.judge?.route ?? null) !== null,
    },
  ];
}

function fittingName(paths: readonly Path[], format: string | Mapping): string | null {
  const pattern = parseNamePattern(NAME_TEMPLATE);
  if ('wrong' in pattern || typeof format !== 'string') return null;
  return paths.every((path) => nameFits(pattern, baseName(path), null)) ? NAME_TEMPLATE : null;
}

function idOf(glob: string): string {
  const words = glob.replace(/\.[a-z]+$/i, '').replace(/[^A-Za-z0-9._-]+/g, '-');
  return words.replace(/^[-._]+|[-._]+$/g, '') || 'results';
}

function freeId(wanted: string, taken: Set<string>): string {
  let id = wanted;
  for (let number = 2; taken.has(id); number += 1) id = `${wanted}-${number}`;
  taken.add(id);
  return id;
}
