import { Repository } from '../../adapters/git/repository.ts';
import type { Budget } from '../../core/budget.ts';

/** Where a check or an audit looks: nothing is taken from the process itself. */
export interface RepositoryPlace {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** A repository that is named rather than discovered. */
  readonly gitDirectory?: string;
  /** What git needs to fetch objects that the repository was promised. */
  readonly fetchEnv?: NodeJS.ProcessEnv;
  /** What the work may cost; the usual budget unless said. */
  readonly budget?: Budget;
}

/**
 * Opens the repository of a check or an audit; of a `hook`, where the index is looked at. A face calls this before it
 * loads the rest: git starts while Node reads the program.
 */
export function openRepository(place: RepositoryPlace, hook = false): Promise<Repository> {
  const { cwd, env, gitDirectory, fetchEnv, budget } = place;
  const setting = {
    cwd,
    env,
    hook,
    ...(gitDirectory === undefined ? {} : { gitDirectory }),
    ...(fetchEnv === undefined ? {} : { fetchEnv }),
  };
  return Repository.open(setting, budget);
}
