import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { plainEnvironment, TestRepository } from './repository.ts';
import { nativeResult } from './result.ts';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
export const RECORD = 'results/eval-2026-01-01-corpus-run1.json';
export const NEXT = 'results/eval-2026-01-02-corpus-run1.json';
export const edited = nativeResult([true, true, true]);

/** A clone of evalguard's own repository at HEAD, with the bundle as the last build left it. */
export function evalguardClone(): TestRepository {
  const clone = TestRepository.clone(`file://${root}`);
  clone.remove('dist');
  for (const path of ['dist', '.pre-commit-hooks.yaml']) {
    cpSync(join(root, path), clone.path(path), { recursive: true });
  }
  clone.commit('As built');
  return clone;
}

/** A repository whose hooks run: one published record, on `main`. */
export function hookedRepository(files: Readonly<Record<string, string>>): TestRepository {
  const repository = TestRepository.create();
  repository.git('config', '--unset', 'core.hooksPath');
  repository.commit('Record', { [RECORD]: nativeResult(), ...files });
  repository.publish();
  return repository;
}

export interface Attempt {
  readonly code: number | null;
  /** What the user saw. */
  readonly output: string;
}

/** Runs a program that may fail, as a person would in the repository. */
export function attempt(
  repository: TestRepository,
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Attempt {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: repository.dir,
    env: { ...plainEnvironment(), ...env },
    encoding: 'utf8',
  });
  if (error) throw error;
  return { code: status, output: `${stdout}${stderr}` };
}
