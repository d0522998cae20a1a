import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EvalguardError } from '../../core/error.ts';
import type { GitSetting } from './process.ts';
import { Repository } from './repository.ts';

/** A repository with a work tree. */
export type WorkTree = Repository & { readonly workTree: string };

/**
 * The work tree around a directory, or `null` outside any: files can be shown and recorded without one. A repository
 * that git finds and does not trust, or cannot read, is an error all the same.
 */
export async function workTreeAround(setting: Omit<GitSetting, 'hook'>): Promise<WorkTree | null> {
  // Without a repository there is nothing to ask git, which need not even be there.
  if (!hasRepositoryAbove(setting.cwd)) return null;
  try {
    const repository = await Repository.open({ ...setting, hook: false });
    if (hasWorkTree(repository)) return repository;
    repository.close();
    return null;
  } catch (error) {
    if (error instanceof EvalguardError && /not a git repository/.test(error.message)) return null;
    throw error;
  }
}

function hasRepositoryAbove(start: string): boolean {
  for (let directory = start; ; directory = dirname(directory)) {
    if (existsSync(join(directory, '.git'))) return true;
    if (dirname(directory) === directory) return false;
  }
}

function hasWorkTree(repository: Repository): repository is WorkTree {
  return repository.workTree !== null;
}
