import type { ChildProcess } from 'node:child_process';
import type { Progress } from '../../core/budget.ts';
import { EvalguardError, incomplete } from '../../core/error.ts';
import type { Path } from '../../core/path.ts';
import { ahead } from './objects.ts';
import { gitFailed, notStarted } from './process.ts';
import type { Repository } from './repository.ts';
import { type CommitPair, leadsInto, type RawChange, type RootTree } from './trees.ts';

/** Which part of a history is walked. */
export interface Walk {
  /** The newest commit: its id. */
  readonly head: string;
  /** What this commit holds is left out: its id, or `null` for everything back to the roots. */
  readonly since: string | null;
  /** `landed`: along first parents, merges against their first parent. `every`: all commits, against each parent. */
  readonly commits: 'landed' | 'every';
}

/** A commit and one of its parents, or `null` for a commit without any. */
interface ParentPair extends CommitPair {
  readonly head: RootTree;
}

/** What one commit does against one of its parents, in the directories that were asked for. */
export interface Step extends ParentPair {
  readonly changes: readonly RawChange[];
}

/** Pairs that are compared together, and how many times as many at a time: git is kept busy, and memory flat. */
const COMPARED_TOGETHER = 128;
const AT_A_TIME = 2;

/**
 * Walks a history from its newest commit to its oldest: what each does in some directories and on the way to them.
 * Memory does not grow with the history. A merge of `every` commit gives one step for each parent, one after the other.
 * What cannot be read is noted in the repository's `unread`, and the walk goes on; so is a list that git breaks off.
 */
export async function* walk(
  repository: Repository,
  how: Walk,
  directories: readonly Path[],
  progress: Progress,
): AsyncGenerator<Step> {
  const wanted = leadsInto(directories);
  const asked = { pairs: 0, all: false };
  let seen = 0;
  const compared = ahead(pairs(repository, how, asked), AT_A_TIME, async (some) => {
    const known = await Promise.all(some);
    const changes = await repository.trees.compare(known, wanted);
    return known.map((pair, at) => ({ ...pair, changes: changes[at]! }));
  });
  for await (const steps of compared) {
    for (const step of steps) {
      seen += 1;
      yield step;
      if (asked.all && seen % 250 === 0) progress(seen, asked.pairs, 'commits');
    }
  }
  progress(seen, seen, 'commits');
}

interface Listed {
  readonly root: RootTree;
  readonly parents: readonly string[];
}

/** The commits and their parents, as git lists them, some at a time. */
async function* pairs(
  repository: Repository,
  { head, since, commits }: Walk,
  asked: { pairs: number; all: boolean },
): AsyncGenerator<readonly (ParentPair | Promise<ParentPair>)[]> {
  const order = commits === 'landed' ? '--first-parent' : '--topo-order';
  const range = since === null ? [head] : [head, `^${since}`];
  const args = ['rev-list', '--format=%H %T %P', order, ...range, '--'];
  // git flushes what it writes to a pipe line by line unless told otherwise: thousands of needless writes.
  const lister = repository.git.start(args, { GIT_FLUSH: '0' });
  const end = ended(lister, args);
  end.catch(() => {});
  try {
    let last: Listed | null = null;
    let some: (ParentPair | Promise<ParentPair>)[] = [];
    for await (const listing of listed(lister.stdout!)) {
      for (const one of listing) {
        if (last !== null) some.push(...pairsOf(repository, last, one, commits, asked));
        last = one;
        if (some.length < COMPARED_TOGETHER) continue;
        yield some;
        some = [];
      }
    }
    if (last !== null) yield [...some, ...pairsOf(repository, last, null, commits, asked)];
    asked.all = true;
    await end.catch((cause: unknown) => {
      if (!(cause instanceof EvalguardError)) throw cause;
      const message = `${cause.message}. The history was looked at only as far as git listed it.`;
      repository.unread.note(incomplete(message, cause.remedy));
    });
  } finally {
    lister.kill();
  }
}

/** Cuts `commit <id>`, `<id> <tree> <parents>` into commits as it arrives. */
async function* listed(source: AsyncIterable<Buffer>): AsyncGenerator<readonly Listed[]> {
  let rest = '';
  for await (const chunk of source) {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    yield lines
      .filter((line) => !line.startsWith('commit '))
      .map((line) => {
        const [commit = '', tree = '', ...parents] = line.split(' ').filter(Boolean);
        return { root: { commit, tree }, parents };
      });
  }
}

/** A commit with each parent that it is compared with. The next one that git lists is usually the parent. */
function pairsOf(
  repository: Repository,
  { root, parents }: Listed,
  next: Listed | null,
  commits: Walk['commits'],
  asked: { pairs: number },
): readonly (ParentPair | Promise<ParentPair>)[] {
  const wanted = commits === 'landed' ? parents.slice(0, 1) : parents;
  asked.pairs += Math.max(1, wanted.length);
  if (wanted.length === 0) return [{ head: root, base: null }];
  return wanted.map((parent) =>
    parent === next?.root.commit ? { head: root, base: next.root } : readPair(repository, root, parent),
  );
}

async function readPair(repository: Repository, head: RootTree, parent: string): Promise<ParentPair> {
  const commit = await repository.unread.attempt(() => repository.commit(parent), 'missing' as const);
  if (typeof commit !== 'string') return { head, base: { commit: parent, tree: commit.tree } };
  // What a missing parent held is not known: nothing is concluded from it.
  repository.unread.note(await repository.unread.error(parent, commit, { path: '', commit: parent }));
  return { head, base: head };
}

/** Waits for a process to end well; anything but exit code 0 is `incomplete`. */
function ended(child: ChildProcess, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let stderr = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    child.on('error', (cause) => reject(notStarted(args, cause)));
    child.on('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(gitFailed(args, { stderr, code, signal }));
    });
  });
}
