import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { runCli } from '../../support/cli.ts';
import { TestRepository } from '../../support/repository.ts';
import { nativeResult } from '../../support/result.ts';

const OLD = 'results/eval-2026-01-01-corpus-run1.json';
const NEW = 'results/eval-2026-02-01-corpus-run1.json';

let repository: TestRepository | null = null;
afterEach(() => {
  repository?.dispose();
  repository = null;
});

function made(): TestRepository {
  repository = TestRepository.create();
  repository.commit('Records', {
    [OLD]: nativeResult(),
    [NEW]: `${nativeResult()}\n`,
    'docs/page.md': 'x\n',
  });
  return repository;
}

describe.each([
  ['compare', [OLD, NEW]],
  ['show', [OLD]],
])('%s --output', (command, files) => {
  it('writes what --format would print, relative to where the user stands', async () => {
    const { dir } = made();
    const wanted = await runCli(dir, [command, ...files, '--format', 'json']);
    const outputs = ['--output', 'json=a.json', '--output', 'markdown=b.md'];
    const ran = await runCli(dir, [command, ...files, ...outputs]);
    expect(ran.code).toBe(0);
    expect(readFileSync(`${dir}/a.json`, 'utf8')).toBe(wanted.stdout);
    expect(readFileSync(`${dir}/b.md`, 'utf8')).toContain('|');
    expect(ran.stdout).not.toContain('{');
  });

  it('never writes through a link', async () => {
    const { dir } = made();
    symlinkSync('docs/page.md', `${dir}/link.json`);
    const ran = await runCli(dir, [command, ...files, '--output', 'json=link.json']);
    expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining('it is a link') });
    expect(readFileSync(`${dir}/docs/page.md`, 'utf8')).toBe('x\n');
  });

  it.each(['yaml=a', 'json', 'json='])('refuses %s before any work is done', async (text) => {
    const { dir } = made();
    const ran = await runCli(dir, [command, ...files, '--output', text]);
    expect(ran).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('is not FORMAT=FILE') });
    expect(existsSync(`${dir}/a`)).toBe(false);
  });
});
