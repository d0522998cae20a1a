import type { Walk } from '../../adapters/git/history.ts';
import { Repository } from '../../adapters/git/repository.ts';
import type { RevisionName } from '../../adapters/git/revision.ts';
import type { Progress } from '../../core/budget.ts';
import type { PolicyPlace } from '../check/read/policy.ts';

/** What `audit` needs to know: nothing is taken from the process itself. */
export interface AuditOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** A repository that is named rather than discovered. */
  readonly gitDirectory?: string;
  /** The newest commit; `null` is HEAD. */
  readonly head: RevisionName | null;
  /** An ancestor of head whose history was audited before; `null` for the whole history. */
  readonly since: RevisionName | null;
  readonly commits: Walk['commits'];
  readonly policy: PolicyPlace;
  readonly progress?: Progress;
  /** The repository, where it is being opened already (see `openForAudit`). */
  readonly opening?: Promise<Repository>;
}

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
