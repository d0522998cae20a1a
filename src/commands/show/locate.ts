import { readFile, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { resolveRevision } from '../../adapters/git/revision.ts';
import { entryAt, type Snapshot } from '../../adapters/git/snapshot.ts';
import { EvalguardError, inputError, whyUnreadable } from '../../core/error.ts';
import { isFile } from '../../core/ledger.ts';
import type { Path } from '../../core/path.ts';
import type { WorkTree } from '../open.ts';

/** A result as the user names it: a file (in a repository or not), or `REV:PATH`. */
interface ResultName {
  readonly text: string;
  /** Where the user stands: files count from there. */
  readonly from: string;
}

/** A file that was found, and what is around it. */
export interface Located {
  readonly bytes: Uint8Array;
  /** From the repository's root; outside any, as the user named it. */
  readonly path: Path;
  /** The commit that it was read from, or `null` for a file on disk. */
  readonly snapshot: Snapshot | null;
  /** The path on disk, or `null` for a file of a commit. */
  readonly file: string | null;
}

/** Reads a result by its name. A file that is there goes before a revision of the same spelling. */
export async function locate(workTree: WorkTree | null, { text, from }: ResultName): Promise<Located> {
  const file = isAbsolute(text) ? text : join(from, text);
  const found = await stat(file).catch(() => null);
  const colon = text.indexOf(':');
  if (found === null && colon > 0 && workTree !== null) return inRevision(workTree, { text, from }, colon);
  if (found !== null && !found.isFile())
    throw notFound(text, found.isDirectory() ? 'it is a directory' : 'it is no file');
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw notFound(
      text,
      colon > 0 && found === null ? `${whyUnreadable(cause)}, and no repository here` : whyUnreadable(cause),
    );
  });
  const inside = workTree === null ? null : relative(workTree.workTree, file);
  const path = inside === null || inside.startsWith('..') || isAbsolute(inside) ? text : inside;
  return { bytes, path: path.split(sep).join('/'), snapshot: null, file };
}

async function inRevision(workTree: WorkTree, { text, from }: ResultName, colon: number): Promise<Located> {
  const name = { text: text.slice(0, colon), origin: 'the part before the colon,' };
  const { commit } = await resolveRevision(workTree, name).catch((cause: unknown) => {
    throw notFound(text, cause instanceof EvalguardError ? cause.message.replace(/\.$/, '') : String(cause));
  });
  const named = text.slice(colon + 1);
  const fromHere = relative(workTree.workTree, join(from, named)).split(sep).join('/');
  // As git has it: a path counts from the root, one that begins with a dot from where the user stands.
  const path = /^\.{1,2}\//.test(named) ? fromHere : named;
  const snapshot = workTree.snapshot(commit);
  const entry = await entryAt(snapshot, path);
  if (entry === null || !isFile(entry.kind)) {
    const here = entry === null && !fromHere.startsWith('..') && (await entryAt(snapshot, fromHere)) !== null;
    const meant = here ? `; ${text.slice(0, colon)}:${fromHere} is there` : '';
    throw notFound(
      text,
      entry === null ? `that commit holds no such file${meant}` : `it is a ${entry.kind} there`,
    );
  }
  const object = await workTree.objects.read(entry.oid);
  if (typeof object === 'string' || object.bytes === null)
    throw notFound(text, 'its content is not in this clone');
  return { bytes: object.bytes, path, snapshot, file: null };
}

function notFound(text: string, why: string): EvalguardError {
  return inputError(
    `${text} cannot be read: ${why}.`,
    'Name a file from where you stand, or REV:PATH with the path from the root of the repository.',
  );
}
