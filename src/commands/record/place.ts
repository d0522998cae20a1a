import { isAbsolute, join } from 'node:path';
import type { WorkTree } from '../../adapters/git/nearby.ts';
import type { Commit, Repository } from '../../adapters/git/repository.ts';
import type { Snapshot } from '../../adapters/git/snapshot.ts';
import { type Destination, destinationIn } from '../../adapters/recording/destination.ts';
import { namesInSnapshots } from '../../adapters/recording/taken.ts';
import type { Policy } from '../../policy/policy.ts';

/** Where records of a work tree (or of a plain directory) go. */
export function destinationOf(
  workTree: WorkTree | null,
  cwd: string,
  ledger: string | null,
  policy: Policy,
): Destination {
  const first = policy.ledger[0] ?? '.';
  const base = workTree?.workTree ?? cwd;
  const directory = ledger === null ? join(base, first) : isAbsolute(ledger) ? ledger : join(cwd, ledger);
  return destinationIn(
    directory,
    workTree === null ? null : { root: workTree.workTree, gitDirectory: workTree.gitDirectory },
  );
}

const PUBLISHED = ['refs/remotes/origin/HEAD', 'refs/remotes/origin/main', 'refs/remotes/origin/master'];

/** The folded names that are taken in the index, at HEAD, on the branch's upstream and on the default branch. */
export async function committedNames(
  workTree: WorkTree | null,
  { path }: Destination,
  upstream: string | null,
): Promise<ReadonlySet<string>> {
  if (workTree === null || path === null) return new Set();
  const commits = await Promise.all(
    ['HEAD', ...(upstream === null ? [] : [upstream]), ...PUBLISHED].map((name) => workTree.commit(name)),
  );
  const snapshots: Snapshot[] = [await workTree.index()];
  for (const commit of commits) if (isCommit(commit)) snapshots.push(workTree.snapshot(commit));
  return namesInSnapshots(path, snapshots);
}

function isCommit(answer: Awaited<ReturnType<Repository['commit']>>): answer is Commit {
  return typeof answer !== 'string';
}
