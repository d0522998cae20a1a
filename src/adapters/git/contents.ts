import { incomplete } from '../../core/error.ts';
import type { Path } from '../../core/path.ts';
import type { Repository } from './repository.ts';

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
  const log = await repository.git.demand([
    'log',
    '--format=',
    '--raw',
    '--no-abbrev',
    '--no-renames',
    '--ignore-submodules=none',
    '--full-history',
    '-m',
    '--root',
    ...commits,
    '--',
    path,
  ]);
  const oids = new Set<string>();
  for (const line of log.toString('latin1').split('\n')) {
    const [, before, after] = /^:\d+ \d+ ([0-9a-f]+) ([0-9a-f]+) /.exec(line) ?? [];
    for (const oid of [before, after]) if (oid !== undefined && !/^0+$/.test(oid)) oids.add(oid);
  }
  return [...oids].sort();
}
