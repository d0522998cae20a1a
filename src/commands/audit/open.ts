import { Repository } from '../../adapters/git/repository.ts';
import type { AuditOptions } from './options.ts';

/**
 * Opens the repository of an audit. A face calls this before it loads the audit itself: git starts while Node reads the
 * rest of the program.
 */
export function openForAudit({
  cwd,
  env,
  gitDirectory,
}: Pick<AuditOptions, 'cwd' | 'env' | 'gitDirectory'>): Promise<Repository> {
  return Repository.open({
    cwd,
    env,
    hook: false,
    ...(gitDirectory === undefined ? {} : { gitDirectory }),
  });
}
