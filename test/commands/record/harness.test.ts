import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  EvalguardError,
  type NativeResult,
  readResult,
  recordResult,
  showResult,
} from '../../../src/index.ts';
import { runCheck, runCli } from '../../support/cli.ts';
import { fencedBlocks } from '../../support/fenced.ts';
import { plainEnvironment, TestRepository } from '../../support/repository.ts';
import { nativeResult } from '../../support/result.ts';

let repository: TestRepository;
beforeAll(() => {
  repository = TestRepository.create();
  repository.commit('code', { 'a.txt': 'a' });
});
afterAll(() => repository.dispose());

const hasPython = (() => {
  try {
    return execFileSync('python3', ['--version'], { stdio: 'pipe' }).length > 0;
  } catch {
    return false;
  }
})();
if (!hasPython && process.env['EVALGUARD_REQUIRE_PEERS'] === '1') {
  throw new Error('EVALGUARD_REQUIRE_PEERS is 1 but python3 is absent');
}

const block = (language: string) => fencedBlocks('recording.md', language)[0] ?? '';
const output = (program: string, args: readonly string[]) =>
  execFileSync(program, args, { env: plainEnvironment() }).toString();

async function recordsWell(printed: string): Promise<void> {
  const ran = await runCli(repository.dir, ['record', '-', '--suite', 'support', '--json'], {}, printed);
  const { path } = JSON.parse(ran.stdout);
  expect([ran.code, ran.stderr]).toEqual([0, '']);
  expect(JSON.parse(readFileSync(repository.path(path), 'utf8')).results).toEqual([
    { id: 'refund', scores: { passed: true } },
    {
      id: 'chargeback',
      error: { kind: 'target_error', message: expect.stringMatching(/division by zero/i) },
      scores: { passed: null },
    },
  ]);
  repository.commit('record');
  const { code, report } = await runCheck(repository.dir, ['--base', 'HEAD^']);
  expect(code).toBe(0);
  expect(report.results[0]?.metrics[0]).toMatchObject({ name: 'passed', value: 1, measured: 1, expected: 2 });
}

describe('the harnesses of docs/recording.md', () => {
  it.skipIf(!hasPython)('Python: pipes into record, and a failed case stays unmeasured', async () => {
    expect(block('python').trim().split('\n').length).toBeLessThanOrEqual(10);
    await recordsWell(output('python3', ['-c', block('python')]));
  });

  it('Node: pipes into record, and a failed case stays unmeasured', async () => {
    expect(block('js').trim().split('\n').length).toBeLessThanOrEqual(10);
    await recordsWell(output(process.execPath, ['--input-type=module', '-e', block('js')]));
  });
});

describe('the library', () => {
  const result = JSON.parse(nativeResult([true, false])) as NativeResult;
  const options = () => ({
    cwd: repository.dir,
    env: plainEnvironment(),
    suite: 'library',
    date: '2026-09-28',
  });

  it('records, shows and reads a result', async () => {
    const { path, file, run } = await recordResult(result, { ...options(), routing: 'x' });
    expect([path, run.run]).toEqual(['results/library-2026-09-28-x-run1.json', 1]);
    const shown = await showResult(path, options());
    expect(shown.results[0]?.result.metrics).toMatchObject([{ name: 'passed', value: 0.5 }]);
    const [reading] = await readResult({ name: 'x.json', bytes: readFileSync(file) });
    expect(reading?.run.suite).toBe('library');
  });

  it('gives twelve at once twelve names', async () => {
    const all = await Promise.all(
      Array.from({ length: 12 }, () => recordResult(result, { ...options(), routing: 'y' })),
    );
    expect(new Set(all.map(({ path }) => path)).size).toBe(12);
  });

  it.each([
    ['NaN', { ...result, aggregate: { x: Number.NaN } }, '/aggregate/x: NaN is no finite number'],
    ['a hole', { ...result, results: [undefined] }, '/results/0: undefined is no JSON'],
    [
      'a score that is undefined (D8)',
      { ...result, results: [{ id: 'a', scores: { passed: undefined } }] },
      '/results/0/scores/passed: undefined is no JSON',
    ],
    ['a run without a row (D8)', { ...result, results: [] }, 'has no row and states no number'],
    ['a misspelt key', { ...result, agregate: {} }, 'did you mean `aggregate`'],
    ['a key', { ...result, extra: { k: `ghp_${'a1B2'.repeat(9)}` } }, '/extra/k looks like a GitHub token'],
  ])('refuses %s, and writes nothing', async (_, value, words) => {
    const refused = recordResult(value as NativeResult, { ...options(), suite: 'refused' });
    await expect(refused).rejects.toThrow(words);
    await expect(refused).rejects.toBeInstanceOf(EvalguardError);
    const ls = execFileSync('ls', [repository.path('results')]).toString();
    expect(ls).not.toContain('refused');
  });

  it('as it is published records from a module that has nothing else installed', () => {
    const dir = mkdtempSync(join(tmpdir(), 'evalguard-library-'));
    const entry = pathToFileURL(join(import.meta.dirname, '../../../dist/index.js')).href;
    const program = block('ts').replace("'evalguard'", `'${entry}'`);
    const script = `${program}\nconsole.log(path);`;
    const path = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: dir,
      env: plainEnvironment(),
    }).toString();
    expect(JSON.parse(readFileSync(path.trim(), 'utf8'))).toMatchObject({ suite: 'support', run: 1 });
    rmSync(dir, { recursive: true });
  });
});
