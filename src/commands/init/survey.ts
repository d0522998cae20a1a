import { splitNul } from '../../adapters/git/process.ts';
import type { Repository } from '../../adapters/git/repository.ts';
import type { WorkTreeFiles } from '../../adapters/work-tree.ts';
import { escapeGlob } from '../../core/glob.ts';
import { baseName, decodePath, directoryName, type Path } from '../../core/path.ts';
import type { Mapping } from '../../policy/policy.ts';
import { readAs, type Sample, sampleOf } from './sample.ts';

/** Everything that init looks at in a repository. */
export interface Survey {
  readonly files: readonly Path[];
  /** Families of files that hold results. */
  readonly families: readonly ResultFamily[];
  /** How often commits rewrote a file. */
  readonly rewritten: ReadonlyMap<Path, number>;
  /** The branch that pushes are guarded on. */
  readonly branch: string;
}

/** A family whose files are results, with those of them that were looked at. */
export interface ResultFamily extends Family {
  readonly samples: readonly Sample[];
  readonly format: string | Mapping;
}

// A proposal needs a look, not an inventory: this many files of a family, families, and bytes in all.
const MOST_OF_FAMILY = 6;
const MOST_FAMILIES = 400;
const LARGEST = 8 * 1024 * 1024;
const BUDGET = 128 * 1024 * 1024;

/** Looks at a work tree: which files there are, which of them are results, and what history did to them. */
export async function survey(repository: Repository, tree: WorkTreeFiles): Promise<Survey> {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = [...new Set(pathsOf(await repository.git.demand(list)))].sort();
  return {
    files,
    families: await resultFamilies(files, tree),
    rewritten: await rewrites(repository),
    branch: await pushedBranch(repository),
  };
}

/** Paths that are no valid text cannot be written into a policy, and are left out. */
function pathsOf(output: Buffer): readonly Path[] {
  return splitNul(output)
    .map((one) => decodePath(one))
    .filter((path) => path !== '' && path.isWellFormed());
}

async function resultFamilies(files: readonly Path[], tree: WorkTreeFiles): Promise<readonly ResultFamily[]> {
  const found: ResultFamily[] = [];
  let left = BUDGET;
  for (const family of spread(candidateFamilies(files), MOST_FAMILIES)) {
    const samples: Sample[] = [];
    for (const path of spread(family.paths, MOST_OF_FAMILY)) {
      const bytes = await tree.read(path, Math.min(LARGEST, left));
      if (bytes === null) continue;
      left -= bytes.length;
      const sample = sampleOf(path, bytes);
      if (sample !== null) samples.push(sample);
    }
    const format = readAs(samples, TELLING.test(`${family.directory}/${family.glob}`));
    if (format !== null) found.push({ ...family, samples, format });
  }
  return found;
}

/** Commits that changed a file which was there, without merges: enough to see what is rewritten by design. */
async function rewrites(repository: Repository): Promise<ReadonlyMap<Path, number>> {
  const counts = new Map<Path, number>();
  if (typeof (await repository.commit('HEAD')) === 'string') return counts;
  const names = ['--format=', '--name-only', '--diff-filter=M', '--no-renames', '-z'];
  const log = await repository.git.demand(['log', ...names, '--max-count=20000', 'HEAD', '--']);
  for (const path of pathsOf(log)) counts.set(path, (counts.get(path) ?? 0) + 1);
  return counts;
}

async function pushedBranch(repository: Repository): Promise<string> {
  const { stdout, code } = await repository.git.run(['symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD']);
  const name = stdout
    .toString()
    .trim()
    .replace(/^refs\/remotes\/origin\//, '');
  return code === 0 && name !== '' ? name : ((await repository.currentBranch()) ?? 'main');
}

/** Files of one directory whose names differ only in what names a run: a date, a number, a hash. */
interface Family {
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
/** A path that itself says that it holds a result. */
const TELLING =
  /(?:^|[-_./])(?:evals?|evaluations?|results?|runs?|bench(?:marks?)?|scores?|metrics)(?=[-_./]|$)/i;

/** The part of a name that differs from run to run, from its beginning. */
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
