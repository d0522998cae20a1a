import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, truncateSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../../../src/faces/cli.ts';
import { recordResult } from '../../../src/index.ts';
import { plainEnvironment, TestRepository } from '../../support/repository.ts';
import { nativeResult } from '../../support/result.ts';

const NOW = new Date('2026-03-05T12:00:00Z');

let repository: TestRepository;
beforeEach(() => {
  repository = TestRepository.create();
  repository.write('agent.py', 'print(1)\n');
  repository.git('add', '--all');
  repository.gitWith(
    { env: { GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z' } },
    'commit',
    '--quiet',
    '-m',
    'code',
  );
});
afterEach(() => repository.dispose());

async function record(
  args: readonly string[],
  { now = NOW, cwd = repository.dir, input = nativeResult() } = {},
) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await run({
    args: ['record', '--json', ...args],
    cwd,
    env: plainEnvironment(),
    stdin: (async function* () {
      yield input;
    })(),
    stdout: { write: (text) => out.push(text) },
    stderr: { write: (text) => err.push(text) },
    now: () => now,
  });
  const value = code === 0 ? JSON.parse(out.join('')) : null;
  return { code, value, stderr: err.join('') };
}

function written(path: string, at: string, text = nativeResult()): string {
  repository.write(path, text);
  utimesSync(repository.path(path), new Date(at), new Date(at));
  return path;
}

describe('what the user says of a run is refused where it does not fit a name (C3)', () => {
  it.each([
    ['--suite', '..', null],
    ['--suite', '', null],
    ['--suite', '模', 'name-'],
    ['--suite', ' ', null],
    ['--suite', '../../etc', 'etc'],
    ['--suite', 'a\u0000b', 'a-b'],
    ['--suite', '-x', 'x'],
    ['--suite', '.hidden', 'hidden'],
    ['--suite', 'x.', 'x'],
    ['--suite', 'CON', '_CON'],
    ['--routing', 'a b', 'a-b'],
    ['--routing', 'a/b', 'a-b'],
    ['--routing', 'a\\b', 'a-b'],
    ['--routing', 'é', 'e'],
    ['--routing', 'a\nb', 'a-b'],
    ['--variant', 'a:b', 'a-b'],
    ['--variant', '', null],
    ['--variant', 'x'.repeat(61), 'x'.repeat(60)],
  ])('%s %j', async (option, text, near) => {
    const { code, stderr } = await record(['-', `${option}=${text}`]);
    expect(code).toBe(2);
    expect(stderr).toContain('does not fit a file name');
    expect(stderr).toContain('A-Z a-z 0-9 . _ -');
    if (near !== null) expect(stderr).toContain(`Name it ${near}`);
    expect(readdirSync(repository.dir)).not.toContain('results');
  });

  it('the library refuses the same, in words without options', async () => {
    const refused = recordResult(JSON.parse(nativeResult()), { cwd: repository.dir, suite: 'a b' });
    await expect(refused).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringMatching(/^The suite "a b"/),
    });
    const day = recordResult(JSON.parse(nativeResult()), { cwd: repository.dir, date: 'today' });
    await expect(day).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining('"today"') });
  });

  it('what fits is taken as it is', async () => {
    const { value } = await record(['-', '--suite', 'Eval_1.x', '--routing', 'a-b', '--variant', '0']);
    expect(value.path).toBe('results/Eval_1.x-2026-03-05-a-b-0-run1.json');
  });
});

describe('texts of a file are made fit, and it is said (C3)', () => {
  const of = (model: string) => nativeResult([true], { models: { agent: `acme:${model}` } });

  it('two models whose names become one are told apart by the note of each', async () => {
    const one = await record(['-'], { input: of('a/b') });
    const other = await record(['-'], { input: of('a b') });
    expect([one.value.run.routing, other.value.run.routing]).toEqual(['a-b', 'a-b']);
    expect(one.value.notes).toEqual(['"a/b" does not fit a file name: the routing is a-b']);
    expect(other.value.notes).toEqual(['"a b" does not fit a file name: the routing is a-b']);
    expect((await record(['-'], { input: of('a-b') })).value.notes).toEqual([]);
  });

  it('long names that begin alike stay apart', async () => {
    const long = 'prompt-'.repeat(12);
    const names = await Promise.all(
      ['one', 'two'].map(
        async (end) => (await record(['-', '--dry-run'], { input: of(long + end) })).value.run.routing,
      ),
    );
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(name).toMatch(/^[a-z-]{40,51}-[0-9a-f]{8}$/);
  });
});

describe('a run that states no day (C3)', () => {
  it('is of today where it is piped in, or where it was written today', async () => {
    expect((await record(['-'])).value.run.date).toBe('2026-03-05');
    const file = written('out.json', '2026-03-05T00:00:01Z');
    expect((await record([file])).value).toMatchObject({ run: { date: '2026-03-05' } });
    expect((await record(['--unmeasured', 'target_quota'])).value.run.date).toBe('2026-03-05');
  });

  it.each(['2026-03-04T22:00:00Z', '2025-03-05T12:00:00Z', '2026-03-09T00:00:00Z'])(
    'asks for the day of a file written at %s',
    async (at) => {
      const { code, stderr } = await record([written('out.json', at)]);
      expect([code, stderr]).toEqual([2, expect.stringContaining(`last written on ${at.slice(0, 10)}`)]);
      expect(stderr).toContain('--date');
      expect((await record(['out.json', '--date', '2026-03-01'])).value.run.date).toBe('2026-03-01');
    },
  );

  it('recorded after midnight is of the day that it ended on', async () => {
    const file = written('out.json', '2026-03-04T23:59:00Z');
    const { value } = await record([file], { now: new Date('2026-03-05T00:10:00Z') });
    expect(value.run).toMatchObject({ date: '2026-03-04', generated_at: '2026-03-04T23:59:00Z' });
  });

  it('a stated day or time goes before all that', async () => {
    const file = written('out.json', '2020-01-01T00:00:00Z', nativeResult([true], { date: '2026-01-02' }));
    expect((await record([file])).value).toMatchObject({ run: { date: '2026-01-02' } });
    const timed = written(
      't.json',
      '2020-01-01T00:00:00Z',
      nativeResult([true], { generated_at: '2026-01-03T01:00:00+02:00' }),
    );
    expect((await record([timed])).value.run.date).toBe('2026-01-02');
  });

  const committed = (path: string, at: string, text = nativeResult()) => {
    repository.write(path, text);
    repository.git('add', '--all');
    repository.gitWith({ env: { GIT_COMMITTER_DATE: at } }, 'commit', '--quiet', '-m', 'out');
  };

  it('of a tracked file is of the commit that brought it, whatever a checkout says', async () => {
    committed('out/[a].json', '2026-02-01T23:30:00-03:00');
    repository.commit('later', { 'x.txt': 'x' });
    written('out/[a].json', NOW.toISOString());
    const { value } = await record(['out/[a].json']);
    expect(value.run.date).toBe('2026-02-02');
    expect(value.run.generated_at).toBeNull();
    expect(value.assumed).toContain('date 2026-02-02, the day of the commit that brought the file');
    const below = await record(['[a].json'], { cwd: repository.path('out') });
    expect(below.value.run.date).toBe('2026-02-02');
    symlinkSync('out/[a].json', repository.path('link.json'));
    expect((await record(['link.json'])).value.run.date).toBe('2026-02-02');
  });

  it('of a tracked file that was written over today is of today; over before, it asks', async () => {
    committed('out.json', '2026-02-01T00:00:00Z');
    written('out.json', NOW.toISOString(), nativeResult([true]));
    expect((await record(['out.json'])).value.run.date).toBe('2026-03-05');
    written('out.json', '2026-02-20T00:00:00Z', nativeResult([false]));
    expect((await record(['out.json'])).code).toBe(2);
  });

  it('of a file of another repository is of the commit there', async () => {
    committed('out.json', '2026-02-01T00:00:00Z');
    const other = TestRepository.create();
    try {
      const { value } = await record([repository.path('out.json')], { cwd: other.dir });
      expect(value.run.date).toBe('2026-02-01');
    } finally {
      other.dispose();
    }
  });

  it('is asked for where the history that would say it is cut off', async () => {
    committed('out.json', '2026-02-01T00:00:00Z');
    committed('x.txt', '2026-03-05T00:00:00Z');
    const clone = TestRepository.clone(`file://${repository.dir}`, '--depth=1');
    try {
      const { code, stderr } = await record(['out.json'], { cwd: clone.dir });
      expect([code, stderr]).toEqual([2, expect.stringContaining('does not hold the commit')]);
    } finally {
      clone.dispose();
    }
  });

  it('an ignored file counts as written by a harness', async () => {
    repository.commit('ignore', { '.gitignore': 'out.json\n' });
    expect((await record([written('out.json', NOW.toISOString())])).value.run.date).toBe('2026-03-05');
    expect((await record([written('out.json', '2026-01-01T00:00:00Z')])).code).toBe(2);
  });
});

describe('what has no end is not read (C3, B2)', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'evalguard-input-'));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  const refused = async (file: string, words: string) => {
    const { code, stderr } = await record([file]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
  };

  it.skipIf(process.platform === 'win32')('a device', async () => {
    await refused('/dev/zero', 'a pipe or a device');
    symlinkSync('/dev/zero', join(dir, 'out.json'));
    await refused(join(dir, 'out.json'), 'a pipe or a device');
  });

  it.skipIf(process.platform === 'win32')('a named pipe that nobody writes to', async () => {
    execFileSync('mkfifo', [join(dir, 'pipe.json')]);
    await refused(join(dir, 'pipe.json'), 'a pipe or a device');
  });

  it('a directory', async () => {
    mkdirSync(join(dir, 'out.json'));
    await refused(join(dir, 'out.json'), 'it is a directory');
  });

  it('a file larger than memory is asked for', async () => {
    repository.write('out.json', '');
    truncateSync(repository.path('out.json'), 8 * 1024 ** 3);
    await refused('out.json', 'larger than 256 MB');
  });

  it('standard input that never ends', async () => {
    let given = 0;
    const err: string[] = [];
    const code = await run({
      args: ['record', '-'],
      cwd: repository.dir,
      env: plainEnvironment(),
      stdin: (async function* () {
        const chunk = new Uint8Array(1 << 24).fill(0x20);
        for (;;) {
          given += 1;
          yield chunk;
        }
      })(),
      stdout: { write: () => {} },
      stderr: { write: (text) => err.push(text) },
    });
    expect([code, err.join('')]).toEqual([
      2,
      expect.stringContaining('What was piped in is larger than 256 MB'),
    ]);
    expect(given).toBeLessThan(20);
  });
});
