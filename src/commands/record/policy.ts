import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readPolicy } from '../../adapters/policy.ts';
import { EvalguardError } from '../../core/error.ts';
import { DEFAULT_POLICY, type Policy } from '../../policy/policy.ts';
import { mustBeDefault, type PolicyPlace } from '../check/read/policy.ts';

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
  return new EvalguardError(
    'usage',
    `The policy file ${file} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}.`,
    'Check the path and who may read it.',
    { cause },
  );
}
