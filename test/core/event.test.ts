import examples from '@octokit/webhooks-examples';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CiEvent, eventRange, readPullRequest } from '../../src/core/event.ts';

const A = 'a'.repeat(40);
const B = 'b'.repeat(40);
const ZERO = '0'.repeat(40);

function event(name: string, payload: unknown, more: Partial<CiEvent> = {}): CiEvent {
  return { name, payload, sha: B, ref: 'refs/heads/main', ...more };
}

const repository = { default_branch: 'main' };
const pull = { number: 7, base: { ref: 'main', sha: A }, head: { sha: B } };

test.each([
  ['pull_request', { pull_request: pull }, 'diff refs/heads/main..b merge-base #7'],
  ['pull_request_target', { pull_request: pull }, 'diff refs/heads/main..b merge-base #7'],
  ['merge_group', { merge_group: { base_sha: A, head_sha: B } }, 'diff a..b base'],
  ['push', { before: A, after: B, ref: 'refs/heads/main', repository }, 'diff a..b base'],
  ['push', { before: A, after: B, ref: 'refs/heads/main', forced: true, repository }, 'diff a..b base'],
  [
    'push',
    { before: A, after: B, ref: 'refs/heads/x', repository },
    'diff refs/heads/main..b merge-base, x held a',
  ],
  [
    'push',
    { before: A, after: B, ref: 'refs/heads/release/main', repository },
    'diff refs/heads/main..b merge-base, release/main held a',
  ],
  ['push', { before: A, after: B, ref: 'refs/tags/v1', repository }, 'diff refs/heads/main..b merge-base'],
  ['push', { before: A, after: B, ref: 'refs/heads/x' }, 'diff a..b base'],
  [
    'push',
    { before: A, after: B, ref: 'refs/heads/x', repository: { default_branch: ' ' } },
    'diff a..b base',
  ],
  ['push', { before: A, after: B, repository }, 'diff a..b base'],
  ['push', { before: ZERO, after: B, ref: 'refs/heads/x', repository }, 'diff refs/heads/main..b merge-base'],
  ['push', { before: ZERO, after: B, ref: 'refs/tags/v1', repository }, 'diff refs/heads/main..b merge-base'],
  ['push', { before: ZERO, after: B, ref: 'refs/heads/main', repository }, 'all b'],
  ['push', { before: A, after: ZERO, ref: 'refs/heads/x', repository }, 'incomplete'],
  ['push', { before: '', after: B, ref: 'refs/heads/x', repository }, 'incomplete'],
  ['push', { before: ZERO, after: B, ref: 'refs/heads/x' }, 'incomplete'],
  ['workflow_dispatch', { repository }, 'all b'],
  ['schedule', { schedule: '0 4 * * *' }, 'all b'],
  ['issue_comment', { issue: { number: 7, pull_request: {} } }, 'incomplete'],
  ['pull_request', {}, 'incomplete'],
  ['merge_group', { merge_group: { base_sha: ZERO, head_sha: B } }, 'incomplete'],
  ['', { pull_request: pull }, 'incomplete'],
  ['toString', {}, 'incomplete'],
])('K033, K036, K038: %s compares what the event says, case %#', (name, payload, expected) => {
  expect(sketch(event(name, payload))).toBe(expected);
});

test('a push that deletes its branch says so', () => {
  const payload = { before: A, after: ZERO, ref: 'refs/heads/x', repository };
  expect(eventRange(event('push', payload))).toMatchObject({ message: expect.stringContaining('deletes') });
});

test('a dispatch on another branch is compared with the default branch', () => {
  expect(sketch(event('workflow_dispatch', { repository }, { ref: 'refs/heads/topic' }))).toBe(
    'diff refs/heads/main..b merge-base',
  );
});

test('a dispatch without a commit says so', () => {
  expect(sketch(event('schedule', {}, { sha: '' }))).toBe('incomplete');
});

test('K011: the payload’s base.sha decides nothing', () => {
  const stale = { ...pull, base: { ref: 'main', sha: 'not even an id' } };
  expect(eventRange(event('pull_request', { pull_request: stale }))).toEqual(
    eventRange(event('pull_request', { pull_request: pull })),
  );
});

test('K041: a pull request whose base was edited is compared with the new base', () => {
  const payload = {
    action: 'edited',
    changes: { base: { ref: { from: 'main' }, sha: { from: A } } },
    pull_request: { ...pull, base: { ref: 'release', sha: A } },
  };
  expect(sketch(event('pull_request_target', payload))).toBe('diff refs/heads/release..b merge-base #7');
});

test('K034: an empty base branch never becomes part of a reference', () => {
  for (const ref of ['', null, undefined, 7, ' ', 'a b', 'a:b', '../x', '/', 'x/', 'a^', 'a\nb']) {
    const payload = { pull_request: { ...pull, base: { ref } } };
    expect(sketch(event('pull_request', payload))).toBe('incomplete');
  }
});

test('K146: a workflow_run asks for the pull request of its head owner and branch, with its head id', () => {
  const workflow_run = {
    event: 'pull_request',
    head_branch: 'topic',
    head_sha: B,
    head_repository: { owner: { login: 'fork' } },
    pull_requests: [],
  };
  expect(eventRange(event('workflow_run', { workflow_run }))).toEqual({
    kind: 'find-pull',
    owner: 'fork',
    branch: 'topic',
    head: B,
  });
  expect(sketch(event('workflow_run', { workflow_run: { ...workflow_run, event: 'push' } }))).toBe(
    'incomplete',
  );
});

test('K043: an event that is not known names what to give instead', () => {
  const range = eventRange(event('repository_dispatch', {}));
  expect(range).toMatchObject({
    kind: 'incomplete',
    message: expect.stringContaining('repository_dispatch'),
  });
  expect(range).toMatchObject({ remedy: expect.stringContaining('`base`') });
});

test('every example of GitHub’s own payloads is read as its documentation says', () => {
  const kinds = new Map<string, Set<string>>();
  for (const { name, examples: payloads } of examples) {
    for (const payload of payloads) {
      const kind = eventRange(event(name, payload)).kind;
      kinds.set(name, (kinds.get(name) ?? new Set()).add(kind));
    }
  }
  const known = ['pull_request', 'merge_group', 'push', 'workflow_dispatch', 'workflow_run'];
  for (const [name, seen] of kinds) {
    if (!known.includes(name)) expect([name, ...seen]).toEqual([name, 'incomplete']);
  }
  expect([...(kinds.get('pull_request') ?? [])]).toEqual(['diff']);
  expect([...(kinds.get('merge_group') ?? [])]).toEqual(['diff']);
  expect([...(kinds.get('push') ?? [])].sort()).toEqual(['all', 'diff', 'incomplete']);
  expect([...(kinds.get('workflow_dispatch') ?? [])].sort()).toEqual(['all', 'diff']);
});

test('the merge group of the examples is compared with its own base_sha', () => {
  const payload = examples.find(({ name }) => name === 'merge_group')?.examples[0];
  expect(eventRange(event('merge_group', payload))).toMatchObject({
    base: { name: '380387fbc80638b734a49e1be1c4dfec1c01b33c' },
    head: { name: '2ffea6db159f6b6c47a24e778fb9ef40cf6b1c7d' },
    keep: 'base',
  });
});

test('no payload makes it throw, or compare with a name that is neither an id nor a branch', () => {
  const keys = [
    'pull_request',
    'merge_group',
    'workflow_run',
    'base',
    'head',
    'ref',
    'sha',
    'before',
    'after',
  ];
  const payloads = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.string(),
      fc.constantFrom(A, ZERO, 'main'),
      fc.integer(),
      fc.constant(null),
      fc.dictionary(fc.constantFrom(...keys, 'number', '__proto__'), tie('value')),
    ),
  })).value;
  const names = fc.constantFrom('pull_request', 'push', 'merge_group', 'workflow_run', 'schedule');
  fc.assert(
    fc.property(names, payloads, (name, payload) => {
      const range = eventRange(event(name, payload));
      if (range.kind === 'diff') expect(range.base.name).toMatch(/^(?:[0-9a-f]{40}|refs\/heads\/[^\s:~^]+)$/);
    }),
  );
});

test('a pull request as the REST API answers it is read the same way', () => {
  expect(readPullRequest(pull)).toEqual({ number: 7, base: 'main', head: B });
  expect(readPullRequest({ ...pull, number: '7' })).toBeNull();
});

function sketch(from: CiEvent): string {
  const range = eventRange(from);
  const short = (name: string) => (/^[0-9a-f]{40}$/.test(name) ? name[0] : name);
  switch (range.kind) {
    case 'diff': {
      const pullNumber = range.pull === null ? '' : ` #${range.pull.number}`;
      const { pushed } = range;
      const own = pushed === undefined ? '' : `, ${pushed.branch} held ${short(pushed.before.name)}`;
      return `diff ${short(range.base.name)}..${short(range.head.name)} ${range.keep}${pullNumber}${own}`;
    }
    case 'all':
      return `all ${short(range.head.name)}`;
    default:
      return range.kind;
  }
}
