import { existsSync, readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPolicy } from '../../../src/adapters/policy.ts';
import { run } from '../../../src/faces/cli.ts';
import { seriesOf } from '../../../src/policy/series.ts';
import { runCli } from '../../support/cli.ts';
import { plainEnvironment, TestRepository } from '../../support/repository.ts';

const own = {
  summary: { total: 2, pass_rate: 50, fluency: 3 },
  cases: [
    { id: 'a', passed: true },
    { id: 'b', passed: false },
  ],
};
const PATH = 'evals/results/nightly-2026-01-01.json';
const ROWS = { at: '/cases', id: '/id', pass: '/passed' };

let repository: TestRepository;
beforeEach(() => {
  repository = TestRepository.create();
  repository.write(PATH, JSON.stringify(own));
});
afterEach(() => repository.dispose());

const map = (...args: string[]) => runCli(repository.dir, ['map', ...args]);
const policy = () => readFileSync(repository.path('evalguard.yaml'), 'utf8');
const hasPolicy = () => existsSync(repository.path('evalguard.yaml'));
async function mappingOf(path = PATH) {
  const read = await readPolicy(new TextEncoder().encode(policy()), 'evalguard.yaml');
  return seriesOf(path, read)?.format;
}

/** Runs `map` at a terminal at which somebody types. */
async function typing(typed: string, ...args: string[]) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  let shown = '';
  const stream = {
    isTTY: true,
    write(text: string) {
      shown += text;
    },
  };
  stdin.write(typed);
  const env = { ...plainEnvironment(), CI: '', NO_COLOR: '1' };
  const code = await run({
    args: ['map', ...args],
    cwd: repository.dir,
    env,
    stdin,
    stdout: stream,
    stderr: stream,
  });
  return { code, shown };
}

describe('evalguard map', () => {
  it('shows what it takes for what and what that reads, and writes nothing where nobody can be asked', async () => {
    const { code, stdout } = await map(PATH);
    expect(code).toBe(0);
    expect(stdout).toContain('/cases: 2 rows, id from /id, passed from /passed');
    expect(stdout).toContain('pass_rate: a percentage, since the rows come to a hundredth of it');
    expect(stdout).toMatch(/pass_rate +0\.5 .*2 of 2 measured/);
    expect(stdout).toMatch(/Nothing was written, since nobody could be asked: --yes writes it/);
    expect(hasPolicy()).toBe(false);
    expect((await map(PATH, '--yes', '--dry-run')).stdout).toContain('Nothing was written (--dry-run).');
    expect(hasPolicy()).toBe(false);
  });

  it('makes a policy where there is none, whose ledger holds the files, and check reads them', async () => {
    expect((await map(PATH, '--yes')).stdout).toContain(
      'The series "nightly" was written into evalguard.yaml.',
    );
    expect(policy()).toContain('ledger: [evals/results]');
    expect(await mappingOf()).toEqual({
      mapping: { metrics: '/summary', definitions: { pass_rate: { percent: true } }, rows: ROWS },
    });
    repository.commit('Results', {});
    const { code, stdout } = await runCli(repository.dir, ['check', '--all', '--format', 'json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).results[0].metrics).toContainEqual(
      expect.objectContaining({ name: 'pass_rate', claimed: 0.5, recomputed: 0.5 }),
    );
  });

  it('says that a glob of an ending alone claims every such file, and names no glob twice', async () => {
    const [dated, named] = ['evals/results/2026-01-01.json', 'evals/results/compare.json'];
    repository.write(dated, JSON.stringify(own));
    repository.write(named, JSON.stringify(own));
    const { stdout } = await map(named, dated, '--dry-run');
    expect(stdout).toContain('files: "*.json" claims every such file of the ledger.');
    expect(stdout).toContain('    files: "*.json"\n');
    expect((await map(PATH, '--dry-run')).stdout).not.toContain('every such file');
    expect((await runCli(repository.dir, ['show', dated])).stdout).toContain('claims every such file');
  });

  it('adds to a policy that is there, whose comments stay', async () => {
    const before =
      'version: 1 # ours\n\n# one\nledger: [results] # keep\nseries:\n  # first\n  a:\n    files: "a.json"\n';
    repository.write('evalguard.yaml', before);
    await map(PATH, '--yes', '--series', 'b', '--files', 'night*.json');
    for (const comment of ['# ours', '# one', '# keep', '# first']) expect(policy()).toContain(comment);
    expect(policy()).toContain('ledger: [results, evals/results]');
    expect(await mappingOf('evals/results/night.json')).toMatchObject({ mapping: { rows: ROWS } });
  });

  it('takes from a person what files cannot say, and writes on yes', async () => {
    repository.write(PATH, JSON.stringify({ summary: { accuracy: 64.58, fluency: 3 } }));
    // a percentage; lower is better for fluency; version 2; write it
    const { code, shown } = await typing('y\r2\r2\ry\r', PATH);
    expect(code).toBe(0);
    expect(shown).toContain('accuracy is 64.58. Is that a percentage?');
    expect(shown).toContain('Which way is better for fluency?');
    expect(await mappingOf()).toEqual({
      mapping: {
        metrics: '/summary',
        definitions: { accuracy: { percent: true }, fluency: { direction: 'lower' } },
        metrics_version: { is: 2 },
      },
    });
  });

  it.each([
    ['no', 'n\r'],
    ['Enter', '\r'],
    ['Ctrl-C', '\x03'],
    ['Ctrl-D', '\x04'],
  ])('writes nothing on %s', async (_, answer) => {
    repository.write(PATH, JSON.stringify({ ...own, metrics_version: 1, summary: { pass_rate: 0.5 } }));
    await typing(answer, PATH);
    expect(hasPolicy()).toBe(false);
  });

  it('maps several files by one mapping, and says of each what it reads', async () => {
    repository.write(
      'evals/results/nightly-2026-01-02.json',
      JSON.stringify({ ...own, summary: { total: 3, pass_rate: 50 } }),
    );
    const { stdout } = await map(PATH, 'evals/results/nightly-2026-01-02.json');
    expect(stdout).toContain('files: "nightly-*.json"');
    expect(stdout).toContain('nightly-2026-01-02.json: 2 metrics; its rows contradict total');
  });

  it('proposes outside any repository too, and says why it writes nothing', async () => {
    const { code, stdout } = await runCli('/', ['map', repository.path(PATH), '--yes']);
    expect(code).toBe(0);
    expect(stdout).toContain('Nothing was written: there is no repository here.');
  });
});

describe('evalguard map refuses, with the file and what to do,', () => {
  it.each<[string, string | Uint8Array, RegExp]>([
    ['a file that is no JSON', '{"a": 1', /x\.json cannot be mapped: Truncated at byte 7/],
    ['a binary', new Uint8Array([0x89, 0x50, 0, 1, 2]), /x\.json cannot be mapped: /],
    ['an empty file', '', /x\.json cannot be mapped: The file is empty/],
    ['a file that is no result', '{"name":"x","temperature":1}', /x\.json does not look like results/],
    [
      'a file that a reader knows',
      JSON.stringify({
        schema: 'evalguard.result/v1',
        metrics_version: 1,
        method: { limits: {} },
        models: { a: 'openai:gpt-5.5' },
        results: [{ id: 'a', scores: { passed: true } }],
      }),
      /x\.json needs no mapping: the reader "native"/,
    ],
  ])('%s', async (_, content, message) => {
    repository.write('x.json', content);
    const ran = await map('x.json', '--yes');
    expect(ran.code).toBe(2);
    expect(ran.stderr).toMatch(message);
    expect(hasPolicy()).toBe(false);
  });

  it('a file that is not there, and a folder', async () => {
    expect((await map('none.json')).stderr).toContain('none.json cannot be read: there is no such file.');
    expect((await map('evals')).stderr).toContain('evals cannot be read: it is a directory.');
  });

  it('files of different shapes, each with its own', async () => {
    repository.write('evals/results/other.json', JSON.stringify({ scores: { f1: 0.5 } }));
    const { code, stderr } = await map(PATH, 'evals/results/other.json');
    expect(code).toBe(2);
    expect(stderr).toContain('These files are of different shapes');
    expect(stderr).toContain('other.json (/scores: metrics (f1))');
  });

  it('a file that a series claims, an id that is taken, and a glob that does not match', async () => {
    repository.write(
      'evalguard.yaml',
      'version: 1\nledger: [evals/results]\nseries:\n  a:\n    files: "nightly-*.json"\n',
    );
    expect((await map(PATH, '--yes')).stderr).toContain('is claimed already, by the series "a"');
    repository.write('evals/results/other.json', JSON.stringify(own));
    expect((await map('evals/results/other.json', '--yes', '--series', 'a')).stderr).toContain(
      'not overwritten',
    );
    expect((await map('evals/results/other.json', '--yes', '--files', 'z*.json')).stderr).toContain(
      'the glob does not match it',
    );
    expect(policy()).not.toContain('other');
  });
});
