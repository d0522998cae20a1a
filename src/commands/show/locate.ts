import { readFile, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { resolveRevision } from '../../adapters/git/revision.ts';
import { entryAt, type Snapshot } from '../../adapters/git/snapshot.ts';
import { Checkout } from '../../adapters/work-tree.ts';
import { EvalguardError, inputError, whyUnreadable } from '../../core/error.ts';
import { isFile } from '../../core/ledger.ts';
import type { Path } from '../../core/path.ts';
import type { Policy } from '../../policy/policy.ts';
import { headlineAmong } from '../../policy/series.ts';
import { type FileSource, filesOnDisk, SnapshotFiles } from '../check/read/files.ts';
import type { FilesAround } from '../check/read/record.ts';
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
  readonly around: FilesAround;
}

/**
 * Reads a result by its name. A file that is there goes before a revision of the same spelling. A folder that is one result is
 * read by its headline.
 */
export async function locate(
  workTree: WorkTree | null,
  policy: Policy,
  { text, from }: ResultName,
): Promise<Located> {
  const file = isAbsolute(text) ? text : join(from, text);
  const found = await stat(file).catch(() => null);
  const colon = text.indexOf(':');
  if (found === null && colon > 0 && workTree !== null)
    return inRevision(workTree, policy, { text, from }, colon);
  const source = workTree === null ? null : filesOnDisk(Checkout.of(workTree));
  if (found?.isDirectory() && workTree !== null && source !== null) {
    const headline = await headlineIn(source, pathOf(workTree, file) ?? '', policy);
    if (headline !== null) return locate(workTree, policy, { text: join(workTree.workTree, headline), from });
  }
  if (found !== null && !found.isFile())
    throw notFound(text, found.isDirectory() ? 'it is a directory' : 'it is no file');
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw notFound(
      text,
      colon > 0 && found === null ? `${whyUnreadable(cause)}, and no repository here` : whyUnreadable(cause),
    );
  });
  const path = (workTree === null ? null : pathOf(workTree, file)) ?? text.split(sep).join('/');
  return { bytes, path, snapshot: null, file, around: source === null ? null : () => source };
}

/** The path of a file from the root of the work tree, or `null` where it lies outside. */
function pathOf({ workTree }: WorkTree, file: string): Path | null {
  const inside = relative(workTree, file);
  return inside.startsWith('..') || isAbsolute(inside) ? null : inside.split(sep).join('/');
}

async function headlineIn(source: FileSource, directory: Path, policy: Policy): Promise<Path | null> {
  const lines = await source.linesIn(directory);
  const names = lines.filter(({ kind }) => isFile(kind)).map(({ name }) => name);
  return headlineAmong(directory, names, policy);
}

async function inRevision(
  workTree: WorkTree,
  policy: Policy,
  { text, from }: ResultName,
  colon: number,
): Promise<Located> {
  const name = { text: text.slice(0, colon), origin: 'the part before the colon,' };
  const { commit } = await resolveRevision(workTree, name).catch((cause: unknown) => {
    throw notFound(text, cause instanceof EvalguardError ? cause.message.replace(/\.$/, '') : String(cause));
  });
  const named = text.slice(colon + 1);
  const fromHere = relative(workTree.workTree, join(from, named)).split(sep).join('/');
  // As git has it: a path counts from the root, one that begins with a dot from where the user stands.
  const wanted = (/^\.{1,2}\//.test(named) ? fromHere : named).replace(/\/$/, '');
  const snapshot = workTree.snapshot(commit);
  const source = new SnapshotFiles(workTree, snapshot);
  const isFolder = (await entryAt(snapshot, wanted))?.kind === 'directory';
  const path = (isFolder ? await headlineIn(source, wanted, policy) : null) ?? wanted;
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
  return { bytes: object.bytes, path, snapshot, file: null, around: () => source };
}

function notFound(text: string, why: string): EvalguardError {
  return inputError(
    `${text} cannot be read: ${why}.`,
    'Name a file from where you stand, or REV:PATH with the path from the root of the repository.',
  );
}
