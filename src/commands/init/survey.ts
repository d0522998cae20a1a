import type { Repository } from '../../adapters/git/repository.ts';
import type { WorkTree } from '../../adapters/work-tree.ts';
import { decodePath, type Path } from '../../core/path.ts';
import { candidateFamilies, spread, tellsOfResults } from './candidates.ts';
import { type Sample, sampleOf } from './sample.ts';
import { type ResultFamily, readAs } from './series.ts';

/** What init saw of a repository. */
export interface Survey {
  readonly files: readonly Path[];
  /** Families of files that hold results. */
  readonly families: readonly ResultFamily[];
  /** How often commits rewrote a file. */
  readonly rewritten: ReadonlyMap<Path, number>;
  /** The branch that pushes are guarded on. */
  readonly branch: string;
}

// A proposal needs a look, not an inventory: this many files of a family, families, and bytes in all.
const MOST_OF_FAMILY = 6;
const MOST_FAMILIES = 400;
const LARGEST = 8 * 1024 * 1024;
const BUDGET = 128 * 1024 * 1024;

/** Looks at a work tree: which files there are, which of them are results, and what history did to them. */
export async function survey(repository: Repository, tree: WorkTree): Promise<Survey> {
  const listed = await repository.git.demand([
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--exclude-standard',
  ]);
  const files = [...new Set(pathsOf(listed))].sort();
  return {
    files,
    families: await resultFamilies(files, tree),
    rewritten: await rewrites(repository),
    branch: await pushedBranch(repository),
  };
}

/** Paths that are no valid text cannot be written into a policy, and are left out. */
function pathsOf(output: Buffer): readonly Path[] {
  const paths: Path[] = [];
  for (let start = 0; start < output.length; ) {
    const end = output.indexOf(0, start);
    paths.push(decodePath(output.subarray(start, end < 0 ? output.length : end)));
    start = end < 0 ? output.length : end + 1;
  }
  return paths.filter((path) => path !== '' && path.isWellFormed());
}

async function resultFamilies(files: readonly Path[], tree: WorkTree): Promise<readonly ResultFamily[]> {
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
    const format = readAs(samples, tellsOfResults(`${family.directory}/${family.glob}`));
    if (format !== null) found.push({ ...family, samples, format });
  }
  return found;
}

/** Commits that changed a file which was there, without merges: enough to see what is rewritten by design. */
async function rewrites(repository: Repository): Promise<ReadonlyMap<Path, number>> {
  const counts = new Map<Path, number>();
  if (typeof (await repository.commit('HEAD')) === 'string') return counts;
  const log = await repository.git.demand([
    'log',
    '--format=',
    '--name-only',
    '--diff-filter=M',
    '--no-renames',
    '--max-count=20000',
    '-z',
    'HEAD',
    '--',
  ]);
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
