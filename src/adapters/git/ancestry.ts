import { incomplete } from '../../core/error.ts';
import type { Path } from '../../core/path.ts';
import { gitFailed } from './process.ts';
import type { Repository } from './repository.ts';

/** The best common ancestors of two commits: none, one, or several after criss-cross merges. */
export async function mergeBases(repository: Repository, a: string, b: string): Promise<readonly string[]> {
  const args = ['merge-base', '--all', a, b];
  const finished = await repository.git.run(args);
  const none = finished.code === 1 && finished.stdout.length === 0;
  // A git that failed can look the same, so a second answer is asked for: related histories share a root.
  if (none && !(await shareRoot(repository, a, b))) return [];
  if (finished.code !== 0) throw gitFailed(args, finished);
  return lines(finished.stdout);
}

/**
 * The newest published commits below the given ones: those that some remote-tracking branch holds. `null` where the
 * repository has no remote-tracking branch, so that nothing counts as published.
 */
export async function publishedBelow(
  repository: Repository,
  oids: readonly string[],
): Promise<readonly string[] | null> {
  const answer = lines(
    await repository.git.demand(['rev-list', '--boundary', ...oids, '--not', '--remotes', '--']),
  );
  const unpublished = new Set(answer.filter((line) => !line.startsWith('-')));
  const boundary = answer.filter((line) => line.startsWith('-')).map((line) => line.slice(1));
  const published = [...new Set([...oids.filter((oid) => !unpublished.has(oid)), ...boundary])];
  if (published.length > 0) return published.sort();
  return (await hasRemotes(repository)) ? [] : null;
}

/**
 * The tips of remote-tracking branches (of local ones where there are none) that have no history in common with the
 * given commits.
 */
export async function unrelatedTips(
  repository: Repository,
  oids: readonly string[],
): Promise<readonly string[]> {
  const others = (await firstCommits(repository, oids)).map((root) => `--no-contains=${root}`);
  const where = (await hasRemotes(repository)) ? 'refs/remotes' : 'refs/heads';
  const tips = await repository.git.demand(['for-each-ref', '--format=%(objectname)', ...others, where]);
  return [...new Set(lines(tips))].sort();
}

async function shareRoot(repository: Repository, a: string, b: string): Promise<boolean> {
  const roots = new Set(await firstCommits(repository, [a]));
  return (await firstCommits(repository, [b])).some((root) => roots.has(root));
}

/** The first commits of the given ones' histories. */
async function firstCommits(repository: Repository, oids: readonly string[]): Promise<readonly string[]> {
  if (oids.length === 0) return [];
  const roots = lines(await repository.git.demand(['rev-list', '--max-parents=0', ...oids, '--']));
  if (roots.length > 0) return roots;
  throw incomplete('git rev-list found no first commit of a history.', 'Run `git fsck`, and check again.');
}

async function hasRemotes(repository: Repository): Promise<boolean> {
  return (await repository.git.demand(['for-each-ref', '--count=1', 'refs/remotes'])).length > 0;
}

/** The ids of the commits that head has and the others lack, parents before their children. */
export async function commitsBetween(
  repository: Repository,
  others: readonly string[],
  head: string,
): Promise<readonly string[]> {
  return lines(
    await repository.git.demand(['rev-list', '--topo-order', '--reverse', head, '--not', ...others, '--']),
  );
}

/** Whether any reference leads to a commit. */
export async function hasCommits(repository: Repository): Promise<boolean> {
  return (await repository.git.demand(['rev-list', '--all', '--max-count=1', '--'])).length > 0;
}

/**
 * The object ids of every content that a path had in the history of some commits, whichever parent brought it. Throws
 * `incomplete` where the clone is shallow: what lies behind its edge may hold the path.
 */
export async function contentsInHistory(
  repository: Repository,
  path: Path,
  commits: readonly string[],
): Promise<readonly string[]> {
  if (repository.shallow) {
    throw incomplete(
      `This clone is shallow, so it cannot be told whether its history ever held ${path}.`,
      'Fetch the whole history: `fetch-depth: 0` for actions/checkout, or `git fetch --unshallow`.',
    );
  }
  if (commits.length === 0 || !path.isWellFormed()) return [];
  const raw = ['--raw', '--no-abbrev', '--no-renames', '--ignore-submodules=none'];
  const everyParent = ['--full-history', '-m', '--root'];
  const args = ['log', '--format=', ...raw, ...everyParent, ...commits, '--', path];
  const log = await repository.git.demand(args);
  const oids = new Set<string>();
  for (const line of log.toString('latin1').split('\n')) {
    const [, before, after] = /^:\d+ \d+ ([0-9a-f]+) ([0-9a-f]+) /.exec(line) ?? [];
    for (const oid of [before, after]) if (oid !== undefined && !/^0+$/.test(oid)) oids.add(oid);
  }
  return [...oids].sort();
}

/** Ids, one a line, as rev-list and merge-base print them. */
function lines(output: Buffer): readonly string[] {
  return output.toString().split('\n').filter(Boolean);
}
