import { Repository } from '../../adapters/git/repository.ts';
import type { CheckOptions } from './check.ts';

/**
 * Opens the repository of a check. A face calls this before it loads the check itself: git starts while Node reads the
 * rest of the program.
 */
export function openFor(
  options: Pick<CheckOptions, 'cwd' | 'env' | 'gitDirectory' | 'fetchEnv' | 'range'>,
): Promise<Repository> {
  const { cwd, env, gitDirectory, fetchEnv, range } = options;
  return Repository.open({
    cwd,
    env,
    hook: range.mode === 'staged',
    ...(gitDirectory === undefined ? {} : { gitDirectory }),
    ...(fetchEnv === undefined ? {} : { fetchEnv }),
  });
}
