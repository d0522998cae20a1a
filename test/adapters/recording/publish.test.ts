import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Destination,
  destinationIn,
  notWritten,
  prepare,
} from '../../../src/adapters/recording/destination.ts';
import { type PublishSteps, publish } from '../../../src/adapters/recording/publish.ts';
import { foldPath } from '../../../src/core/path.ts';
import { RecorderProgram } from '../../support/recorder.ts';

let root: string;
let ledger: string;
let git: string;
let destination: Destination;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'evalguard-publish-'));
  ledger = join(root, 'results');
  git = join(root, '.git');
  destination = destinationIn(ledger, { root, gitDirectory: git });
  await prepare(destination);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const numbered = (taken: ReadonlySet<string>) => {
  let n = 1;
  while (taken.has(`r${n}.json`)) n += 1;
  return { name: `r${n}.json`, text: `{"n":${n}}\n` };
};
const failing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));
const read = (name: string) => readFileSync(join(ledger, name), 'utf8');

describe('publishing a record', () => {
  it('makes the whole file appear under the first free name, and leaves nothing beside it', async () => {
    writeFileSync(join(ledger, 'r1.json'), 'mine');
    expect(await publish(destination, numbered)).toMatchObject({ name: 'r2.json' });
    expect(readdirSync(ledger).sort()).toEqual(['r1.json', 'r2.json']);
    expect(read('r1.json')).toBe('mine');
    expect(readdirSync(destination.staging)).toEqual([]);
  });

  it('asks again where somebody was faster', async () => {
    const racing: PublishSteps = {
      async link(from, to) {
        if (to.endsWith('r1.json')) writeFileSync(to, 'theirs', { flag: 'wx' });
        const { link } = await import('node:fs/promises');
        await link(from, to);
      },
      rename: failing('EXDEV'),
    };
    expect(await publish(destination, numbered, racing)).toMatchObject({ name: 'r2.json' });
    expect(read('r1.json')).toBe('theirs');
    expect(read('r2.json')).toBe('{"n":2}\n');
  });

  it.each(['EPERM', 'ENOTSUP', 'EXDEV', 'EMLINK'])('does without hard links (%s)', async (code) => {
    const { rename } = await import('node:fs/promises');
    const steps: PublishSteps = { link: failing(code), rename: code === 'EXDEV' ? failing('EXDEV') : rename };
    writeFileSync(join(ledger, 'r1.json'), 'mine');
    expect(await publish(destination, numbered, steps)).toMatchObject({ name: 'r2.json' });
    expect(read('r1.json')).toBe('mine');
    expect(read('r2.json')).toBe('{"n":2}\n');
    expect(readdirSync(destination.staging)).toEqual([]);
  });

  it.skipIf(!existsSync('/dev/shm'))(
    'crosses file systems where the ledger is a mount of its own',
    async () => {
      const elsewhere = mkdtempSync('/dev/shm/evalguard-');
      try {
        const mounted: Destination = { ...destination, directory: elsewhere };
        await Promise.all(Array.from({ length: 20 }, () => publish(mounted, numbered)));
        expect(readdirSync(elsewhere)).toHaveLength(20);
        expect(readFileSync(join(elsewhere, 'r20.json'), 'utf8')).toBe('{"n":20}\n');
      } finally {
        rmSync(elsewhere, { recursive: true, force: true });
      }
    },
  );

  it.each([
    ['ENOSPC', 'the disk is full'],
    ['EROFS', 'the file system is read-only'],
    ['EACCES', 'permission was denied'],
    ['EDQUOT', 'your quota on this disk is used up'],
  ])('says in words what the system said (%s), and leaves nothing', async (code, words) => {
    const steps: PublishSteps = { link: failing('EXDEV'), rename: failing('EXDEV') };
    const full: PublishSteps = { ...steps, link: failing(code), rename: failing(code) };
    await expect(publish(destination, numbered, full)).rejects.toThrow(words);
    expect(readdirSync(ledger)).toEqual([]);
    expect(readdirSync(destination.staging)).toEqual([]);
    expect(notWritten('x', Object.assign(new Error(), { code })).remedy).toMatch(/\.$/);
  });

  it('clears away what a recorder left that was killed long ago, and nothing else', async () => {
    const stale = join(destination.staging, `.evalguard-${'a'.repeat(64)}.json`);
    const fresh = join(destination.staging, `.evalguard-${'b'.repeat(64)}.json`);
    const foreign = join(destination.staging, 'notes.txt');
    for (const file of [stale, fresh, foreign]) writeFileSync(file, '');
    for (const file of [stale, foreign]) utimesSync(file, 1, 1);
    await publish(destination, numbered);
    expect([stale, fresh, foreign].map((file) => existsSync(file))).toEqual([false, true, true]);
  });
});

describe('the directory of a ledger', () => {
  it.each(['results', 'results/deep'])('K032: is refused where %s is a link', async (place) => {
    rmSync(ledger, { recursive: true });
    mkdirSync(join(root, 'elsewhere/deep'), { recursive: true });
    if (place !== 'results') mkdirSync(ledger);
    symlinkSync(join(root, 'elsewhere'), join(root, place));
    const linked = destinationIn(join(root, 'results/deep'), { root, gitDirectory: git });
    await expect(prepare(linked)).rejects.toThrow('is a link');
    expect(readdirSync(join(root, 'elsewhere/deep'))).toEqual([]);
  });

  it('is refused where a file stands, outside the work tree, and in .git', async () => {
    writeFileSync(join(root, 'file'), '');
    await expect(prepare(destinationIn(join(root, 'file'), { root, gitDirectory: git }))).rejects.toThrow(
      'no directory',
    );
    for (const outside of [tmpdir(), join(git, 'x')])
      expect(() => destinationIn(outside, { root, gitDirectory: git })).toThrow('work tree');
  });

  it('outside any repository keeps staged bytes beside it', async () => {
    const alone = destinationIn(ledger, null);
    await publish(alone, numbered);
    expect(readdirSync(root).filter((name) => name.startsWith('.evalguard'))).toEqual([]);
    expect(readdirSync(ledger)).toEqual(['r1.json']);
  });
});

describe('recorders as processes', () => {
  let program: RecorderProgram;
  beforeAll(async () => {
    program = await RecorderProgram.build();
  });
  afterAll(() => program.dispose());

  const start = (count: number, size: number, ...suites: string[]) =>
    spawn(process.execPath, [program.file, ledger, git, `${count}`, `${size}`, ...suites], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env['PATH'] },
    });
  const ended = (child: ReturnType<typeof start>) =>
    new Promise<string>((resolve) => {
      let out = '';
      child.stdout?.on('data', (chunk: Buffer) => {
        out += chunk.toString();
      });
      child.on('close', () => resolve(out));
    });

  it('K082: two hundred at once get two hundred names, in any letters, and lose nothing', async () => {
    const children = Array.from({ length: 20 }, (_, at) =>
      start(10, 100, ...(at % 2 ? ['eval', 'Eval'] : ['EVAL'])),
    );
    const told = (await Promise.all(children.map(ended))).join('').trim().split('\n');
    const names = readdirSync(ledger);
    expect(new Set(told).size).toBe(200);
    expect(names.sort()).toEqual(told.sort());
    expect(new Set(names.map(foldPath)).size).toBe(200);
    for (const name of names) expect(JSON.parse(read(name))).toMatchObject({ name, whole: true });
    expect(readdirSync(destination.staging)).toEqual([]);
  });

  it('killed at any point leave whole records or none', async () => {
    // Large enough that writing takes longer than a glance at the directories.
    const size = 8_000_000;
    const watched = [destination.staging, ledger];
    for (let round = 0; round < 6; round += 1) {
      // By turns as soon as bytes are staged, and as soon as the record appears.
      const directory = watched[round % 2]!;
      const before = readdirSync(directory).length;
      const child = start(1, size, 'eval');
      const over = ended(child);
      const deadline = Date.now() + 5000;
      while (readdirSync(directory).length === before && Date.now() < deadline)
        await new Promise(setImmediate);
      child.kill('SIGKILL');
      await over;
    }
    const names = readdirSync(ledger);
    for (const name of names) expect(JSON.parse(read(name))).toMatchObject({ name, whole: true });
    const next = await ended(start(1, 1, 'eval'));
    expect(names).not.toContain(next.trim());
    expect(readdirSync(ledger)).toHaveLength(names.length + 1);
  });
});
