import { afterEach, expect, it } from 'vitest';
import { walk } from '../../../src/adapters/git/history.ts';
import type { Git } from '../../../src/adapters/git/process.ts';
import { Repository } from '../../../src/adapters/git/repository.ts';
import { TestRepository } from '../../support/repository.ts';

let repository: TestRepository | null = null;
let opened: Repository | null = null;
afterEach(() => {
  opened?.close();
  repository?.dispose();
  [opened, repository] = [null, null];
});

/** A history of two commits, whose `rev-list` comes to harm. */
async function made(harm: (child: ReturnType<Git['start']>) => void, waits = false): Promise<Repository> {
  repository = TestRepository.create();
  repository.commit('One', { 'a.txt': '1' });
  repository.commit('Two', { 'a.txt': '2' });
  opened = await Repository.open({ cwd: repository.dir, env: process.env, hook: false });
  const start = opened.git.start.bind(opened.git);
  opened.git.start = (args, env) => {
    if (args[0] !== 'rev-list') return start(args, env);
    // It waits for its input, so that it can never have ended before it comes to harm.
    const [name, ...rest] = args;
    const child = start(waits ? [name!, '--stdin', ...rest] : args, env);
    harm(child);
    return child;
  };
  return opened;
}

async function walked(repository: Repository): Promise<number> {
  let steps = 0;
  const how = { head: 'HEAD', since: null, commits: 'landed' } as const;
  for await (const _ of walk(repository, how, ['.'], () => {})) steps += 1;
  return steps;
}

it('walks a history to its root', async () => {
  const it = await made(() => {});
  expect([await walked(it), it.unread.list()]).toEqual([2, []]);
});

it('notes that it could not look where the list of commits is killed', async () => {
  const it = await made((child) => child.kill('SIGKILL'), true);
  expect(await walked(it)).toBe(0);
  expect(it.unread.list()).toEqual([
    expect.objectContaining({
      message: expect.stringMatching(/killed by SIGKILL.*only as far as git listed/),
    }),
  ]);
});

it('ends where the list of commits breaks off while it is read', async () => {
  const it = await made(({ stdout }) => stdout?.once('data', () => stdout.destroy(new Error('read EIO'))));
  await expect(walked(it)).rejects.toThrow('read EIO');
});
