import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type GitSetting, repositoryAbove } from '../adapters/git/process.ts';
import { Repository } from '../adapters/git/repository.ts';
import { readPolicy } from '../adapters/policy.ts';
import { EvalguardError, usageError } from '../core/error.ts';
import { DEFAULT_POLICY, type Policy } from '../policy/policy.ts';
import { mustBeDefault, type PolicyPlace } from './check/read/policy.ts';

/** The directory, environment and policy of a command: nothing is taken from the process itself. */
export interface Workplace {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly policy: PolicyPlace;
}

/**
 * Runs `use` with the repository around a directory and its policy, and closes the repository. Outside any repository
 * `use` gets `null`, or the error of `outside` is thrown.
 */
export function inWorkTree<T>(
  place: Workplace,
  use: (workTree: WorkTree, policy: Policy) => Promise<T>,
  outside: () => EvalguardError,
): Promise<T>;
export function inWorkTree<T>(
  place: Workplace,
  use: (workTree: WorkTree | null, policy: Policy) => Promise<T>,
): Promise<T>;
export async function inWorkTree<T>(
  { cwd, env, policy }: Workplace,
  use: (workTree: WorkTree, policy: Policy) => Promise<T>,
  outside?: () => EvalguardError,
): Promise<T> {
  const workTree = await workTreeAround({ cwd, env });
  if (workTree === null && outside !== undefined) throw outside();
  try {
    // Where `use` takes no null, `outside` has thrown.
    return await use(workTree!, await workTreePolicy(workTree?.workTree ?? null, policy));
  } finally {
    workTree?.close();
  }
}

/** A repository with a work tree. */
export type WorkTree = Repository & { readonly workTree: string };

/**
 * The work tree around a directory, or `null` outside any: files can be shown and recorded without one. A repository
 * that git finds and does not trust, or cannot read, is an error all the same.
 */
export async function workTreeAround(setting: Omit<GitSetting, 'hook'>): Promise<WorkTree | null> {
  // Without a repository there is nothing to ask git, which need not even be there.
  if (repositoryAbove(setting.cwd) === null) return null;
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

function hasWorkTree(repository: Repository): repository is WorkTree {
  return repository.workTree !== null;
}

/** The policy as it stands in a work tree: recording and showing judge nothing that must be guarded from its author. */
export async function workTreePolicy(root: string | null, place: PolicyPlace): Promise<Policy> {
  if ('file' in place) return readPolicy(await demand(place.file), place.file);
  if (root === null) return DEFAULT_POLICY;
  const file = join(root, place.config);
  const bytes = await readFile(file).catch((cause: unknown) => {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null;
    throw unreadable(file, cause);
  });
  if (bytes !== null) return readPolicy(bytes, place.config);
  mustBeDefault(place.config);
  return DEFAULT_POLICY;
}

function demand(file: string): Promise<Uint8Array> {
  return readFile(file).catch((cause: unknown) => {
    throw unreadable(file, cause);
  });
}

function unreadable(file: string, cause: unknown): EvalguardError {
  return usageError(
    `The policy file ${file} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}.`,
    'Check the path and who may read it.',
    cause,
  );
}
