import { walk } from '../../adapters/git/history.ts';
import type { Repository } from '../../adapters/git/repository.ts';
import type { Progress } from '../../core/budget.ts';
import { isFile } from '../../core/ledger.ts';
import { getOrMake } from '../../core/maps.ts';
import type { Path } from '../../core/path.ts';

/** A commit that took a file's content away. */
interface Rewrite {
  readonly commit: string;
  readonly before: string;
  /** Whether a plain file stood there. */
  readonly isFile: boolean;
  /** What stood there afterwards; `null`: nothing. */
  readonly after: string | null;
}

/** What the landed history did to a file. */
interface FileHistory {
  /** How many commits before the newest one it was first added. */
  added: number;
  /** Oldest first. */
  readonly rewrites: readonly Rewrite[];
}

/** The landed history of the files of a repository that may be results. */
export interface History {
  readonly byPath: ReadonlyMap<Path, FileHistory>;
  readonly commits: number;
  /** Why it was not looked at as a whole, as a sentence; `null` where it was. */
  readonly gap: string | null;
}

// A proposal needs what was done to results lately: `audit` looks at all of it.
const MOST_COMMITS = 30_000;

/** Reads along first parents what each commit did to the files that are asked for. Memory grows with those alone. */
export async function readHistory(
  repository: Repository,
  isWanted: (path: Path) => boolean,
  progress: Progress,
): Promise<History> {
  const byPath = new Map<Path, { added: number; rewrites: Rewrite[] }>();
  const head = await repository.commit('HEAD');
  if (typeof head === 'string') return { byPath, commits: 0, gap: null };
  let commits = 0;
  for await (const { head: at, changes } of walk(
    repository,
    { head: head.oid, since: null, commits: 'landed' },
    ['.'],
    progress,
  )) {
    for (const { path, before, after } of changes) {
      if (!isWanted(path)) continue;
      const known = getOrMake(byPath, path, () => ({ added: commits, rewrites: [] }));
      // The walk goes back in time: the last addition met is the first one.
      if (before === null) known.added = commits;
      else if (before.oid !== after?.oid) {
        known.rewrites.push({
          commit: at.commit,
          before: before.oid,
          isFile: isFile(before.kind),
          after: after?.oid ?? null,
        });
      }
    }
    commits += 1;
    if (commits >= MOST_COMMITS) break;
  }
  for (const { rewrites } of byPath.values()) rewrites.reverse();
  return { byPath, commits, gap: gapOf(repository, commits) };
}

function gapOf({ shallow, unread }: Repository, commits: number): string | null {
  if (shallow) return 'This clone is shallow, so what was overwritten before its first commit is not known.';
  if (commits >= MOST_COMMITS)
    return `Only the newest ${MOST_COMMITS.toLocaleString('en-US')} commits were looked at; \`evalguard audit\` looks at all.`;
  return unread.list().length === 0
    ? null
    : 'A part of the history could not be read, so what was overwritten there is not known; `evalguard audit` names it.';
}

/** The commits that took contents of a file away, oldest first. */
export function lossesOf(history: History, path: Path): readonly Rewrite[] {
  return history.byPath.get(path)?.rewrites ?? [];
}
