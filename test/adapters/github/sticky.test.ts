import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openClient } from '../../../src/adapters/github/client.ts';
import {
  type Marker,
  type StickyOutcome,
  updateStickyComment,
  writeMarker,
} from '../../../src/adapters/github/sticky.ts';
import { GitHubApi } from '../../support/github-api.ts';

const OLD = 'a'.repeat(40);
const NEW = 'b'.repeat(40);
const BOT = 'github-actions[bot]';

let api: GitHubApi;

beforeAll(async () => {
  api = await GitHubApi.start();
});
beforeEach(() => api.reset());
afterAll(() => api.stop());

const own = (parts: Partial<Marker> = {}): Marker => ({
  key: 'default',
  head: NEW,
  run: 12,
  attempt: 1,
  ...parts,
});

async function run(
  text: string,
  { create = true, ...parts }: Partial<Marker> & { create?: boolean } = {},
): Promise<StickyOutcome> {
  const client = await openClient({
    token: 'tok',
    apiUrl: api.url,
    repository: 'octocat/Hello-World',
    waitUnit: 1,
  });
  return updateStickyComment(client, {
    pull: 1,
    marker: own(parts),
    text,
    create,
    newest: async () => ((await client.pullRequest(1)) as { head: { sha: string } }).head.sha,
  });
}

function shown(): readonly string[] {
  return api.comments.map(({ login, body }) => `${login}: ${body.replace(/^<!-- .*? -->\n/, '')}`);
}

describe('stick', () => {
  it('makes one comment, then brings the same one up to date', async () => {
    expect(await run('one')).toMatchObject({
      kind: 'created',
      url: expect.stringContaining('#issuecomment-'),
    });
    expect(await run('two', { run: 13 })).toMatchObject({ kind: 'updated' });
    expect(shown()).toEqual([`${BOT}: two`]);
    expect(api.comments[0]?.body).toMatch(
      /^<!-- evalguard key=default head=b{40} run=13 attempt=1 -->\ntwo$/,
    );
  });

  it.each([
    [35, 33],
    [150, 120],
    [250, 250],
  ])('K131 finds its comment among %i at place %i', async (number, place) => {
    for (let at = 1; at <= number; at += 1)
      api.add(
        at === place ? BOT : 'alice',
        at === place ? `${writeMarker(own({ head: OLD, run: 11 }))}\nold` : 'talk',
      );
    expect(await run('new')).toMatchObject({ kind: 'updated' });
    expect(api.comments).toHaveLength(number);
    expect(shown()[place - 1]).toBe(`${BOT}: new`);
  });

  it('K132 two runs that both found none end with one comment, the newer head’s', async () => {
    let others = 1;
    api.before = (operation) => {
      if (operation === 'issues/create-comment' && others-- > 0)
        api.add(BOT, `${writeMarker(own({ head: OLD, run: 11 }))}\nfrom the other run`);
    };
    expect(await run('mine')).toMatchObject({ kind: 'updated' });
    expect(shown()).toEqual([`${BOT}: mine`]);
  });

  it('K132 the run for the older head gives way when both made one', async () => {
    let others = 1;
    api.pull.head = OLD;
    api.before = (operation) => {
      if (operation !== 'issues/create-comment' || others-- <= 0) return;
      api.add(BOT, `${writeMarker(own({ run: 13 }))}\nnewer`);
      api.pull.head = NEW;
    };
    expect(await run('older', { head: OLD })).toMatchObject({ kind: 'kept' });
    expect(shown()).toEqual([`${BOT}: newer`]);
  });

  it('K132 mends what an interrupted run left: the oldest stays, the others go', async () => {
    for (const text of ['first', 'second', 'third']) api.add(BOT, `${writeMarker(own({ run: 9 }))}\n${text}`);
    await run('new');
    expect(shown()).toEqual([`${BOT}: new`]);
  });

  it('K133 keys keep the comments of several ledgers apart', async () => {
    await run('evals', { key: 'evals' });
    await run('bench', { key: 'bench' });
    await run('evals again', { key: 'evals' });
    expect(shown()).toEqual([`${BOT}: evals again`, `${BOT}: bench`]);
  });

  it.each([
    ['a run', { run: 999_999_999_999_999 }],
    ['an attempt', { run: 12, attempt: 999_999_999_999_999 }],
    ['both', { run: 900_000, attempt: 900_000 }],
  ])(
    'a marker of our own author with the number of %s that cannot be keeps no comment away (C9)',
    async (_, parts) => {
      api.add(BOT, `${writeMarker(own(parts))}\nplanted by a step that repeats a stranger's text`);
      expect(await run('mine')).toMatchObject({ kind: 'updated' });
      expect(shown()).toEqual([`${BOT}: mine`]);
    },
  );

  it('a run that began a little later is still believed (C9)', async () => {
    api.add(BOT, `${writeMarker(own({ run: 40 }))}\nlater`);
    expect(await run('mine')).toMatchObject({ kind: 'kept' });
  });

  it('K134 a marker that somebody else planted, or that is quoted, is left alone', async () => {
    api.add('mallory', `${writeMarker(own())}\nplanted`);
    api.add('other-app[bot]', `${writeMarker(own())}\nplanted by an app`);
    api.add(BOT, `> quoted\n${writeMarker(own())}\nanother step's comment`);
    expect(await run('mine')).toMatchObject({ kind: 'created' });
    expect(shown()).toEqual([
      'mallory: planted',
      'other-app[bot]: planted by an app',
      `${BOT}: > quoted\n${writeMarker(own())}\nanother step's comment`,
      `${BOT}: mine`,
    ]);
  });

  it('K134 a user’s own token is known by its login', async () => {
    api.login = 'alice';
    api.add(BOT, `${writeMarker(own({ run: 1 }))}\nanother token's`);
    await run('one');
    await run('two');
    expect(shown()).toEqual([`${BOT}: another token's`, 'alice: two']);
  });

  it('another app’s comment is found again by the author of the newest one', async () => {
    api.login = 'acme-evals[bot]';
    await run('one');
    await run('two', { run: 13 });
    await run('all is well', { run: 14, create: false });
    expect(shown()).toEqual(['acme-evals[bot]: all is well']);
  });

  it('makes none where none is wanted, and still brings one that stands up to date', async () => {
    expect(await run('quiet', { create: false })).toEqual({ kind: 'none' });
    await run('found something');
    expect(await run('mended', { create: false, run: 13 })).toMatchObject({ kind: 'updated' });
    expect(shown()).toEqual([`${BOT}: mended`]);
  });

  it('K153 a newer head’s comment stands when an older head’s run ends last', async () => {
    await run('newer', { run: 13 });
    expect(await run('older', { head: OLD, run: 12 })).toMatchObject({ kind: 'kept' });
    expect(await run('older, of another workflow', { head: OLD, run: 99 })).toMatchObject({ kind: 'kept' });
    expect(await run('older, run again', { head: OLD, run: 12, attempt: 2 })).toMatchObject({ kind: 'kept' });
    expect(shown()).toEqual([`${BOT}: newer`]);
  });

  it('K153 an older head’s run makes no comment either: the newer one will', async () => {
    expect(await run('older', { head: OLD })).toEqual({ kind: 'outdated' });
    expect(shown()).toEqual([]);
  });

  it('K153 what a killed run left for an older head is written over, whatever the run’s number', async () => {
    api.add(BOT, `${writeMarker(own({ head: OLD, run: 400 }))}\nof a workflow that has been renamed since`);
    expect(await run('newer', { run: 1 })).toMatchObject({ kind: 'updated' });
    expect(shown()).toEqual([`${BOT}: newer`]);
  });

  it('of two runs on the same head the later one’s comment stands', async () => {
    await run('after the base was edited', { run: 13 });
    expect(await run('before', { run: 12 })).toMatchObject({ kind: 'kept' });
    expect(await run('repeated', { run: 13, attempt: 2 })).toMatchObject({ kind: 'updated' });
  });
});
