import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pullPayload } from '../../support/action.ts';
import { runCheck, runCli } from '../../support/cli.ts';
import { TestRepository } from '../../support/repository.ts';
import { nativeResult } from '../../support/result.ts';

const RECORD = 'results/eval-2026-09-01-corpus-run1.json';

let repository: TestRepository;
let head: string;

beforeEach(() => {
  repository = TestRepository.create();
  repository.commit('first', { [RECORD]: nativeResult() });
  repository.publish('main');
  repository.git('checkout', '--quiet', '--detach');
  head = repository.commit('tampered', { [RECORD]: nativeResult([false]) });
});
afterEach(() => repository.dispose());

function event(name: string, payload: unknown): NodeJS.ProcessEnv {
  writeFileSync(repository.path('.git/event.json'), JSON.stringify(payload));
  return {
    CI: 'true',
    GITHUB_EVENT_NAME: name,
    GITHUB_EVENT_PATH: repository.path('.git/event.json'),
    GITHUB_SHA: head,
    GITHUB_REF: 'refs/heads/topic',
  };
}

describe('evalguard check in a workflow', () => {
  it('K047: compares what the event says, on a detached HEAD, and fetches nothing', async () => {
    const payload = pullPayload('opened', { number: 1, base: 'main', head });
    const { code, report } = await runCheck(repository.dir, [], event('pull_request', payload));
    expect(code).toBe(1);
    expect(report.range).toMatchObject({ head, how: 'merge base with refs/remotes/origin/main' });
  });

  it('K038: a push whose `before` is not in the clone is incomplete', async () => {
    const payload = { before: 'd'.repeat(40), after: head, ref: 'refs/heads/main', repository: {} };
    const { code, report } = await runCheck(repository.dir, [], event('push', payload));
    expect(code).toBe(3);
    expect(report.incomplete[0]?.message).toContain("the push's before");
  });

  it('K034: an event that is not known is incomplete, unless the base is named', async () => {
    const env = event('issue_comment', {});
    const unknown = await runCli(repository.dir, ['check'], env);
    expect(unknown.code).toBe(3);
    expect(unknown.stderr).toContain('--base origin/main');
    expect((await runCheck(repository.dir, ['--base', 'origin/main'], env)).code).toBe(1);
  });

  it('a payload that cannot be read is incomplete', async () => {
    const env = { ...event('push', {}), GITHUB_EVENT_PATH: repository.path('no-such-file') };
    expect((await runCli(repository.dir, ['check'], env)).code).toBe(3);
  });
});
