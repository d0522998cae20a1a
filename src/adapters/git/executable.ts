import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join, relative } from 'node:path';
import { EvalguardError, incomplete } from '../../core/error.ts';

/**
 * Finds git on PATH, outside the work tree: a `git` that a pull request brings must never be run.
 * Throws `incomplete` where there is none.
 */
export function findGit(env: NodeJS.ProcessEnv, cwd: string): string {
  const names = process.platform === 'win32' ? ['git.exe', 'git.cmd'] : ['git'];
  const fence = workTreeAround(standingIn(cwd));
  const passedOver: string[] = [];
  for (const directory of (env['PATH'] ?? '').split(delimiter)) {
    for (const name of names) {
      const candidate = join(directory, name);
      if (!isAbsolute(directory) || !isExecutable(candidate)) continue;
      if (fence === null || !(isInside(candidate, fence) || isInside(realpathSync(candidate), fence)))
        return candidate;
      passedOver.push(candidate);
    }
  }
  const aside =
    passedOver.length === 0 ? '' : ` (${passedOver.join(', ')} lies in the work tree and is not trusted)`;
  throw incomplete(
    `git was not found on PATH${aside}, so nothing could be looked at.`,
    'Install git, or put the directory that holds it on PATH.',
  );
}

function standingIn(cwd: string): string {
  try {
    return realpathSync(cwd);
  } catch (cause) {
    throw new EvalguardError(
      'usage',
      `${cwd} cannot be entered, so nothing was looked at.`,
      'Name a directory that exists, with -C or by standing in it.',
      { cause },
    );
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** The nearest directory above that holds `.git`: what a pull request can write into. */
function workTreeAround(start: string): string | null {
  for (let directory = start; ; directory = dirname(directory)) {
    if (existsSync(join(directory, '.git'))) return directory;
    if (dirname(directory) === directory) return null;
  }
}

function isInside(file: string, directory: string): boolean {
  const path = relative(directory, file);
  return path !== '' && !path.startsWith('..') && !isAbsolute(path);
}
