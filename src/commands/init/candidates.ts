import { escapeGlob } from '../../core/glob.ts';
import { baseName, directoryName, type Path } from '../../core/path.ts';

/** Files of one directory whose names differ only in what names a run: a date, a number, a hash. */
export interface Family {
  readonly directory: Path;
  /** The glob that their names share. */
  readonly glob: string;
  /** In order of their names, so that the last is usually the newest. */
  readonly paths: readonly Path[];
}

const ENDING = /\.(?:json|jsonl|ndjson|xml|csv|xlsx)$/i;
const FOREIGN_DIRECTORY =
  /(?:^|\/)(?:\.[^/]*|node_modules|vendor|fixtures?|__[a-z]+__|tests?|schemas?|locales?|i18n)\//i;
const FOREIGN_NAME =
  /^(?:\..*|.*\.retraction-\d+\.json|package(?:-lock)?\.json|tsconfig.*\.json|composer\.json|biome\.json|.*\.schema\.json|.*\.config\.json)$/i;
const TELLING =
  /(?:^|[-_./])(?:evals?|evaluations?|results?|runs?|bench(?:marks?)?|scores?|metrics)(?=[-_./]|$)/i;

/** Where a name begins to tell one run from another. */
const RUN_PART =
  /\d{4}[-_.]?\d{2}[-_.]?\d{2}|(?<![a-z])run[-_]?\d+|\d{5,}|(?<![a-z0-9])[0-9a-f]{8,}(?![a-z0-9])/i;

/** The families of files that may be results, those whose path says so first. Names alone decide; nothing is read. */
export function candidateFamilies(paths: readonly Path[]): readonly Family[] {
  const families = new Map<
    string,
    { readonly directory: Path; readonly glob: string; readonly paths: Path[] }
  >();
  for (const path of [...paths].sort()) {
    if (!ENDING.test(path) || FOREIGN_DIRECTORY.test(path) || FOREIGN_NAME.test(baseName(path))) continue;
    const [directory, glob] = [directoryName(path), nameGlob(baseName(path))];
    const key = `${directory}/${glob}`;
    const family = families.get(key);
    if (family === undefined) families.set(key, { directory, glob, paths: [path] });
    else family.paths.push(path);
  }
  const all = [...families.values()];
  const telling = (family: Family) => TELLING.test(family.paths[0] ?? '');
  return [...all.filter(telling), ...all.filter((family) => !telling(family))];
}

/** Whether a path itself says that it holds a result. */
export function tellsOfResults(path: Path): boolean {
  return TELLING.test(path);
}

/** `eval-2026-08-13-gemini.json` is one of `eval-*.json`; a name without date or number is one of its own. */
export function nameGlob(name: string): string {
  const ending = ENDING.exec(name)?.[0] ?? '';
  const stem = name.slice(0, name.length - ending.length);
  const at = RUN_PART.exec(stem)?.index ?? -1;
  // What stands before is text, not a pattern.
  return at < 0 ? escapeGlob(name) : `${escapeGlob(stem.slice(0, at))}*${ending}`;
}

/** At most `most` of the paths, spread evenly and with the last one. */
export function spread<T>(all: readonly T[], most: number): readonly T[] {
  if (all.length <= most) return all;
  const step = all.length / most;
  return Array.from({ length: most }, (_, index) => all[Math.ceil((index + 1) * step) - 1]!);
}
