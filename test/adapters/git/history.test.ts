import { afterEach, expect, it } from 'vitest';
import { walk } from '../../../src/adapters/git/history.ts';
import { Git } from '../../../src/adapters/git/process.ts';
import { EvalguardError } from '../../../src/core/error.ts';
import { TestRepository } from '../../support/repository.ts';

let repository: TestRepository | null = null;
afterEach(() => {
  repository?.dispose();
  repository = null;
});

/** A git of which one process, counted in the order of their start, comes to harm. */
class BrokenGit extends Git {
  constructor(
    cwd: string,
    private readonly which: 'rev-list' | 'diff-tree',
    private readonly harm: (child: ReturnType<Git['start']>) => void,
    private readonly waits = false,
  ) {
    super({ cwd, env: process.env, hook: false });
  }

  override start(...[args, env]: Parameters<Git['start']>): ReturnType<Git['start']> {
    if (args[0] !== this.which) return super.start(args, env);
    // It waits for its input, so that it can never have ended before it comes to harm.
    const [name, ...rest] = args;
    const child = super.start(this.waits ? [name!, '--stdin', ...rest] : args, env);
    this.harm(child);
    return child;
  }
}

async function walked(git: Git, head: string): Promise<number> {
  let steps = 0;
  for await (const some of walk(git, 40, { head, since: null, commits: 'landed' }, () => {}))
    steps += some.length;
  return steps;
}

function made(): TestRepository {
  repository = TestRepository.create();
  repository.commit('One', { 'a.txt': '1' });
  repository.commit('Two', { 'a.txt': '2' });
  return repository;
}

it('walks a history to its root', async () => {
  const { dir } = made();
  expect(await walked(new Git({ cwd: dir, env: process.env, hook: false }), 'HEAD')).toBe(2);
});

it.each(['rev-list', 'diff-tree'] as const)(
  'tells that it could not look where %s is killed',
  async (which) => {
    const { dir } = made();
    const git = new BrokenGit(dir, which, (child) => child.kill('SIGKILL'), true);
    await expect(walked(git, 'HEAD')).rejects.toThrow(EvalguardError);
  },
);

it('ends where the list of commits breaks off while it is read', async () => {
  const { dir } = made();
  const git = new BrokenGit(dir, 'rev-list', ({ stdout }) =>
    stdout?.once('data', () => stdout.destroy(new Error('read EIO'))),
  );
  await expect(walked(git, 'HEAD')).rejects.toThrow('read EIO');
});
