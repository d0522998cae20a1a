import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { incomplete } from '../../core/error.ts';
import type { Progress } from '../../core/progress.ts';
import { NO_INDEX } from './environment.ts';
import { type Git, gitFailed, notStarted } from './process.ts';
import { RAW } from './repository.ts';
import { type Step, StepParser } from './step.ts';

/** Which part of a history is walked. */
export interface Walk {
  /** The newest commit: its id. */
  readonly head: string;
  /** What this commit holds is left out: its id, or `null` for everything back to the roots. */
  readonly since: string | null;
  /** `landed`: along first parents, merges against their first parent. `every`: all commits, against each parent. */
  readonly commits: 'landed' | 'every';
}

/**
 * Walks a history from its newest commit to its oldest and gives what each does, as git says it: memory does not grow
 * with the history. A merge of `every` commit gives one step for each parent, one after the other. Throws `incomplete`
 * where git fails or leaves a commit out.
 */
export async function* walk(
  git: Git,
  idLength: 40 | 64,
  { head, since, commits }: Walk,
  progress: Progress,
): AsyncGenerator<readonly Step[]> {
  const order = commits === 'landed' ? '--first-parent' : '--topo-order';
  const list = ['rev-list', '--parents', order, head, ...(since === null ? [] : [`^${since}`]), '--'];
  const compare = ['diff-tree', '--stdin', '--root', '--always', ...RAW];
  // git flushes what it writes to a pipe line by line unless told otherwise: thousands of needless writes.
  const lister = git.start(list, { GIT_FLUSH: '0' });
  const differ = git.start(compare, { ...NO_INDEX, GIT_FLUSH: '0' });
  const asked = { pairs: 0, all: false };
  const work = Promise.all([
    ended(lister, list),
    ended(differ, compare),
    feed(pairs(lister.stdout!, commits, asked), differ.stdin!),
  ]);
  // A failure is told when the output ends; until then it must not count as unhandled.
  work.catch(() => {});
  const parser = new StepParser(idLength);
  let seen = 0;
  try {
    for await (const chunk of differ.stdout!) {
      const steps = parser.push(chunk as Buffer);
      seen += steps.length;
      if (steps.length > 0) yield steps;
      if (asked.all) progress(seen, asked.pairs, 'commits');
    }
    await work;
    const last = parser.end();
    seen += last.length;
    if (seen !== asked.pairs) {
      throw incomplete(
        `git diff-tree compared ${seen} commits of ${asked.pairs}, so the history was not looked at as a whole.`,
        'Run `git fsck`, and audit again.',
      );
    }
    yield last;
    progress(seen, seen, 'commits');
  } finally {
    lister.kill();
    differ.kill();
  }
}

/**
 * Turns lines `commit parent parent …` into pairs `commit parent`: diff-tree takes the parents that it is given for the
 * commit's own, so that a merge is compared with one at a time.
 */
async function* pairs(
  source: AsyncIterable<Buffer>,
  commits: Walk['commits'],
  asked: { pairs: number; all: boolean },
): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of source) {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    const out: string[] = [];
    for (const line of lines) {
      const [commit = '', ...parents] = line.split(' ');
      const wanted = commits === 'landed' ? parents.slice(0, 1) : parents;
      if (wanted.length === 0) out.push(`${commit}\n`);
      else for (const parent of wanted) out.push(`${commit} ${parent}\n`);
    }
    asked.pairs += out.length;
    yield out.join('');
  }
  asked.all = true;
}

/**
 * Hands on what comes, as fast as it is taken. A process that ends before it has read everything tells why by its exit
 * code. (`stream.pipeline` does the same and takes 30 ms to set up its abort signal.)
 */
async function feed(source: AsyncIterable<string>, sink: Writable): Promise<void> {
  sink.on('error', () => {});
  const closed = once(sink, 'close').catch(() => {});
  try {
    for await (const text of source) {
      if (sink.destroyed) return;
      if (!sink.write(text)) await Promise.race([once(sink, 'drain').catch(() => {}), closed]);
    }
  } finally {
    // Also where reading failed: the process would wait for the rest for ever, and the walk for the process.
    sink.end();
  }
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
