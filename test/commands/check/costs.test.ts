import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCheck, runCli } from '../../support/cli.ts';
import { fastImport } from '../../support/fast-import.ts';
import { plainEnvironment, TestRepository } from '../../support/repository.ts';
import { nativeResult } from '../../support/result.ts';
import { bulk } from '../../support/trial.ts';

const dist = join(dirname(fileURLToPath(import.meta.url)), '../../../dist');
const name = (index: number) =>
  `results/eval-2025-${String(1 + (index % 12)).padStart(2, '0')}-01-corpus-run${1 + Math.floor(index / 12)}.json`;

/** Records on the base branch. */
const RECORDS = bulk(10_000, 100_000);

let repository: TestRepository;
let bin: string;

beforeAll(() => {
  repository = TestRepository.create();
  const base = Object.fromEntries(
    Array.from({ length: RECORDS }, (_, index) => [name(index), nativeResult([index % 2 === 0])]),
  );
  const added = Object.fromEntries(
    Array.from({ length: 300 }, (_, index) => [name(RECORDS + index), nativeResult([true])]),
  );
  const policy =
    'version: 1\nledger: [results]\nseries:\n  eval:\n    files: "eval-*.json"\n    thresholds: { passed: { min: 0.5 } }\n';
  fastImport(repository, [
    { branch: 'main', files: { ...base, 'evalguard.yaml': policy } },
    { branch: 'change', from: 'main', files: { ...base, ...added, 'evalguard.yaml': policy } },
    { branch: 'moved', from: 'main', files: { ...base, 'evalguard.yaml': policy, 'a.txt': 'a' } },
  ]);
  repository.git('symbolic-ref', 'HEAD', 'refs/heads/change');
  repository.git('read-tree', 'HEAD');
  repository.publish('main', 'moved');
  bin = mkdtempSync(join(tmpdir(), 'evalguard-count-'));
  const real = execFileSync('which', ['git']).toString().trim();
  writeFileSync(join(bin, 'git'), `#!/bin/sh\necho "$*" >> "${bin}/log"\nexec ${real} "$@"\n`);
  chmodSync(join(bin, 'git'), 0o755);
});
afterAll(() => {
  repository.dispose();
  rmSync(bin, { recursive: true, force: true });
});

describe('what a check costs can be counted', () => {
  it.each([
    ['a range', ['--base', 'origin/main', '--head', 'change']],
    ['the default range', []],
    ['the index', ['--staged']],
    ['the whole ledger', ['--all']],
  ])('at most five git processes for %s, whatever its size', async (_, args) => {
    writeFileSync(join(bin, 'log'), '');
    const { code, report } = await runCheck(repository.dir, args, { PATH: `${bin}:/usr/bin:/bin` });
    expect([code, report.incomplete]).toEqual([0, []]);
    const spawned = readFileSync(join(bin, 'log'), 'utf8').trim().split('\n');
    expect(spawned.length).toBeLessThanOrEqual(5);
    expect(spawned.length).toBeGreaterThanOrEqual(2);
  });

  it(`a report on ${RECORDS.toLocaleString('en-US')} records is right and in order`, async () => {
    const { report } = await runCheck(repository.dir, ['--all', '--head', 'main']);
    const paths = report.results.map(({ path }) => path);
    expect(paths).toEqual(Array.from({ length: RECORDS }, (_, index) => name(index)).sort());
    const passed = report.results.filter(({ metrics }) => metrics[0]?.value === 1).length;
    expect([passed, report.counts.violations]).toEqual([RECORDS / 2, 0]);
  });

  it('the same commits give the same bytes, from anywhere', async () => {
    const args = ['check', '--base', 'origin/main', '--head', 'change', '--format', 'json'];
    const here = await runCli(repository.dir, args);
    const there = await runCli('/', [...args, '-C', repository.dir]);
    expect(there.stdout === here.stdout && here.stdout.length > 1000).toBe(true);
  });

  it('--version loads next to nothing, and a check loads nothing that it does not use', () => {
    const script = `process.on('exit', () => process.stderr.write(JSON.stringify(Object.keys(require.cache))));`;
    const probe = join(bin, 'probe.cjs');
    writeFileSync(probe, script);
    const loaded = (...args: string[]) => {
      const node = [process.execPath, '--require', probe, join(dist, 'cli.cjs'), ...args];
      const { status, stderr } = spawn(node);
      expect(status).toBe(0);
      return (JSON.parse(stderr) as string[]).filter((file) => file.startsWith(dist));
    };
    expect(loaded('--version').length).toBeLessThanOrEqual(3);
    const check = loaded('check', '--base', 'origin/main', '--head', 'change');
    const size = check.map((file) => statSync(file).size).reduce((sum, bytes) => sum + bytes, 0);
    expect(check.length).toBeLessThanOrEqual(3);
    expect(size).toBeLessThan(650_000);
    const text = check.map((file) => readFileSync(file, 'utf8')).join('');
    for (const heavy of ['octokit', 'simple-git', 'fast-glob', '@actions/core'])
      expect(text).not.toContain(heavy);
  });
});

function spawn([program = '', ...args]: readonly string[]): {
  readonly status: number | null;
  readonly stderr: string;
} {
  const { status, stderr } = spawnSync(program, args, {
    cwd: repository.dir,
    env: plainEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return { status, stderr: stderr.toString() };
}
