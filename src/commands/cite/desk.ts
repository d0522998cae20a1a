import { readFile } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { Checkout } from '../../adapters/checkout.ts';
import { Repository } from '../../adapters/git/repository.ts';
import { readPolicy } from '../../adapters/policy.ts';
import { comparePaths } from '../../core/change.ts';
import { type Page, pageOf } from '../../core/citation/page.ts';
import { EvalguardError } from '../../core/error.ts';
import { matchesGlob } from '../../core/glob.ts';
import { isFile, type Kind } from '../../core/ledger.ts';
import type { Path } from '../../core/path.ts';
import { DEFAULT_POLICY, type Policy } from '../../policy/policy.ts';
import { mustBeDefault, type PolicyPlace } from '../check/read/policy.ts';
import type { RecordBytes } from '../check/read/record.ts';
import type { Shelf } from './shelf.ts';

/** What the commands that work on files on disk need to know. */
export interface CiteOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly policy: PolicyPlace;
  /** Pages, as absolute paths; none means those that the policy names. */
  readonly files: readonly string[];
}

/** The work tree with its policy and the pages that are looked at: everything as it stands on disk. */
export interface Desk {
  readonly tree: Checkout;
  readonly shelf: Shelf;
  readonly policy: Policy;
  readonly pages: readonly Page[];
}

/** Opens the work tree, lets `use` work in it, and closes it. */
export async function atDesk<T>(options: CiteOptions, use: (desk: Desk) => Promise<T>): Promise<T> {
  const repository = await Repository.open({ cwd: options.cwd, env: options.env, hook: false });
  try {
    const tree = Checkout.of(repository);
    const policy = await policyOnDisk(tree, options.policy);
    const paths =
      options.files.length > 0 ? options.files.map((file) => within(tree, file)) : await named(tree, policy);
    const pages = await Promise.all(paths.map((path) => readPage(tree, path, policy)));
    return await use({ tree, shelf: shelfOf(tree), policy, pages });
  } finally {
    repository.close();
  }
}

async function policyOnDisk(tree: Checkout, place: PolicyPlace): Promise<Policy> {
  const file = 'file' in place ? place.file : tree.file(place.config);
  try {
    return await readPolicy(await readFile(file), file);
  } catch (cause) {
    if (cause instanceof EvalguardError) throw cause;
    const missing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    if (missing && 'config' in place) {
      mustBeDefault(place.config);
      return DEFAULT_POLICY;
    }
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new EvalguardError('policy', `The policy ${file} cannot be read: ${why}.`, 'Check its path.', {
      cause,
    });
  }
}

async function named(tree: Checkout, { citations }: Policy): Promise<readonly Path[]> {
  if (citations.length === 0) {
    throw new EvalguardError(
      'policy',
      'The policy names no pages, so there is nothing to look at.',
      'Add `citations: ["README.md", "docs/**/*.md"]` to evalguard.yaml, or name the pages on the command line.',
    );
  }
  const found: Path[] = [];
  for (const path of await tree.files()) {
    const wanted = citations.some((glob) => matchesGlob(glob, path));
    if (wanted && isPage(await tree.kindAt(path))) found.push(path);
  }
  if (found.length > 0) return found.sort(comparePaths);
  throw new EvalguardError(
    'policy',
    `No file matches ${citations.join(', ')} (citations in the policy), so there is nothing to look at.`,
    'Correct the globs: they count from the root of the repository.',
  );
}

function isPage(kind: Kind | null): boolean {
  return kind !== null && isFile(kind);
}

/** A file argument as a path of the repository. */
export function within(tree: Checkout, file: string): Path {
  const path = relative(tree.root, file).split(sep).join('/');
  if (!path.startsWith('../') && path !== '..' && path !== '') return path;
  throw new EvalguardError('input', `${file} is not in the repository.`, `Name a file below ${tree.root}.`);
}

async function readPage(tree: Checkout, path: Path, { max_bytes }: Policy): Promise<Page> {
  const kind = await tree.kindAt(path);
  const read = isPage(kind) ? await tree.read(path, max_bytes) : null;
  if (read !== null && 'bytes' in read) return pageOf(path, read.bytes);
  const why =
    read !== null
      ? `it has ${read.size} bytes`
      : kind === 'symlink'
        ? 'it is a link'
        : 'there is no such file';
  throw new EvalguardError('input', `${path} cannot be read: ${why}.`, 'Name a plain Markdown file.');
}

function shelfOf(tree: Checkout): Shelf {
  return {
    kindAt: (path) => tree.kindAt(path),
    namesIn: (directory) => tree.namesIn(directory),
    async *read(paths, limit): AsyncGenerator<RecordBytes | null> {
      for (const path of paths) yield await tree.read(path, limit);
    },
  };
}
